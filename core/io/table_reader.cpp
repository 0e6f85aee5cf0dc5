// CSV and TSV with a header and a SMILES column. Columns are chosen by option, else by name
// (letter case does not matter):
//   SMILES  smiles, canonical_smiles, isomeric_smiles, structure, mol, molecule; else the one column whose
//           name contains "smiles"
//   class   class, label, target, category, activity: the first of this list that is there; else none
//   name    name, id, compound id, compound, title, mol_id; else none
// Every other column becomes a property.
#include "core/io/csv_parser.h"
#include "core/io/molecule_batch.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <array>
#include <cctype>
#include <span>

namespace atlas {

namespace {

using ColumnIndex = std::optional<std::size_t>;

constexpr std::array<std::string_view, 6> smilesNames{
    "smiles", "canonical_smiles", "isomeric_smiles", "structure", "mol", "molecule"};
constexpr std::array<std::string_view, 5> classNames{"class", "label", "target", "category", "activity"};
constexpr std::array<std::string_view, 6> nameNames{"name",     "id",    "compound id",
                                                    "compound", "title", "mol_id"};

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

std::string trimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
    text.remove_prefix(begin);
    return std::string(text.substr(0, text.find_last_not_of(" \t") + 1));
}

class Columns {
public:
    static Result<Columns> choose(const std::vector<CsvField>& header, const ReadOptions& options,
                                  const InputLocation& place)
    {
        Columns columns;
        for (const CsvField& field : header)
            columns.m_names.push_back(trimmed(field.text));
        for (const std::string* chosen : {&options.smilesColumn, &options.classColumn, &options.nameColumn})
            if (!chosen->empty() && !columns.find(*chosen))
                return columns.missing(*chosen, place);
        columns.smiles = columns.find(options.smilesColumn, smilesNames);
        if (!columns.smiles)
            columns.smiles = columns.onlyOneLikeSmiles();
        if (!columns.smiles)
            return Error{ErrorCode::Malformed,
                         "The table has no SMILES column; its columns are " + columns.list()
                             + ". Choose the one that holds the SMILES.",
                         place};
        columns.className = columns.find(options.classColumn, classNames);
        columns.name = columns.find(options.nameColumn, nameNames);
        return columns;
    }

    std::size_t count() const { return m_names.size(); }
    std::string_view nameOf(std::size_t column) const { return m_names[column]; }
    bool isProperty(std::size_t column) const
    {
        return column != smiles && column != className && column != name && !m_names[column].empty();
    }

    ColumnIndex smiles; // NOLINT(readability-identifier-naming)
    ColumnIndex className; // NOLINT(readability-identifier-naming)
    ColumnIndex name; // NOLINT(readability-identifier-naming)

private:
    /// The column of exactly this name, else of the same name in other letter case.
    ColumnIndex find(std::string_view wanted) const
    {
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (m_names[i] == wanted)
                return i;
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (lowerCase(m_names[i]) == lowerCase(wanted))
                return i;
        return std::nullopt;
    }

    ColumnIndex find(const std::string& chosen, std::span<const std::string_view> usual) const
    {
        if (!chosen.empty())
            return find(chosen);
        for (const std::string_view name_ : usual)
            if (const ColumnIndex column = find(name_))
                return column;
        return std::nullopt;
    }

    ColumnIndex onlyOneLikeSmiles() const
    {
        ColumnIndex found;
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (lowerCase(m_names[i]).find("smiles") != std::string::npos) {
                if (found)
                    return std::nullopt;
                found = i;
            }
        return found;
    }

    std::string list() const
    {
        std::string text;
        for (const std::string& columnName : m_names)
            text += (text.empty() ? "'" : ", '") + columnName + "'";
        return text;
    }

    Error missing(const std::string& wanted, const InputLocation& place) const
    {
        const std::string near = nearestName(wanted, m_names);
        return {ErrorCode::BadUse,
                "The table has no column '" + wanted + "'"
                    + (near.empty() ? std::string() : " (did you mean '" + near + "'?)")
                    + "; its columns are " + list() + ".",
                place};
    }

