#include "core/gtm/gtm_sd.h"

#include "core/gtm/dag_engine.h"
#include "core/gtm/forest_engine.h"
#include "core/parallel/parallel_for.h"
#include "core/support/text.h"

#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>

namespace atlas {

namespace {

using Eigen::Index;

Error cancelled() { return {ErrorCode::Cancelled, "The training was cancelled."}; }

Result<void> checkParameters(const Dataset& trees, const GtmSdParameters& parameters)
{
    const auto refuse = [](std::string message) -> Result<void> {
        return Error{ErrorCode::BadUse, std::move(message)};
    };
    if (trees.kind() != StructureKind::Tree || trees.size() == 0)
        return refuse("GTM-SD needs trees: convert molecules with --as tree.");
    if (parameters.iterations < 1 || parameters.restarts < 1)
        return refuse("GTM-SD needs at least one iteration and one restart.");
    if (!(parameters.regularisation >= 0) || !(parameters.variance > 0) || !(parameters.widthFactor > 0))
        return refuse("The regularisation must be at least 0, the variance and the width above 0.");
    const bool vectors = trees.nodeLabels().dimension() > 0;
    if (parameters.emission == EmissionKind::Gaussian && !vectors)
        return refuse("A Gaussian emission needs vector labels; these trees have symbols: use multinomial.");
    if (parameters.emission == EmissionKind::Multinomial && vectors)
        return refuse("A multinomial emission needs symbols; these trees have vector labels: use gaussian.");
    return {};
}

/// EM from one start.
class Training {
public:
    Training(const Dataset& trees, const MinimalDag& dag, const DagSchedule& schedule,
             const GtmSdParameters& parameters, Random random)
        : m_trees(trees), m_dag(dag), m_schedule(schedule), m_parameters(parameters), m_engine(schedule),
          m_vectors(labelVectors(trees.nodeLabels())),
          m_phi(rbfBasis(parameters.grid, parameters.basis, parameters.widthFactor))
    {
        m_model.grid = parameters.grid;
        m_model.basis = parameters.basis;
        m_model.widthFactor = parameters.widthFactor;
        m_model.regularisation = parameters.regularisation;
        m_model.emission = startEmission(trees, parameters.start, m_phi, latentCentres(parameters.grid),
                                         parameters.variance, random);
        m_model.tree = randomTreeModel(parameters.grid.count(), schedule.positionCount(),
                                       parameters.stationarity, random);
    }

    /// Where `shows`, snapshots are given away.
    Result<void> run(const ProgressToken& progress, bool shows)
    {
        const double share = 1.0 / (m_parameters.iterations + 1);
        for (int i = 0; i <= m_parameters.iterations; ++i) {
            const ProgressToken stage = progress.stage("Training the map", share * i, share * (i + 1));
            if (progress.cancelled())
                return cancelled();
            m_emissions = logEmission(m_model.emission, m_phi, m_vectors);
            if (i == m_parameters.iterations || converged() || (i > 0 && progress.finishRequested())) {
                m_finished = i;
                const Result<double> value = m_engine.upward(m_model.tree, m_emissions, stage);
                if (!value)
                    return value.error();
                record(*value);
                return {};
            }
            if (Result<void> done = iterate(stage); !done)
                return done.error();
            if (shows)
                show();
        }
        return {};
    }

    GtmSdModel& model() { return m_model; }
    std::vector<GtmSdIteration>& iterations() { return m_iterations; }
    double objective() const { return m_iterations.back().objective; }
    int finished() const { return m_finished; }
    const Eigen::MatrixXd& emissions() const { return m_emissions; }

private:
    Result<void> iterate(const ProgressToken& progress)
    {
        const double lambda = m_parameters.regularisation;
        const Result<TreeExpectation> expectation = m_parameters.engine == TreeEngine::Dag
            ? m_engine.expect(m_model.tree, m_emissions, progress)
            : expectOnForest(m_trees.forest(), m_model.tree, m_emissions, progress);
        if (!expectation)
            return expectation.error();
        record(expectation->logLikelihood);
        const double penalised = penalty(m_model.emission, lambda);
        maximise(m_model.emission, expectation->labels, m_phi, m_vectors, lambda);
        const double gain =
            expectation->labels.cwiseProduct(logEmission(m_model.emission, m_phi, m_vectors) - m_emissions)
                .sum()
            + penalised - penalty(m_model.emission, lambda);
        maximise(m_model.tree, *expectation, m_schedule.positionSets(), gain);
        return {};
    }

