#include "core/linalg/cluster_order.h"

#include "core/linalg/memory_limit.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace atlas {

namespace {

using Leaves = std::vector<std::size_t>;

double between(const Eigen::MatrixXd& distances, std::size_t a, std::size_t b)
{
    return distances(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
}

/// One behind the other, each turned so that the ends that meet are the nearest.
Leaves joined(Leaves a, Leaves b, const Eigen::MatrixXd& distances)
{
    const std::array<double, 4> ends{
        between(distances, a.back(), b.front()), between(distances, a.back(), b.back()),
        between(distances, a.front(), b.front()), between(distances, a.front(), b.back())};
    const auto best = std::min_element(ends.begin(), ends.end()) - ends.begin();
    if (best >= 2)
        std::reverse(a.begin(), a.end());
    if (best % 2 == 1)
        std::reverse(b.begin(), b.end());
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

class Clustering {
public:
    explicit Clustering(const Eigen::MatrixXd& distances)
        : m_original(distances), m_distances(distances), m_active(static_cast<std::size_t>(distances.rows())),
          m_leaves(m_active.size())
    {
        std::iota(m_active.begin(), m_active.end(), std::size_t{0});
        for (const std::size_t i : m_active)
            m_leaves[i] = {i};
    }

    bool done() const { return m_active.size() < 2; }
    std::size_t clusters() const { return m_active.size(); }
    Leaves& leaves() { return m_leaves[m_active.front()]; }

    /// Grows the chain by the nearest neighbour of its end, or merges where two are each other's nearest.
    void step()
    {
        if (m_chain.empty())
            m_chain.push_back(m_active.front());
        const std::size_t end = m_chain.back();
        const std::size_t before =
            m_chain.size() > 1 ? m_chain[m_chain.size() - 2] : std::numeric_limits<std::size_t>::max();
        const std::size_t nearest = nearestOf(end, before);
        if (nearest != before) {
            m_chain.push_back(nearest);
            return;
        }
        m_chain.resize(m_chain.size() - 2);
        merge(std::min(end, before), std::max(end, before));
    }

private:
    /// The one before in the chain wins a tie, or the chain would never end.
    std::size_t nearestOf(std::size_t cluster, std::size_t before) const
    {
        const double* column = m_distances.col(static_cast<Eigen::Index>(cluster)).data();
        double least = std::numeric_limits<double>::infinity();
        std::size_t nearest = m_active.front() == cluster ? m_active.back() : m_active.front();
        for (const std::size_t other : m_active)
            if (other != cluster && column[other] < least) {
                least = column[other];
                nearest = other;
            }
        return before < m_leaves.size() && column[before] <= least ? before : nearest;
    }

    void merge(std::size_t a, std::size_t b)
    {
        const auto sizeA = static_cast<double>(m_leaves[a].size());
        const auto sizeB = static_cast<double>(m_leaves[b].size());
        m_active.erase(std::lower_bound(m_active.begin(), m_active.end(), b));
        for (const std::size_t other : m_active) {
            const auto i = static_cast<Eigen::Index>(other);
            const auto target = static_cast<Eigen::Index>(a);
            const double mean =
                (sizeA * m_distances(i, target) + sizeB * m_distances(i, static_cast<Eigen::Index>(b)))
                / (sizeA + sizeB);
            m_distances(i, target) = mean;
            m_distances(target, i) = mean;
        }
        m_leaves[a] = joined(std::move(m_leaves[a]), std::move(m_leaves[b]), m_original);
    }

    const Eigen::MatrixXd& m_original;
    Eigen::MatrixXd m_distances; // between clusters, each under the number of its smallest member's slot
    std::vector<std::size_t> m_active; // increasing
    std::vector<Leaves> m_leaves;
    std::vector<std::size_t> m_chain;
};

} // namespace

Result<std::vector<std::size_t>> clusterOrder(const Eigen::MatrixXd& distances, const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(distances.rows());
    if (n == 0)
        return std::vector<std::size_t>();
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "The clustering"); !fits)
        return fits.error();
    Clustering clustering(distances);
    while (!clustering.done()) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        clustering.step();
        // The work left goes with the square of the clusters left.
        const double left = static_cast<double>(clustering.clusters()) / static_cast<double>(n);
        progress.report(1 - left * left);
    }
    return std::move(clustering.leaves());
}

} // namespace atlas
