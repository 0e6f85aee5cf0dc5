#include "core/gtm/som_sd.h"

#include "core/gtm/emission.h"
#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "core/support/text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

namespace atlas {

namespace {

using Eigen::Index;

constexpr double missing = -1; // both coordinates of a missing child
constexpr std::size_t nodeBlock = 128;

Error cancelled() { return {ErrorCode::Cancelled, "The training was cancelled."}; }

/// units x 2: grid coordinates, the longer side scaled to [0, 1].
Eigen::MatrixXd unitCoordinates(const GridSize& grid)
{
    const double scale = 1.0 / static_cast<double>(std::max<std::size_t>({2, grid.rows, grid.columns}) - 1);
    Eigen::MatrixXd coordinates(grid.count(), 2);
    for (std::size_t i = 0; i < grid.count(); ++i)
        coordinates.row(static_cast<Index>(i)) << scale * static_cast<double>(i % grid.columns),
            scale * static_cast<double>(i / grid.columns);
    return coordinates;
}

/// exp(-d^2 / 2 s^2), d in grid spacings.
Eigen::MatrixXd neighbourhood(const GridSize& grid, double width)
{
    const auto units = static_cast<Index>(grid.count());
    const auto columns = static_cast<Index>(grid.columns);
    Eigen::MatrixXd h(units, units);
    for (Index i = 0; i < units; ++i)
        for (Index j = 0; j < units; ++j) {
            const auto dx = static_cast<double>(i % columns - j % columns);
            const auto dy = static_cast<double>(i / columns - j / columns);
            h(i, j) = std::exp(-(dx * dx + dy * dy) / (2 * width * width));
        }
    return h;
}

/// What a node tells about its children: 2 L numbers.
template <class Column>
void writeContext(std::span<const DagArc> children, const std::vector<std::size_t>& units,
                  const Eigen::MatrixXd& coordinates, Column&& context)
{
    context.setConstant(missing);
    for (const DagArc& arc : children) {
        const auto at = static_cast<Index>(2 * arc.position.index());
        if (at + 1 >= context.size())
            continue;
        context.template segment<2>(at) =
            coordinates.row(static_cast<Index>(units[arc.child.index()])).transpose();
    }
}

std::vector<std::vector<std::size_t>> nodesByLevel(const MinimalDag& dag)
{
    std::vector<std::vector<std::size_t>> levels(dag.nodeCount() == 0 ? 0 : dag.maximumLevel() + 1);
    for (std::size_t node = 0; node < dag.nodeCount(); ++node)
        levels[dag.level(DagNodeId(node))].push_back(node);
    return levels;
}

class SomTrainer {
public:
    SomTrainer(const Dataset& trees, const MinimalDag& dag, const SomSdParameters& parameters)
        : m_trees(trees), m_dag(dag), m_parameters(parameters), m_random(parameters.seed),
          m_coordinates(unitCoordinates(parameters.grid)), m_vectors(labelVectors(trees.nodeLabels()))
    {
        const LabelDictionary& labels = trees.nodeLabels();
        const std::size_t dimension = labels.dimension() > 0 ? labels.dimension() : labels.size();
        const auto units = static_cast<Index>(parameters.grid.count());
        m_model.grid = parameters.grid;
        m_model.labelWeight = parameters.labelWeight;
        m_model.contextWeight = parameters.contextWeight;
        m_model.weights = Eigen::MatrixXd::Zero(units, static_cast<Index>(dimension));
        for (Index i = 0; i < units; ++i) { // the label of some node
            const LabelId label = trees.forest().label(NodeId(m_random.below(trees.forest().nodeCount())));
            addLabel(m_model.weights, i, label, 1);
        }
        std::size_t positions = 1;
        for (const Arc& arc : trees.forest().arcs())
            positions = std::max(positions, arc.position.index() + 1);
        m_model.contexts.resize(units, static_cast<Index>(2 * positions));
        for (double& value : m_model.contexts.reshaped())
            value = m_random.uniform(-1, 1);
    }