    void record(double logLikelihood)
    {
        m_iterations.push_back(
            {logLikelihood, logLikelihood - penalty(m_model.emission, m_parameters.regularisation)});
    }

    // The betas are those of the E-step just done: the places lag one M-step behind. With the forest engine,
    // which keeps none, the curve alone grows.
    void show()
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_parameters.onSnapshot || now - m_shown < std::chrono::milliseconds(200))
            return;
        m_shown = now;
        GtmSdSnapshot snapshot;
        snapshot.iterations = m_iterations;
        const Eigen::MatrixXd centres = latentCentres(m_parameters.grid);
        snapshot.rowMeans = Eigen::MatrixXd::Zero(2, static_cast<Index>(m_dag.treeCount()));
        for (std::size_t row = 0; row < m_dag.treeCount() && m_engine.beta().cols() > 0; ++row)
            snapshot.rowMeans.col(static_cast<Index>(row)).noalias() = centres
                * m_engine.beta().col(static_cast<Index>(m_schedule.rankOf(m_dag.root(RowId(row))).index()));
        m_parameters.onSnapshot(snapshot);
    }

    bool converged() const
    {
        if (m_parameters.tolerance <= 0 || m_iterations.size() < 2)
            return false;
        const double now = m_iterations.back().objective;
        return now - m_iterations[m_iterations.size() - 2].objective < m_parameters.tolerance * std::abs(now);
    }

    const Dataset& m_trees;
    const MinimalDag& m_dag;
    const DagSchedule& m_schedule;
    const GtmSdParameters& m_parameters;
    DagEngine m_engine;
    Eigen::MatrixXd m_vectors;
    Eigen::MatrixXd m_phi;
    Eigen::MatrixXd m_emissions;
    GtmSdModel m_model;
    std::vector<GtmSdIteration> m_iterations;
    int m_finished = 0;
    std::chrono::steady_clock::time_point m_shown;
};

/// Columns by rank to columns by DAG node.
TreePosteriors inDagOrder(const DagSchedule& schedule, const DagEngine& engine)
{
    TreePosteriors posteriors;
    posteriors.beta.resize(engine.beta().rows(), engine.beta().cols());
    posteriors.eps.resize(engine.beta().rows(), engine.beta().cols());
    posteriors.logNormalisers.resize(engine.beta().cols());
    for (std::size_t r = 0; r < schedule.nodeCount(); ++r) {
        const auto node = static_cast<Index>(schedule.node(r).id.index());
        const auto rank = static_cast<Index>(r);
        posteriors.beta.col(node) = engine.beta().col(rank);
        posteriors.eps.col(node) = engine.occupancy().col(rank) / schedule.node(r).frequency;
        posteriors.logNormalisers[node] = engine.logNormalisers()[rank];
    }
    return posteriors;
}

Result<void> checkMemory(const DagSchedule& schedule, const GtmSdParameters& parameters)
{
    const std::size_t atATime =
        std::min<std::size_t>(static_cast<std::size_t>(parameters.restarts), threadCount());
    const std::size_t needed = atATime
        * gtmSdMemory(parameters.grid.count(), schedule.positionCount(), schedule.nodeCount(),
                      schedule.pairCount(), parameters.stationarity);
    if (needed <= parameters.memoryLimit)
        return {};
    return Error{ErrorCode::TooLarge,
                 "This map needs " + countText(needed >> 20U, "MB", "MB")
                     + " of memory, more than the limit of "
                     + countText(parameters.memoryLimit >> 20U, "MB", "MB")
                     + ": take a smaller grid, or full stationarity."};
}

