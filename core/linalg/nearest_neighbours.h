// Distances between n objects without saying how they are held, and the nearest neighbours of each. O(n^2)
// distances, O(n k) memory. Ties go to the smaller number, so that the lists are unique.
#pragma once

#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace atlas {

/// Symmetric, 0 between an object and itself. Safe to read from many threads.
class DistanceSource {
public:
    virtual ~DistanceSource() = default;
    virtual std::size_t size() const = 0;
    virtual double distance(std::size_t i, std::size_t j) const = 0;
    /// The distances from i to all. Precondition: distances.size() == size().
    virtual void row(std::size_t i, std::span<double> distances) const = 0;
    /// The points (one a column) where the distances are Euclidean distances between points, else null.
    virtual const Eigen::MatrixXd* points() const { return nullptr; }
};

/// A matrix of distances, which must outlive this.
class MatrixDistances : public DistanceSource {
public:
    explicit MatrixDistances(const Eigen::MatrixXd& matrix) : m_matrix(matrix) { }
    std::size_t size() const override { return static_cast<std::size_t>(m_matrix.rows()); }
    double distance(std::size_t i, std::size_t j) const override
    {
        return m_matrix(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
    void row(std::size_t i, std::span<double> distances) const override;

private:
    const Eigen::MatrixXd& m_matrix;
};

/// Points, one a column, which must outlive this.
class PointDistances : public DistanceSource {
public:
    explicit PointDistances(const Eigen::MatrixXd& points) : m_points(points) { }
    std::size_t size() const override { return static_cast<std::size_t>(m_points.cols()); }
    double distance(std::size_t i, std::size_t j) const override
    {
        return (m_points.col(static_cast<Eigen::Index>(i)) - m_points.col(static_cast<Eigen::Index>(j)))
            .norm();
    }
    void row(std::size_t i, std::span<double> distances) const override;
    const Eigen::MatrixXd* points() const override { return &m_points; }

private:
    const Eigen::MatrixXd& m_points;
};

/// The k nearest of each object, itself not among them, by rising distance.
struct NeighbourLists {
    std::size_t count = 0; ///< k
    std::vector<std::uint32_t> neighbours; ///< n times k
    std::vector<double> distances;

    std::size_t size() const { return count == 0 ? 0 : neighbours.size() / count; }
    std::span<const std::uint32_t> of(std::size_t i) const { return {neighbours.data() + i * count, count}; }
    std::span<const double> distancesOf(std::size_t i) const { return {distances.data() + i * count, count}; }
    /// The first k of each list. Precondition: k <= count.
    NeighbourLists first(std::size_t k) const;
};

/// Precondition: k < n.
Result<NeighbourLists> nearestNeighbours(const DistanceSource& source, std::size_t k,
                                         const ProgressToken& progress = {});

/// The k nearest in a row of distances, without `self` (or with size() for none), by rising distance.
std::vector<std::pair<double, std::uint32_t>> nearestInRow(std::span<const double> row, std::size_t self,
                                                           std::size_t k);

} // namespace atlas
