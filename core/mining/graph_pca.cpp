#include "core/mining/graph_pca.h"

#include "core/parallel/parallel_for.h"
#include "core/support/random.h"
#include "core/support/text.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_set>
#include <utility>

namespace atlas {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct CodeHash {
    std::size_t operator()(const DfsCode& code) const noexcept
    {
        std::size_t hash = code.rootLabel;
        for (const CodeEdge& edge : code.edges)
            hash = (hash ^ (std::size_t{edge.from} << 48U | std::size_t{edge.to} << 32U | edge.kind))
                * 0x9e37'79b9'7f4a'7c15U;
        return hash ^ hash >> 32U;
    }
};

/// The pool P with products by X_P.
class Pool {
public:
    explicit Pool(std::size_t graphs) : m_graphs(static_cast<Eigen::Index>(graphs)) { }

    /// Adds the patterns that are new; gains of these are appended to g = X_P^T q of the search's q.
    void add(std::vector<ScoredPattern>&& found, std::size_t step, std::vector<double>& g)
    {
        for (ScoredPattern& pattern : found) {
            if (!m_known.insert(pattern.code).second)
                continue;
            g.push_back(pattern.sum);
            m_entries.insert(m_entries.end(), pattern.support.begin(), pattern.support.end());
            m_first.push_back(m_entries.size());
            m_patterns.push_back({std::move(pattern.code), std::move(pattern.support), step});
        }
    }

    /// X_P^T q
    std::vector<double> scores(const VectorXd& q) const
    {
        const double total = q.sum();
        std::vector<double> g(m_patterns.size());
        // Nothing to cancel here: a pass takes milliseconds.
        (void)parallelFor(g.size(), 1024, [&](std::size_t p) {
            double sum = 0;
            for (std::size_t i = m_first[p]; i < m_first[p + 1]; ++i)
                sum += q[m_entries[i]];
            g[p] = 2 * sum - total;
        });
        return g;
    }

    /// X_P g
    VectorXd combine(const std::vector<double>& g) const
    {
        const auto sumBlock = [&](const Block& block) {
            VectorXd sums = VectorXd::Zero(m_graphs);
            for (std::size_t p = block.begin; p < block.end; ++p)
                for (std::size_t i = m_first[p]; i < m_first[p + 1]; ++i)
                    sums[m_entries[i]] += g[p];
            return sums;
        };
        const VectorXd sums =
            parallelReduce(g.size(), 2048, VectorXd(VectorXd::Zero(m_graphs)), sumBlock,
                           [](const VectorXd& a, const VectorXd& b) { return VectorXd(a + b); })
                .value();
        return (2 * sums.array() - std::accumulate(g.begin(), g.end(), 0.0)).matrix();
    }

    std::vector<PoolPattern>& patterns() { return m_patterns; }
    const std::vector<PoolPattern>& patterns() const { return m_patterns; }

private:
    Eigen::Index m_graphs;
    std::unordered_set<DfsCode, CodeHash> m_known;
    std::vector<PoolPattern> m_patterns;
    std::vector<std::size_t> m_first{0}; // the supports once more, in a row
    std::vector<std::uint32_t> m_entries;
};

/// The `count`-th largest magnitude, 0 where there are fewer.
double nthGain(std::vector<double> g, std::size_t count)
{
    if (g.size() < count)
        return 0;
    for (double& value : g)
        value = std::abs(value);
    const auto place = g.begin() + static_cast<std::ptrdiff_t>(count - 1);
    std::nth_element(g.begin(), place, g.end(), std::greater<>());
    return *place;
}

void centreInPlace(VectorXd& vector) { vector.array() -= vector.mean(); }

class Lanczos {
public:
    Lanczos(const MiningGraphs& graphs, const GraphPcaParameters& parameters)
        : m_graphs(graphs), m_parameters(parameters), m_pool(graphs.graphCount()), m_random(parameters.seed),
          m_tree(graphs, treeParameters())
    {
    }

    Result<GraphPcaResult> run(const ProgressToken& progress)
    {
        const std::size_t n = m_graphs.graphCount();
        const std::size_t dimension = n - (m_parameters.centre ? 1 : 0);
        m_wanted = std::min(m_parameters.components, dimension);
        const std::size_t limit = std::min(dimension, m_parameters.maximumSteps);
        VectorXd q = firstVector();
        while (m_vectors.size() < limit && !m_converged && !wantsToStop(progress)) {
            const auto k = static_cast<double>(m_vectors.size());
            // Unknown beforehand: each step moves a share of what is left.
            const ProgressToken stage = progress.stage("Lanczos step " + std::to_string(m_vectors.size() + 1),
                                                       1 - std::pow(0.85, k), 1 - std::pow(0.85, k + 1));
            if (Result<void> done = step(q, stage); !done)
                return done.error();
            q = nextVector(m_vectors.size() == dimension);
            showPartial(dimension);
        }
        GraphPcaResult result = resultSoFar(dimension);
        result.stoppedEarly = !result.converged && m_vectors.size() < limit;
        result.patterns = std::move(m_pool.patterns());
        addNotes(result);
        return result;
    }

private:
    PatternTreeParameters treeParameters() const
    {
        PatternTreeParameters tree;
        tree.maximumVertices = m_parameters.maximumVertices;
        tree.maximumEdges = m_parameters.maximumEdges;
        tree.keep = m_parameters.search == PatternSearch::Kept;
        tree.maximumBytes = m_parameters.maximumBytes;
        return tree;
    }

