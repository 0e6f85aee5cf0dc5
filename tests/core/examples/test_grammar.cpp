#include "core/examples/grammar.h"

#include "core/dag/minimal_dag.h"
#include "support/qtest_text.h"

#include <set>

using namespace atlas;

class TestGrammar : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void usesTheRulesOnly()
    {
        const std::set<std::string> rules{"s np vp", "s np V",  "np D ap", "np D N",  "np np pp",
                                          "vp V np", "vp V pp", "pp P np", "ap A ap", "ap A N"};
        const std::set<std::string> terminals{"D", "N", "V", "P", "A"};
        const DatasetPtr data = *makeGrammar(1);
        const auto text = [&](NodeId node) { return data->nodeLabels().text(data->forest().label(node)); };
        std::set<std::string> used;
        for (std::size_t i = 0; i < data->forest().nodeCount(); ++i) {
            const NodeId node(i);
            const auto children = data->forest().children(node);
            if (children.empty()) {
                QVERIFY2(terminals.contains(text(node)), text(node).c_str());
                continue;
            }
            QCOMPARE(children.size(), std::size_t{2});
            QCOMPARE(children[1].position.value(), 1U);
            const std::string rule =
                text(node) + " " + text(children[0].child) + " " + text(children[1].child);
            QVERIFY2(rules.contains(rule), rule.c_str());
            used.insert(rule);
        }
        QVERIFY(used == rules);
        for (std::size_t row = 0; row < data->size(); ++row)
            QCOMPARE(text(data->tree(RowId(row)).root()), std::string("s"));
    }

    void distinctAndAboutAsLargeAsThePapers()
    {
        for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
            const DatasetPtr data = *makeGrammar(seed);
            QCOMPARE(data->size(), std::size_t{421});
            QCOMPARE(buildMinimalDag(data->forest())->distinctRootCount(), std::size_t{421});
            const auto nodes = static_cast<double>(data->forest().nodeCount());
            QVERIFY2(std::abs(nodes - 14'815) < 0.07 * 14'815, std::to_string(nodes).c_str());
        }
    }

    void tooFewTrees()
    {
        const Result<DatasetPtr> data = makeGrammar(1, {.trees = 50, .maximumNodes = 9});
        QVERIFY(!data);
        QVERIFY(data.error().code == ErrorCode::BadUse);
    }
};

QTEST_APPLESS_MAIN(TestGrammar)
#include "test_grammar.moc"
