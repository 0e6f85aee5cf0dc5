#include "core/kernels/tree_kernel.h"

#include "core/kernels/tree_gram.h"
#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"

#include <QtTest>

#include <cmath>
#include <map>
#include <numeric>

using namespace atlas;

namespace {

using Bag = std::map<std::string, double>;

/// Every fragment rooted at a node, as text with its weight: an enumeration that owes nothing
/// to the recursion. For trees of a few nodes. Under SST a fragment holds each production whole;
/// a child stays bare or grows.
Bag subsetFragments(const Tree& tree, NodeId node, double decay)
{
    const auto children = tree.children(node);
    if (children.empty())
        return {};
    Bag partial{{std::to_string(tree.label(node).value()), std::sqrt(decay)}};
    for (const Arc& arc : children) {
        Bag options = subsetFragments(tree, arc.child, decay);
        options[std::to_string(tree.label(arc.child).value())] += 1; // bare
        Bag next;
        for (const auto& [text, weight] : partial)
            for (const auto& [child, childWeight] : options)
                next[text + " " + std::to_string(arc.position.value()) + ":[" + child + "]"] +=
                    weight * childWeight;
        partial = std::move(next);
    }
    return partial;
}

/// The complete subtree, once.
Bag completeSubtree(const Tree& tree, NodeId node, double decay)
{
    if (tree.children(node).empty())
        return {};
    std::string text = std::to_string(tree.label(node).value());
    double weight = std::sqrt(decay);
    for (const Arc& arc : tree.children(node)) {
        const Bag child = completeSubtree(tree, arc.child, decay);
        const std::string childText =
            child.empty() ? std::to_string(tree.label(arc.child).value()) : child.begin()->first;
        weight *= child.empty() ? 1.0 : child.begin()->second;
        text += " " + std::to_string(arc.position.value()) + ":[" + childText + "]";
    }
    return {{text, weight}};
}

/// PTK: any subsequence of the children, each with one of its own fragments.
Bag partialFragments(const Tree& tree, NodeId node, double decay)
{
    const auto children = tree.children(node);
    const std::string label = std::to_string(tree.label(node).value());
    Bag bag{{label, std::sqrt(decay) * decay}};
    for (unsigned chosen = 1; chosen < 1U << children.size(); ++chosen) {
        Bag partial{{label, std::sqrt(decay)}};
        std::size_t first = children.size();
        std::size_t last = 0;
        for (std::size_t k = 0; k < children.size(); ++k) {
            if ((chosen >> k & 1U) == 0)
                continue;
            first = std::min(first, k);
            last = k;
            Bag next;
            for (const auto& [text, weight] : partial)
                for (const auto& [child, childWeight] : partialFragments(tree, children[k].child, decay))
                    next[text + "[" + child + "]"] += weight * childWeight;
            partial = std::move(next);
        }
        for (const auto& [text, weight] : partial)
            bag[text] += weight * std::pow(decay, static_cast<double>(last - first + 1));
    }
    return bag;
}

Bag fragments(const Tree& tree, const TreeKernelParameters& parameters)
{
    Bag bag;
    for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i) {
        const NodeId node(i);
        const Bag own = parameters.kind == TreeKernelKind::SubsetTree
            ? subsetFragments(tree, node, parameters.decay)
            : parameters.kind == TreeKernelKind::Subtree ? completeSubtree(tree, node, parameters.decay)
                                                         : partialFragments(tree, node, parameters.decay);
        for (const auto& [text, weight] : own)
            bag[text] += weight;
    }
    return bag;
}

double product(const Bag& a, const Bag& b)
{
    double sum = 0;
    for (const auto& [text, weight] : a)
        if (const auto other = b.find(text); other != b.end())
            sum += weight * other->second;
    return sum;
}

TreeKernelKind kindOf(const QString& name) { return *treeKernelKind(name.toStdString()); }

bool near(double a, double b) { return std::abs(a - b) <= 1e-10 * (1 + std::abs(b)); }

} // namespace

class TestTreeKernel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorked_data();
    void handWorked();
    void equalsEnumeration_data();
    void equalsEnumeration();
    void gramEqualsPlain_data();
    void gramEqualsPlain();
    void gramOfInex();
    void gramIsThreadIndependent();
    void normalised();
    void overflowIsReported();
    void deepAndWide();
    void dagKernelIsSumOverPairs_data();
    void dagKernelIsSumOverPairs();
    void featuresGiveSubtreeKernel();
    void cancelAndProgress();
    void badParameters();
};

