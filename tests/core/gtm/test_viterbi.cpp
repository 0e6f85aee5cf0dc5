// Reversed Viterbi against the enumeration of all states and switches.

#include "core/gtm/viterbi.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;

namespace {

/// log P of labels, given states, with the best switch at each node.
double scored(const Tree& tree, const TreeModel& model, const Eigen::MatrixXd& emission,
              const std::vector<std::size_t>& states)
{
    const std::size_t first = tree.firstNode().index();
    std::vector<Position> positions(tree.nodeCount(), Position(0));
    double total = 0;
    for (std::size_t u = 0; u < tree.nodeCount(); ++u)
        for (const Arc& arc : tree.children(NodeId(first + u)))
            positions[arc.child.index() - first] = arc.position;
    for (std::size_t u = 0; u < tree.nodeCount(); ++u) {
        const NodeId node(first + u);
        total += emission(Index(states[u]), Index(tree.label(node).index()));
        const auto children = tree.children(node);
        if (children.empty()) {
            total += std::log(model.prior(Index(states[u]), Index(model.table(positions[u]))));
            continue;
        }
        double sum = 0;
        double best = 0;
        for (const Arc& arc : children) {
            sum += model.weight(arc.position);
            best = std::max(best,
                            model.weight(arc.position)
                                * model.transitions[model.table(arc.position)](
                                    Index(states[u]), Index(states[arc.child.index() - first])));
        }
        total += std::log(best / sum);
    }
    return total;
}

} // namespace

class TestViterbi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsEnumeration()
    {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Random random(seed);
            const DatasetPtr data = test::randomForest({8, 6, 3, 3, 0, 0.3}, random);
            std::size_t positions = 1;
            for (const Arc& arc : data->forest().arcs())
                positions = std::max(positions, arc.position.index() + 1);
            TreeModel model = randomTreeModel(3, positions, Stationarity::Positional, random);
            for (double& weight : model.switching)
                weight = random.uniform(0.1, 1);
            for (Eigen::MatrixXd& table : model.transitions)
                for (double& value : table.reshaped())
                    value = std::pow(value, 4); // far from uniform; need not sum to 1 here
            Eigen::MatrixXd emission(3, Index(data->nodeLabels().size()));
            for (double& value : emission.reshaped())
                value = random.uniform(-3, 0);
            const MinimalDag dag = *buildMinimalDag(data->forest(), {true});
            const Result<ViterbiStates> found = reversedViterbi(data->forest(), dag, model, emission);
            ATLAS_VERIFY_OK(found);
            for (std::size_t row = 0; row < data->size(); ++row) {
                const Tree tree = data->tree(RowId(row));
                double best = -HUGE_VAL;
                std::vector<std::size_t> states(tree.nodeCount(), 0);
                for (bool more = true; more;) {
                    best = std::max(best, scored(tree, model, emission, states));
                    more = false;
                    for (std::size_t& state : states) {
                        if (++state < 3) {
                            more = true;
                            break;
                        }
                        state = 0;
                    }
                }
                QVERIFY(std::abs(found->logProbabilities[row] - best) < 1e-10);
                const auto begin = found->states.begin() + std::ptrdiff_t(tree.firstNode().index());
                const std::vector<std::size_t> own(begin, begin + std::ptrdiff_t(tree.nodeCount()));
                QVERIFY(std::abs(scored(tree, model, emission, own) - best) < 1e-10);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestViterbi)
#include "test_viterbi.moc"
