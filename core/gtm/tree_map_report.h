// What a topographic map of trees gives to people: the same report, tables and figures for GTM-SD and SOM-SD.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/gtm/gtm_sd.h"
#include "core/gtm/map_vote.h"
#include "core/gtm/tree_distance.h"
#include "core/methods/method.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace atlas {

/// Responsibilities of the grid for all subtrees of one height, weighted by their frequency.
struct LevelMap {
    std::uint32_t level = 0; ///< leaves are level 0
    std::size_t subtrees = 0; ///< distinct
    double occurrences = 0; ///< the sum of each of the grids below
    std::vector<double> compositional; ///< beta, one value a state
    std::vector<double> contextual; ///< eps; empty for SOM-SD
};

/// `details` of the methods gtm-sd and som-sd: std::shared_ptr<const TreeMapReport>. In previews only what
/// is said to be there is filled.
struct TreeMapReport {
    std::string method; ///< "gtm-sd" or "som-sd"; in previews too
    bool preview = false;
    DatasetPtr data; ///< the trees (of molecules: their spanning trees); in previews too
    GridSize grid; ///< in previews too; state i is row i / columns, column i % columns
    Projection projection = Projection::Mean; ///< which of the two places tables and figures show

    std::shared_ptr<const MinimalDag> dag; ///< with positional leaves; dag->root(row) is a row's node
    Eigen::MatrixXd nodeMeans; ///< 2 x DAG nodes: compositional place of every subtree
    Eigen::MatrixXd nodeModes;
    /// 2 x DAG nodes: contextual (eps), mean over occurrences; SOM-SD: nodeMeans.
    Eigen::MatrixXd contextMeans;
    Eigen::MatrixXd rowMeans; ///< 2 x rows; in previews too
    Eigen::MatrixXd rowModes;
    std::vector<LevelMap> levels; ///< by height
    Eigen::VectorXd magnification; ///< one value a state; SOM-SD: mean distance to the neighbours' weights
    std::vector<double> rowScores; ///< log-likelihood of each tree; SOM-SD: minus its quantisation error
    std::string scoreName; ///< "Log-likelihood"
    std::vector<GtmSdIteration> iterations; ///< SOM-SD: minus the quantisation error; in previews too
    std::optional<GtmSdModel> model; ///< GTM-SD
    Eigen::MatrixXd beta; ///< GTM-SD: states x DAG nodes

    TreeMapQuality quality;
    MapPredictions trainingPredictions; ///< each tree left out
    DatasetPtr test; ///< null without test data
    Eigen::MatrixXd testMeans; ///< 2 x test rows
    Eigen::MatrixXd testModes;
    MapPredictions testPredictions;

    const Eigen::MatrixXd& rowPoints() const { return projection == Projection::Mean ? rowMeans : rowModes; }
    const Eigen::MatrixXd& nodePoints() const
    {
        return projection == Projection::Mean ? nodeMeans : nodeModes;
    }
    const Eigen::MatrixXd& testPoints() const
    {
        return projection == Projection::Mean ? testMeans : testModes;
    }
};
using GtmSdReport = TreeMapReport;

/// Trees as they are, molecules as canonical spanning trees. ErrorCode::BadUse for graphs.
Result<DatasetPtr> treesOf(const DatasetPtr& data, ProgressToken progress = {});

/// Columns of `points` (2 x DAG nodes) at the rows' roots.
Eigen::MatrixXd atRoots(const MinimalDag& dag, const Eigen::MatrixXd& points);

/// Sums of beta (and of eps unless empty) by height.
std::vector<LevelMap> levelMaps(const MinimalDag& dag, const Eigen::MatrixXd& beta,
                                const Eigen::MatrixXd& eps);

Table subtreeTable(const Dataset& data, const MinimalDag& dag, const Eigen::MatrixXd& points);
Table responsibilityTable(const std::vector<LevelMap>& levels, const GridSize& grid, bool contextual);
Table mapPredictionTable(const Dataset& data, const MapPredictions& predictions);

/// trees.csv: what each tree scores, and per node.
Table scoreTable(const Dataset& data, const std::vector<double>& scores);

Figure mapFigure(const Dataset& data, const Eigen::MatrixXd& points);
/// Small multiples, rows from the top of the map down; at most the first 12 levels.
Figure levelFigure(const std::vector<LevelMap>& levels, const GridSize& grid, bool contextual);
Figure iterationFigure(const std::vector<GtmSdIteration>& iterations, const std::string& title,
                       const std::string& axis);

/// Quality, errors by `neighbours` and test predictions (where report.test and its points are there), from
/// the places in the report. `voter` gets the training places.
Result<void> judgeMap(TreeMapReport& report, std::size_t neighbours, MapVoter& voter,
                      const ProgressToken& progress);

/// projection.csv, subtrees.csv, responsibilities.csv, with test data projection_test.csv
/// and predictions.csv; the figures map and levels; the metrics train_error_1nn,
/// test_error_1nn, trustworthiness, continuity.
void addMapOutputs(const TreeMapReport& report, bool contextualLevels, std::size_t neighbours,
                   MethodOutput& output);

/// A grid that fewer trees fill: 7x7 below 200 of them, 5x5 below 50.
GivenParameters suitedGrid(const Dataset& data);

} // namespace atlas
