// The recursive-PCA paper, word by word and slowly, for small data: the state space as a table from (path,
// component) to rows, its columns written by walking each subtree, U by Eigen's own SVD, W by the push
// operators as matrices.
#pragma once

#include "core/data/dataset.h"
#include "core/rpca/rpca_input.h"

#include <Eigen/Dense>

#include <map>
#include <vector>

namespace atlas::test {

using Path = std::vector<std::uint32_t>;

class RpcaReference {
public:
    /// Every forest node is a column: nothing is shared. `vectorOf(label)` is dense.
    template <class VectorOf>
    RpcaReference(const Dataset& data, const VectorOf& vectorOf, bool zeroMean)
    {
        const Forest& forest = data.forest();
        std::vector<std::map<Path, Eigen::VectorXd>> columns;
        for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
            const NodeId node(i);
            std::map<Path, Eigen::VectorXd> column;
            column[{}] = vectorOf(forest.label(node));
            for (const Arc& arc : forest.children(node))
                for (const auto& [path, vector] : columns[arc.child.index()]) {
                    Path longer{arc.position.value()};
                    longer.insert(longer.end(), path.begin(), path.end());
                    column[longer] = vector;
                }
            columns.push_back(std::move(column));
        }
        for (const auto& column : columns)
            for (const auto& [path, vector] : column) {
                dimension = vector.size();
                paths.try_emplace(path, 0);
            }
        Eigen::Index next = 0;
        for (auto& [path, row] : paths) {
            row = next;
            next += dimension;
        }
        x = Eigen::MatrixXd::Zero(next, static_cast<Eigen::Index>(columns.size()));
        for (std::size_t j = 0; j < columns.size(); ++j)
            for (const auto& [path, vector] : columns[j])
                x.col(static_cast<Eigen::Index>(j)).segment(paths.at(path), dimension) = vector;
        Eigen::MatrixXd decomposed(x.rows(), x.cols() + (zeroMean ? 1 : 0));
        decomposed.leftCols(x.cols()) = x;
        if (zeroMean)
            decomposed.col(x.cols()) = -x.rowwise().sum();
        const Eigen::BDCSVD<Eigen::MatrixXd> svd(decomposed, Eigen::ComputeThinU);
        Eigen::Index rank = 0;
        while (rank < svd.singularValues().size()
               && svd.singularValues()(rank) > 1e-10 * svd.singularValues()(0))
            ++rank;
        values = svd.singularValues().head(rank);
        u = svd.matrixU().leftCols(rank);
    }

    /// W_x = U^T [I; 0]
    Eigen::MatrixXd inputMatrix() const { return u.middleRows(paths.at({}), dimension).transpose(); }

    /// W_c = U^T P_c U; what is pushed out of the state space is lost.
    Eigen::MatrixXd childMatrix(std::uint32_t position) const
    {
        Eigen::MatrixXd pushed = Eigen::MatrixXd::Zero(u.rows(), u.cols());
        for (const auto& [path, row] : paths) {
            Path longer{position};
            longer.insert(longer.end(), path.begin(), path.end());
            if (const auto found = paths.find(longer); found != paths.end())
                pushed.middleRows(found->second, dimension) = u.middleRows(row, dimension);
        }
        return u.transpose() * pushed;
    }

    Eigen::MatrixXd x; ///< a column a forest node
    Eigen::VectorXd values; ///< as many as the rank
    Eigen::MatrixXd u;
    std::map<Path, Eigen::Index> paths;
    Eigen::Index dimension = 0;
};

} // namespace atlas::test
