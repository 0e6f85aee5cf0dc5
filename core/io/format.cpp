#include "core/io/format.h"

#include <algorithm>
#include <array>

namespace atlas {

namespace {

constexpr std::array<FormatInfo, 10> allFormats{{
    {FormatId::Smiles, "smiles", "SMILES lines", StructureKind::Molecule, "*.smi *.smiles *.can",
     "A molecule a line: SMILES and a name, or id,class,SMILES."},
    {FormatId::Table, "table", "CSV or TSV with SMILES", StructureKind::Molecule, "*.csv *.tsv",
     "A table with a header; the SMILES, class and name columns are found by name or chosen."},
    {FormatId::Sdf, "sdf", "MOL or SDF", StructureKind::Molecule, "*.sdf *.mol *.sd",
     "MDL connection tables, V2000 and V3000, with their data fields as properties."},
    {FormatId::Bracketed, "bracketed", "Bracketed parse trees", StructureKind::Tree, "*.mrg *.ptb *.txt",
     "Penn Treebank trees, (S (NP ...) (VP ...)), or Stanford Sentiment trees with a number on every node."},
    {FormatId::Xml, "xml", "XML documents", StructureKind::Tree, "*.xml",
     "Elements as nodes; a folder of documents (its subfolders are the classes) or one file."},
    {FormatId::Prefixed, "prefixed", "Class-prefixed trees", StructureKind::Tree, "*.tree",
     "A tree a line, class:label(child child($)), as in the INEX files."},
    {FormatId::Sequences, "sequences", "Sequences", StructureKind::Tree, "*.seq *.txt",
     "A sequence a line, its labels separated by blanks."},
    {FormatId::GSpan, "gspan", "gSpan transactions", StructureKind::Graph, "*.gsp *.gspan *.lg",
     "Graphs as 't # id', 'v id label' and 'e from to label' lines."},
    {FormatId::Tu, "tu", "TU graph data set", StructureKind::Graph, "*_A.txt",
     "A folder with DS_A.txt, DS_graph_indicator.txt and the optional label files."},
    {FormatId::JsonLines, "jsonl", "JSON lines", StructureKind::Tree, "*.jsonl *.ndjson",
     "A tree a line, {\"id\":..., \"class\":..., \"tree\":{\"label\":..., \"children\":[...]}}."},
}};

} // namespace

std::span<const FormatInfo> formats() { return allFormats; }

const FormatInfo& formatInfo(FormatId id)
{
    return *std::find_if(allFormats.begin(), allFormats.end(),
                         [&](const FormatInfo& f) { return f.id == id; });
}

std::optional<FormatId> formatByName(std::string_view name)
{
    const auto* found = std::find_if(allFormats.begin(), allFormats.end(),
                                     [&](const FormatInfo& f) { return f.name == name; });
    return found == allFormats.end() ? std::nullopt : std::optional(found->id);
}

} // namespace atlas