    Result<void> run(SomSdResult& result, const ProgressToken& progress)
    {
        const int total = m_parameters.iterations;
        for (int i = 0;; ++i) {
            const double share = 1.0 / (total + 1);
            const ProgressToken stage = progress.stage("Training the map", share * i, share * (i + 1));
            Result<SomWinners> winners =
                somWinners(m_dag, m_model, somLabelCosts(m_model, m_trees.nodeLabels()), stage);
            if (!winners)
                return winners.error();
            result.errors.push_back(winners->meanError);
            result.winners = std::move(*winners);
            show(result);
            const bool early = i < total && i > 0 && progress.finishRequested();
            if (early)
                result.status = "stopped after " + std::to_string(i) + " of "
                    + countText(static_cast<std::size_t>(total), "iteration", "iterations");
            if (early || i == total)
                break;
            const double longer = static_cast<double>(std::max(m_model.grid.rows, m_model.grid.columns));
            const double done = total > 1 ? static_cast<double>(i) / (total - 1) : 1;
            const double start = std::max(0.5, longer / 2);
            const Eigen::MatrixXd h = neighbourhood(m_model.grid, start * std::pow(0.5 / start, done));
            if (m_parameters.training == SomTraining::Batch)
                updateBatch(result.winners, h);
            else if (!updateOnline(h, m_parameters.learningRate * (1 - 0.99 * done), stage))
                return cancelled();
        }
        result.model = m_model;
        return {};
    }

private:
    void addLabel(Eigen::MatrixXd& rows, Index row, LabelId label, double weight) const
    {
        if (m_vectors.size() == 0)
            rows(row, static_cast<Index>(label.index())) += weight;
        else
            rows.row(row) += weight * m_vectors.col(static_cast<Index>(label.index())).transpose();
    }

    void updateBatch(const SomWinners& winners, const Eigen::MatrixXd& h)
    {
        const Index units = m_model.weights.rows();
        Eigen::MatrixXd labels = Eigen::MatrixXd::Zero(units, m_model.weights.cols());
        Eigen::MatrixXd contexts = Eigen::MatrixXd::Zero(units, m_model.contexts.cols());
        Eigen::VectorXd counts = Eigen::VectorXd::Zero(units);
        Eigen::VectorXd context(m_model.contexts.cols());
        for (std::size_t node = 0; node < m_dag.nodeCount(); ++node) {
            const DagNodeId id(node);
            const auto unit = static_cast<Index>(winners.units[node]);
            const double frequency = m_dag.frequency(id);
            counts[unit] += frequency;
            addLabel(labels, unit, m_dag.label(id), frequency);
            writeContext(m_dag.children(id), winners.units, m_coordinates, context);
            contexts.row(unit) += frequency * context.transpose();
        }
        const Eigen::VectorXd totals = h * counts;
        labels = (h * labels).eval();
        contexts = (h * contexts).eval();
        for (Index i = 0; i < units; ++i) {
            if (!(totals[i] > 1e-200)) // nobody near: the unit stays
                continue;
            m_model.weights.row(i) = labels.row(i) / totals[i];
            m_model.contexts.row(i) = contexts.row(i) / totals[i];
        }
    }

