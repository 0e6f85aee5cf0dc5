// What a run of recursive PCA leaves for tables, figures and views.
#pragma once

#include "core/methods/method.h"
#include "core/rpca/decoder.h"

namespace atlas {

struct RpcaReport {
    DatasetPtr data; ///< trees, or graphs (molecules converted)
    /// Encodings of all substructures; input->occurrences says where.
    std::shared_ptr<const RpcaResult> result;
    std::shared_ptr<const RpcaDecoder> decoder;
    StateSizes sizes;
    Eigen::VectorXd errors; ///< by p, from p = 0
    std::vector<RebuiltPoint> rebuilt;

    /// The encoding of a structure.
    Eigen::VectorXd encoding(RowId row) const
    {
        return result->encodings.col(result->input->dag.roots[row.index()]);
    }
    /// All of them: a column a structure.
    Eigen::MatrixXd structureEncodings() const;
    /// The structure that lives at the first p numbers of a vector. Cheap enough for a click.
    RpcaDecoded decode(const Eigen::VectorXd& vector, std::size_t p) const;
    /// The structure whose first p numbers are nearest to the vector's.
    RowId nearest(const Eigen::VectorXd& vector, std::size_t p) const;
};

/// For each node (vertex) of a decoded structure: whether the substructure of a DAG node has the same label
/// at the same place (and, for graphs, the same edges to earlier vertices).
std::vector<bool> sameNodes(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node);

/// encoding.csv: a column each structure.
Table encodingTable(const Dataset& data, const Eigen::MatrixXd& encodings);
/// projection.csv of the first three components; encoding.csv has all.
Table rpcaProjectionTable(const Dataset& data, const Eigen::MatrixXd& encodings);
std::vector<Table> rpcaTables(const RpcaReport& report);
std::vector<Figure> rpcaFigures(const RpcaReport& report);

} // namespace atlas
