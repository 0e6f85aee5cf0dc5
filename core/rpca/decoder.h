// Rebuilds structures from their vectors (recursive-PCA paper, eqs. 3 and 4).
//
// A vector y stands for the state U y = sum_t a_t X_t, a = D Y^T Sigma^-2 y (rpca.h). Its item at the root is
// sum_t a_t x_t, and its child at position c is the state with coefficients a'_s = sum of a_t over the t
// whose child at c is s: the coefficients are pushed down the DAG, and neither W nor the state space is
// needed. At p = rank this is W_x^T y and W_c^T y, exactly; below the rank it is the best approximation of
// the state, where W_c^T would project again at every step. No path is read that the data do not have, so
// that every vector gives a finite structure.
//
// Items are snapped to the nearest known one, and to "nothing here" where the null vector is nearer: a
// missing child, or the end of a graph's list. Edges are snapped to the nearest code. The confidence of a
// node is (d2 - d1) / (d2 + d1) for the distances to the nearest and the second nearest, "nothing" among
// them: 1 where the vector is met exactly, 0 where it lies in the middle. The root is always there; its
// confidence is 0 where nothing is nearer.
//
// Cost: O(p n) for the coefficients, O(arcs of the active DAG nodes) a decoded node.
#pragma once

#include "core/rpca/rpca.h"

namespace atlas {

struct RpcaDecoded {
    static constexpr std::uint32_t none = 0xffff'ffff;

    struct Node {
        std::uint32_t label = 0; ///< of the coding
        std::uint32_t parent = none; ///< trees only
        std::uint32_t position = 0; ///< under the parent
        double confidence = 0;
    };
    struct Edge {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t label = 0; ///< of the coding
        double confidence = 0;
    };
    std::vector<Node> nodes; ///< of a tree in pre-order; of a graph in its own order
    std::vector<Edge> edges; ///< graphs only; undirected: from < to
    double confidence = 0; ///< the least of all nodes and edges
    double meanConfidence = 0; ///< of the nodes
    bool cut = false; ///< the node limit was reached
};

class RpcaDecoder {
public:
    explicit RpcaDecoder(std::shared_ptr<const RpcaResult> result);

    /// The structure that lives at a vector of at most components() numbers; the others count
    /// as 0. Safe from any thread.
    RpcaDecoded decode(const Eigen::VectorXd& vector) const;

    /// a = D Y^T Sigma^-2 y for vectors y, one a column.
    Eigen::MatrixXd coefficients(const Eigen::MatrixXd& vectors) const;
    RpcaDecoded read(const Eigen::VectorXd& coefficients) const;

    const RpcaResult& result() const { return *m_result; }

private:
    std::shared_ptr<const RpcaResult> m_result;
    std::size_t m_maximumNodes = 0;
};

/// The items of a decoded graph's vertices, entries by component, as RpcaInput holds those of real ones.
std::vector<std::vector<RpcaItems::Entry>> vertexItems(const RpcaDecoded& decoded, const RpcaCoding& coding);

/// Whether the decoded structure is exactly the substructure of a DAG node: shape, labels and edges.
bool matches(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node);

/// The decoded structures as a data set with the properties "confidence" and "mean_confidence"; `names` is
/// empty or has one each. ErrorCode::BadUse for directed graphs, which a data set cannot hold.
Result<DatasetPtr> decodedDataset(std::span<const RpcaDecoded> decoded, const RpcaCoding& coding,
                                  std::span<const std::string> names = {});

struct RebuiltPoint {
    std::size_t components = 0; ///< p
    double error = 0; ///< see reconstructionErrors()
    std::size_t exact = 0; ///< structures rebuilt without a difference
    std::size_t tried = 0; ///< structures
};

/// For some p, 1 and all of them among them, how many structures are rebuilt. Distinct structures are decoded
/// once; beyond `maximumDistinct` of them only the first are tried.
Result<std::vector<RebuiltPoint>> rebuiltStructures(const RpcaDecoder& decoder,
                                                    std::size_t maximumDistinct = 2000,
                                                    ProgressToken progress = {});

} // namespace atlas
