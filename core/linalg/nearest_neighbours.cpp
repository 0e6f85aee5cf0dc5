#include "core/linalg/nearest_neighbours.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cassert>

namespace atlas {

void MatrixDistances::row(std::size_t i, std::span<double> distances) const
{
    const double* const column = m_matrix.col(static_cast<Eigen::Index>(i)).data(); // symmetric
    std::copy(column, column + distances.size(), distances.begin());
}

void PointDistances::row(std::size_t i, std::span<double> distances) const
{
    const auto point = m_points.col(static_cast<Eigen::Index>(i));
    for (std::size_t j = 0; j < distances.size(); ++j)
        distances[j] = (m_points.col(static_cast<Eigen::Index>(j)) - point).norm();
}

NeighbourLists NeighbourLists::first(std::size_t k) const
{
    assert(k <= count);
    NeighbourLists part;
    part.count = k;
    for (std::size_t i = 0; i < size(); ++i) {
        part.neighbours.insert(part.neighbours.end(), of(i).begin(),
                               of(i).begin() + static_cast<std::ptrdiff_t>(k));
        part.distances.insert(part.distances.end(), distancesOf(i).begin(),
                              distancesOf(i).begin() + static_cast<std::ptrdiff_t>(k));
    }
    return part;
}

std::vector<std::pair<double, std::uint32_t>> nearestInRow(std::span<const double> row, std::size_t self,
                                                           std::size_t k)
{
    std::vector<std::pair<double, std::uint32_t>> heap; // the farthest of the nearest on top
    heap.reserve(k + 1);
    for (std::size_t j = 0; j < row.size() && k > 0; ++j) {
        if (j == self || (heap.size() == k && row[j] >= heap.front().first))
            continue; // an equal one with a larger number is not nearer
        if (heap.size() == k) {
            std::pop_heap(heap.begin(), heap.end());
            heap.pop_back();
        }
        heap.emplace_back(row[j], static_cast<std::uint32_t>(j));
        std::push_heap(heap.begin(), heap.end());
    }
    std::sort_heap(heap.begin(), heap.end());
    return heap;
}

Result<NeighbourLists> nearestNeighbours(const DistanceSource& source, std::size_t k,
                                         const ProgressToken& progress)
{
    const std::size_t n = source.size();
    assert(k < n);
    NeighbourLists lists{k, std::vector<std::uint32_t>(n * k), std::vector<double>(n * k)};
    const auto search = [&](const Block& block) {
        std::vector<double> row(n);
        for (std::size_t i = block.begin; i < block.end; ++i) {
            source.row(i, row);
            const auto nearest = nearestInRow(row, i, k);
            for (std::size_t r = 0; r < k; ++r) {
                lists.neighbours[i * k + r] = nearest[r].second;
                lists.distances[i * k + r] = nearest[r].first;
            }
        }
    };
    if (Result<void> done = parallelForBlocks(n, 64, search, progress.stage("Finding neighbours", 0, 1));
        !done)
        return done.error();
    return lists;
}

} // namespace atlas
