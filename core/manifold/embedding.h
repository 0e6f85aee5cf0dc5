// From similarities to coordinates (kernels-manifold paper, section 4). n objects,
// d components, k neighbours.
//
//  pca        kernel PCA: the largest eigenpairs (l, v) of the centred kernel J K J, coordinates sqrt(l) v
//  mds        classical scaling: the same of -1/2 J D^2 J, D the distances (equal to pca for a kernel's
//             distances)
//  isomap     mds of the distances along the neighbourhood graph (section 4.1; Tenenbaum et al. 2000); with
//             landmarks, paths and eigenvectors of those only, and the others by their distances to them
//             (de Silva & Tenenbaum 2003)
//  lle        locally linear embedding (section 4.2; Roweis & Saul 2000): weights that rebuild each object
//             from its neighbours, from distances alone, since
//             <x_j - x_i, x_l - x_i> = (d_ij^2 + d_il^2 - d_jl^2) / 2; the regulariser r * trace on the
//             diagonal keeps duplicates harmless; coordinates from the smallest eigenpairs of
//             (I - W)^T (I - W) but the constant one, with variance 1
//  laplacian  the smallest eigenpairs of the normalised Laplacian of the neighbourhood graph, weights
//             exp(-d^2 / (2 s^2)), s the median distance to neighbours (Belkin & Niyogi 2003)
//  diffusion  diffusion map with alpha = 1 (Coifman & Lafon 2006), kernel exp(-d^2 / e), e the median
//             squared distance, time t
//
// Memory 8 n^2 bytes for a matrix of distances and once more for its centred form; landmark Isomap 8 n L.
// Components that the data does not have (d >= n, eigenvalues that are not positive) come as zeros
// and are said in `notes`. The coordinates are finite for finite distances. Objects that are all
// equal lie in one point.
#pragma once

#include "core/linalg/nearest_neighbours.h"
#include "core/manifold/neighbour_graph.h"

#include <string>
#include <string_view>

namespace atlas {

enum class EmbeddingMethod { Pca, Mds, Isomap, Lle, Laplacian, Diffusion };
const char* toString(EmbeddingMethod method); ///< "isomap"
Result<EmbeddingMethod> embeddingMethodNamed(std::string_view name);
bool usesNeighbours(EmbeddingMethod method); ///< isomap, lle, laplacian

struct EmbeddingParameters {
    EmbeddingMethod method = EmbeddingMethod::Isomap;
    std::size_t neighbours = 10; ///< >= 1; at most n - 1 are used
    std::size_t components = 2; ///< >= 1
    /// Embed the parts of a disconnected graph one by one, side by side, instead of joining them.
    bool byComponent = false;
    std::size_t landmarks = 0; ///< of Isomap; 0 = all objects, or 1,000 where memory asks for landmarks
    double regulariser = 1e-3; ///< of LLE, as a part of the trace
    double time = 1; ///< of the diffusion
    std::uint64_t seed = 1; ///< for the choice of landmarks
};

struct Embedding {
    Eigen::MatrixXd coordinates; ///< n x d
    Eigen::VectorXd spectrum; ///< eigenvalues in the order of the components, and some more
    std::size_t neighbours = 0; ///< used; 0 where the method uses none
    std::size_t graphComponents = 1; ///< of the neighbourhood graph before joining
    std::vector<std::string> notes; ///< what the person should know

    // What the projection of new objects needs.
    EmbeddingParameters parameters;
    /// mds, isomap, pca: mean squared distance of each object (landmark) to all.
    Eigen::VectorXd squaredMeans;
    std::vector<std::size_t> landmarks; ///< isomap with landmarks; empty = all
    NeighbourGraph graph; ///< isomap
    double scale = 0; ///< laplacian, diffusion: the kernel's width
    Eigen::VectorXd density; ///< laplacian, diffusion
};

/// From distances. Precondition: they are finite, symmetric, >= 0.
Result<Embedding> embed(const DistanceSource& source, const EmbeddingParameters& parameters,
                        const ProgressToken& progress = {});

/// The same with neighbours that are known: lists.count >= the neighbours used. For sweeps.
Result<Embedding> embed(const DistanceSource& source, const NeighbourLists& lists,
                        const EmbeddingParameters& parameters, const ProgressToken& progress = {});

/// From a kernel matrix; its distances serve all methods but pca, which takes the kernel itself. A kernel
/// that is not positive semidefinite is said in the notes.
Result<Embedding> embedKernel(const Eigen::MatrixXd& kernel, const EmbeddingParameters& parameters,
                              const ProgressToken& progress = {});

/// Coordinates for new objects, one a row, from their distances to the old ones (new x old). The old
/// coordinates do not move: mds and isomap by Gower's formula, lle by weights, laplacian and diffusion by
/// Nystroem's extension. Not for embeddings by component.
Result<Eigen::MatrixXd> projectNew(const Embedding& embedding, const DistanceSource& old,
                                   const Eigen::MatrixXd& distances, const ProgressToken& progress = {});

} // namespace atlas
