#include "core/gtm/dag_engine.h"

#include "core/parallel/parallel_for.h"

#include <cmath>

namespace atlas {

namespace {

using Eigen::Index;

constexpr std::size_t nodeBlock = 64; // nodes a task: fixed, so that results do not depend on threads
constexpr std::size_t pairBlock = 192; // columns of one matrix product
constexpr std::size_t countBlock = 1024; // pairs whose outer products are summed before they are combined
// Below it a state's emission counts as this: no 0/0 where all states miss.
constexpr double smallest = 1e-280;

Index at(std::size_t i) { return static_cast<Index>(i); }

/// Pieces of at most `size` of the groups' pairs, for one task each.
std::vector<DagSchedule::PairGroup> cutGroups(std::span<const DagSchedule::PairGroup> groups,
                                              std::size_t size)
{
    std::vector<DagSchedule::PairGroup> pieces;
    for (const DagSchedule::PairGroup& group : groups)
        for (std::size_t begin = group.begin; begin < group.end; begin += size)
            pieces.push_back({group.position, begin, std::min(group.end, begin + size)});
    return pieces;
}

} // namespace

DagEngine::DagEngine(const DagSchedule& schedule) : m_schedule(schedule) { useSingleThreadedBlas(); }

void DagEngine::prepare(const TreeModel& model, const Eigen::MatrixXd& logEmission)
{
    const Index states = at(model.states());
    m_emissionLogs = logEmission.colwise().maxCoeff().transpose();
    m_emission = (logEmission.rowwise() - m_emissionLogs.transpose()).array().exp().max(smallest);
    const auto& sets = m_schedule.positionSets();
    m_setWeights.resize(at(sets.size()));
    for (std::size_t s = 0; s < sets.size(); ++s) {
        double total = 0;
        for (const Position l : sets[s].positions)
            total += model.weight(l);
        m_setWeights[at(s)] = total;
    }
    m_beta.resize(states, at(m_schedule.nodeCount()));
    m_mix.resize(states, at(m_schedule.nodeCount()));
    m_lifted.resize(states, at(m_schedule.pairCount()));
    m_logNormalisers.resize(at(m_schedule.nodeCount()));
}

void DagEngine::gatherBetas(std::size_t begin, std::size_t end, Eigen::MatrixXd& target) const
{
    target.resize(m_beta.rows(), at(end - begin));
    for (std::size_t pair = begin; pair < end; ++pair)
        target.col(at(pair - begin)) = m_beta.col(at(m_schedule.pair(pair).child.index()));
}

// mix_u, beta_u and N_u for the nodes of one level, from m_lifted of their children.
Result<void> DagEngine::liftLevel(const TreeModel& model, std::size_t level)
{
    const std::size_t first = m_schedule.levelBegin(level);
    return parallelFor(m_schedule.levelEnd(level) - first, nodeBlock, [&](std::size_t offset) {
        const std::size_t rank = first + offset;
        const DagSchedule::Node& node = m_schedule.node(rank);
        auto mix = m_mix.col(at(rank));
        if (node.leaf) {
            mix = model.prior.col(at(model.table(node.leafPosition)));
        } else {
            mix.setZero();
            for (const PairId pair : m_schedule.childrenOf(rank))
                mix += m_lifted.col(at(pair.index()));
            mix /= m_setWeights[node.positionSet]; // phi renormalised over the children present
        }
        auto beta = m_beta.col(at(rank));
        beta = mix.cwiseProduct(m_emission.col(at(node.label.index())));
        const double normaliser = beta.sum();
        beta /= normaliser;
        m_logNormalisers[at(rank)] = std::log(normaliser) + m_emissionLogs[at(node.label.index())];
    });
}

// phi_l A^l beta_c for every pair whose child is on this level.
Result<void> DagEngine::multiplyUpward(const TreeModel& model, std::size_t level)
{
    const auto pieces = cutGroups(m_schedule.groups(level), pairBlock);
    return parallelFor(pieces.size(), 1, [&](std::size_t i) {
        const DagSchedule::PairGroup& piece = pieces[i];
        Eigen::MatrixXd betas;
        gatherBetas(piece.begin, piece.end, betas);
        m_lifted.middleCols(at(piece.begin), betas.cols()).noalias() =
            model.weight(piece.position) * (model.transitions[model.table(piece.position)] * betas);
    });
}

Result<double> DagEngine::upward(const TreeModel& model, const Eigen::MatrixXd& logEmission,
                                 ProgressToken progress)
{
    prepare(model, logEmission);
    for (std::size_t level = 0; level < m_schedule.levelCount(); ++level) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        if (Result<void> done = liftLevel(model, level); !done)
            return done.error();
        if (Result<void> done = multiplyUpward(model, level); !done)
            return done.error();
        progress.report(static_cast<double>(level + 1) / static_cast<double>(m_schedule.levelCount()));
    }
    double logLikelihood = 0;
    for (std::size_t rank = 0; rank < m_schedule.nodeCount(); ++rank)
        logLikelihood += m_schedule.node(rank).frequency * m_logNormalisers[at(rank)];
    return logLikelihood;
}

