// What holds a perceptron's model and gives scores: S_c(T) = sum over the model's trees T_i of
// a_ic K(T_i, T) for each class c. Two engines do the same: the weighted minimal DAG, and the paper's
// standard list of trees.
//
// Numbers: with decay 1 and no normalisation everything is a whole number. ExactNumbers serves while no C
// passes 2^63 (what KernelForest::fragmentCount tells beforehand), WideNumbers beyond that and for PTK, whose
// every operation is then checked. RealNumbers is everything else.
#pragma once

#include "core/kernels/kernel_rows.h"

#include <cstdint>
#include <span>

namespace atlas {

struct ExactNumbers {
    using Value = std::uint64_t; ///< of C
    using Weight = std::int64_t;
    using Score = Int128;
};
struct WideNumbers {
    using Value = UInt128;
    using Weight = std::int64_t;
    using Score = Int128;
};
struct RealNumbers {
    using Value = double;
    using Weight = double;
    using Score = double;
};

/// score += weight * value; false where it overflows.
template <class Score, class Weight, class Value>
[[nodiscard]] inline bool accumulate(Score& score, Weight weight, Value value)
{
    if constexpr (std::is_floating_point_v<Score>) {
        score += weight * static_cast<double>(value);
        return true;
    } else {
        if constexpr (sizeof(Value) == sizeof(UInt128))
            if (static_cast<UInt128>(value) >= KernelForest::tooMany)
                return weight == 0;
        return addProduct(score, weight, value);
    }
}

template <class Numbers>
class PerceptronEngine {
public:
    using Weight = typename Numbers::Weight;
    using Score = typename Numbers::Score;

    virtual ~PerceptronEngine() = default;

    /// The forest that the rows of the following calls are of. It must outlive them.
    virtual void begin(const KernelForest& forest) = 0;

    /// The score of a tree for each class.
    virtual KernelStatus score(RowId tree, std::span<Score> scores, const ProgressToken& progress) = 0;

    /// The same for the trees `begin` to `end` - 1, scores tree by tree. Several threads may call it.
    virtual void scoreRange(std::size_t begin, std::size_t end, std::span<Score> scores,
                            std::span<KernelStatus> statuses, const ProgressToken& progress) const = 0;

    /// Adds a tree to the model, with a weight a class (DAGIns, Fig. 3).
    virtual KernelStatus insert(RowId tree, std::span<const Weight> weights) = 0;
    /// Precondition: treeCount() > 0.
    virtual void removeOldest() = 0;

    virtual std::size_t treeCount() const = 0;
    virtual std::size_t vertexCount() const = 0; ///< that the model stores
    virtual std::size_t memoryBytes() const = 0;

    /// The trees of the model, oldest first, with the labels of the KernelForests they came from.
    virtual void exportTrees(ForestBuilder& builder) const = 0;
};

} // namespace atlas
