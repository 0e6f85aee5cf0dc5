// The formats that are read, by name.
#pragma once

#include "core/data/structure_kind.h"

#include <optional>
#include <span>
#include <string_view>

namespace atlas {

enum class FormatId {
    Smiles, ///< a molecule a line: "SMILES[ name]" or "id,class,SMILES"
    Table, ///< CSV or TSV with a header and a SMILES column
    Sdf, ///< MOL and SDF, V2000 and V3000
    Bracketed, ///< Penn Treebank and Stanford Sentiment parse trees
    Xml, ///< a document, a folder of documents, a list of documents, or one file with many records
    Prefixed, ///< "class:label(child child($))", as the INEX files
    Sequences, ///< a sequence of labels a line
    GSpan, ///< "t # id [class [name]]", "v", "e" lines
    Tu, ///< DS_A.txt, DS_graph_indicator.txt, ...
    JsonLines ///< {"id":..., "class":..., "tree":{"label":..., "children":[...]}}
};

struct FormatInfo {
    FormatId id;
    std::string_view name; ///< as in --format: "smiles", "table", ...
    std::string_view title; ///< for people: "SMILES lines"
    StructureKind kind;
    std::string_view filePatterns; ///< for the open dialog: "*.smi *.smiles"
    std::string_view description; ///< one sentence
};

std::span<const FormatInfo> formats();
const FormatInfo& formatInfo(FormatId id);
std::optional<FormatId> formatByName(std::string_view name);

} // namespace atlas