/// Runs all restarts and keeps the best. Each is the same whatever runs beside it.
Result<void> trainBest(const Dataset& trees, const DagSchedule& schedule, const GtmSdParameters& parameters,
                       const ProgressToken& progress, GtmSdResult& result, Eigen::MatrixXd& emissions)
{
    const auto restarts = static_cast<std::size_t>(parameters.restarts);
    std::mutex mutex;
    std::size_t best = restarts;
    int finished = 0;
    std::optional<Error> failure;
    const auto trainOne = [&](std::size_t restart) {
        Training training(trees, *result.dag, schedule, parameters, Random(parameters.seed, restart));
        const double share = 1.0 / parameters.restarts;
        const double from = share * static_cast<double>(restart);
        const Result<void> done =
            training.run(progress.stage("Training the map", from, from + share), restart == 0);
        const std::lock_guard lock(mutex);
        if (!done) {
            failure = done.error();
            return;
        }
        const bool better = best == restarts || training.objective() > result.iterations.back().objective
            || (training.objective() == result.iterations.back().objective && restart < best);
        if (!better)
            return;
        best = restart;
        finished = training.finished();
        result.model = std::move(training.model());
        result.iterations = std::move(training.iterations());
        emissions = training.emissions();
    };
    if (restarts == 1)
        trainOne(0);
    else if (Result<void> done = parallelFor(restarts, 1, trainOne); !done)
        return done.error();
    if (failure)
        return *failure;
    if (finished < parameters.iterations && progress.finishRequested())
        result.status = "stopped after " + std::to_string(finished) + " of "
            + countText(static_cast<std::size_t>(parameters.iterations), "iteration", "iterations");
    return {};
}

} // namespace

std::size_t gtmSdMemory(std::size_t states, std::size_t positions, std::size_t nodes, std::size_t pairs,
                        Stationarity stationarity)
{
    const std::size_t tables = stationarity == Stationarity::Full ? 1 : positions;
    return sizeof(double) * states * (6 * nodes + 2 * pairs + 2 * tables * states);
}

Result<GtmSdResult> gtmSd(const Dataset& trees, const GtmSdParameters& parameters, ProgressToken progress)
{
    if (Result<void> checked = checkParameters(trees, parameters); !checked)
        return checked.error();
    Result<MinimalDag> dag =
        buildMinimalDag(trees.forest(), {true}, progress.stage("Sharing subtrees", 0, 0.01));
    if (!dag)
        return dag.error();
    GtmSdResult result;
    result.dag = std::make_shared<const MinimalDag>(*std::move(dag));
    const DagSchedule schedule(*result.dag);
    if (Result<void> fits = checkMemory(schedule, parameters); !fits)
        return fits.error();
    Eigen::MatrixXd emissions;
    if (Result<void> done = trainBest(trees, schedule, parameters,
                                      progress.stage("Training the map", 0.01, 0.98), result, emissions);
        !done)
        return done.error();
    DagEngine engine(schedule);
    const Result<TreeExpectation> last =
        engine.expect(result.model.tree, emissions, progress.stage("Placing the trees", 0.98, 1));
    if (!last)
        return last.error();
    TreePosteriors posteriors = inDagOrder(schedule, engine);
    result.beta = std::move(posteriors.beta);
    result.eps = std::move(posteriors.eps);
    result.logNormalisers = std::move(posteriors.logNormalisers);
    return result;
}

Result<TreePosteriors> treePosteriors(const MinimalDag& dag, const TreeModel& model,
                                      const Eigen::MatrixXd& logEmissions, ProgressToken progress)
{
    const DagSchedule schedule(dag);
    DagEngine engine(schedule);
    const Result<TreeExpectation> done = engine.expect(model, logEmissions, std::move(progress));
    if (!done)
        return done.error();
    TreePosteriors posteriors = inDagOrder(schedule, engine);
    posteriors.logLikelihood = done->logLikelihood;
    return posteriors;
}

Eigen::MatrixXd project(const Eigen::MatrixXd& beta, const GridSize& grid, Projection projection)
{
    const Eigen::MatrixXd centres = latentCentres(grid);
    if (projection == Projection::Mean)
        return centres * beta; // eq. 17
    Eigen::MatrixXd points(2, beta.cols());
    for (Index u = 0; u < beta.cols(); ++u) {
        Index best = 0;
        beta.col(u).maxCoeff(&best); // eq. 18
        points.col(u) = centres.col(best);
    }
    return points;
}

std::vector<double> treeLogLikelihoods(const Forest& forest, const MinimalDag& dag,
                                       const Eigen::VectorXd& logNormalisers)
{
    std::vector<double> values(forest.treeCount(), 0);
    for (std::size_t tree = 0; tree < values.size(); ++tree) {
        const Tree view = forest.tree(RowId(tree));
        for (std::size_t node = view.firstNode().index(); node <= view.root().index(); ++node)
            values[tree] += logNormalisers[static_cast<Index>(dag.nodeOf(NodeId(node)).index())];
    }
    return values;
}

} // namespace atlas
