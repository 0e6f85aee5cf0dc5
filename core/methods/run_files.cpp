#include "core/methods/run_files.h"

#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <system_error>

namespace atlas {

namespace {

using Json = nlohmann::ordered_json;

template <class Variant>
Json toJson(const Variant& value)
{
    return std::visit(
        [](const auto& held) -> Json {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double>)
                return std::isfinite(held) ? Json(held) : Json(nullptr); // JSON has no NaN
            else
                return held;
        },
        value);
}

Json dataJson(const RunSummary& summary, const Dataset& data)
{
    Json classes = Json::object();
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        classes[data.classes().text(LabelId(i))] = 0;
    for (std::size_t row = 0; row < data.size(); ++row)
        if (const ClassId id = data.record(RowId(row)).classId; id.valid()) {
            Json& count = classes[data.classes().text(LabelId(id.index()))];
            count = count.get<std::size_t>() + 1;
        }
    return {{"source", data.source().path},
            {"format", data.source().format},
            {"detection", data.source().detection},
            {"kind", toString(data.kind())},
            {"structures", data.size()},
            {"rejected", data.rejectedCount()},
            {"classes", classes},
            {"sha256", summary.sourceHash}};
}

} // namespace

std::size_t peakMemoryBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

std::string summaryJson(const RunSummary& summary, const Dataset& data, const MethodOutput& output)
{
    Json json;
    json["method"] = summary.method;
    json["version"] = summary.version;
    json["status"] = output.status;
    if (!output.note.empty())
        json["note"] = output.note;
    for (const auto& [name, value] : summary.parameters)
        json["parameters"][name] = toJson(value);
    json["data"] = dataJson(summary, data);
    json["metrics"] = Json::object();
    for (const auto& [name, value] : output.metrics)
        json["metrics"][name] = toJson(value);
    for (const auto& [stage, seconds] : summary.timings)
        json["timings"][stage] = seconds;
    json["peak_memory_bytes"] = summary.peakMemoryBytes;
    // Names come from the person's data; what is not UTF-8 is replaced rather than thrown about.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Table problemTable(const Dataset& data)
{
    Table table("problems", {"file", "line", "column", "reason", "excerpt"});
    for (const Problem& problem : data.problems())
        table.addRow(problem.location.file, problem.location.line, problem.location.column, problem.reason,
                     problem.excerpt);
    return table;
}

Result<std::string> readFile(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream.is_open() || stream.bad())
        return Error{ErrorCode::NotFound, "The file cannot be read; is its name right?", {path.string()}};
    return text;
}

Result<void> writeFile(const std::filesystem::path& path, std::string_view content)
{
    const std::filesystem::path temporary = path.string() + ".part";
    {
        std::ofstream stream(temporary, std::ios::binary);
        stream.write(content.data(), static_cast<std::streamsize>(content.size()));
        stream.close();
        if (!stream)
            return Error{ErrorCode::WriteFailed,
                         "The file cannot be written; is the folder writable, the disk full?",
                         {path.string()}};
    }
    std::error_code status;
    std::filesystem::rename(temporary, path, status);
    if (status)
        return Error{
            ErrorCode::WriteFailed, "The file cannot be written: " + status.message() + ".", {path.string()}};
    return {};
}

Result<void> writeRunFiles(const Dataset& data, const MethodOutput& output,
                           const std::filesystem::path& folder)
{
    std::error_code status;
    std::filesystem::create_directories(folder, status);
    if (status)
        return Error{ErrorCode::WriteFailed,
                     "The folder cannot be made: " + status.message() + ".",
                     {folder.string()}};
    std::vector<Table> tables = output.tables;
    tables.push_back(problemTable(data));
    for (const Table& table : tables)
        if (Result<void> written = writeFile(folder / (table.name() + ".csv"), table.toCsv()); !written)
            return written;
    for (const OutputFile& file : output.files)
        if (Result<void> written = writeFile(folder / file.name, file.content); !written)
            return written;
    return {};
}

} // namespace atlas
