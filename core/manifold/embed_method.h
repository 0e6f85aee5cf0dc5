// The method "embed": a map on which alike structures lie near each other.
#pragma once

#include "core/kernels/kernel_options.h"
#include "core/manifold/embedding.h"
#include "core/manifold/map_quality.h"

namespace atlas {

/// What a view of the map may ask for.
struct EmbedRun {
    std::shared_ptr<const KernelRun> kernel; ///< its matrix is empty where it was approximated
    Embedding embedding;
    MapQuality quality;
};

Method embedMethod();

} // namespace atlas
