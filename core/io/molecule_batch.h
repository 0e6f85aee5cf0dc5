// Molecules are parsed in parallel, a batch of records at a time, and given to the builder in their order.
// Shared by the readers of SMILES lines, tables and SDF.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/parallel/progress_token.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atlas {

enum class MoleculeText { Smiles, MolBlock };

/// A record that was cut out of its file but not parsed yet.
struct MoleculeRecord {
    std::string text; ///< the SMILES or the MOL block
    std::uint64_t textLine = 0; ///< where it starts in the file
    std::uint64_t textColumn = 1;
    std::string context; ///< for a SMILES, the line it stands in: excerpts are cut from it
    RecordInfo info;
    std::vector<std::pair<std::string_view, std::string>> properties; ///< the names outlive the batch
    std::optional<Problem> fault; ///< already known to be bad; only code, line, column and reason are used
};

class MoleculeBatch {
public:
    MoleculeBatch(MoleculeText kind, DatasetBuilder& builder, ProgressToken progress);

    /// `fraction` is the share of the source read so far. Parses when the batch is full.
    Result<void> add(MoleculeRecord record, double fraction);
    /// A record that needs no parsing to be rejected.
    Result<void> addFault(ErrorCode code, std::uint64_t line, std::uint64_t column, std::string reason,
                          std::string_view context, double fraction);
    /// Parses what is left. Nothing is given to the builder after a cancel.
    Result<void> flush(double fraction);

private:
    void deliver(MoleculeRecord& record, Result<Molecule>& parsed);

    MoleculeText m_kind;
    DatasetBuilder& m_builder;
    ProgressToken m_progress;
    double m_delivered = 0; // the share of the source up to the last flush
    std::vector<MoleculeRecord> m_records;
    std::size_t m_bytes = 0;
};

/// Rejects text that is not UTF-8: the fault's column and reason, or nothing.
std::optional<Problem> checkUtf8(std::string_view line, std::uint64_t lineNumber);

/// The message for a line above the limit.
std::string lineTooLong(std::size_t limit);

} // namespace atlas
