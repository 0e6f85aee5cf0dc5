// MOL and SDF. Records are cut at "$$$$" while streaming and parsed in parallel.
//
// A record whose "$$$$" is missing is still told apart from the next one: a second counts line (the one that
// ends in V2000 or V3000) starts a new record three lines earlier. It is accepted with a warning where it is
// complete up to "M  END", and rejected at the line where it stops otherwise. A file with one record and no
// "$$$$" is a MOL file and needs no warning.
#include "core/io/line_reader.h"
#include "core/io/molecule_batch.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <algorithm>
#include <set>

namespace atlas {

namespace {

constexpr std::size_t headerLines = 3; // name, program, comment: before the counts line

std::string_view withoutTrailingBlanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::string trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return std::string(withoutTrailingBlanks(text));
}

bool isCountsLine(std::string_view line)
{
    line = withoutTrailingBlanks(line);
    constexpr std::size_t countsWidth = 6;
    return line.size() > countsWidth && (line.ends_with("V2000") || line.ends_with("V3000"))
        && line.substr(0, countsWidth).find_first_not_of(" 0123456789") == std::string_view::npos;
}

/// The field's name in ">  <activity>", "> 25 <MELTING.POINT> (1)", or what follows the '>'.
std::string fieldName(std::string_view line)
{
    const std::size_t open = line.find('<');
    const std::size_t close = line.rfind('>');
    if (open != std::string_view::npos && close != std::string_view::npos && close > open)
        return trimmed(line.substr(open + 1, close - open - 1));
    return trimmed(line.substr(1));
}

/// The lines of one record, "$$$$" not included.
struct SdfRecord {
    std::uint64_t firstLine = 0;
    std::vector<std::string> lines;
    std::size_t bytes = 0;
    bool tooLarge = false;
    std::optional<std::size_t> counts; // index of the counts line
    std::optional<std::size_t> end; // index of "M  END"

    bool blank() const
    {
        return std::all_of(lines.begin(), lines.end(),
                           [](const std::string& line) { return withoutTrailingBlanks(line).empty(); });
    }
};

class SdfReading {
public:
    SdfReading(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
               const ProgressToken& progress)
        : m_input(input), m_options(options), m_lines(input, options.maximumLineBytes), m_builder(builder),
          m_batch(MoleculeText::MolBlock, builder, progress)
    {
    }

    Result<void> run()
    {
        m_record.firstLine = 1;
        for (LineReader::Status status = m_lines.next(); status != LineReader::Status::End;
             status = m_lines.next())
            if (Result<void> taken = takeLine(status == LineReader::Status::TooLong); !taken)
                return taken;
        if (Result<void> finished = finishFile(); !finished)
            return finished;
        return checkChosenFields();
    }

private:
    Result<void> takeLine(bool tooLong)
    {
        const std::string_view line = m_lines.line();
        if (!tooLong && line.starts_with("$$$$")) {
            ++m_delimiters;
            Result<void> finished = finishRecord();
            m_record.firstLine = m_lines.number() + 1;
            return finished;
        }
        if (m_record.counts && isCountsLine(line) && m_record.lines.size() > *m_record.counts + headerLines)
            if (Result<void> split = splitBeforeHeader(); !split)
                return split;
        m_record.bytes += line.size() + 1;
        m_record.tooLarge = m_record.tooLarge || tooLong || m_record.bytes > m_options.maximumLineBytes;
        if (m_record.tooLarge) {
            m_record.lines.resize(std::min<std::size_t>(m_record.lines.size(), 1));
            return {};
        }
        if (!m_record.counts && isCountsLine(line))
            m_record.counts = m_record.lines.size();
        if (!m_record.end && withoutTrailingBlanks(line) == "M  END")
            m_record.end = m_record.lines.size();
        m_record.lines.emplace_back(line);
        return {};
    }

    /// A second counts line came: the last three lines are the header of a new record.
    Result<void> splitBeforeHeader()
    {
        if (m_record.tooLarge)
            return {};
        const auto header = m_record.lines.end() - headerLines;
        std::vector<std::string> next(std::make_move_iterator(header),
                                      std::make_move_iterator(m_record.lines.end()));
        m_record.lines.erase(header, m_record.lines.end());
        Result<void> finished = finishUndelimited();
        m_record.firstLine = m_lines.number() - headerLines;
        m_record.lines = std::move(next);
        return finished;
    }

    /// A record that ends without "$$$$".
    Result<void> finishUndelimited()
    {
        const std::uint64_t lastLine =
            m_record.firstLine + std::max<std::size_t>(m_record.lines.size(), 1) - 1;
        const std::string last = m_record.lines.empty() ? std::string() : m_record.lines.back();
        if (m_record.tooLarge || m_record.end) {
            m_undelimited.push_back({lastLine, last});
            return finishRecord();
        }
        m_record = {};
        return m_batch.addFault(ErrorCode::Malformed, lastLine, columnOfByte(last, last.size()),
                                "The record stops before 'M  END'; the file may be cut off.", last,
                                m_input.fraction());
    }

