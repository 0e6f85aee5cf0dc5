#include "core/io/molecule_batch.h"

#include "core/io/line_reader.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>

namespace atlas {

namespace {

constexpr std::size_t batchRecords = 4096;
constexpr std::size_t batchBytes = std::size_t{32} << 20U;
constexpr std::size_t blockRecords = 16; // a few milliseconds

/// The given line of a text, counted from 1.
std::string_view lineOf(std::string_view text, std::uint64_t number)
{
    for (; number > 1; --number) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos)
            return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

} // namespace

MoleculeBatch::MoleculeBatch(MoleculeText kind, DatasetBuilder& builder, ProgressToken progress)
    : m_kind(kind), m_builder(builder), m_progress(std::move(progress))
{
}

Result<void> MoleculeBatch::add(MoleculeRecord record, double fraction)
{
    m_bytes += record.text.size() + record.context.size();
    m_records.push_back(std::move(record));
    return m_records.size() < batchRecords && m_bytes < batchBytes ? Result<void>() : flush(fraction);
}

Result<void> MoleculeBatch::addFault(ErrorCode code, std::uint64_t line, std::uint64_t column,
                                     std::string reason, std::string_view context, double fraction)
{
    MoleculeRecord record;
    record.context = context;
    record.fault = Problem{code, {{}, line, column}, std::move(reason), {}};
    return add(std::move(record), fraction);
}

Result<void> MoleculeBatch::flush(double fraction)
{
    const Error unparsed{ErrorCode::Computation, "not parsed"};
    std::vector<Result<Molecule>> parsed(m_records.size(), unparsed);
    const auto parse = [&](std::size_t i) {
        const MoleculeRecord& record = m_records[i];
        if (!record.fault)
            parsed[i] = m_kind == MoleculeText::Smiles ? Molecule::fromSmiles(record.text)
                                                       : Molecule::fromMolBlock(record.text);
    };
    const ProgressToken stage = m_progress.stage("Reading molecules", m_delivered, fraction);
    if (Result<void> done = parallelFor(m_records.size(), blockRecords, parse, stage); !done)
        return done;
    for (std::size_t i = 0; i < m_records.size(); ++i)
        deliver(m_records[i], parsed[i]);
    m_records.clear();
    m_bytes = 0;
    m_delivered = fraction;
    return {};
}

void MoleculeBatch::deliver(MoleculeRecord& record, Result<Molecule>& parsed)
{
    if (record.fault) {
        m_builder.reject(record.fault->code, record.fault->location.line, record.fault->location.column,
                         std::move(record.fault->reason), record.context);
        return;
    }
    if (!parsed) {
        const Error& error = parsed.error();
        const bool smiles = m_kind == MoleculeText::Smiles;
        // RDKit names the line behind the last where it missed one.
        const auto lastLine = static_cast<std::uint64_t>(
            std::max<std::ptrdiff_t>(1, std::count(record.text.begin(), record.text.end(), '\n')));
        const std::uint64_t textLine = std::clamp<std::uint64_t>(error.location.line, 1, lastLine);
        const std::uint64_t line = record.textLine + textLine - 1;
        const std::uint64_t within = error.location.column > 0 ? error.location.column - 1 : 0;
        m_builder.reject(error.code, line, smiles ? record.textColumn + within : 0, error.message,
                         smiles ? std::string_view(record.context) : lineOf(record.text, textLine));
        return;
    }
    m_builder.acceptMolecule(std::move(record.info), *std::move(parsed));
    for (const auto& [name, value] : record.properties)
        m_builder.setProperty(name, value);
}

std::optional<Problem> checkUtf8(std::string_view line, std::uint64_t lineNumber)
{
    const std::size_t at = findInvalidUtf8(line);
    if (at == std::string_view::npos)
        return std::nullopt;
    return Problem{
        ErrorCode::Malformed,
        {{}, lineNumber, columnOfByte(line, at)},
        "The text is not UTF-8 here; convert the file, for example with 'iconv -f LATIN1 -t UTF-8'.",
        {}};
}

std::string lineTooLong(std::size_t limit)
{
    return "The line has more than " + std::to_string(limit) + " bytes, which is the limit.";
}

} // namespace atlas
