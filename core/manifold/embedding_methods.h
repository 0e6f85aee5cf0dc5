// The methods behind embed(), one function each. See embedding.h for the mathematics. Preconditions: n >= 2,
// not all objects equal, 1 <= components, lists.count >= 1 where there are lists.
#pragma once

#include "core/linalg/eigen_problems.h"
#include "core/manifold/embedding.h"

namespace atlas {

/// How many eigenpairs to compute: those wanted, and a few for the scree plot.
std::size_t eigenPairCount(std::size_t components, std::size_t n);

/// Coordinates sqrt(l) v; zeros, with a note, where an eigenvalue is not positive or missing.
void scaledCoordinates(const EigenPairs& pairs, std::size_t components, Embedding& embedding);

Result<Embedding> classicalScaling(const DistanceSource& source, const EmbeddingParameters& parameters,
                                   const ProgressToken& progress);
Result<Embedding> principalComponents(const Eigen::MatrixXd& points, const EmbeddingParameters& parameters,
                                      const ProgressToken& progress);
Result<Embedding> kernelPrincipalComponents(const Eigen::MatrixXd& kernel,
                                            const EmbeddingParameters& parameters,
                                            const ProgressToken& progress);
Result<Embedding> isomap(const DistanceSource& source, const NeighbourLists& lists,
                         const EmbeddingParameters& parameters, const ProgressToken& progress);
Result<Embedding> locallyLinearEmbedding(const DistanceSource& source, const NeighbourLists& lists,
                                         const EmbeddingParameters& parameters,
                                         const ProgressToken& progress);
Result<Embedding> laplacianEigenmap(const DistanceSource& source, const NeighbourLists& lists,
                                    const EmbeddingParameters& parameters, const ProgressToken& progress);
Result<Embedding> diffusionMap(const DistanceSource& source, const EmbeddingParameters& parameters,
                               const ProgressToken& progress);

/// LLE's weights of one object on its neighbours (paper, section 4.2): they sum up to 1.
Eigen::VectorXd reconstructionWeights(const DistanceSource& source, std::span<const std::uint32_t> neighbours,
                                      std::span<const double> distances, double regulariser);

} // namespace atlas
