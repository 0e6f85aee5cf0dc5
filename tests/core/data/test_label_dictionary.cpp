#include "core/data/label_dictionary.h"
#include "support/qtest_text.h"

#include <array>
#include <cmath>
#include <cstdlib>

using namespace atlas;

class TestLabelDictionary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textsAreStoredOnce()
    {
        LabelDictionary labels;
        const LabelId first = labels.intern("np");
        const LabelId second = labels.intern("vp");
        QCOMPARE(labels.intern("np"), first);
        QVERIFY(first != second);
        QCOMPARE(labels.size(), std::size_t{2});
        QCOMPARE(labels.text(second), std::string("vp"));
        QCOMPARE(labels.find("vp"), second);
        QVERIFY(!labels.find("pp").valid());
        QCOMPARE(labels.dimension(), std::size_t{0});
    }

    void theEmptyTextIsALabel()
    {
        LabelDictionary labels;
        QCOMPARE(labels.text(labels.intern("")), std::string());
        QCOMPARE(labels.size(), std::size_t{1});
    }

    void vectorsAreStoredOnce()
    {
        LabelDictionary labels;
        const LabelId first = labels.intern(std::array{0.1, 2.0});
        QCOMPARE(labels.intern(std::array{0.1, 2.0}), first);
        const LabelId zero = labels.intern(std::array{0.0, -0.0});
        QCOMPARE(labels.intern(std::array{-0.0, 0.0}), zero);
        QCOMPARE(labels.dimension(), std::size_t{2});
        QCOMPARE(labels.vector(first)[0], 0.1);
        QCOMPARE(labels.vector(first)[1], 2.0);
        QCOMPARE(labels.text(first), std::string("(0.1, 2)"));
    }

    void vectorsThatDifferInTheLastBitDiffer()
    {
        LabelDictionary labels;
        const double x = 1.0 / 3;
        const LabelId first = labels.intern(std::array{x});
        const LabelId next = labels.intern(std::array{std::nextafter(x, 1.0)});
        QVERIFY(first != next);
    }

    void textsSurviveGrowthAndMoves()
    {
        LabelDictionary labels;
        for (int i = 0; i < 10'000; ++i)
            labels.intern("label " + std::to_string(i));
        const LabelDictionary moved = std::move(labels);
        for (int i = 0; i < 10'000; ++i)
            QCOMPARE(moved.find("label " + std::to_string(i)), LabelId(static_cast<std::size_t>(i)));
    }

    void shortestTextReadsBackEqual()
    {
        for (const double value : {0.1, 1.0 / 3, 1e300, 5e-324, -2.5, 123456789.0})
            QCOMPARE(std::strtod(shortestText(value).c_str(), nullptr), value);
        QCOMPARE(shortestText(2), std::string("2"));
    }
};

QTEST_APPLESS_MAIN(TestLabelDictionary)
#include "test_label_dictionary.moc"
