// Views of one data set as another kind. Each keeps the records (name, class, source)
// and properties of its input.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

struct MoleculeConversion {
    bool explicitHydrogens = false;
};

/// Atoms as vertices labelled by element, bonds as edges labelled "1", "2", "3", "4", "ar", or "~"
/// for bonds without an order (dative, hydrogen).
Result<DatasetPtr> moleculesToGraphs(const Dataset& molecules, const MoleculeConversion& parameters = {},
                                     ProgressToken progress = {});

/// The canonical spanning tree: root = topological centre (ties by canonical rank), breadth-first,
/// children in canonical rank order; label = bond to the parent ("-", "=", "#", "$", ":", "~";
/// none at the root), element, in lower case where aromatic. A molecule of several fragments hangs their
/// trees under a root labelled "." in canonical order. Ring closures are dropped. The order of atoms in the
/// source does not matter.
Result<DatasetPtr> moleculesToTrees(const Dataset& molecules, const MoleculeConversion& parameters = {},
                                    ProgressToken progress = {});

/// Forgets order and root: nodes as vertices, arcs as unlabelled edges.
Result<DatasetPtr> treesToGraphs(const Dataset& trees, ProgressToken progress = {});

/// Checks that every tree is a chain (outdegree at most 1). ErrorCode::BadUse names the first that is not.
Result<void> checkSequences(const Dataset& trees);

} // namespace atlas
