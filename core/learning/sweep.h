// Accuracy over (neighbours, components), as figures 20 to 27 of the kernels-manifold paper: for each number
// of neighbours one embedding with the most components serves all smaller numbers of components, since their
// eigenvectors are its first ones; the neighbours themselves are searched for once. A linear machine is
// cross-validated on each.
#pragma once

#include "core/learning/cross_validation.h"
#include "core/manifold/embedding.h"

namespace atlas {

struct SweepParameters {
    EmbeddingMethod method = EmbeddingMethod::Isomap; ///< isomap, lle or laplacian
    std::vector<std::size_t> neighbours; ///< rising, >= 1
    std::vector<std::size_t> components; ///< rising, >= 1
    CrossValidationParameters validation;
};

struct SweepCell {
    std::size_t neighbours = 0;
    std::size_t components = 0;
    double accuracy = 0;
    double minimum = 0;
    double maximum = 0;
    double deviation = 0;
};

struct SweepResult {
    std::vector<SweepCell> cells; ///< by neighbours, then components
    std::size_t best = 0; ///< the cell of the highest accuracy, the first of equals
    std::vector<std::string> notes;
};

/// The embeddings alone, one a number of neighbours, with the most components.
Result<std::vector<Embedding>> sweepEmbeddings(const DistanceSource& source,
                                               const SweepParameters& parameters,
                                               const ProgressToken& progress = {});

/// Numbers of neighbours >= n and of components >= n are cut down to n - 1, and said in `notes`.
Result<SweepResult> sweep(const DistanceSource& source, std::span<const ClassId> classes,
                          std::size_t classCount, const SweepParameters& parameters,
                          const ProgressToken& progress = {});

} // namespace atlas