    /// False where it was cancelled.
    bool updateOnline(const Eigen::MatrixXd& h, double rate, const ProgressToken& progress)
    {
        std::vector<std::size_t> order(m_trees.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        m_random.shuffle(std::span(order));
        const Forest& forest = m_trees.forest();
        std::vector<std::size_t> winners(forest.nodeCount());
        Eigen::RowVectorXd context(m_model.contexts.cols());
        std::size_t seen = 0;
        for (const std::size_t row : order) {
            const Tree tree = forest.tree(RowId(row));
            for (std::size_t u = tree.firstNode().index(); u <= tree.root().index(); ++u) {
                if (++seen % 256 == 0 && progress.cancelled())
                    return false;
                context.setConstant(missing);
                for (const Arc& arc : forest.children(NodeId(u)))
                    context.segment<2>(static_cast<Index>(2 * arc.position.index())) =
                        m_coordinates.row(static_cast<Index>(winners[arc.child.index()]));
                winners[u] = moveTowards(forest.label(NodeId(u)), context, h, rate);
            }
        }
        return true;
    }

    /// The winner of one node, towards which the units then move.
    std::size_t moveTowards(LabelId label, const Eigen::RowVectorXd& context, const Eigen::MatrixXd& h,
                            double rate)
    {
        Eigen::MatrixXd target = Eigen::MatrixXd::Zero(1, m_model.weights.cols());
        addLabel(target, 0, label, 1);
        const Eigen::VectorXd costs =
            m_model.labelWeight * (m_model.weights.rowwise() - target.row(0)).rowwise().squaredNorm()
            + m_model.contextWeight * (m_model.contexts.rowwise() - context).rowwise().squaredNorm();
        Index winner = 0;
        costs.minCoeff(&winner);
        for (Index i = 0; i < costs.size(); ++i) {
            const double step = rate * h(i, winner);
            if (step < 1e-6)
                continue;
            m_model.weights.row(i) += step * (target.row(0) - m_model.weights.row(i));
            m_model.contexts.row(i) += step * (context - m_model.contexts.row(i));
        }
        return static_cast<std::size_t>(winner);
    }

    void show(const SomSdResult& result)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_parameters.onSnapshot || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        std::vector<std::size_t> rows;
        for (std::size_t row = 0; row < m_dag.treeCount(); ++row)
            rows.push_back(result.winners.units[m_dag.root(RowId(row)).index()]);
        m_parameters.onSnapshot(result.errors, rows);
    }

