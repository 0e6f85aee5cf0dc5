#include "core/gtm/tree_distance.h"

#include "core/gtm/emission.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

using Eigen::Index;

constexpr double largestSample = 1000;
constexpr double stepBudget = 2e8;

class Superposition {
public:
    explicit Superposition(const Dataset& trees) : m_forest(trees.forest()), m_sizes(m_forest.nodeCount(), 1)
    {
        for (std::size_t u = 0; u < m_sizes.size(); ++u)
            for (const Arc& arc : m_forest.children(NodeId(u)))
                m_sizes[u] += m_sizes[arc.child.index()];
        if (trees.nodeLabels().dimension() == 0)
            return;
        m_vectors = labelVectors(trees.nodeLabels());
        Eigen::VectorXd mean = Eigen::VectorXd::Zero(m_vectors.rows());
        for (const LabelId label : m_forest.labels())
            mean += m_vectors.col(static_cast<Index>(label.index()));
        mean /= static_cast<double>(m_forest.nodeCount());
        double squares = 0;
        for (const LabelId label : m_forest.labels())
            squares += (m_vectors.col(static_cast<Index>(label.index())) - mean).squaredNorm();
        const double variance = squares / static_cast<double>(m_forest.nodeCount());
        m_scale = variance > 0 ? 1 / (2 * variance) : 1;
    }

    double distance(RowId a, RowId b) const
    {
        std::vector<std::pair<NodeId, NodeId>> open{{m_forest.tree(a).root(), m_forest.tree(b).root()}};
        double total = 0;
        while (!open.empty()) {
            const auto [u, v] = open.back();
            open.pop_back();
            total += cost(m_forest.label(u), m_forest.label(v));
            const auto us = m_forest.children(u);
            const auto vs = m_forest.children(v);
            std::size_t i = 0;
            std::size_t j = 0;
            while (i < us.size() || j < vs.size()) {
                if (j == vs.size() || (i < us.size() && us[i].position < vs[j].position))
                    total += m_sizes[us[i++].child.index()];
                else if (i == us.size() || vs[j].position < us[i].position)
                    total += m_sizes[vs[j++].child.index()];
                else
                    open.emplace_back(us[i++].child, vs[j++].child);
            }
        }
        return std::sqrt(total);
    }

private:
    double cost(LabelId a, LabelId b) const
    {
        if (a == b)
            return 0;
        if (m_vectors.size() == 0)
            return 1;
        return m_scale
            * (m_vectors.col(static_cast<Index>(a.index())) - m_vectors.col(static_cast<Index>(b.index())))
                  .squaredNorm();
    }

    const Forest& m_forest;
    std::vector<double> m_sizes; // nodes of each subtree
    Eigen::MatrixXd m_vectors;
    double m_scale = 1;
};

} // namespace

Result<Eigen::MatrixXd> treeDistances(const Dataset& trees, const std::vector<RowId>& rows,
                                      ProgressToken progress)
{
    const Superposition superposition(trees);
    const auto n = static_cast<Index>(rows.size());
    Eigen::MatrixXd distances = Eigen::MatrixXd::Zero(n, n);
    const Result<void> done = parallelFor(
        rows.size(), 1,
        [&](std::size_t i) {
            for (std::size_t j = 0; j < i; ++j)
                distances(static_cast<Index>(j), static_cast<Index>(i)) =
                    superposition.distance(rows[j], rows[i]);
        },
        std::move(progress));
    if (!done)
        return done.error();
    return Eigen::MatrixXd(distances.selfadjointView<Eigen::Upper>());
}

Result<TreeMapQuality> treeMapQuality(const Dataset& trees, const Eigen::MatrixXd& points,
                                      const ProgressToken& progress)
{
    const double mean = static_cast<double>(trees.forest().nodeCount())
        / static_cast<double>(std::max<std::size_t>(1, trees.size()));
    const auto count = std::min<std::size_t>(
        trees.size(),
        static_cast<std::size_t>(std::min(largestSample, std::max(3.0, std::sqrt(stepBudget / mean)))));
    TreeMapQuality result;
    Eigen::MatrixXd sample(2, static_cast<Index>(count));
    for (std::size_t i = 0; i < count; ++i) {
        result.rows.emplace_back(i * trees.size() / count);
        sample.col(static_cast<Index>(i)) = points.col(static_cast<Index>(result.rows.back().index()));
    }
    const Result<Eigen::MatrixXd> distances =
        treeDistances(trees, result.rows, progress.stage("Comparing trees", 0, 0.7));
    if (!distances)
        return distances.error();
    Result<MapQuality> quality = mapQuality(MatrixDistances(*distances), PointDistances(sample), {},
                                            progress.stage("Judging the map", 0.7, 1));
    if (!quality)
        return quality.error();
    result.quality = std::move(*quality);
    return result;
}

} // namespace atlas
