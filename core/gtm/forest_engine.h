// The E-step of the switching-parent model tree by tree, one matrix-vector product an arc: the plain
// algorithm, kept as the oracle of the DAG engine and as the baseline of the benchmark. Same mathematics as
// core/gtm/dag_engine.h. Cost: 6 C^2 operations for every arc of the forest.
#pragma once

#include "core/data/forest.h"
#include "core/gtm/tree_model.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

namespace atlas {

/// `logEmission` is states x labels. Fails only by cancel.
Result<TreeExpectation> expectOnForest(const Forest& forest, const TreeModel& model,
                                       const Eigen::MatrixXd& logEmission, ProgressToken progress = {});

} // namespace atlas
