// One structure as a line or a few lines of text, for the clipboard and for what people read aloud.
#pragma once

#include "core/data/dataset.h"

#include <string>

namespace atlas {

/// A molecule as canonical SMILES, a graph as a gSpan record with its labels' texts, a tree in brackets:
/// "(S (NP the dog) (VP barks))". In a tree a missing child is "$" (more than eight in a row are "$*9"),
/// brackets in labels are "-LRB-" and "-RRB-" as in the Penn Treebank, and white space in labels is "_".
std::string structureText(const Dataset& data, RowId row);

/// The same for a subtree.
std::string bracketedText(const Dataset& data, NodeId subtree);

} // namespace atlas
