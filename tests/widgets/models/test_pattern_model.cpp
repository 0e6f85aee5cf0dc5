#include "widgets/models/pattern_model.h"

#include "core/methods/method.h"
#include "support/hand_made.h"
#include "support/pattern_galleries.h"
#include "support/qtest_text.h"
#include "widgets/models/thumbnail_provider.h"

#include <QAbstractItemModelTester>

#include <map>

using namespace atlas;

class TestPatternModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void modelTester()
    {
        ThumbnailProvider pictures;
        PatternModel model(&pictures);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        model.setGallery(test::frequentGallery());
        QVERIFY(model.rowCount() > 0);
        model.arrange({{PatternOrder::By::Size, 0}, false, false, 3});
        model.setGallery(test::componentGallery());
        QVERIFY(model.arrangement().grouped);
        model.arrange({{PatternOrder::By::Support, 0}, false, false, 1});
        model.setGallery(test::contrastGallery());
        model.setGallery(nullptr);
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.shownPatterns().empty());
    }

    void sortsBySupportAndSize()
    {
        PatternModel model(nullptr);
        const PatternGalleryPtr gallery = test::frequentGallery();
        model.setGallery(gallery);
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), gallery->patterns.size());
        const auto falls = [&](const std::function<std::size_t(std::size_t)>& value) {
            const std::vector<std::size_t> shown = model.shownPatterns();
            return shown.size() == gallery->patterns.size()
                && std::is_sorted(shown.begin(), shown.end(),
                                  [&](std::size_t a, std::size_t b) { return value(a) > value(b); });
        };
        QVERIFY(falls([&](std::size_t p) { return gallery->patterns[p].support.size(); }));
        model.arrange({{PatternOrder::By::Size, 0}, false, false, 1});
        QVERIFY(falls([&](std::size_t p) { return gallery->vertices(p) + gallery->edges(p); }));
        model.arrange({{PatternOrder::By::Value, 0}, false, false, 1});
        QVERIFY(
            falls([&](std::size_t p) { return static_cast<std::size_t>(gallery->patterns[p].values[0]); }));
    }

    void supportFilters()
    {
        PatternModel model(nullptr);
        const PatternGalleryPtr gallery = test::frequentGallery();
        model.setGallery(gallery);
        QVERIFY(model.smallestSupport() < model.largestSupport());
        const std::size_t least = model.largestSupport();
        model.arrange({{PatternOrder::By::Support, 0}, false, false, least});
        QVERIFY(model.rowCount() > 0);
        for (const std::size_t pattern : model.shownPatterns())
            QVERIFY(gallery->patterns[pattern].support.size() >= least);
        const auto hidden = static_cast<std::size_t>(
            std::count_if(gallery->patterns.begin(), gallery->patterns.end(),
                          [&](const GalleryPattern& p) { return p.support.size() < least; }));
        QCOMPARE(static_cast<std::size_t>(model.rowCount()) + hidden, gallery->patterns.size());
        model.arrange({{PatternOrder::By::Support, 0}, false, false, least + 1});
        QCOMPARE(model.rowCount(), 0);
    }

    void groupsByComponent()
    {
        PatternModel model(nullptr);
        const PatternGalleryPtr gallery = test::componentGallery();
        QCOMPARE(gallery->components(), std::size_t{2});
        model.setGallery(gallery); // grouped by itself
        int headings = 0;
        double last = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row);
            const auto pattern = model.patternAt(row);
            QCOMPARE(index.data(PatternModel::HeadingRole).isValid(), !pattern);
            QCOMPARE(bool(index.flags() & Qt::ItemIsSelectable), bool(pattern));
            if (!pattern) {
                ++headings;
                QCOMPARE(index.data().toString(), QStringLiteral("Component %1").arg(headings));
                last = 1e9;
                continue;
            }
            const double loading =
                std::abs(gallery->loading(*pattern, static_cast<std::size_t>(headings - 1)));
            QVERIFY(loading <= last); // the largest first in each group
            last = loading;
        }
        QCOMPARE(headings, 2);
        QVERIFY(static_cast<std::size_t>(model.rowCount()) <= 2 * (1 + PatternModel::perGroup));
    }

    void distinctLeavesOneOfEachSet()
    {
        PatternModel model(nullptr);
        const PatternGalleryPtr gallery = test::frequentGallery();
        model.setGallery(gallery);
        QVERIFY(!model.arrangement().distinct);
        std::map<std::vector<RowId>, std::size_t> largest;
        for (std::size_t i = 0; i < gallery->patterns.size(); ++i) {
            std::size_t& size = largest[gallery->patterns[i].support];
            size = std::max(size, gallery->vertices(i) + gallery->edges(i));
        }
        QVERIFY(largest.size() < gallery->patterns.size());
        model.arrange({{PatternOrder::By::Support, 0}, false, true, 1});
        QCOMPARE(static_cast<std::size_t>(model.rowCount()), largest.size());
        for (const std::size_t pattern : model.shownPatterns())
            QCOMPARE(gallery->vertices(pattern) + gallery->edges(pattern),
                     largest[gallery->patterns[pattern].support]);
    }

    void captions()
    {
        PatternModel model(nullptr);
        model.setGallery(test::contrastGallery());
        QVERIFY(model.rowCount() > 0);
        // Nitrogen is in all of one side and in none of the other.
        QCOMPARE(model.index(0).data(PatternModel::FirstLineRole).toString(),
                 QStringLiteral("100 % here, 0 % else"));
        // Four against four: nothing is left of p = 2/70 after the correction.
        QVERIFY(model.index(0).data(PatternModel::SecondLineRole).toString().startsWith("not significant"));
        QVERIFY(model.index(0).data(Qt::ToolTipRole).toString().contains("odds ratio"));
        model.setGallery(test::frequentGallery());
        QVERIFY(model.index(0).data(PatternModel::FirstLineRole).toString().startsWith("in 8 of 8"));
        model.setGallery(test::componentGallery());
        QVERIFY(model.index(1).data(PatternModel::FirstLineRole).toString().startsWith("loading "));
    }

    void arrangementStaysWhileARunRefines()
    {
        PatternModel model(nullptr);
        model.setGallery(test::componentGallery());
        const PatternArrangement wanted{{PatternOrder::By::Support, 0}, false, false, 2};
        model.arrange(wanted);
        model.setGallery(test::componentGallery());
        QVERIFY(model.arrangement() == wanted);
        model.setGallery(test::frequentGallery()); // another kind starts anew
        QVERIFY(!(model.arrangement() == wanted));
    }

    void picturesArrive()
    {
        ThumbnailProvider pictures;
        const PatternGalleryPtr gallery = test::frequentGallery();
        pictures.setSource(gallery->patterns.size(), test::patternSource(gallery));
        PatternModel model(&pictures);
        model.setGallery(gallery);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(model.index(0).data(Qt::DecorationRole).value<QPixmap>().isNull());
        QVERIFY(changed.wait());
        QVERIFY(!model.index(0).data(Qt::DecorationRole).value<QPixmap>().isNull());
    }
};

QTEST_MAIN(TestPatternModel)
#include "test_pattern_model.moc"
