// Builds a Dataset record by record. A reader, for each record of its source, either accepts a structure or
// rejects the record with the place and the reason; a rejected record never stops the file.
#pragma once

#include "core/data/dataset.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atlas {

/// What a reader knows about a record when it accepts it.
struct RecordInfo {
    std::string name = {};
    std::optional<std::string> className = {};
    std::uint64_t line = 0;
};

/// All that a data set is made of, for one that was stored.
struct DatasetParts {
    StructureKind kind = StructureKind::Tree;
    DataSource source = {};
    std::vector<std::string> files = {};
    std::size_t recordCount = 0;
    std::size_t leftOutCount = 0;
    std::vector<Record> records = {};
    LabelDictionary classes = {};
    LabelDictionary nodeLabels = {};
    LabelDictionary edgeLabels = {};
    Forest forest = {};
    std::vector<Graph> graphs = {};
    std::vector<Molecule> molecules = {};
    std::vector<Property> properties = {};
    std::vector<Problem> problems = {};
};

class DatasetBuilder {
public:
    /// Nothing where the parts do not fit together: rows without a structure, a class or file that is not
    /// there, a property of another length. The structures' own labels are the caller's to check.
    static std::optional<DatasetPtr> assemble(DatasetParts parts);

    DatasetBuilder(StructureKind kind, DataSource source);

    /// A builder that has the records, properties, problems and source of `original` already. Its structures
    /// are still to come: one fillTree() or fillGraph() a row, in order.
    static DatasetBuilder like(const Dataset& original, StructureKind kind);
    void fillTree(); ///< the tree that forest() has complete
    void fillGraph(Graph graph);

    StructureKind kind() const { return m_dataset->m_kind; }

    /// The file that the following records come from.
    void beginFile(std::string path);
    const std::string& currentFile() const { return m_dataset->m_files.back(); }

    LabelDictionary& nodeLabels() { return m_dataset->m_nodeLabels; }
    LabelDictionary& edgeLabels() { return m_dataset->m_edgeLabels; }
    ForestBuilder& forest() { return m_forest; }

    /// The number that the next record will get.
    RecordId nextRecord() const { return RecordId(m_dataset->m_recordCount); }

    /// Accepts the tree that forest() has complete. Precondition: kind() == Tree, forest().hasTree().
    void acceptTree(RecordInfo info);
    void acceptGraph(RecordInfo info, Graph graph);
    void acceptMolecule(RecordInfo info, Molecule molecule);

    /// Sets a property of the row accepted last. A column is numeric while all its values are numbers.
    void setProperty(std::string_view name, std::string_view value);

    /// Counts a record that is not in the data set, and lists why. Discards an unfinished tree. `text` is the
    /// record or line it is about; the excerpt is cut from it around `column`. A reader that does not hold
    /// the whole line gives a part of it, and the column where that part begins.
    void reject(ErrorCode code, std::uint64_t line, std::uint64_t column, std::string reason,
                std::string_view text = {}, std::uint64_t textColumn = 1);

    /// Lists a problem without counting a record: a damaged end of file, a duplicate name.
    void warn(ErrorCode code, std::uint64_t line, std::uint64_t column, std::string reason,
              std::string_view text = {}, std::uint64_t textColumn = 1);

    /// Counts a record that the person's options leave out (neutral sentiment): no row, no problem.
    void leaveOut();

    /// The finished data set, or ErrorCode::Empty with the first problem's reason
    /// where it holds no structure.
    Result<DatasetPtr> finish();

private:
    void accept(RecordInfo info);
    void finishProperties();

    std::shared_ptr<Dataset> m_dataset;
    ForestBuilder m_forest;
    struct TextColumn {
        std::string name;
        std::vector<std::pair<std::size_t, std::string>> values; // row, text
    };
    std::vector<TextColumn> m_columns;
};

/// The 1-based character column of a byte offset in UTF-8 text.
std::uint64_t columnOfByte(std::string_view line, std::size_t byte);

/// At most 80 characters of `text` around a 1-based column, on one line, with "..." where it was cut.
std::string excerptAround(std::string_view text, std::uint64_t column);

} // namespace atlas