void TestTreeKernel::handWorked_data()
{
    QTest::addColumn<QString>("trees");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<double>("expected");
    // s(a(x) b(y)): C = 1 at a and b, (1 + 1)(1 + 1) = 4 at s.
    QTest::newRow("sst with itself") << "1:s(a(x) b(y))\n1:s(a(x) b(y))"
                                     << "sst" << 6.0;
    QTest::newRow("sst, one word differs") << "1:s(a(x) b(y))\n1:s(a(x) b(z))"
                                           << "sst" << 3.0;
    QTest::newRow("sst, productions differ") << "1:s(a(x) b(y))\n1:s(b(y) a(x))"
                                             << "sst" << 2.0;
    QTest::newRow("sst, single nodes") << "1:a\n1:a"
                                       << "sst" << 0.0;
    QTest::newRow("sst, leaf against inner child") << "1:s(a)\n1:s(a(x))"
                                                   << "sst" << 1.0;
    QTest::newRow("st with itself") << "1:s(a(x) b(y))\n1:s(a(x) b(y))"
                                    << "st" << 3.0;
    QTest::newRow("st, one word differs") << "1:s(a(x) b(y))\n1:s(a(x) b(z))"
                                          << "st" << 1.0;
    // Leaves a: 1 each way; s: 1 + one child + both... s(a) against s(a a): 1 + 2, plus the leaves 1 x 2.
    QTest::newRow("ptk") << "1:s(a)\n1:s(a a)"
                         << "ptk" << 5.0;
    QTest::newRow("ptk, single nodes") << "1:a\n1:a"
                                       << "ptk" << 1.0;
}

void TestTreeKernel::handWorked()
{
    QFETCH(QString, trees);
    QFETCH(QString, kernel);
    QFETCH(double, expected);
    const DatasetPtr data = test::prefixedTrees(trees.toStdString());
    QVERIFY(data);
    const Result<double> value =
        treeKernel(data->tree(RowId(0)), data->tree(RowId(1)), {kindOf(kernel), 1, false});
    ATLAS_VERIFY_OK(value);
    QCOMPARE(*value, expected);
    const Result<UInt128> exact = exactTreeKernel(data->tree(RowId(0)), data->tree(RowId(1)), kindOf(kernel));
    ATLAS_VERIFY_OK(exact);
    QCOMPARE(static_cast<double>(*exact), expected);
}

void TestTreeKernel::equalsEnumeration_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<double>("decay");
    for (const char* kernel : {"sst", "st", "ptk"})
        for (const double decay : {1.0, 0.4})
            QTest::addRow("%s, decay %g", kernel, decay) << kernel << decay;
}

void TestTreeKernel::equalsEnumeration()
{
    QFETCH(QString, kernel);
    QFETCH(double, decay);
    const TreeKernelParameters parameters{kindOf(kernel), decay, false};
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const DatasetPtr data = test::randomTrees(seed, {12, 9, 2, 3, 2, true});
        std::vector<Bag> bags;
        for (std::size_t i = 0; i < data->size(); ++i)
            bags.push_back(fragments(data->tree(RowId(i)), parameters));
        for (std::size_t i = 0; i < data->size(); ++i)
            for (std::size_t j = 0; j < data->size(); ++j) {
                const Result<double> value =
                    treeKernel(data->tree(RowId(i)), data->tree(RowId(j)), parameters);
                ATLAS_VERIFY_OK(value);
                QVERIFY2(near(*value, product(bags[i], bags[j])),
                         qPrintable(QString("%1 %2 %3").arg(seed).arg(i).arg(j)));
            }
    }
}

void TestTreeKernel::gramEqualsPlain_data()
{
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<double>("decay");
    QTest::addColumn<bool>("normalise");
    for (const char* kernel : {"sst", "st", "ptk"})
        for (const double decay : {1.0, 0.5})
            for (const bool normalise : {false, true})
                QTest::addRow("%s, decay %g%s", kernel, decay, normalise ? ", normalised" : "")
                    << kernel << decay << normalise;
}