    std::vector<std::string> m_names;
};

class TableReading {
public:
    TableReading(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                 const ProgressToken& progress)
        : m_input(input), m_options(options), m_lines(input, options.maximumLineBytes), m_rows(m_lines),
          m_builder(builder), m_batch(MoleculeText::Smiles, builder, progress)
    {
    }

    Result<void> run()
    {
        const CsvParser::Status header = m_rows.next();
        if (header == CsvParser::Status::Bad)
            return Error{m_rows.fault().tooLong ? ErrorCode::TooLarge : ErrorCode::Malformed,
                         "The header cannot be read: " + m_rows.fault().reason,
                         {m_input.name(), m_rows.fault().line, m_rows.fault().column}};
        if (header == CsvParser::Status::Row) {
            Result<Columns> columns =
                Columns::choose(m_rows.fields(), m_options, {m_input.name(), m_rows.line(), 1});
            if (!columns)
                return columns.error();
            if (Result<void> read = readRows(*columns); !read)
                return read;
        }
        if (m_input.failed())
            m_builder.warn(ErrorCode::Unreadable, m_lines.number(), 0, m_input.failure());
        return {};
    }

private:
    Result<void> readRows(const Columns& columns)
    {
        for (CsvParser::Status status = m_rows.next(); status != CsvParser::Status::End;
             status = m_rows.next()) {
            Result<void> added = status == CsvParser::Status::Row ? addRow(columns) : addBadRow();
            if (!added)
                return added;
        }
        return m_batch.flush(1);
    }

    Result<void> addBadRow()
    {
        const CsvFault& fault = m_rows.fault();
        return m_batch.addFault(fault.tooLong ? ErrorCode::TooLarge : ErrorCode::Malformed, fault.line,
                                fault.column, fault.reason, m_rows.firstLine(), m_input.fraction());
    }

    Result<void> addRow(const Columns& columns)
    {
        const std::vector<CsvField>& fields = m_rows.fields();
        if (fields.size() != columns.count()) {
            const bool tooMany = fields.size() > columns.count();
            return m_batch.addFault(ErrorCode::Malformed,
                                    tooMany ? fields[columns.count()].line : m_rows.endLine(),
                                    tooMany ? fields[columns.count()].column : m_rows.endColumn(),
                                    "The row has " + countText(fields.size(), "field", "fields")
                                        + "; the header has " + std::to_string(columns.count()) + ".",
                                    m_rows.firstLine(), m_input.fraction());
        }
        for (const CsvField& field : fields)
            if (const std::optional<Problem> fault = checkUtf8(field.text, field.line))
                return m_batch.addFault(fault->code, field.line, field.column + fault->location.column - 1,
                                        fault->reason, m_rows.firstLine(), m_input.fraction());
        return m_batch.add(recordOf(columns), m_input.fraction());
    }

    MoleculeRecord recordOf(const Columns& columns) const
    {
        const std::vector<CsvField>& fields = m_rows.fields();
        MoleculeRecord record;
        record.text = fields[*columns.smiles].text;
        record.textLine = fields[*columns.smiles].line;
        record.textColumn = fields[*columns.smiles].column;
        record.context = m_rows.firstLine();
        record.info.line = m_rows.line();
        if (columns.name)
            record.info.name = trimmed(fields[*columns.name].text);
        if (columns.className && !trimmed(fields[*columns.className].text).empty())
            record.info.className = trimmed(fields[*columns.className].text);
        for (std::size_t i = 0; i < fields.size(); ++i)
            if (columns.isProperty(i))
                record.properties.emplace_back(columns.nameOf(i), trimmed(fields[i].text));
        return record;
    }

    TextInput& m_input;
    const ReadOptions& m_options;
    LineReader m_lines;
    CsvParser m_rows;
    DatasetBuilder& m_builder;
    MoleculeBatch m_batch;
};

} // namespace

Result<void> readTable(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                       ProgressToken progress)
{
    return TableReading(input, options, builder, progress).run();
}

} // namespace atlas
