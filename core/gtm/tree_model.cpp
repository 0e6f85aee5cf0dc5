#include "core/gtm/tree_model.h"

#include <cmath>

namespace atlas {

namespace {

constexpr double switchingFloor = 1e-6; // of phi, divided by the number of positions
constexpr double smallestStep = 1e-3; // of phi towards its goal

/// The maximum of sum_i c_i log a_i over a_i >= floor, sum_i a_i = 1: entries that their share would take
/// below the floor lie on it, the others share what is left in proportion to c. Preconditions: sum c > 0;
/// floor < 1 / size.
Eigen::VectorXd flooredShares(const Eigen::VectorXd& counts, double floor)
{
    std::vector<bool> onFloor(static_cast<std::size_t>(counts.size()), false);
    double floored = 0;
    double total = counts.sum();
    double scale = 1 / total;
    for (bool changed = true; changed;) {
        changed = false;
        scale = (1 - floor * floored) / total;
        for (Eigen::Index i = 0; i < counts.size(); ++i) {
            if (onFloor[static_cast<std::size_t>(i)] || counts[i] * scale >= floor)
                continue;
            onFloor[static_cast<std::size_t>(i)] = true;
            floored += 1;
            total -= counts[i];
            changed = true;
        }
    }
    Eigen::VectorXd shares(counts.size());
    for (Eigen::Index i = 0; i < counts.size(); ++i)
        shares[i] = onFloor[static_cast<std::size_t>(i)] ? floor : counts[i] * scale;
    return shares;
}

/// Columns to the shares of their counts; a column without mass keeps its values. Returns by how much
/// sum c log a rises.
double maximiseColumns(Eigen::MatrixXd& table, const Eigen::MatrixXd& counts, double floor)
{
    double gain = 0;
    for (Eigen::Index j = 0; j < counts.cols(); ++j) {
        if (!(counts.col(j).sum() > 1e-290))
            continue;
        const Eigen::VectorXd next = flooredShares(counts.col(j), floor);
        for (Eigen::Index i = 0; i < next.size(); ++i)
            if (counts(i, j) > 0)
                gain += counts(i, j) * std::log(next[i] / table(i, j));
        table.col(j) = next;
    }
    return gain;
}

Eigen::MatrixXd randomColumns(std::size_t rows, std::size_t columns, Random& random)
{
    Eigen::MatrixXd matrix(rows, columns);
    for (double& value : matrix.reshaped())
        value = random.uniform(1, 2);
    return matrix.array().rowwise() / matrix.colwise().sum().array();
}

/// What phi adds to the expected complete log-likelihood:
/// sum_l c_l log phi_l - sum_u n_u log(sum of phi over u).
double switchingValue(const Eigen::VectorXd& phi, const Eigen::VectorXd& counts,
                      const std::vector<PositionSet>& sets)
{
    double value = 0;
    for (Eigen::Index l = 0; l < phi.size(); ++l)
        if (counts[l] > 0)
            value += counts[l] * std::log(phi[l]);
    for (const PositionSet& set : sets) {
        double total = 0;
        for (const Position l : set.positions)
            total += phi[static_cast<Eigen::Index>(l.index())];
        value -= set.nodes * std::log(total);
    }
    return value;
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

double maximise(TreeModel& model, const TreeExpectation& expectation,
                const std::vector<PositionSet>& positionSets, double gained)
{
    const double floor = transitionFloor / static_cast<double>(model.states());
    gained += maximiseColumns(model.prior, expectation.prior, floor);
    for (std::size_t table = 0; table < model.transitions.size(); ++table)
        gained += maximiseColumns(model.transitions[table], expectation.transitions[table], floor);
    const Eigen::VectorXd& counts = expectation.switching;
    if (positionSets.empty() || !(counts.sum() > 0))
        return gained;
    const Eigen::VectorXd goal = flooredShares(counts, switchingFloor / static_cast<double>(counts.size()));
    const double before = switchingValue(model.switching, counts, positionSets);
    for (double step = 1; step > smallestStep; step /= 2) {
        const Eigen::VectorXd next = model.switching + step * (goal - model.switching);
        const double total = gained + switchingValue(next, counts, positionSets) - before;
        if (!(total >= 0))
            continue;
        model.switching = next;
        return total;
    }
    return gained;
}

} // namespace atlas