void TestTreeKernel::gramEqualsPlain()
{
    QFETCH(QString, kernel);
    QFETCH(double, decay);
    QFETCH(bool, normalise);
    const TreeKernelParameters parameters{kindOf(kernel), decay, normalise};
    const DatasetPtr data = test::randomTrees(7, {60, 20, 2, 3, 2, true});
    const Result<Eigen::MatrixXd> gram = treeGram(data->forest(), parameters);
    ATLAS_VERIFY_OK(gram);
    for (std::size_t i = 0; i < data->size(); ++i)
        for (std::size_t j = 0; j < data->size(); ++j) {
            const Result<double> value = treeKernel(data->tree(RowId(i)), data->tree(RowId(j)), parameters);
            ATLAS_VERIFY_OK(value);
            QVERIFY(near((*gram)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), *value));
        }
}

void TestTreeKernel::gramOfInex()
{
    const DatasetPtr inex = test::inexTrees();
    if (!inex)
        QSKIP("the shared data is not here");
    const DatasetPtr some = test::someTrees(*inex, 150, 31);
    const Result<Eigen::MatrixXd> gram = treeGram(some->forest());
    ATLAS_VERIFY_OK(gram);
    for (std::size_t i = 0; i < some->size(); i += 7)
        for (std::size_t j = 0; j < some->size(); ++j) {
            const Result<UInt128> value = exactTreeKernel(some->tree(RowId(i)), some->tree(RowId(j)));
            ATLAS_VERIFY_OK(value);
            QCOMPARE((*gram)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)),
                     static_cast<double>(*value));
        }
}

void TestTreeKernel::gramIsThreadIndependent()
{
    const DatasetPtr data = test::randomTrees(3, {200, 25, 3, 3, 2, true});
    const TreeKernelParameters parameters{TreeKernelKind::SubsetTree, 0.7, true};
    setThreadCount(1);
    const Result<Eigen::MatrixXd> one = treeGram(data->forest(), parameters);
    setThreadCount(2);
    const Result<Eigen::MatrixXd> two = treeGram(data->forest(), parameters);
    setThreadCount(0);
    ATLAS_VERIFY_OK(one);
    ATLAS_VERIFY_OK(two);
    QVERIFY((one->array() == two->array()).all());
}

void TestTreeKernel::normalised()
{
    const DatasetPtr data = test::prefixedTrees("1:s(a(x) b(y))\n1:s(a(x) b(z))\n1:q");
    QVERIFY(data);
    const Result<Eigen::MatrixXd> gram = treeGram(data->forest(), {TreeKernelKind::SubsetTree, 1, true});
    ATLAS_VERIFY_OK(gram);
    QVERIFY(near((*gram)(0, 0), 1));
    QVERIFY(near((*gram)(0, 1), 0.5));
    QCOMPARE((*gram)(2, 2), 0.0); // a single node shares nothing, not even with itself
    QCOMPARE((*gram)(0, 2), 0.0);
}

void TestTreeKernel::overflowIsReported()
{
    std::string text = "1:s(";
    for (int i = 0; i < 1100; ++i)
        text += " a(x)";
    const DatasetPtr data = test::prefixedTrees(text + ")");
    QVERIFY(data);
    const Tree tree = data->tree(RowId(0));
    const Result<UInt128> exact = exactTreeKernel(tree, tree); // 2^1100
    QVERIFY(!exact);
    QCOMPARE(exact.error().code, ErrorCode::TooLarge);
    const Result<double> real = treeKernel(tree, tree);
    QVERIFY(!real);
    const Result<Eigen::MatrixXd> gram = treeGram(data->forest());
    QVERIFY(!gram);
    QCOMPARE(gram.error().code, ErrorCode::TooLarge);
    ATLAS_VERIFY_OK(treeKernel(tree, tree, {TreeKernelKind::SubsetTree, 0.5, false})); // 1.5^1100
    QVERIFY(!exactTreeKernel(tree, tree, TreeKernelKind::PartialTree));
}