    bool wantsToStop(const ProgressToken& progress) const
    {
        return !m_vectors.empty() && progress.finishRequested();
    }

    void showPartial(std::size_t dimension)
    {
        const auto now = std::chrono::steady_clock::now();
        if (!m_parameters.partial || m_converged || now - m_lastPartial < std::chrono::milliseconds(300))
            return;
        GraphPcaResult result = resultSoFar(dimension);
        result.patterns = m_pool.patterns();
        m_parameters.partial(result);
        m_lastPartial = std::chrono::steady_clock::now();
    }

    VectorXd noise()
    {
        VectorXd vector(static_cast<Eigen::Index>(m_graphs.graphCount()));
        for (double& entry : vector)
            entry = m_random.normal();
        if (m_parameters.centre)
            centreInPlace(vector);
        return vector.normalized();
    }

    VectorXd firstVector()
    {
        const auto n = static_cast<Eigen::Index>(m_graphs.graphCount());
        if (!m_parameters.centre)
            return VectorXd::Constant(n, 1 / std::sqrt(static_cast<double>(n)));
        VectorXd sizes(n);
        for (Eigen::Index i = 0; i < n; ++i)
            sizes[i] = m_graphs.sizes()[static_cast<std::size_t>(i)];
        centreInPlace(sizes);
        VectorXd q = 1e-3 * noise();
        if (sizes.norm() > 0)
            q += sizes.normalized();
        return q.normalized();
    }

    void orthogonalise(VectorXd& r) const
    {
        for (int round = 0; round < 2; ++round) {
            if (m_parameters.centre)
                centreInPlace(r);
            for (const VectorXd& q : m_vectors)
                r -= q * q.dot(r);
        }
    }

    Result<void> step(const VectorXd& q, const ProgressToken& progress)
    {
        PatternSearchOptions options;
        std::vector<double> g = m_pool.scores(q);
        options.startGain = nthGain(g, m_parameters.patternsPerStep);
        if (g.empty()) {
            // Nothing is known yet: small patterns first, so that the threshold of the
            // full search starts high.
            PatternSearchOptions small;
            small.maximumEdges = 4;
            const Result<std::vector<ScoredPattern>> first =
                m_tree.best({q.data(), static_cast<std::size_t>(q.size())}, m_parameters.patternsPerStep,
                            small, progress);
            if (!first)
                return first.error();
            if (first->size() == m_parameters.patternsPerStep)
                options.startGain = first->back().gain();
        }
        Result<std::vector<ScoredPattern>> found = m_tree.best(
            {q.data(), static_cast<std::size_t>(q.size())}, m_parameters.patternsPerStep, options, progress);
        if (!found)
            return found.error();
        m_pool.add(std::move(*found), m_vectors.size() + 1, g); // P <- P + P_k
        m_vectors.push_back(q);
        VectorXd product = m_pool.combine(g); // X_P X_P^T q_k
        if (m_parameters.centre)
            centreInPlace(product);
        m_alphas.push_back(q.dot(product));
        m_scale = std::max(m_scale, product.norm());
        m_residual = std::move(product);
        orthogonalise(m_residual); // takes off alpha_k q_k and beta_{k-1} q_{k-1} as well
        m_betas.push_back(m_residual.norm());
        decompose();
        return {};
    }

    void decompose()
    {
        const auto k = static_cast<Eigen::Index>(m_vectors.size());
        const VectorXd diagonal = Eigen::Map<const VectorXd>(m_alphas.data(), k);
        const VectorXd subdiagonal = Eigen::Map<const VectorXd>(m_betas.data(), k - 1);
        Eigen::SelfAdjointEigenSolver<MatrixXd> solver;
        solver.computeFromTridiagonal(diagonal, subdiagonal);
        m_values = solver.eigenvalues().reverse();
        m_rotations = solver.eigenvectors().rowwise().reverse();
        m_rule.clear();
        for (Eigen::Index i = 0; i < std::min(k, static_cast<Eigen::Index>(m_wanted)); ++i) {
            const double last = m_betas.back() * std::abs(m_rotations(k - 1, i));
            m_rule.push_back(m_values[i] > 0 ? last / m_values[i] : (last > 0 ? last / m_scale : 0));
        }
        m_converged = m_rule.size() == m_wanted
            && std::all_of(m_rule.begin(), m_rule.end(),
                           [&](double value) { return value < m_parameters.tolerance; }); // (4)
    }

