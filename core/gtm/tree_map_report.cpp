#include "core/gtm/tree_map_report.h"

#include "core/data/conversions.h"
#include "core/data/structure_text.h"
#include "core/io/write_rows.h"
#include "core/methods/projection.h"
#include "core/support/text.h"

#include <algorithm>

namespace atlas {

namespace {

using Eigen::Index;

constexpr std::size_t largestText = 1000; // nodes of a subtree that is written out in full
constexpr std::size_t shownLevels = 12;

const std::vector<double>& valuesOf(const LevelMap& level, bool contextual)
{
    return contextual && !level.contextual.empty() ? level.contextual : level.compositional;
}

/// "(a (b c))", or "(a ... 12,345 nodes)": texts of all subtrees of a deep tree would grow as its square.
std::string subtreeText(const Dataset& data, NodeId node, std::size_t size)
{
    if (size <= largestText)
        return bracketedText(data, node);
    return "(" + oneWord(data.nodeLabels().text(data.forest().label(node))) + " ... "
        + countText(size, "node", "nodes") + ")";
}

} // namespace

Result<DatasetPtr> treesOf(const DatasetPtr& data, ProgressToken progress)
{
    if (data->kind() == StructureKind::Molecule)
        return moleculesToTrees(*data, {}, std::move(progress));
    if (data->kind() == StructureKind::Graph)
        return Error{ErrorCode::BadUse,
                     "A topographic map of subtrees needs trees, sequences or molecules; these are graphs, "
                     "which have no root."};
    return data;
}

Eigen::MatrixXd atRoots(const MinimalDag& dag, const Eigen::MatrixXd& points)
{
    Eigen::MatrixXd rows(points.rows(), static_cast<Index>(dag.treeCount()));
    for (std::size_t row = 0; row < dag.treeCount(); ++row)
        rows.col(static_cast<Index>(row)) = points.col(static_cast<Index>(dag.root(RowId(row)).index()));
    return rows;
}

std::vector<LevelMap> levelMaps(const MinimalDag& dag, const Eigen::MatrixXd& beta,
                                const Eigen::MatrixXd& eps)
{
    std::vector<LevelMap> levels(dag.nodeCount() == 0 ? 0 : dag.maximumLevel() + 1);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        levels[level].level = static_cast<std::uint32_t>(level);
        levels[level].compositional.assign(static_cast<std::size_t>(beta.rows()), 0);
        levels[level].contextual.assign(static_cast<std::size_t>(eps.rows()), 0);
    }
    for (std::size_t node = 0; node < dag.nodeCount(); ++node) {
        LevelMap& level = levels[dag.level(DagNodeId(node))];
        const double frequency = dag.frequency(DagNodeId(node));
        level.subtrees += 1;
        level.occurrences += frequency;
        for (Index i = 0; i < beta.rows(); ++i)
            level.compositional[static_cast<std::size_t>(i)] += frequency * beta(i, static_cast<Index>(node));
        for (Index i = 0; i < eps.rows(); ++i)
            level.contextual[static_cast<std::size_t>(i)] += frequency * eps(i, static_cast<Index>(node));
    }
    return levels;
}

Table subtreeTable(const Dataset& data, const MinimalDag& dag, const Eigen::MatrixXd& points)
{
    std::vector<std::size_t> sizes(dag.nodeCount(), 1);
    for (std::size_t node = 0; node < dag.nodeCount(); ++node)
        for (const DagArc& arc : dag.children(DagNodeId(node)))
            sizes[node] += sizes[arc.child.index()];
    std::vector<NodeId> first(dag.nodeCount());
    for (std::size_t u = dag.forestNodeCount(); u-- > 0;)
        first[dag.nodeOf(NodeId(u)).index()] = NodeId(u);
    Table table("subtrees", {"subtree", "level", "frequency", "x", "y"});
    for (std::size_t node = 0; node < dag.nodeCount(); ++node)
        table.addRow(subtreeText(data, first[node], sizes[node]), dag.level(DagNodeId(node)),
                     dag.frequency(DagNodeId(node)), points(0, static_cast<Index>(node)),
                     points(1, static_cast<Index>(node)));
    return table;
}

Table responsibilityTable(const std::vector<LevelMap>& levels, const GridSize& grid, bool contextual)
{
    Table table("responsibilities", {"level", "row", "column", "value"});
    for (const LevelMap& level : levels)
        for (std::size_t row = 0; row < grid.rows; ++row)
            for (std::size_t column = 0; column < grid.columns; ++column)
                table.addRow(level.level, row, column,
                             valuesOf(level, contextual)[row * grid.columns + column]);
    return table;
}

Table mapPredictionTable(const Dataset& data, const MapPredictions& predictions)
{
    Table table("predictions", {"id", "name", "class", "predicted"});
    for (std::size_t row = 0; row < data.size(); ++row)
        table.addRow(data.record(RowId(row)).number.value(), data.name(RowId(row)),
                     className(data, RowId(row)), predictions.predicted[row]);
    return table;
}

