#include "core/support/random.h"
#include "support/qtest_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

using namespace atlas;

class TestRandom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The first numbers of a seed are part of what we promise: the same on every machine.
    void knownSequence()
    {
        Random random(1);
        QCOMPARE(random(), 0xb3f2af6d0fc710c5ULL);
        QCOMPARE(random(), 0x853b559647364ceaULL);
    }

    void sameSeedSameNumbers()
    {
        Random a(42, 3);
        Random b(42, 3);
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(a(), b());
    }

    void streamsAndSeedsDiffer()
    {
        QVERIFY(Random(42, 0)() != Random(42, 1)());
        QVERIFY(Random(42, 1)() != Random(42, 2)());
        QVERIFY(Random(42)() != Random(43)());
    }

    void uniformHasTheRightMoments()
    {
        Random random(7);
        double sum = 0;
        double squares = 0;
        constexpr int count = 200'000;
        for (int i = 0; i < count; ++i) {
            const double value = random.uniform();
            QVERIFY(value >= 0 && value < 1);
            sum += value;
            squares += value * value;
        }
        QVERIFY(std::abs(sum / count - 0.5) < 0.005);
        QVERIFY(std::abs(squares / count - 1.0 / 3) < 0.005);
    }

    void normalHasTheRightMoments()
    {
        Random random(7);
        std::array<double, 4> moments{};
        constexpr int count = 200'000;
        for (int i = 0; i < count; ++i) {
            const double value = random.normal();
            double power = 1;
            for (double& moment : moments)
                moment += (power *= value) / count;
        }
        QVERIFY(std::abs(moments[0]) < 0.01);
        QVERIFY(std::abs(moments[1] - 1) < 0.02);
        QVERIFY(std::abs(moments[2]) < 0.05);
        QVERIFY(std::abs(moments[3] - 3) < 0.1);
    }

    void belowIsUniform()
    {
        Random random(11);
        std::array<int, 7> counts{};
        for (int i = 0; i < 70'000; ++i)
            ++counts[random.below(counts.size())];
        for (const int count : counts)
            QVERIFY2(std::abs(count - 10'000) < 500, qPrintable(QString::number(count)));
    }

    void shuffleIsAPermutation()
    {
        Random random(5);
        std::vector<int> values(100);
        std::iota(values.begin(), values.end(), 0);
        random.shuffle(std::span(values));
        QVERIFY(!std::is_sorted(values.begin(), values.end()));
        std::sort(values.begin(), values.end());
        for (int i = 0; i < 100; ++i)
            QCOMPARE(values[static_cast<std::size_t>(i)], i);
    }
};

QTEST_APPLESS_MAIN(TestRandom)
#include "test_random.moc"
