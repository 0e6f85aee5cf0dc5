#include "core/gtm/gtm_sd.h"

#include "core/gtm/dag_engine.h"
#include "core/gtm/forest_engine.h"
#include "core/support/text.h"

#include <cassert>
#include <cmath>

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

/// EM from one random start.
class Training {
public:
    Training(const Dataset& trees, const DagSchedule& schedule, const GtmSdParameters& parameters,
             Random random)
        : m_trees(trees), m_schedule(schedule), m_parameters(parameters), m_engine(schedule),
          m_vectors(labelVectors(trees.nodeLabels())),
          m_phi(rbfBasis(parameters.grid, parameters.basis, parameters.widthFactor))
    {
        m_model.grid = parameters.grid;
        m_model.basis = parameters.basis;
        m_model.widthFactor = parameters.widthFactor;
        m_model.regularisation = parameters.regularisation;
        const std::size_t rows = static_cast<std::size_t>(m_phi.rows());
        if (trees.nodeLabels().dimension() > 0)
            m_model.emission =
                randomGaussianEmission(trees.nodeLabels().dimension(), rows, parameters.variance, random);
        else
            m_model.emission = randomMultinomialEmission(trees.nodeLabels().size(), rows, random);
        m_model.tree = randomTreeModel(parameters.grid.count(), schedule.positionCount(),
                                       parameters.stationarity, random);
    }

    Result<void> run(const ProgressToken& progress)
    {
        for (int i = 0; i <= m_parameters.iterations; ++i) {
            if (progress.cancelled())
                return cancelled();
            const Eigen::MatrixXd emissions = logEmission(m_model.emission, m_phi, m_vectors);
            const bool last = i == m_parameters.iterations || converged();
            // The last E-step only scores the model, and leaves its betas in the engine.
            if (last) {
                const Result<double> value = m_engine.upward(m_model.tree, emissions, progress);
                if (!value)
                    return value.error();
                record(*value);
                return {};
            }
            Result<TreeExpectation> expectation = m_parameters.engine == TreeEngine::Dag
                ? m_engine.expect(m_model.tree, emissions, {})
                : expectOnForest(m_trees.forest(), m_model.tree, emissions, {});
            if (!expectation)
                return expectation.error();
            record(expectation->logLikelihood);
            maximise(m_model.emission, expectation->labels, m_phi, m_vectors, m_parameters.regularisation);
            maximise(m_model.tree, *expectation, m_schedule.positionSets());
            progress.report(static_cast<double>(i + 1) / (m_parameters.iterations + 1));
        }
        return {};
    }

    const GtmSdModel& model() const { return m_model; }
    const std::vector<GtmSdIteration>& iterations() const { return m_iterations; }
    double objective() const { return m_iterations.back().objective; }
    const DagEngine& engine() const { return m_engine; }

private:
    void record(double logLikelihood)
    {
        m_iterations.push_back(
            {logLikelihood, logLikelihood - penalty(m_model.emission, m_parameters.regularisation)});
        if (m_parameters.onIteration)
            m_parameters.onIteration(m_model, m_iterations.back());
    }

    bool converged() const
    {
        if (m_parameters.tolerance <= 0 || m_iterations.size() < 2)
            return false;
        const double now = m_iterations.back().objective;
        return now - m_iterations[m_iterations.size() - 2].objective < m_parameters.tolerance * std::abs(now);
    }

    const Dataset& m_trees;
    const DagSchedule& m_schedule;
    const GtmSdParameters& m_parameters;
    DagEngine m_engine;
    Eigen::MatrixXd m_vectors;
    Eigen::MatrixXd m_phi;
    GtmSdModel m_model;
    std::vector<GtmSdIteration> m_iterations;
};

/// Columns by rank to columns by DAG node.
void toDagOrder(const DagSchedule& schedule, const DagEngine& engine, Eigen::MatrixXd& beta,
                Eigen::VectorXd& logs)
{
    beta.resize(engine.beta().rows(), engine.beta().cols());
    logs.resize(engine.beta().cols());
    for (std::size_t rank = 0; rank < schedule.nodeCount(); ++rank) {
        const auto node = static_cast<Index>(schedule.node(rank).id.index());
        beta.col(node) = engine.beta().col(static_cast<Index>(rank));
        logs[node] = engine.logNormalisers()[static_cast<Index>(rank)];
    }
}

} // namespace

std::size_t gtmSdMemory(std::size_t states, std::size_t positions, std::size_t nodes, std::size_t pairs,
                        Stationarity stationarity)
{
    const std::size_t tables = stationarity == Stationarity::Full ? 1 : positions;
    return sizeof(double) * states * (5 * nodes + 2 * pairs + 2 * tables * states);
}

Result<GtmSdResult> gtmSd(const Dataset& trees, const GtmSdParameters& parameters, ProgressToken progress)
{
    if (Result<void> checked = checkParameters(trees, parameters); !checked)
        return checked.error();
    Result<MinimalDag> dag =
        buildMinimalDag(trees.forest(), {true}, progress.stage("Sharing subtrees", 0, 0.01));
    if (!dag)
        return dag.error();
    const DagSchedule schedule(*dag);
    const std::size_t needed =
        gtmSdMemory(parameters.grid.count(), schedule.positionCount(), schedule.nodeCount(),
                    schedule.pairCount(), parameters.stationarity);
    if (needed > parameters.memoryLimit)
        return Error{ErrorCode::TooLarge,
                     "This map needs " + countText(needed >> 20U, "MB", "MB")
                         + " of memory, more than the limit of "
                         + countText(parameters.memoryLimit >> 20U, "MB", "MB")
                         + ": take a smaller grid, or full stationarity."};

    GtmSdResult result;
    result.dag = std::make_shared<const MinimalDag>(*std::move(dag));
    bool any = false;
    for (int restart = 0; restart < parameters.restarts; ++restart) {
        Training training(trees, schedule, parameters,
                          Random(parameters.seed, static_cast<std::uint64_t>(restart)));
        const double share = 0.98 / parameters.restarts;
        const Result<void> done = training.run(
            progress.stage("Training the map", 0.01 + share * restart, 0.01 + share * (restart + 1)));
        if (!done)
            return done.error();
        if (any && training.objective() <= result.iterations.back().objective)
            continue;
        any = true;
        result.model = training.model();
        result.iterations = training.iterations();
        toDagOrder(schedule, training.engine(), result.beta, result.logNormalisers);
    }
    progress.report(1);
    return result;
}

Result<TreePosteriors> treePosteriors(const MinimalDag& dag, const TreeModel& model,
                                      const Eigen::MatrixXd& logEmissions, ProgressToken progress)
{
    const DagSchedule schedule(dag);
    DagEngine engine(schedule);
    const Result<double> done = engine.upward(model, logEmissions, std::move(progress));
    if (!done)
        return done.error();
    TreePosteriors posteriors;
    toDagOrder(schedule, engine, posteriors.beta, posteriors.logNormalisers);
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
