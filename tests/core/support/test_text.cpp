#include "core/support/text.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nearestNameFindsTypos()
    {
        const std::vector<std::string> names{"iterations", "grid", "seed"};
        QCOMPARE(nearestName("iteration", names), std::string("iterations"));
        QCOMPARE(nearestName("gird", names), std::string("grid"));
        QCOMPARE(nearestName("colour", names), std::string());
        QCOMPARE(nearestName("x", {}), std::string());
    }

    void countsAgreeWithTheirNoun()
    {
        QCOMPARE(countText(1, "tree", "trees"), std::string("1 tree"));
        QCOMPARE(countText(0, "tree", "trees"), std::string("0 trees"));
        QCOMPARE(countText(999, "tree", "trees"), std::string("999 trees"));
        QCOMPARE(countText(1204, "tree", "trees"), std::string("1,204 trees"));
        QCOMPARE(countText(1234567, "tree", "trees"), std::string("1,234,567 trees"));
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "test_text.moc"