Table scoreTable(const Dataset& data, const std::vector<double>& scores)
{
    Table table("trees", {"id", "name", "class", "nodes", "score", "score_per_node"});
    for (std::size_t row = 0; row < data.size(); ++row) {
        const std::size_t nodes = data.tree(RowId(row)).nodeCount();
        table.addRow(data.record(RowId(row)).number.value(), data.name(RowId(row)),
                     className(data, RowId(row)), nodes, scores[row],
                     scores[row] / static_cast<double>(nodes));
    }
    return table;
}

Figure mapFigure(const Dataset& data, const Eigen::MatrixXd& points)
{
    ScatterFigure figure = structureScatter(data, points);
    figure.x = {"Map x"};
    figure.y = {"Map y"};
    return {"map", "Map of the trees", std::move(figure)};
}

Figure levelFigure(const std::vector<LevelMap>& levels, const GridSize& grid, bool contextual)
{
    HeatmapFigure figure;
    figure.x = {"Map column"};
    figure.y = {"Map row, from the top"};
    figure.valueTitle = contextual ? "Subtrees (contextual)" : "Subtrees (compositional)";
    figure.commonScale = false; // leaves outnumber roots by far
    for (std::size_t i = 0; i < std::min(shownLevels, levels.size()); ++i) {
        HeatmapFigure::Panel panel;
        panel.title = "Level " + std::to_string(levels[i].level);
        panel.rows = grid.rows;
        panel.columns = grid.columns;
        for (std::size_t row = grid.rows; row-- > 0;)
            for (std::size_t column = 0; column < grid.columns; ++column)
                panel.values.push_back(valuesOf(levels[i], contextual)[row * grid.columns + column]);
        figure.panels.push_back(std::move(panel));
    }
    const std::string limit = levels.size() > shownLevels
        ? " (the first " + std::to_string(shownLevels) + " of " + std::to_string(levels.size()) + " levels)"
        : "";
    return {"levels", "Where subtrees of each height lie" + limit, std::move(figure)};
}

Figure iterationFigure(const std::vector<GtmSdIteration>& iterations, const std::string& title,
                       const std::string& axis)
{
    CurveFigure figure;
    figure.x = {"Iteration"};
    figure.y = {axis};
    CurveFigure::Curve curve{axis, {}, {}};
    for (std::size_t i = 0; i < iterations.size(); ++i) {
        curve.xs.push_back(static_cast<double>(i));
        curve.ys.push_back(iterations[i].logLikelihood);
    }
    figure.curves.push_back(std::move(curve));
    return {"learning", title, std::move(figure)};
}

Result<void> judgeMap(TreeMapReport& report, std::size_t neighbours, MapVoter& voter,
                      const ProgressToken& progress)
{
    voter = MapVoter(*report.data, report.rowPoints());
    Result<TreeMapQuality> quality =
        treeMapQuality(*report.data, report.rowPoints(), progress.stage("Judging the map", 0, 0.6));
    if (!quality)
        return quality.error();
    report.quality = std::move(*quality);
    Result<MapPredictions> training = predictOnMap(voter, *report.data, report.rowPoints(), neighbours, true,
                                                   progress.stage("Judging the map", 0.6, 0.8));
    if (!training)
        return training.error();
    report.trainingPredictions = std::move(*training);
    if (!report.test)
        return {};
    Result<MapPredictions> test = predictOnMap(voter, *report.test, report.testPoints(), neighbours, false,
                                               progress.stage("Judging the map", 0.8, 1));
    if (!test)
        return test.error();
    report.testPredictions = std::move(*test);
    return {};
}

void addMapOutputs(const TreeMapReport& report, bool contextualLevels, std::size_t neighbours,
                   MethodOutput& output)
{
    const std::string kind = "_error_" + std::to_string(neighbours) + "nn";
    if (report.trainingPredictions.judged > 0)
        output.metrics.emplace_back("train" + kind, report.trainingPredictions.error());
    if (report.test && report.testPredictions.judged > 0)
        output.metrics.emplace_back("test" + kind, report.testPredictions.error());
    output.metrics.emplace_back("trustworthiness", report.quality.quality.trustworthiness);
    output.metrics.emplace_back("continuity", report.quality.quality.continuity);
    if (report.quality.rows.size() < report.data->size())
        output.note += "Trustworthiness and continuity are measured on "
            + countText(report.quality.rows.size(), "tree", "trees") + " of "
            + countText(report.data->size(), "tree", "trees") + ", spread evenly. ";
    output.tables.push_back(projectionTable("projection", *report.data, report.rowPoints()));
    output.tables.push_back(subtreeTable(*report.data, *report.dag, report.nodePoints()));
    output.tables.push_back(responsibilityTable(report.levels, report.grid, contextualLevels));
    if (report.test) {
        output.tables.push_back(projectionTable("projection_test", *report.test, report.testPoints()));
        if (report.data->classes().size() > 0)
            output.tables.push_back(mapPredictionTable(*report.test, report.testPredictions));
    }
    output.figures.push_back(mapFigure(*report.data, report.rowPoints()));
    output.figures.push_back(levelFigure(report.levels, report.grid, contextualLevels));
}

GivenParameters suitedGrid(const Dataset& data)
{
    constexpr std::size_t few = 50;
    constexpr std::size_t some = 200;
    if (data.size() >= some)
        return {};
    return {{"grid", data.size() < few ? "5x5" : "7x7"}};
}

} // namespace atlas