void TestTreeKernel::deepAndWide()
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("deep");
    const LabelId a = builder.nodeLabels().intern("a");
    for (int i = 0; i < 3000; ++i)
        builder.forest().open(a);
    for (int i = 0; i < 3000; ++i)
        builder.forest().close();
    builder.acceptTree({});
    const DatasetPtr data = *builder.finish();
    const Tree tree = data->tree(RowId(0));
    // A chain of n inner nodes: C at heights i and j is min(i, j), so K = n (n + 1) (2 n + 1) / 6.
    const Result<UInt128> value = exactTreeKernel(tree, tree);
    ATLAS_VERIFY_OK(value);
    QCOMPARE(static_cast<std::uint64_t>(*value), 2999ULL * 3000 * 5999 / 6);
    const Result<Eigen::MatrixXd> gram = treeGram(data->forest());
    ATLAS_VERIFY_OK(gram);
    QCOMPARE((*gram)(0, 0), static_cast<double>(*value));
}

void TestTreeKernel::dagKernelIsSumOverPairs_data() { equalsEnumeration_data(); }

void TestTreeKernel::dagKernelIsSumOverPairs()
{
    QFETCH(QString, kernel);
    QFETCH(double, decay);
    const TreeKernelParameters parameters{kindOf(kernel), decay, false};
    const DatasetPtr a = test::randomTrees(11, {20, 14, 2, 3, 2, true});
    const DatasetPtr b = test::randomTrees(12, {15, 14, 2, 3, 2, true});
    double expected = 0;
    for (std::size_t i = 0; i < a->size(); ++i)
        for (std::size_t j = 0; j < b->size(); ++j)
            expected += *treeKernel(a->tree(RowId(i)), b->tree(RowId(j)), parameters);
    const Result<KernelForest> left = KernelForest::make(a->forest());
    const Result<KernelForest> right = KernelForest::make(b->forest());
    ATLAS_VERIFY_OK(left);
    ATLAS_VERIFY_OK(right);
    const Result<double> value = dagKernel(*left, *right, parameters);
    ATLAS_VERIFY_OK(value);
    QVERIFY(near(*value, expected));
    const Result<double> swapped = dagKernel(*right, *left, parameters);
    ATLAS_VERIFY_OK(swapped);
    QVERIFY(near(*swapped, expected));
    const Result<double> self = dagKernel(*left, *left, {kindOf(kernel), decay, true});
    ATLAS_VERIFY_OK(self);
    QVERIFY(near(*self, 1));
}

void TestTreeKernel::featuresGiveSubtreeKernel()
{
    const DatasetPtr data = test::randomTrees(5, {30, 14, 2, 3, 2, true});
    const Result<KernelForest> forest = KernelForest::make(data->forest());
    ATLAS_VERIFY_OK(forest);
    const SubtreeFeatures features = subtreeFeatures(*forest, 0.6);
    const auto vectorOf = [&](std::size_t row) {
        std::vector<double> vector(features.subtrees.size());
        for (std::size_t e = features.first[row]; e < features.first[row + 1]; ++e)
            vector[features.entries[e].feature] = features.entries[e].value;
        return vector;
    };
    for (std::size_t i = 0; i < data->size(); ++i)
        for (std::size_t j = 0; j < data->size(); ++j) {
            const std::vector<double> a = vectorOf(i);
            const std::vector<double> b = vectorOf(j);
            const double dot = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
            QVERIFY(near(dot,
                         *treeKernel(data->tree(RowId(i)), data->tree(RowId(j)),
                                     {TreeKernelKind::Subtree, 0.6, false})));
        }
}

void TestTreeKernel::cancelAndProgress()
{
    const DatasetPtr data = test::randomTrees(5, {300, 14, 2, 3, 2, true});
    ProgressMonitor done;
    ATLAS_VERIFY_OK(treeGram(data->forest(), {}, done.token()));
    QVERIFY(done.fraction() > 0.999);
    ProgressMonitor cancelled;
    cancelled.cancel();
    const Result<Eigen::MatrixXd> gram = treeGram(data->forest(), {}, cancelled.token());
    QVERIFY(!gram);
    QCOMPARE(gram.error().code, ErrorCode::Cancelled);
}

void TestTreeKernel::badParameters()
{
    const DatasetPtr data = test::randomTrees(5, {3, 5, 2, 2, 2, false});
    for (const double decay : {0.0, -1.0, 1.5, std::nan("")})
        QVERIFY(!treeGram(data->forest(), {TreeKernelKind::SubsetTree, decay, false}));
    QVERIFY(!treeKernelKind("tree"));
}

QTEST_APPLESS_MAIN(TestTreeKernel)
#include "test_tree_kernel.moc"
