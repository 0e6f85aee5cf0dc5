#include "core/io/write_rows.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cmath>
#include <exception>

namespace atlas {

namespace {

constexpr std::size_t batchRows = 1024;
constexpr std::size_t blockRows = 8; // a layout takes about a millisecond

Result<void> textBatch(std::vector<std::string>& texts, std::size_t first, const ProgressToken& progress,
                       const std::function<std::string(RowId)>& text)
{
    try {
        return parallelFor(
            texts.size(), blockRows, [&](std::size_t i) { texts[i] = text(RowId(first + i)); }, progress);
    } catch (const std::exception& exception) {
        return Error{ErrorCode::Computation,
                     std::string("A structure cannot be written: ") + exception.what() + "."};
    }
}

} // namespace

Result<void> writeRows(const Dataset& dataset, std::ostream& stream, const ProgressToken& progress,
                       const std::function<std::string(RowId)>& text)
{
    const auto total = static_cast<double>(dataset.size());
    std::vector<std::string> texts;
    for (std::size_t begin = 0; begin < dataset.size(); begin += batchRows) {
        const std::size_t end = std::min(dataset.size(), begin + batchRows);
        texts.assign(end - begin, std::string());
        const ProgressToken stage =
            progress.stage("Writing", static_cast<double>(begin) / total, static_cast<double>(end) / total);
        if (Result<void> done = textBatch(texts, begin, stage, text); !done)
            return done;
        for (const std::string& row : texts)
            stream << row;
        if (!stream)
            break;
    }
    stream.flush();
    if (!stream)
        return Error{ErrorCode::WriteFailed, "The output could not be written; is the disk full?"};
    return {};
}

std::string className(const Dataset& dataset, RowId row)
{
    const ClassId id = dataset.record(row).classId;
    return id.valid() ? dataset.classes().text(LabelId(id.index())) : std::string();
}

std::string propertyText(const Property& property, RowId row)
{
    if (const auto* texts = std::get_if<std::vector<std::string>>(&property.values))
        return (*texts)[row.index()];
    const double value = std::get<std::vector<double>>(property.values)[row.index()];
    return std::isnan(value) ? std::string() : shortestText(value);
}

std::string oneLine(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string oneWord(std::string text)
{
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == ' ' || c == '\t'; },
        '_');
    return text.empty() ? "_" : text;
}

} // namespace atlas
