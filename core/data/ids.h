// The ids of the data model.
#pragma once

#include "core/support/strong_id.h"

namespace atlas {

using LabelId = StrongId<struct LabelTag>; ///< an entry of a LabelDictionary
using ClassId = StrongId<struct ClassTag>; ///< an entry of a data set's classes; invalid = no class given
using NodeId = StrongId<struct NodeTag>; ///< a node of a Forest, numbered across all its trees
using RowId = StrongId<struct RowTag>; ///< a structure of a Dataset: 0 .. size-1
using RecordId = StrongId<struct RecordTag>; ///< a record of the source, rejected ones counted
using FileId = StrongId<struct FileTag>; ///< a file of a data set's source
/// A child's place under its parent, from 0; gaps are missing children.
using Position = StrongId<struct PositionTag>;

} // namespace atlas
