#include "core/gtm/tree_model.h"

namespace atlas {

namespace {

constexpr double probabilityFloor = 1e-12; // of transitions and priors: no state is ever impossible
constexpr double switchingFloor = 1e-6;
constexpr int switchingIterations = 20;

/// Columns to sums of 1; a column without mass keeps what `fallback` has.
Eigen::MatrixXd normalisedColumns(const Eigen::MatrixXd& counts, const Eigen::MatrixXd& fallback)
{
    Eigen::MatrixXd result = fallback;
    for (Eigen::Index j = 0; j < counts.cols(); ++j) {
        const double total = counts.col(j).sum();
        if (!(total > 1e-290))
            continue;
        result.col(j) = (counts.col(j) / total).cwiseMax(probabilityFloor);
        result.col(j) /= result.col(j).sum();
    }
    return result;
}

Eigen::MatrixXd randomColumns(std::size_t rows, std::size_t columns, Random& random)
{
    Eigen::MatrixXd matrix(rows, columns);
    for (double& value : matrix.reshaped())
        value = random.uniform(1, 2);
    return normalisedColumns(matrix, matrix);
}

/// One sweep of phi_l <- c_l / sum_{u has l} (n_u / sum_{l' in u} phi_l').
Eigen::VectorXd switchingSweep(const Eigen::VectorXd& phi, const Eigen::VectorXd& counts,
                               const std::vector<PositionSet>& sets)
{
    Eigen::VectorXd denominators = Eigen::VectorXd::Zero(phi.size());
    for (const PositionSet& set : sets) {
        double total = 0;
        for (const Position l : set.positions)
            total += phi[static_cast<Eigen::Index>(l.index())];
        for (const Position l : set.positions)
            denominators[static_cast<Eigen::Index>(l.index())] += set.nodes / total;
    }
    Eigen::VectorXd next = phi;
    for (Eigen::Index l = 0; l < phi.size(); ++l)
        if (denominators[l] > 0)
            next[l] = counts[l] / denominators[l];
    next = next.cwiseMax(switchingFloor * next.maxCoeff());
    return next / next.sum();
}

} // namespace

TreeModel randomTreeModel(std::size_t states, std::size_t positions, Stationarity stationarity,
                          Random& random)
{
    const std::size_t tables = stationarity == Stationarity::Full ? 1 : positions;
    TreeModel model;
    model.stationarity = stationarity;
    model.prior = randomColumns(states, tables, random);
    model.switching =
        Eigen::VectorXd::Constant(static_cast<Eigen::Index>(positions), 1.0 / static_cast<double>(positions));
    for (std::size_t table = 0; table < tables; ++table)
        model.transitions.push_back(randomColumns(states, states, random));
    return model;
}

void maximise(TreeModel& model, const TreeExpectation& expectation,
              const std::vector<PositionSet>& positionSets)
{
    model.prior = normalisedColumns(expectation.prior, model.prior);
    for (std::size_t table = 0; table < model.transitions.size(); ++table)
        model.transitions[table] =
            normalisedColumns(expectation.transitions[table], model.transitions[table]);
    if (!positionSets.empty())
        for (int i = 0; i < switchingIterations; ++i)
            model.switching = switchingSweep(model.switching, expectation.switching, positionSets);
}

} // namespace atlas
