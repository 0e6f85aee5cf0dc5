#include "core/gtm/forest_engine.h"

#include <cmath>

namespace atlas {

namespace {

using Eigen::Index;

Index at(std::size_t i) { return static_cast<Index>(i); }

/// The two passes over one tree; node ids are counted from the tree's first node.
class TreePasses {
public:
    TreePasses(const Forest& forest, const TreeModel& model, const Eigen::MatrixXd& emission,
               const Eigen::VectorXd& emissionLogs, TreeExpectation& sums)
        : m_forest(forest), m_model(model), m_emission(emission), m_emissionLogs(emissionLogs), m_sums(sums)
    {
    }

    void run(const Tree& tree)
    {
        const std::size_t first = tree.firstNode().index();
        const Index count = at(tree.nodeCount());
        m_beta.resize(at(m_model.states()), count);
        m_mix.resize(m_beta.rows(), count);
        m_occupancy = Eigen::MatrixXd::Zero(m_beta.rows(), count);
        m_positions.assign(tree.nodeCount(), Position(0));
        for (std::size_t node = first; node <= tree.root().index(); ++node)
            for (const Arc& arc : m_forest.children(NodeId(node)))
                m_positions[arc.child.index() - first] = arc.position;
        for (std::size_t node = first; node <= tree.root().index(); ++node)
            lift(node, first);
        m_occupancy.col(count - 1) = m_beta.col(count - 1);
        for (std::size_t node = tree.root().index() + 1; node-- > first;)
            lower(node, first);
    }

private:
    double presentWeight(std::size_t node) const
    {
        double total = 0;
        for (const Arc& arc : m_forest.children(NodeId(node)))
            total += m_model.weight(arc.position);
        return total;
    }

    void lift(std::size_t node, std::size_t first)
    {
        const auto children = m_forest.children(NodeId(node));
        auto mix = m_mix.col(at(node - first));
        if (children.empty()) {
            mix = m_model.prior.col(at(m_model.table(m_positions[node - first])));
        } else {
            mix.setZero();
            const double total = presentWeight(node);
            for (const Arc& arc : children)
                mix += m_model.weight(arc.position) / total
                    * (m_model.transitions[m_model.table(arc.position)]
                       * m_beta.col(at(arc.child.index() - first)));
        }
        const Index label = at(m_forest.label(NodeId(node)).index());
        auto beta = m_beta.col(at(node - first));
        beta = mix.cwiseProduct(m_emission.col(label));
        const double normaliser = beta.sum();
        beta /= normaliser;
        m_sums.logLikelihood += std::log(normaliser) + m_emissionLogs[label];
    }

    void lower(std::size_t node, std::size_t first)
    {
        const auto occupancy = m_occupancy.col(at(node - first));
        m_sums.labels.col(at(m_forest.label(NodeId(node)).index())) += occupancy;
        const auto children = m_forest.children(NodeId(node));
        if (children.empty()) {
            m_sums.prior.col(at(m_model.table(m_positions[node - first]))) += occupancy;
            return;
        }
        const auto mix = m_mix.col(at(node - first)).array();
        const Eigen::VectorXd g = (mix > 0).select(occupancy.array() / mix, 0.0);
        const double total = presentWeight(node);
        for (const Arc& arc : children) {
            const std::size_t table = m_model.table(arc.position);
            const double phi = m_model.weight(arc.position) / total;
            const auto beta = m_beta.col(at(arc.child.index() - first));
            const Eigen::VectorXd e = phi * (m_model.transitions[table].transpose() * g).cwiseProduct(beta);
            const double use = e.sum();
            m_sums.switching[std::min(at(arc.position.index()), m_sums.switching.size() - 1)] += use;
            m_sums.transitions[table].noalias() +=
                phi * (g * beta.transpose()).cwiseProduct(m_model.transitions[table]);
            m_occupancy.col(at(arc.child.index() - first)) = e + (1 - use) * beta;
        }
    }

    const Forest& m_forest;
    const TreeModel& m_model;
    const Eigen::MatrixXd& m_emission;
    const Eigen::VectorXd& m_emissionLogs;
    TreeExpectation& m_sums;
    Eigen::MatrixXd m_beta;
    Eigen::MatrixXd m_mix;
    Eigen::MatrixXd m_occupancy;
    std::vector<Position> m_positions;
};

} // namespace

Result<TreeExpectation> expectOnForest(const Forest& forest, const TreeModel& model,
                                       const Eigen::MatrixXd& logEmission, ProgressToken progress)
{
    useSingleThreadedBlas();
    const Eigen::VectorXd logs = logEmission.colwise().maxCoeff().transpose();
    const Eigen::MatrixXd emission = (logEmission.rowwise() - logs.transpose()).array().exp().max(1e-280);
    TreeExpectation sums;
    sums.prior = Eigen::MatrixXd::Zero(model.prior.rows(), model.prior.cols());
    sums.switching = Eigen::VectorXd::Zero(model.switching.size());
    sums.transitions.assign(model.transitions.size(),
                            Eigen::MatrixXd::Zero(model.prior.rows(), model.prior.rows()));
    sums.labels = Eigen::MatrixXd::Zero(logEmission.rows(), logEmission.cols());
    TreePasses passes(forest, model, emission, logs, sums);
    for (std::size_t tree = 0; tree < forest.treeCount(); ++tree) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        passes.run(forest.tree(RowId(tree)));
        progress.report(static_cast<double>(tree + 1) / static_cast<double>(forest.treeCount()));
    }
    return sums;
}

} // namespace atlas
