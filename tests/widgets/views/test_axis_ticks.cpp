#include "widgets/views/axis_ticks.h"

#include <QtTest>

#include <algorithm>

using namespace atlas;

class TestAxisTicks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handWorked_data()
    {
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<int>("most");
        QTest::addColumn<bool>("whole");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("ten") << 0.0 << 10.0 << 5 << false << QStringList{"0", "2", "4", "6", "8", "10"};
        QTest::newRow("fractions") << -0.11 << 0.13 << 5 << false
                                   << QStringList{"-0.10", "-0.05", "0.00", "0.05", "0.10"};
        QTest::newRow("counts") << 0.0 << 2.0 << 10 << true << QStringList{"0", "1", "2"};
        QTest::newRow("large") << 0.0 << 3e6 << 3 << false << QStringList{"0e+00", "1e+06", "2e+06", "3e+06"};
        QTest::newRow("close") << 1e6 << 1e6 + 20 << 2 << false
                               << QStringList{"1.00000e+06", "1.00001e+06", "1.00002e+06"};
        QTest::newRow("small") << 0.0 << 2e-6 << 2 << false << QStringList{"0e+00", "1e-06", "2e-06"};
        QTest::newRow("negative") << -50.0 << -10.0 << 2 << false << QStringList{"-40", "-20"};
    }

    void handWorked()
    {
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(int, most);
        QFETCH(bool, whole);
        QFETCH(QStringList, texts);
        const AxisTicks ticks = axisTicks(low, high, most, whole);
        QStringList found;
        for (const double value : tickValues(ticks, low, high))
            found << ticks.text(value);
        QCOMPARE(found, texts);
    }

    void neverTooManyAndAllDifferent()
    {
        for (double span = 1e-9; span < 1e9; span *= 1.7)
            for (int most = 1; most <= 10; ++most) {
                const double low = -0.37 * span;
                const AxisTicks ticks = axisTicks(low, low + span, most);
                const auto values = tickValues(ticks, low, low + span);
                QVERIFY(values.size() >= 2);
                QVERIFY(values.size() <= static_cast<std::size_t>(std::max(most, 2)) + 2);
                for (std::size_t i = 1; i < values.size(); ++i)
                    QVERIFY(ticks.text(values[i]) != ticks.text(values[i - 1]));
            }
    }

    void ranges()
    {
        const AxisRange padded = paddedRange(0, 10, 0.1);
        QCOMPARE(padded.low, -1.0);
        QCOMPARE(padded.high, 11.0);
        for (const double value : {0.0, 7.0, -3.0, 1e-8}) {
            const AxisRange point = paddedRange(value, value, 0.1);
            QVERIFY(point.low < value && value < point.high);
        }
    }
};

QTEST_APPLESS_MAIN(TestAxisTicks)
#include "test_axis_ticks.moc"
