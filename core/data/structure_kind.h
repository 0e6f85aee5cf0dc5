// The kinds of structure that a data set can hold.
#pragma once

namespace atlas {

enum class StructureKind { Tree, Graph, Molecule };

const char* toString(StructureKind kind); ///< "tree", "graph", "molecule"

} // namespace atlas
