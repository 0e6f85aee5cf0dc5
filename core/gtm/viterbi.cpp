#include "core/gtm/viterbi.h"

#include <cmath>
#include <map>

namespace atlas {

namespace {

using Eigen::Index;

/// Best child state for each parent state of a (position, child) pair, relative to the child's best.
struct PairChoice {
    Eigen::VectorXd gain; // max_j (log A^l_ij + D(j)) - max_j D(j)
    std::vector<std::uint32_t> state; // where it is reached
};

class Viterbi {
public:
    Viterbi(const MinimalDag& dag, const TreeModel& model, const Eigen::MatrixXd& logEmission)
        : m_dag(dag), m_model(model), m_emission(logEmission),
          m_values(logEmission.rows(), static_cast<Index>(dag.nodeCount()))
    {
        for (const Eigen::MatrixXd& table : model.transitions)
            m_logTransitions.push_back(table.array().log());
    }

    Result<void> lift(const ProgressToken& progress)
    {
        for (std::size_t node = 0; node < m_dag.nodeCount(); ++node) {
            if (node % 64 == 0 && progress.cancelled())
                return Error{ErrorCode::Cancelled, "The computation was cancelled."};
            const DagNodeId id(node);
            auto value = m_values.col(static_cast<Index>(node));
            value = m_emission.col(static_cast<Index>(m_dag.label(id).index()));
            if (m_dag.children(id).empty())
                value += m_model.prior.col(static_cast<Index>(m_model.table(m_dag.leafPosition(id))))
                             .array()
                             .log()
                             .matrix();
            else
                liftInner(id, value);
            progress.report(static_cast<double>(node + 1) / static_cast<double>(m_dag.nodeCount()));
        }
        return {};
    }

    double best(DagNodeId node) const { return m_values.col(static_cast<Index>(node.index())).maxCoeff(); }

    std::size_t bestState(DagNodeId node) const
    {
        Index state = 0;
        m_values.col(static_cast<Index>(node.index())).maxCoeff(&state);
        return static_cast<std::size_t>(state);
    }

    /// The states of a node's children, given its own: the switch's child follows,
    /// the others take their best.
    template <class Arcs, class DagNodeOf>
    void assignChildren(const Arcs& arcs, std::size_t state, const DagNodeOf& dagNodeOf,
                        std::vector<std::size_t>& states) const
    {
        std::size_t chosen = 0;
        double largest = -HUGE_VAL;
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            const double gain = std::log(m_model.weight(arcs[k].position))
                + choice(arcs[k].position, dagNodeOf(arcs[k].child)).gain[static_cast<Index>(state)];
            if (gain > largest) {
                largest = gain;
                chosen = k;
            }
        }
        for (std::size_t k = 0; k < arcs.size(); ++k) {
            const DagNodeId child = dagNodeOf(arcs[k].child);
            states[arcs[k].child.index()] =
                k == chosen ? choice(arcs[k].position, child).state[state] : bestState(child);
        }
    }

private:
    template <class Column>
    void liftInner(DagNodeId id, Column& value)
    {
        Eigen::VectorXd switched = Eigen::VectorXd::Constant(value.size(), -HUGE_VAL);
        double total = 0;
        double weights = 0;
        for (const DagArc& arc : m_dag.children(id)) {
            total += best(arc.child);
            weights += m_model.weight(arc.position);
            const double weight = std::log(m_model.weight(arc.position));
            switched =
                switched.cwiseMax((makeChoice(arc.position, arc.child).gain.array() + weight).matrix());
        }
        value += (switched.array() + (total - std::log(weights))).matrix();
    }

    const PairChoice& choice(Position position, DagNodeId child) const
    {
        return m_choices.at({position.value(), child.value()});
    }

    const PairChoice& makeChoice(Position position, DagNodeId child)
    {
        PairChoice& made = m_choices[{position.value(), child.value()}];
        if (made.gain.size() > 0)
            return made;
        const Eigen::MatrixXd& logs = m_logTransitions[m_model.table(position)];
        const Eigen::RowVectorXd below = m_values.col(static_cast<Index>(child.index())).transpose();
        made.gain.resize(logs.rows());
        made.state.resize(static_cast<std::size_t>(logs.rows()));
        for (Index i = 0; i < logs.rows(); ++i) {
            Index j = 0;
            made.gain[i] = (logs.row(i) + below).maxCoeff(&j) - best(child);
            made.state[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(j);
        }
        return made;
    }

    const MinimalDag& m_dag;
    const TreeModel& m_model;
    const Eigen::MatrixXd& m_emission;
    Eigen::MatrixXd m_values; // D, states x DAG nodes
    std::vector<Eigen::MatrixXd> m_logTransitions;
    std::map<std::pair<std::uint32_t, std::uint32_t>, PairChoice> m_choices;
};

} // namespace

Result<ViterbiStates> reversedViterbi(const Forest& forest, const MinimalDag& dag, const TreeModel& model,
                                      const Eigen::MatrixXd& logEmission, ProgressToken progress)
{
    Viterbi viterbi(dag, model, logEmission);
    if (Result<void> done = viterbi.lift(progress.stage("Reading trees upward", 0, 0.7)); !done)
        return done.error();
    ViterbiStates result;
    result.states.resize(forest.nodeCount());
    const auto dagNodeOf = [&](NodeId node) { return dag.nodeOf(node); };
    for (std::size_t row = 0; row < forest.treeCount(); ++row) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        const Tree tree = forest.tree(RowId(row));
        const std::size_t root = tree.root().index();
        result.logProbabilities.push_back(viterbi.best(dag.nodeOf(tree.root())));
        result.states[root] = viterbi.bestState(dag.nodeOf(tree.root()));
        for (std::size_t node = root + 1; node-- > tree.firstNode().index();)
            if (const auto children = forest.children(NodeId(node)); !children.empty())
                viterbi.assignChildren(children, result.states[node], dagNodeOf, result.states);
    }
    progress.report(1);
    return result;
}

} // namespace atlas
