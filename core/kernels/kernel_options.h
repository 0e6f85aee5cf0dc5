// What the methods kernel, embed, classify and sweep have in common: the kernel's parameters, the graphs, the
// matrix, and how it is shown.
#pragma once

#include "core/kernels/graph_kernel.h"
#include "core/methods/method.h"

#include <memory>

namespace atlas {

/// A kernel on a data set, for views: "why are these two alike?" needs the graphs again.
struct KernelRun {
    DatasetPtr graphs; ///< the data as graphs
    std::size_t trainingSize = 0; ///< rows of the data; graphs beyond are new structures
    FlatGraphs flat;
    GraphKernelParameters parameters;
    KernelMatrix matrix; ///< over all graphs, new ones last
};

std::vector<ParameterDescription> kernelParameters();

/// The kernel matrix that the parameters ask for. `test` may be null. What the person should know is added to
/// `notes`.
Result<std::shared_ptr<const KernelRun>> runKernel(const MethodInput& input, const ParameterValues& values,
                                                   std::vector<std::string>& notes,
                                                   const ProgressToken& progress);

/// The graphs and parameters without the matrix: for an approximation.
Result<std::shared_ptr<KernelRun>> prepareKernel(const MethodInput& input, const ParameterValues& values,
                                                 std::vector<std::string>& notes,
                                                 const ProgressToken& progress);

std::vector<ClassId> classesOf(const Dataset& data);
std::vector<std::string> classNames(const Dataset& data);

/// Rows by class (those without one last), in the order of the data within a class.
std::vector<std::size_t> orderByClass(const Dataset& data);

/// A symmetric matrix in that order; above 400 rows neighbouring cells are averaged.
HeatmapFigure::Panel matrixPanel(const Eigen::MatrixXd& matrix, const std::vector<std::size_t>& order,
                                 std::string title);

/// "ok", or the notes as sentences.
std::string statusOf(const std::vector<std::string>& notes);

/// Appends.
template <class T>
void append(std::vector<T>& to, std::vector<T> more)
{
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

} // namespace atlas