// G = phi_l sum over parents of g_u / (sum of phi over the positions of u), for pairs
// with a child on this level.
Result<void> DagEngine::gatherFromParents(const TreeModel& model, std::size_t level)
{
    const auto groups = m_schedule.groups(level);
    if (groups.empty())
        return {};
    const std::size_t first = groups.front().begin;
    return parallelFor(groups.back().end - first, nodeBlock, [&](std::size_t offset) {
        const std::size_t pair = first + offset;
        auto gathered = m_lifted.col(at(pair));
        gathered.setZero();
        for (const NodeRank parent : m_schedule.parentsOf(pair))
            gathered += m_mix.col(at(parent.index()));
        gathered *= model.weight(m_schedule.pair(pair).position);
    });
}

// What each pair adds to eps of its child.
Result<void> DagEngine::multiplyDownward(const TreeModel& model, std::size_t level)
{
    const auto pieces = cutGroups(m_schedule.groups(level), pairBlock);
    return parallelFor(pieces.size(), 1, [&](std::size_t i) {
        const DagSchedule::PairGroup& piece = pieces[i];
        const Index count = at(piece.end - piece.begin);
        auto lowered = m_lowered.middleCols(at(piece.begin), count);
        lowered.noalias() = model.transitions[model.table(piece.position)].transpose()
            * m_lifted.middleCols(at(piece.begin), count);
        for (Index k = 0; k < count; ++k) {
            const DagSchedule::Pair& pair = m_schedule.pair(piece.begin + static_cast<std::size_t>(k));
            const auto beta = m_beta.col(at(pair.child.index()));
            const double use = lowered.col(k).dot(beta);
            m_uses[at(piece.begin) + k] = use;
            lowered.col(k) = (lowered.col(k).array() + (pair.weight - use)) * beta.array();
        }
    });
}

// eps_u for the nodes of one level, and g_u for their children's sake.
Result<void> DagEngine::lowerLevel(std::size_t level)
{
    const std::size_t first = m_schedule.levelBegin(level);
    return parallelFor(m_schedule.levelEnd(level) - first, nodeBlock, [&](std::size_t offset) {
        const std::size_t rank = first + offset;
        const DagSchedule::Node& node = m_schedule.node(rank);
        auto occupancy = m_occupancy.col(at(rank));
        occupancy = node.roots * m_beta.col(at(rank));
        for (const PairId pair : m_schedule.pairsWithChild(rank))
            occupancy += m_lowered.col(at(pair.index()));
        if (node.leaf)
            return;
        auto mix = m_mix.col(at(rank));
        // A state that no child can reach has no occupancy either: 0/0 is 0.
        mix =
            (mix.array() > 0).select(occupancy.array() / (mix.array() * m_setWeights[node.positionSet]), 0.0);
    });
}

