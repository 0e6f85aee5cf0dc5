#include "widgets/models/thumbnail_provider.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QElapsedTimer>

#include <set>

using namespace atlas;

namespace {

DatasetPtr manyTrees(std::size_t count)
{
    return test::trees(std::vector<test::HandMade>(count, {"(a (b c d) (e f))"}));
}

/// Notes the rows in the order in which they became ready.
std::vector<std::uint32_t> collect(ThumbnailProvider& provider, std::vector<std::uint32_t>& rows)
{
    QObject::connect(&provider, &ThumbnailProvider::thumbnailReady, &provider,
                     [&rows](RowId row) { rows.push_back(row.value()); });
    return rows;
}

} // namespace

class TestThumbnailProvider : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arrivesWithoutBlocking()
    {
        ThumbnailProvider provider;
        provider.setLook({72, 48}, 2.0, Theme::of(ThemeKind::Light), QFont());
        provider.setDataset(test::molecules({{"CC(=O)Oc1ccccc1C(=O)O"}}));
        QSignalSpy spy(&provider, &ThumbnailProvider::thumbnailReady);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(provider.thumbnail(RowId(0)).isNull());
        QVERIFY2(timer.elapsed() < 20, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(spy.wait());
        const QPixmap picture = provider.thumbnail(RowId(0));
        QCOMPARE(picture.size(), QSize(144, 96));
        QCOMPARE(picture.devicePixelRatio(), 2.0);
        std::set<QRgb> colours;
        const QImage image = picture.toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colours.insert(image.pixel(x, y));
        QVERIFY(colours.size() > 5);
    }

    void latestFirstAndOldRequestsDropped()
    {
        ThumbnailProvider provider;
        provider.setDataset(manyTrees(500));
        std::vector<std::uint32_t> rows;
        collect(provider, rows);
        for (std::size_t row = 0; row < 500; ++row)
            QVERIFY(provider.thumbnail(RowId(row)).isNull());
        QTRY_VERIFY(std::count(rows.begin(), rows.end(), 440U) > 0); // among the last 64 asked
        QTest::qWait(50);
        QVERIFY(rows.size() < 400); // most of the early ones were never drawn
    }

    void cacheIsBounded()
    {
        ThumbnailProvider provider;
        provider.setLook({72, 48}, 1, Theme::of(ThemeKind::Light), QFont());
        provider.setCacheBytes(3 * 72 * 48 * 4); // three pictures
        provider.setDataset(manyTrees(4));
        QSignalSpy spy(&provider, &ThumbnailProvider::thumbnailReady);
        for (std::size_t row = 0; row < 4; ++row) {
            (void)provider.thumbnail(RowId(row));
            QVERIFY(spy.wait());
        }
        QVERIFY(!provider.thumbnail(RowId(3)).isNull());
        QVERIFY(!provider.thumbnail(RowId(1)).isNull());
        QVERIFY(provider.thumbnail(RowId(0)).isNull()); // the least recently used went
    }

    void anotherThemeDrawsAnew()
    {
        ThumbnailProvider provider;
        provider.setDataset(manyTrees(1));
        QSignalSpy spy(&provider, &ThumbnailProvider::thumbnailReady);
        (void)provider.thumbnail(RowId(0));
        QVERIFY(spy.wait());
        provider.setLook({72, 48}, 1, Theme::of(ThemeKind::Dark), QFont());
        QVERIFY(provider.thumbnail(RowId(0)).isNull());
        QVERIFY(spy.wait());
    }

    void goesAwayWhileWorking()
    {
        for (int i = 0; i < 20; ++i) {
            ThumbnailProvider provider;
            provider.setDataset(manyTrees(30));
            for (std::size_t row = 0; row < 30; ++row)
                (void)provider.thumbnail(RowId(row));
        }
        QTest::qWait(10); // nothing may arrive at what is gone
    }
};

QTEST_MAIN(TestThumbnailProvider)
#include "test_thumbnail_provider.moc"
