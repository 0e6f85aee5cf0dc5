// What the methods kernel, embed, classify and sweep have in common: the kernel's parameters, the structures
// as the kernel takes them, the matrix, and how it is shown. Graph kernels take molecules and trees as
// graphs; the tree kernels (sst, st, ptk) take trees as they are.
#pragma once

#include "core/kernels/explanation.h"
#include "core/kernels/graph_kernel.h"
#include "core/kernels/tree_kernel.h"
#include "core/methods/method.h"

#include <memory>
#include <optional>

namespace atlas {

/// A kernel on a data set, for views: "why are these two alike?" needs the structures again.
struct KernelRun {
    DatasetPtr structures; ///< the data as the kernel takes it: graphs, or trees for a tree kernel
    std::size_t trainingSize = 0; ///< rows of the data
    std::size_t size = 0; ///< with new structures, which come last
    FlatGraphs flat; ///< all of them; empty for a tree kernel
    GraphKernelParameters parameters; ///< of a graph kernel
    std::optional<TreeKernelParameters> treeKernel = {}; ///< there: a tree kernel, not a graph kernel
    DatasetPtr trees = nullptr; ///< of a tree kernel: all of them
    KernelMatrix matrix; ///< over all, new ones last; empty where it was approximated
};

/// Similarities and distances between the structures of the data, for views.
struct SimilarityRun {
    std::shared_ptr<const KernelRun> kernel;
    std::shared_ptr<const Eigen::MatrixXd> distances; ///< null where the kernel was approximated
};

std::vector<ParameterDescription> kernelParameters();

/// The kernel matrix that the parameters ask for. `test` may be null. What the person should
/// know is added to `notes`.
Result<std::shared_ptr<const KernelRun>> runKernel(const MethodInput& input, const ParameterValues& values,
                                                   std::vector<std::string>& notes,
                                                   const ProgressToken& progress);

/// The structures and parameters without the matrix: for an approximation.
Result<std::shared_ptr<KernelRun>> prepareKernel(const MethodInput& input, const ParameterValues& values,
                                                 std::vector<std::string>& notes,
                                                 const ProgressToken& progress);

/// Explicit features of all structures. ErrorCode::BadUse where the kernel has none (random-walk, sst, ptk).
Result<SparseFeatures> kernelFeatures(const KernelRun& run, const ProgressToken& progress);

/// What two structures of the data share under the kernel, and where: atoms, vertices or nodes by number.
Result<KernelExplanation> explainPair(const KernelRun& run, RowId a, RowId b);

std::vector<ClassId> classesOf(const Dataset& data);
std::vector<std::string> classNames(const Dataset& data);

/// Of comparing all pairs of structures by the kernel that the values name.
Cost kernelCost(const DataSize& size, const ParameterValues& values);

/// How a matrix of structures is put in order.
enum class MatrixOrder {
    Class, ///< by class, those without one last; in the order of the data within a class
    Clustering, ///< hierarchical clustering with average linkage: cluster_order.h
    Given ///< as in the data
};
ParameterDescription orderParameter();
MatrixOrder matrixOrderNamed(std::string_view name); ///< "class", "clustering", "given"
Result<std::vector<std::size_t>> structureOrder(MatrixOrder order, const Dataset& data,
                                                const Eigen::MatrixXd& distances,
                                                const ProgressToken& progress = {});

/// A symmetric matrix in that order with the classes at its sides; above 400 rows
/// neighbouring cells are averaged.
HeatmapFigure::Panel matrixPanel(const Eigen::MatrixXd& matrix, const std::vector<std::size_t>& order,
                                 std::string title, const Dataset& data);
/// The places in the order that a cell's row or column stands for: [first, last).
std::pair<std::size_t, std::size_t> placesOfCell(std::size_t cell, std::size_t cells, std::size_t size);

/// The panels of such a figure, with titles that name the order.
HeatmapFigure matrixFigure(MatrixOrder order, const Dataset& data, std::vector<HeatmapFigure::Panel> panels,
                           std::string valueTitle);

/// "ok", or the notes as sentences.
std::string statusOf(const std::vector<std::string>& notes);

/// Appends.
template <class T>
void append(std::vector<T>& to, std::vector<T> more)
{
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace atlas
