// A pile of structures of one kind, with what is known about each, and with what could not be read.
//
// Immutable once built, and shared as std::shared_ptr<const Dataset>. Row i is traceable to its record in the
// source (file, line, number among all records, rejected ones counted).
#pragma once

#include "core/data/forest.h"
#include "core/data/graph.h"
#include "core/data/ids.h"
#include "core/data/label_dictionary.h"
#include "core/data/molecule.h"
#include "core/data/structure_kind.h"
#include "core/support/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace atlas {

/// What is known about one structure besides the structure.
struct Record {
    std::string name; ///< as the source gives it; empty where it gives none
    ClassId classId; ///< invalid where the source gives none
    RecordId number; ///< among all records of the source
    FileId file;
    std::uint64_t line = 0; ///< where the record starts, from 1
};

/// A record that was not read, or that was read with a reservation.
struct Problem {
    ErrorCode code = ErrorCode::Malformed;
    InputLocation location;
    std::string reason;
    std::string excerpt; ///< the text around the place, at most 80 characters, control characters replaced
};

/// A column of further values. Numeric where every value present is a number.
struct Property {
    std::string name;
    std::variant<std::vector<double>, std::vector<std::string>> values; ///< one per row; NaN or "" = missing
};

/// Where the data came from.
struct DataSource {
    std::string path; ///< a file, a folder, or "example:NAME"
    std::string format; ///< the FormatId's name: "smiles", "xml", ...
    std::string detection; ///< how the format was chosen: "by content: first line is an SDF counts line"
};

class Dataset {
public:
    StructureKind kind() const { return m_kind; }
    std::size_t size() const { return m_records.size(); }
    std::size_t recordCount() const { return m_recordCount; } ///< rejected and left-out ones included

    const Record& record(RowId row) const { return m_records[row.index()]; }
    /// The record's own name, or "tree 12" by its record number.
    std::string name(RowId row) const;
    const std::string& filePath(FileId file) const { return m_files[file.index()]; }

    const LabelDictionary& classes() const { return m_classes; }
    const LabelDictionary& nodeLabels() const { return m_nodeLabels; } ///< of trees and graphs
    const LabelDictionary& edgeLabels() const { return m_edgeLabels; } ///< of graphs

    const Forest& forest() const { return m_forest; } ///< kind() == Tree
    Tree tree(RowId row) const { return m_forest.tree(row); } ///< kind() == Tree
    const Graph& graph(RowId row) const { return m_graphs[row.index()]; } ///< kind() == Graph
    const Molecule& molecule(RowId row) const { return m_molecules[row.index()]; } ///< kind() == Molecule

    const std::vector<Property>& properties() const { return m_properties; }
    const std::vector<Problem>& problems() const { return m_problems; }
    std::size_t leftOutCount() const { return m_leftOutCount; } ///< by the person's options
    std::size_t rejectedCount() const { return m_recordCount - m_leftOutCount - m_records.size(); }
    const DataSource& source() const { return m_source; }

private:
    friend class DatasetBuilder;
    StructureKind m_kind = StructureKind::Tree;
    std::vector<Record> m_records;
    std::size_t m_recordCount = 0;
    std::size_t m_leftOutCount = 0;
    std::vector<std::string> m_files;
    LabelDictionary m_classes;
    LabelDictionary m_nodeLabels;
    LabelDictionary m_edgeLabels;
    Forest m_forest;
    std::vector<Graph> m_graphs;
    std::vector<Molecule> m_molecules;
    std::vector<Property> m_properties;
    std::vector<Problem> m_problems;
    DataSource m_source;
};

using DatasetPtr = std::shared_ptr<const Dataset>;

} // namespace atlas