Result<void> DagEngine::countTransitions(const TreeModel& model, TreeExpectation& result) const
{
    std::vector<DagSchedule::PairGroup> pieces;
    for (std::size_t level = 0; level < m_schedule.levelCount(); ++level)
        for (const DagSchedule::PairGroup& piece : cutGroups(m_schedule.groups(level), countBlock))
            pieces.push_back(piece);
    // Pieces of one table are combined in their order; tables are independent.
    std::vector<std::vector<DagSchedule::PairGroup>> byTable(model.transitions.size());
    for (const DagSchedule::PairGroup& piece : pieces)
        byTable[model.table(piece.position)].push_back(piece);
    const Index states = at(model.states());
    result.transitions.assign(model.transitions.size(), Eigen::MatrixXd::Zero(states, states));
    const auto addPiece = [&](const DagSchedule::PairGroup& piece, Eigen::MatrixXd& sum) {
        Eigen::MatrixXd betas;
        gatherBetas(piece.begin, piece.end, betas);
        sum.noalias() += m_lifted.middleCols(at(piece.begin), betas.cols()) * betas.transpose();
    };
    if (byTable.size() > 1) {
        return parallelFor(byTable.size(), 1, [&](std::size_t table) {
            for (const DagSchedule::PairGroup& piece : byTable[table])
                addPiece(piece, result.transitions[table]);
            result.transitions[table].array() *= model.transitions[table].array();
        });
    }
    std::vector<Eigen::MatrixXd> parts(byTable[0].size(), Eigen::MatrixXd::Zero(states, states));
    Result<void> done =
        parallelFor(parts.size(), 1, [&](std::size_t i) { addPiece(byTable[0][i], parts[i]); });
    for (const Eigen::MatrixXd& part : parts)
        result.transitions[0] += part;
    result.transitions[0].array() *= model.transitions[0].array();
    return done;
}

Result<void> DagEngine::countLabels(const TreeModel& model, TreeExpectation& result) const
{
    result.labels = Eigen::MatrixXd::Zero(at(model.states()), m_emission.cols());
    result.prior = Eigen::MatrixXd::Zero(model.prior.rows(), model.prior.cols());
    result.switching = Eigen::VectorXd::Zero(model.switching.size());
    for (std::size_t pair = 0; pair < m_schedule.pairCount(); ++pair)
        result.switching[std::min(at(m_schedule.pair(pair).position.index()), result.switching.size() - 1)] +=
            m_uses[at(pair)];
    // A task takes one label, or one position of leaves, and its nodes in their order.
    std::vector<std::uint32_t> labels;
    std::vector<std::uint32_t> tables;
    std::vector<NodeRank> nodes;
    std::vector<NodeRank> leaves;
    for (std::size_t rank = 0; rank < m_schedule.nodeCount(); ++rank) {
        const DagSchedule::Node& node = m_schedule.node(rank);
        labels.push_back(node.label.value());
        nodes.emplace_back(rank);
        if (node.leaf) {
            tables.push_back(static_cast<std::uint32_t>(model.table(node.leafPosition)));
            leaves.emplace_back(rank);
        }
    }
    const auto labelCount = static_cast<std::size_t>(result.labels.cols());
    const FlatLists<NodeRank> nodesOfLabel(labelCount, labels, nodes);
    const FlatLists<NodeRank> leavesOfTable(static_cast<std::size_t>(result.prior.cols()), tables, leaves);
    return parallelFor(labelCount + static_cast<std::size_t>(result.prior.cols()), 1, [&](std::size_t i) {
        const bool label = i < labelCount;
        auto sum = label ? result.labels.col(at(i)) : result.prior.col(at(i - labelCount));
        for (const NodeRank rank : label ? nodesOfLabel[i] : leavesOfTable[i - labelCount])
            sum += m_occupancy.col(at(rank.index()));
    });
}

Result<TreeExpectation> DagEngine::expect(const TreeModel& model, const Eigen::MatrixXd& logEmission,
                                          ProgressToken progress)
{
    const Result<double> logLikelihood =
        upward(model, logEmission, progress.stage("Reading trees upward", 0, 0.4));
    if (!logLikelihood)
        return logLikelihood.error();
    m_occupancy.resize(m_beta.rows(), m_beta.cols());
    m_lowered.resize(m_lifted.rows(), m_lifted.cols());
    m_uses.resize(m_lifted.cols());
    for (std::size_t level = m_schedule.levelCount(); level-- > 0;) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        if (Result<void> done = gatherFromParents(model, level); !done)
            return done.error();
        if (Result<void> done = multiplyDownward(model, level); !done)
            return done.error();
        if (Result<void> done = lowerLevel(level); !done)
            return done.error();
    }
    progress.report(0.8);
    TreeExpectation result;
    result.logLikelihood = *logLikelihood;
    if (Result<void> done = countTransitions(model, result); !done)
        return done.error();
    if (Result<void> done = countLabels(model, result); !done)
        return done.error();
    progress.report(1);
    return result;
}

} // namespace atlas