    Result<void> finishRecord()
    {
        SdfRecord record = std::exchange(m_record, {});
        const double fraction = m_input.fraction();
        ++m_records;
        if (record.tooLarge)
            return m_batch.addFault(ErrorCode::TooLarge, record.firstLine, 0,
                                    "The record has more than " + std::to_string(m_options.maximumLineBytes)
                                        + " bytes, which is the limit.",
                                    record.lines.empty() ? std::string_view() : record.lines.front(),
                                    fraction);
        for (std::size_t i = 0; i < record.lines.size(); ++i)
            if (const std::optional<Problem> fault = checkUtf8(record.lines[i], record.firstLine + i))
                return m_batch.addFault(fault->code, fault->location.line, fault->location.column,
                                        fault->reason, record.lines[i], fraction);
        if (record.blank())
            return m_batch.addFault(ErrorCode::Malformed, record.firstLine, 0, "The record is empty.", {},
                                    fraction);
        return m_batch.add(moleculeRecord(record), fraction);
    }

    MoleculeRecord moleculeRecord(const SdfRecord& record)
    {
        MoleculeRecord molecule;
        const std::size_t blockLines = record.end ? *record.end + 1 : record.lines.size();
        for (std::size_t i = 0; i < blockLines; ++i)
            molecule.text.append(record.lines[i]).push_back('\n');
        molecule.textLine = record.firstLine;
        molecule.info.line = record.firstLine;
        molecule.info.name = trimmed(record.lines.front());
        for (auto& [name, value] : dataFields(record, blockLines)) {
            const std::string_view field = *m_fieldNames.insert(std::move(name)).first;
            if (field == m_options.classColumn) {
                if (!value.empty())
                    molecule.info.className = std::move(value);
            } else if (field == m_options.nameColumn) {
                molecule.info.name = std::move(value);
            } else {
                molecule.properties.emplace_back(field, std::move(value));
            }
        }
        return molecule;
    }

    /// A field's value is the lines up to the next blank one.
    static std::vector<std::pair<std::string, std::string>> dataFields(const SdfRecord& record,
                                                                       std::size_t from)
    {
        std::vector<std::pair<std::string, std::string>> fields;
        bool open = false;
        for (std::size_t i = from; i < record.lines.size(); ++i) {
            const std::string_view line = withoutTrailingBlanks(record.lines[i]);
            if (!open && line.starts_with('>')) {
                fields.emplace_back(fieldName(line), std::string());
                open = true;
            } else if (line.empty()) {
                open = false;
            } else if (open) {
                std::string& value = fields.back().second;
                value.append(value.empty() ? "" : "\n").append(line);
            }
        }
        std::erase_if(fields, [](const auto& field) { return field.first.empty(); });
        return fields;
    }

    Result<void> finishFile()
    {
        if (!m_record.blank() || m_record.tooLarge)
            if (Result<void> finished = finishUndelimited(); !finished)
                return finished;
        if (Result<void> flushed = m_batch.flush(1); !flushed)
            return flushed;
        if (m_delimiters > 0 || m_records > 1)
            for (const auto& [line, text] : m_undelimited)
                m_builder.warn(ErrorCode::Malformed, line, 0,
                               "The record that ends here has no '$$$$' after it; it was read all the same.",
                               text);
        if (m_input.failed())
            m_builder.warn(ErrorCode::Unreadable, m_lines.number(), 0, m_input.failure());
        return {};
    }

    Result<void> checkChosenFields() const
    {
        for (const std::string* chosen : {&m_options.classColumn, &m_options.nameColumn}) {
            if (chosen->empty() || m_records == 0 || m_fieldNames.count(*chosen) > 0)
                continue;
            std::string list;
            for (const std::string& name : m_fieldNames)
                list += (list.empty() ? "'" : ", '") + name + "'";
            return Error{ErrorCode::BadUse,
                         "No record has the data field '" + *chosen + "'; "
                             + (list.empty() ? "there are none." : "the fields are " + list + "."),
                         {m_input.name()}};
        }
        return {};
    }

    TextInput& m_input;
    const ReadOptions& m_options;
    LineReader m_lines;
    DatasetBuilder& m_builder;
    MoleculeBatch m_batch;
    SdfRecord m_record;
    std::set<std::string, std::less<>> m_fieldNames; // properties point into it
    std::vector<std::pair<std::uint64_t, std::string>> m_undelimited; // last lines
    std::size_t m_records = 0;
    std::size_t m_delimiters = 0;
};

} // namespace

Result<void> readSdf(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                     ProgressToken progress)
{
    return SdfReading(input, options, builder, progress).run();
}

} // namespace atlas
