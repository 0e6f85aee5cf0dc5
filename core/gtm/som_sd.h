// SOM-SD: the self-organizing map for structured data (Hagenbuchner, Sperduti, Tsoi 2003; GTM-SD paper,
// eq. 1), the neural rival of GTM-SD on the same data.
//
// Unit i has a label weight w_i and a context c^i_l in the plane for each child position l. A node u, from
// the leaves to the root, is won by
//   I(u) = argmin_i  mu1 |y_u - w_i|^2 + mu2 sum_l |I(ch_l u) - c^i_l|^2    (eq. 1)
// where I(ch) are the winner's grid coordinates, scaled so that the longer side of the grid is [0, 1],
// and (-1, -1) for a missing child. Symbols are unit vectors, one coordinate a symbol.
// Ties go to the smaller unit.
//
//   Batch: all nodes find their winners, once a distinct subtree of the minimal DAG (weighted by frequency);
//     then every unit takes the mean of all nodes weighted by the neighbourhood h = exp(-d^2 / 2 s^2)
//     between units.
//   Online: trees in random order, nodes bottom-up; after each node all weights move by rate * h towards it.
// s falls from half the longer side to 1/2 grid spacings, geometrically over the iterations; the rate falls
// linearly to a hundredth. The quantisation error (the mean of the minimum over all nodes) need not fall in
// every iteration: the paper's model has no objective.
//
// Cost of an iteration: batch O(units (labels + 2 L DAG nodes) + units^2 (labels + 2 L));
// online O(units (labels + 2 L)) a node of the forest. Preconditions: at least one tree; mu1, mu2 >= 0,
// not both 0; iterations >= 1.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"
#include "core/gtm/latent_grid.h"
#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace atlas {

struct SomSdModel {
    GridSize grid;
    double labelWeight = 0.5; ///< mu1
    double contextWeight = 0.5; ///< mu2
    Eigen::MatrixXd weights; ///< units x label dimension (symbols: their number)
    Eigen::MatrixXd contexts; ///< units x 2 L: x, y of position 0, x, y of position 1, ...

    std::size_t positions() const { return static_cast<std::size_t>(contexts.cols()) / 2; }
};

enum class SomTraining { Batch, Online };

struct SomSdParameters {
    GridSize grid{10, 10};
    SomTraining training = SomTraining::Batch;
    int iterations = 50;
    double labelWeight = 0.5; ///< mu1
    double contextWeight = 0.5; ///< mu2
    double learningRate = 0.5; ///< at the start; online
    std::uint64_t seed = 1;
    std::size_t memoryLimit = std::size_t{8} << 30U;
    /// Called on the working thread after an iteration, at most every 200 ms:
    /// errors so far, unit of each row.
    std::function<void(const std::vector<double>&, const std::vector<std::size_t>&)> onSnapshot = {};
};

/// The winners of every distinct subtree.
struct SomWinners {
    std::vector<std::size_t> units; ///< by DAG node
    std::vector<double> errors; ///< by DAG node: the minimum of eq. 1
    double meanError = 0; ///< over all nodes of the forest
};

struct SomSdResult {
    std::string status = "ok";
    SomSdModel model;
    std::vector<double> errors; ///< before each update, and at the end
    std::shared_ptr<const MinimalDag> dag; ///< with positional leaves
    SomWinners winners;
};

/// Hears progress.finishRequested().
Result<SomSdResult> somSd(const Dataset& trees, const SomSdParameters& parameters,
                          ProgressToken progress = {});

/// `labelCosts` is units x the data's labels: mu1 |y - w_i|^2. Positions beyond the model's are left out.
Result<SomWinners> somWinners(const MinimalDag& dag, const SomSdModel& model,
                              const Eigen::MatrixXd& labelCosts, ProgressToken progress = {});

/// mu1 |y_k - w_i|^2 for the labels of the training data.
Eigen::MatrixXd somLabelCosts(const SomSdModel& model, const LabelDictionary& labels);

/// Mean distance of each unit's weights from those of its neighbours on the grid (the U-matrix).
Eigen::VectorXd unitDistances(const SomSdModel& model);

} // namespace atlas
