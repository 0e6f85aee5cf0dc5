#include "core/examples/artificial1.h"
#include "core/examples/artificial2.h"

#include "support/qtest_text.h"

#include <cmath>
#include <map>

using namespace atlas;

namespace {

std::string classOf(const Dataset& data, RowId row)
{
    return data.classes().text(LabelId(data.record(row).classId.index()));
}

/// Levels of a tree; node ids are the forest's.
std::size_t depthOf(const Tree& tree)
{
    std::map<std::size_t, std::size_t> depth;
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
        depth[i] = 1;
        for (const Arc& arc : tree.children(NodeId(i)))
            depth[i] = std::max(depth[i], depth[arc.child.index()] + 1);
    }
    return depth[tree.root().index()];
}

} // namespace

class TestArtificial : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapesOfArtificial1()
    {
        const DatasetPtr data = *makeArtificial1(1);
        for (std::size_t row = 0; row < data->size(); ++row) {
            const Tree tree = data->tree(RowId(row));
            const std::string kind = classOf(*data, RowId(row));
            bool two = false;
            for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
                const auto children = tree.children(NodeId(i));
                QVERIFY(children.size() <= 2);
                two = two || children.size() == 2;
                for (const Arc& arc : children)
                    QVERIFY(arc.position.value() <= 1);
                if (kind != "binary" && !children.empty()) {
                    QCOMPARE(children.size(), std::size_t{1});
                    QCOMPARE(children[0].position.value(), kind == "left" ? 0U : 1U);
                }
            }
            QCOMPARE(two, kind == "binary");
            const std::size_t depth = depthOf(tree);
            QVERIFY(depth >= (kind == "binary" ? 2U : 1U) && depth <= 6);
            if (kind == "binary" && depth > 2)
                QVERIFY(tree.nodeCount() + 1 < std::size_t{1} << depth); // not complete
        }
    }

    void depthsOfArtificial1AreUniform()
    {
        // 6,000 trees a class: each depth's count within five standard deviations of its expectation.
        const DatasetPtr data = *makeArtificial1(5, {.treesPerClass = 6000});
        std::map<std::string, std::map<std::size_t, double>> counts;
        for (std::size_t row = 0; row < data->size(); ++row)
            ++counts[classOf(*data, RowId(row))][depthOf(data->tree(RowId(row)))];
        for (const auto& [kind, byDepth] : counts) {
            const double share = 1.0 / (kind == "binary" ? 5 : 6);
            QCOMPARE(byDepth.size(), std::size_t(kind == "binary" ? 5 : 6));
            for (const auto& [depth, count] : byDepth)
                QVERIFY(std::abs(count - 6000 * share) < 5 * std::sqrt(6000 * share * (1 - share)));
        }
    }

    void labelsOfArtificial1()
    {
        const DatasetPtr data = *makeArtificial1(2, {.treesPerClass = 3000});
        double n = 0;
        double x = 0;
        double y = 0;
        double xx = 0;
        double yy = 0;
        double xy = 0;
        for (const LabelId label : data->forest().labels()) {
            const auto v = data->nodeLabels().vector(label);
            n += 1;
            x += v[0];
            y += v[1];
            xx += v[0] * v[0];
            yy += v[1] * v[1];
            xy += v[0] * v[1];
        }
        QVERIFY(n > 20'000);
        QVERIFY(std::abs(x / n) < 0.03 && std::abs(y / n) < 0.03);
        QVERIFY(std::abs(xx / n - 1) < 0.05 && std::abs(yy / n - 1) < 0.05);
        QVERIFY(std::abs(xy / n - 0.5) < 0.04);
    }

    void equalLabelsKeepTheShapes()
    {
        const DatasetPtr drawn = *makeArtificial1(9);
        const DatasetPtr equal = *makeArtificial1(9, {.equalLabels = true});
        QCOMPARE(equal->nodeLabels().size(), std::size_t{1});
        QCOMPARE(equal->nodeLabels().text(LabelId(0)), std::string("(1, 1)"));
        QCOMPARE(equal->forest().nodeCount(), drawn->forest().nodeCount());
        QVERIFY(std::equal(equal->forest().arcs().begin(), equal->forest().arcs().end(),
                           drawn->forest().arcs().begin(), drawn->forest().arcs().end()));
    }

    void artificial2()
    {
        const DatasetPtr data = *makeArtificial2(3, {.treesPerClass = 1000});
        std::map<std::string, double> kept;
        std::map<std::string, double> rootsInA;
        std::map<std::string, double> sumX;
        std::map<std::string, double> sumY;
        for (std::size_t row = 0; row < data->size(); ++row) {
            const Tree tree = data->tree(RowId(row));
            const std::string model = classOf(*data, RowId(row));
            QCOMPARE(tree.nodeCount(), std::size_t{15});
            QCOMPARE(depthOf(tree), std::size_t{4});
            const auto label = [&](NodeId node) { return data->nodeLabels().vector(tree.label(node)); };
            rootsInA[model] += label(tree.root())[0] > 0 ? 1 : 0;
            for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
                const auto children = tree.children(NodeId(i));
                QVERIFY(children.empty() || children.size() == 2);
                sumX[model] += std::abs(label(NodeId(i))[0]);
                sumY[model] += label(NodeId(i))[1];
                for (const Arc& arc : children)
                    kept[model] += (label(arc.child)[0] > 0) == (label(NodeId(i))[0] > 0) ? 1 : 0;
            }
        }
        // In C2 and C4 the sign of x gives the state away (means 3 standard deviations and more from 0). In
        // C1 and C3 it errs with probability 0.079 a node, and so 0.9 is seen as 0.9 - 0.8 * 2 * e * (1 - e).
        const double blur = 0.8 * 2 * 0.0786 * (1 - 0.0786);
        const std::map<std::string, double> expected{
            {"C1", 0.9 - blur}, {"C2", 0.9}, {"C3", 0.1 + blur}, {"C4", 0.1}};
        for (const auto& [model, share] : expected) {
            QVERIFY2(std::abs(kept[model] / 14'000 - share) < 0.015, model.c_str());
            QVERIFY2(std::abs(rootsInA[model] / 1000 - 0.5) < 0.06, model.c_str());
            const bool wide = model == "C2" || model == "C4";
            QVERIFY2(std::abs(sumY[model] / 15'000 - (wide ? 1 : 3)) < 0.03, model.c_str());
            if (wide)
                QVERIFY2(std::abs(sumX[model] / 15'000 - 3) < 0.03, model.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestArtificial)
#include "test_artificial.moc"