    VectorXd nextVector(bool last)
    {
        if (last || m_converged)
            return {};
        if (m_betas.back() > 1e-12 * m_scale)
            return m_residual / m_betas.back();
        m_betas.back() = 0;
        VectorXd fresh = noise();
        orthogonalise(fresh);
        return fresh.normalized();
    }

    /// All but the patterns, which the caller copies or takes.
    GraphPcaResult resultSoFar(std::size_t dimension) const
    {
        GraphPcaResult result;
        result.steps = m_vectors.size();
        result.converged = m_converged || result.steps == dimension;
        result.residuals = m_rule;
        const auto n = static_cast<Eigen::Index>(m_graphs.graphCount());
        const auto wanted = static_cast<Eigen::Index>(std::min(m_wanted, m_vectors.size()));
        MatrixXd q(n, static_cast<Eigen::Index>(m_vectors.size()));
        for (std::size_t k = 0; k < m_vectors.size(); ++k)
            q.col(static_cast<Eigen::Index>(k)) = m_vectors[k];
        result.loadings = MatrixXd::Zero(static_cast<Eigen::Index>(m_pool.patterns().size()), wanted);
        result.projections = MatrixXd::Zero(n, wanted);
        for (Eigen::Index i = 0; i < wanted; ++i) {
            VectorXd v = q * m_rotations.col(i); // (3)
            Eigen::Index largest = 0;
            v.cwiseAbs().maxCoeff(&largest);
            if (v[largest] < 0)
                v = -v;
            const std::vector<double> scores = m_pool.scores(v); // (1)
            VectorXd z = Eigen::Map<const VectorXd>(scores.data(), static_cast<Eigen::Index>(scores.size()));
            result.eigenvalues.push_back(std::max(0.0, m_values[i]));
            if (z.norm() <= 1e-12 * std::sqrt(m_scale))
                continue; // no variance left
            z.normalize();
            result.loadings.col(i) = z;
            VectorXd projection = m_pool.combine({z.begin(), z.end()});
            if (m_parameters.centre)
                centreInPlace(projection);
            result.projections.col(i) = projection;
        }
        result.keptPatterns = m_tree.keptPatterns();
        result.keptBytes = m_tree.keptBytes();
        return result;
    }

    void addNotes(GraphPcaResult& result) const
    {
        if (result.stoppedEarly)
            result.note = "Stopped before convergence, after " + countText(result.steps, "step", "steps")
                + ", as was asked.";
        else if (!result.converged)
            result.note =
                "Not converged to the tolerance after " + countText(result.steps, "step", "steps") + ".";
        if (m_wanted < m_parameters.components)
            result.note += std::string(result.note.empty() ? "" : " ") + "There are only "
                + countText(m_wanted, "component", "components") + " in so few graphs.";
        if (m_tree.budgetReached())
            result.note += std::string(result.note.empty() ? "" : " ")
                + "The memory budget of the search tree was reached; further branches were searched anew.";
    }

    const MiningGraphs& m_graphs;
    const GraphPcaParameters& m_parameters;
    Pool m_pool;
    Random m_random;
    PatternTree m_tree;
    std::size_t m_wanted = 0;
    std::vector<VectorXd> m_vectors; // q_1 ...
    std::vector<double> m_alphas;
    std::vector<double> m_betas;
    VectorXd m_residual;
    VectorXd m_values; // of T_k, decreasing
    MatrixXd m_rotations; // R_k
    std::vector<double> m_rule;
    double m_scale = 0; // the largest ||A q_k||
    bool m_converged = false;
    std::chrono::steady_clock::time_point m_lastPartial;
};

} // namespace

Result<GraphPcaResult> graphPca(const MiningGraphs& graphs, const GraphPcaParameters& parameters,
                                ProgressToken progress)
{
    if (parameters.components == 0 || parameters.patternsPerStep == 0)
        return Error{ErrorCode::BadUse,
                     "Graph PCA needs at least one component and at least one pattern per step (L)."};
    if (!(parameters.tolerance > 0) || !std::isfinite(parameters.tolerance))
        return Error{ErrorCode::BadUse, "The tolerance must be above 0."};
    if (graphs.graphCount() < 2)
        return Error{ErrorCode::BadUse, "Graph PCA needs at least two graphs."};
    useSingleThreadedBlas();
    return Lanczos(graphs, parameters).run(progress);
}

} // namespace atlas
