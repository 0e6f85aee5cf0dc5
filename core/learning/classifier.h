// Support vector machines (libsvm, C-SVC, one against one) and k nearest neighbours, on a kernel or distance
// matrix that is computed once: training and prediction name rows of it.
//
// The machine's kernel is scaled to a mean self-similarity of 1, so that one range of costs serves
// every kind of features. libsvm stops at a violation of 1e-3; a machine that is far from it after 4,000 passes
// over its examples is trained anew with ten times that, so that no degenerate map holds a sweep up.
#pragma once

#include "core/data/ids.h"
#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <memory>
#include <span>
#include <vector>

namespace atlas {

/// A kernel matrix in libsvm's form, shared by all machines trained on parts of it. 16 n^2 bytes.
class SvmKernel {
public:
    /// ErrorCode::TooLarge above the memory limit, NonFinite where a value is not a number.
    static Result<SvmKernel> make(const Eigen::MatrixXd& kernel);
    ~SvmKernel();
    SvmKernel(SvmKernel&&) noexcept;
    SvmKernel& operator=(SvmKernel&&) noexcept;

    std::size_t size() const;

    /// Trains on the rows `train` and predicts the rows `test`. Safe from many threads at once. One class
    /// only in `train`: it is predicted for all. Preconditions: train is not empty, cost > 0, every class of
    /// a row in `train` is valid.
    std::vector<ClassId> trainAndPredict(std::span<const ClassId> classes, std::span<const std::size_t> train,
                                         std::span<const std::size_t> test, double cost,
                                         const ProgressToken& progress = {}) const;

private:
    SvmKernel();
    struct Nodes;
    std::unique_ptr<Nodes> m_nodes;
};

/// The most frequent class among the `votes` nearest rows of `train`; ties go to the class that is nearest.
std::vector<ClassId> nearestNeighbourClasses(const Eigen::MatrixXd& distances,
                                             std::span<const ClassId> classes,
                                             std::span<const std::size_t> train,
                                             std::span<const std::size_t> test, std::size_t votes);

/// X X^T, one object a row: what a linear machine needs.
Eigen::MatrixXd linearKernel(const Eigen::MatrixXd& rows);

/// A linear machine on coordinates (rows, n x d) judged at the points of a grid (rows): the regions of a map.
/// Structures without a class have no say. ErrorCode::BadUse where no structure has a class.
Result<std::vector<ClassId>> linearRegions(const Eigen::MatrixXd& coordinates,
                                           std::span<const ClassId> classes, const Eigen::MatrixXd& grid,
                                           double cost, const ProgressToken& progress = {});

} // namespace atlas