    const Dataset& m_trees;
    const MinimalDag& m_dag;
    const SomSdParameters& m_parameters;
    Random m_random;
    Eigen::MatrixXd m_coordinates;
    Eigen::MatrixXd m_vectors; // empty for symbols
    SomSdModel m_model;
    std::chrono::steady_clock::time_point m_shown;
};

Result<void> check(const Dataset& trees, const SomSdParameters& parameters)
{
    if (trees.kind() != StructureKind::Tree || trees.size() == 0)
        return Error{ErrorCode::BadUse, "SOM-SD needs trees."};
    if (parameters.iterations < 1 || !(parameters.labelWeight >= 0) || !(parameters.contextWeight >= 0)
        || !(parameters.labelWeight + parameters.contextWeight > 0) || !(parameters.learningRate > 0)
        || parameters.learningRate > 1)
        return Error{ErrorCode::BadUse,
                     "SOM-SD needs at least one iteration, mu1 and mu2 of at least 0 (not both 0), and a "
                     "learning rate above 0, at most 1."};
    const std::size_t units = parameters.grid.count();
    const std::size_t labels = std::max<std::size_t>(trees.nodeLabels().size(), 1);
    const std::size_t needed = sizeof(double) * units * (units + 4 * labels);
    if (needed > parameters.memoryLimit)
        return Error{ErrorCode::TooLarge,
                     "This map needs " + countText(needed >> 20U, "MB", "MB")
                         + " of memory, more than the limit of "
                         + countText(parameters.memoryLimit >> 20U, "MB", "MB") + ": take a smaller grid."};
    return {};
}

} // namespace

Eigen::MatrixXd somLabelCosts(const SomSdModel& model, const LabelDictionary& labels)
{
    const Eigen::VectorXd norms = model.weights.rowwise().squaredNorm();
    if (labels.dimension() == 0)
        return model.labelWeight * ((-2 * model.weights).colwise() + norms).array() + model.labelWeight;
    const Eigen::MatrixXd vectors = labelVectors(labels);
    Eigen::MatrixXd costs = (-2 * model.weights * vectors).colwise() + norms;
    costs.rowwise() += vectors.colwise().squaredNorm();
    return model.labelWeight * costs.cwiseMax(0);
}

Result<SomWinners> somWinners(const MinimalDag& dag, const SomSdModel& model,
                              const Eigen::MatrixXd& labelCosts, ProgressToken progress)
{
    useSingleThreadedBlas();
    SomWinners winners;
    winners.units.resize(dag.nodeCount());
    winners.errors.resize(dag.nodeCount());
    const Eigen::MatrixXd coordinates = unitCoordinates(model.grid);
    const Eigen::VectorXd norms = model.contexts.rowwise().squaredNorm();
    const auto levels = nodesByLevel(dag);
    for (std::size_t level = 0; level < levels.size(); ++level) {
        if (progress.cancelled())
            return cancelled();
        const std::vector<std::size_t>& nodes = levels[level];
        const Result<void> done = parallelForBlocks(nodes.size(), nodeBlock, [&](const Block& block) {
            Eigen::MatrixXd contexts(model.contexts.cols(), static_cast<Index>(block.end - block.begin));
            for (std::size_t i = block.begin; i < block.end; ++i)
                writeContext(dag.children(DagNodeId(nodes[i])), winners.units, coordinates,
                             contexts.col(static_cast<Index>(i - block.begin)));
            const Eigen::MatrixXd products = model.contexts * contexts;
            for (std::size_t i = block.begin; i < block.end; ++i) {
                const auto column = static_cast<Index>(i - block.begin);
                const auto label = static_cast<Index>(dag.label(DagNodeId(nodes[i])).index());
                const Eigen::VectorXd costs = labelCosts.col(label)
                    + model.contextWeight
                        * (norms - 2 * products.col(column)
                           + Eigen::VectorXd::Constant(norms.size(), contexts.col(column).squaredNorm()));
                Index winner = 0;
                winners.errors[nodes[i]] = std::max(0.0, costs.minCoeff(&winner));
                winners.units[nodes[i]] = static_cast<std::size_t>(winner);
            }
        });
        if (!done)
            return done.error();
        progress.report(static_cast<double>(level + 1) / static_cast<double>(levels.size()));
    }
    for (std::size_t node = 0; node < dag.nodeCount(); ++node)
        winners.meanError += winners.errors[node] * dag.frequency(DagNodeId(node))
            / static_cast<double>(dag.forestNodeCount());
    return winners;
}

Eigen::VectorXd unitDistances(const SomSdModel& model)
{
    const auto rows = static_cast<Index>(model.grid.rows);
    const auto columns = static_cast<Index>(model.grid.columns);
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(rows * columns);
    Eigen::VectorXd counts = sums;
    const auto join = [&](Index i, Index j) {
        const double distance =
            std::sqrt(model.labelWeight * (model.weights.row(i) - model.weights.row(j)).squaredNorm()
                      + model.contextWeight * (model.contexts.row(i) - model.contexts.row(j)).squaredNorm());
        for (const Index k : {i, j}) {
            sums[k] += distance;
            counts[k] += 1;
        }
    };
    for (Index i = 0; i < rows * columns; ++i) {
        if (i % columns + 1 < columns)
            join(i, i + 1);
        if (i + columns < rows * columns)
            join(i, i + columns);
    }
    return sums.cwiseQuotient(counts.cwiseMax(1));
}

Result<SomSdResult> somSd(const Dataset& trees, const SomSdParameters& parameters, ProgressToken progress)
{
    if (Result<void> checked = check(trees, parameters); !checked)
        return checked.error();
    Result<MinimalDag> dag =
        buildMinimalDag(trees.forest(), {true}, progress.stage("Sharing subtrees", 0, 0.02));
    if (!dag)
        return dag.error();
    SomSdResult result;
    result.dag = std::make_shared<const MinimalDag>(*std::move(dag));
    SomTrainer trainer(trees, *result.dag, parameters);
    if (Result<void> done = trainer.run(result, progress.stage("Training the map", 0.02, 1)); !done)
        return done.error();
    return result;
}

} // namespace atlas
