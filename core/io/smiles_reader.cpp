// SMILES lines. Three layouts are in use; a file has one of them throughout:
//   SMILES [name]       blank or tab between
//   id,class,SMILES     the PTC files
//   id SMILES           blank or tab between
// The first 20 lines decide: the layout under which most of them hold a SMILES that parses, the earlier of
// the list above where two are level.
#include "core/io/line_reader.h"
#include "core/io/molecule_batch.h"
#include "core/io/readers.h"

#include <array>
#include <deque>

namespace atlas {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t sampleLines = 20;

enum class Layout { SmilesName, IdClassSmiles, IdSmiles };

struct Line {
    std::uint64_t number = 0;
    bool tooLong = false;
    std::string text;
};

struct Fields {
    std::string_view smiles;
    std::size_t smilesOffset = 0; // in the line
    std::string_view name;
    std::optional<std::string_view> className;
};

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(begin);
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

bool isBlank(std::string_view line) { return line.find_first_not_of(blanks) == std::string_view::npos; }

/// Cuts a line. Where it does not have the layout's fields, the SMILES is empty and stands at the line's end.
Fields cut(std::string_view line, Layout layout)
{
    Fields fields;
    const auto setSmiles = [&](std::size_t begin, std::size_t end) {
        begin = std::min(begin, line.size());
        fields.smiles = line.substr(begin, end - begin);
        fields.smilesOffset = begin;
    };
    const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
    if (layout == Layout::IdClassSmiles) {
        const std::size_t comma = std::min(line.find(',', first), line.size());
        const std::size_t second = std::min(line.find(',', comma + 1), line.size());
        fields.name = trimmed(line.substr(first, comma - first));
        const std::string_view className =
            comma < line.size() ? trimmed(line.substr(comma + 1, second - comma - 1)) : std::string_view();
        if (!className.empty())
            fields.className = className;
        const std::size_t smiles = std::min(line.find_first_not_of(blanks, second + 1), line.size());
        setSmiles(smiles, line.find_last_not_of(blanks) + 1);
        return fields;
    }
    const std::size_t firstEnd = std::min(line.find_first_of(blanks, first), line.size());
    if (layout == Layout::SmilesName) {
        setSmiles(first, firstEnd);
        fields.name = trimmed(line.substr(firstEnd));
        return fields;
    }
    fields.name = line.substr(first, firstEnd - first);
    const std::size_t smiles = std::min(line.find_first_not_of(blanks, firstEnd), line.size());
    setSmiles(smiles, std::min(line.find_first_of(blanks, smiles), line.size()));
    return fields;
}

Layout chooseLayout(const std::deque<Line>& sample)
{
    constexpr std::array layouts{Layout::SmilesName, Layout::IdClassSmiles, Layout::IdSmiles};
    Layout best = Layout::SmilesName;
    std::size_t bestCount = 0;
    for (const Layout layout : layouts) {
        std::size_t count = 0;
        for (const Line& line : sample)
            if (!line.tooLong && Molecule::fromSmiles(cut(line.text, layout).smiles).ok())
                ++count;
        if (count > bestCount) {
            bestCount = count;
            best = layout;
        }
    }
    return best;
}

/// "SMILES Name" as the first line of a file is a title, not a molecule.
bool isTitle(std::string_view smiles)
{
    constexpr std::array<std::string_view, 5> titles{"smiles", "SMILES", "Smiles", "canonical_smiles",
                                                     "CanonicalSmiles"};
    return std::find(titles.begin(), titles.end(), smiles) != titles.end();
}

class SmilesReading {
public:
    SmilesReading(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                  const ProgressToken& progress)
        : m_input(input), m_lines(input, options.maximumLineBytes), m_builder(builder),
          m_batch(MoleculeText::Smiles, builder, progress), m_progress(progress)
    {
    }

    Result<void> run()
    {
        std::deque<Line> sample;
        Line line;
        while (sample.size() < sampleLines && nextLine(line))
            sample.push_back(line);
        m_layout = chooseLayout(sample);
        if (!sample.empty() && isTitle(cut(sample.front().text, m_layout).smiles))
            sample.pop_front();
        for (const Line& early : sample)
            if (Result<void> added = addLine(early); !added)
                return added;
        while (nextLine(line))
            if (Result<void> added = addLine(line); !added)
                return added;
        if (Result<void> flushed = m_batch.flush(1); !flushed)
            return flushed;
        if (m_input.failed())
            m_builder.warn(ErrorCode::Unreadable, m_lines.number(), 0, m_input.failure());
        return {};
    }

private:
    /// The next line that is not blank.
    bool nextLine(Line& line)
    {
        LineReader::Status status = m_lines.next();
        while (status == LineReader::Status::Line && isBlank(m_lines.line()) && !m_progress.cancelled())
            status = m_lines.next();
        line.number = m_lines.number();
        line.tooLong = status == LineReader::Status::TooLong;
        line.text = m_lines.line();
        return status != LineReader::Status::End && !m_progress.cancelled();
    }

    Result<void> addLine(const Line& line)
    {
        const double fraction = m_input.fraction();
        if (line.tooLong)
            return m_batch.addFault(ErrorCode::TooLarge, line.number, 1, lineTooLong(m_lines.limit()),
                                    line.text, fraction);
        if (const std::optional<Problem> fault = checkUtf8(line.text, line.number))
            return m_batch.addFault(fault->code, line.number, fault->location.column, fault->reason,
                                    line.text, fraction);
        const Fields fields = cut(line.text, m_layout);
        MoleculeRecord record;
        record.text = fields.smiles;
        record.textLine = line.number;
        record.textColumn = columnOfByte(line.text, fields.smilesOffset);
        record.context = line.text;
        record.info.name = fields.name;
        if (fields.className)
            record.info.className = std::string(*fields.className);
        record.info.line = line.number;
        return m_batch.add(std::move(record), fraction);
    }

    TextInput& m_input;
    LineReader m_lines;
    DatasetBuilder& m_builder;
    MoleculeBatch m_batch;
    ProgressToken m_progress;
    Layout m_layout = Layout::SmilesName;
};

} // namespace

Result<void> readSmiles(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                        ProgressToken progress)
{
    return SmilesReading(input, options, builder, progress).run();
}

} // namespace atlas
