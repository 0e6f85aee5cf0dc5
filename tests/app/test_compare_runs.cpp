// Two runs side by side in the real window: linked by the hub, and in what they show.

#include "app/actions.h"
#include "app/form_dialog.h"
#include "app/run_area.h"
#include "support/window.h"
#include "widgets/results/embedding_view.h"
#include "widgets/results/run_view.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"

#include <QMenu>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <QTreeWidget>

#include <cmath>
#include <memory>

using namespace atlas;

namespace {

bool near(const PlaneRectangle& a, const PlaneRectangle& b)
{
    return std::abs(a.left - b.left) + std::abs(a.bottom - b.bottom) + std::abs(a.right - b.right)
        + std::abs(a.top - b.top)
        < 1e-9;
}

constexpr PlaneRectangle everything{0, 0, 1, 1};

PointCloudChart* chartOf(const RunTabs& side)
{
    const FigureView* figure = side.currentFigure();
    return figure ? figure->pointCloud() : nullptr;
}

void wheel(PointCloudChart& chart, int notches)
{
    const QPointF place = chart.scatterItem()->plotRect().center() + QPointF(20, 10);
    QWheelEvent event(place, chart.viewport()->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(chart.viewport(), &event);
}

} // namespace

class TestCompareRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        m_window = test::newWindowWithTrees(m_folder);
        QVERIFY(m_window);
        QCOMPARE(m_window->session().data()->size(), std::size_t{40});
    }
    void cleanup() { m_window.reset(); }

    void oneRunHasNothingToCompareWith()
    {
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(m_window->statusBar()->currentMessage().contains("run another analysis"));
        QVERIFY(!m_window->actions().compare->isChecked());
        QVERIFY(!area().isComparing() && !area().right()->isVisible());
    }

    void theOtherSidePansAndZoomsAlong()
    {
        twoMapsSideBySide();
        PointCloudChart& left = *chartOf(*area().left());
        PointCloudChart& right = *chartOf(*area().right());
        wheel(right, 3);
        QVERIFY(!near(right.relativeView(), everything));
        QVERIFY(near(left.relativeView(), right.relativeView()));
        QVERIFY(!near(left.view(), right.view())); // each in its own range
        left.setFocus();
        QTest::keyClick(&left, Qt::Key_Right);
        QVERIFY(near(left.relativeView(), right.relativeView()));
        QTest::keyClick(&left, Qt::Key_0);
        QVERIFY(near(right.relativeView(), everything));
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!m_window->actions().linkViews->isChecked());
        wheel(left, 2);
        QVERIFY(near(right.relativeView(), everything));
        m_window->actions().linkViews->trigger(); // the other side catches up
        QVERIFY(near(left.relativeView(), right.relativeView()));
        QVERIFY(!near(right.relativeView(), everything));
    }

    void viewsInSpaceTurnTogether()
    {
        QVERIFY(test::runAndWait(*m_window, "embed", {{"method", "pca"}, {"components", "3"}}));
        QVERIFY(test::runAndWait(*m_window, "embed", {{"method", "mds"}, {"components", "3"}}));
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        std::vector<Scatter3d*> spaces;
        for (const RunTabs* side : {area().left(), area().right()}) {
            auto* view = side->currentWidget()->findChild<EmbeddingView*>();
            QVERIFY(view);
            QTest::mouseClick(view->spaceButton(), Qt::LeftButton);
            QTRY_VERIFY(view->space()->isVisible());
            spaces.push_back(view->space());
        }
        const QQuaternion start = spaces[0]->projection().rotation();
        QCOMPARE(spaces[1]->projection().rotation(), start);
        spaces[1]->setFocus();
        QTest::keyClick(spaces[1], Qt::Key_Right);
        QVERIFY(spaces[1]->projection().rotation() != start);
        QCOMPARE(spaces[0]->projection().rotation(), spaces[1]->projection().rotation());
        const QPointF place = QRectF(spaces[0]->rect()).center();
        QWheelEvent event(place, spaces[0]->mapToGlobal(place), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(spaces[0], &event);
        QVERIFY(spaces[0]->projection().zoomFactor() > 1);
        QCOMPARE(spaces[1]->projection().zoomFactor(), spaces[0]->projection().zoomFactor());
        m_window->actions().linkViews->trigger();
        QTest::keyClick(spaces[0], Qt::Key_0);
        QVERIFY(spaces[1]->projection().zoomFactor() > 1);
    }

    void aSelectionAtOneSideShowsAtTheOther()
    {
        twoMapsSideBySide();
        PointCloudChart& left = *chartOf(*area().left());
        PointCloudChart& right = *chartOf(*area().right());
        const ScatterItem& item = *right.scatterItem();
        const QPoint place =
            item.cloud().positionOf({item.scatter().xs.front(), item.scatter().ys.front()}).toPoint();
        QTest::mouseClick(right.viewport(), Qt::LeftButton, {}, place);
        const std::vector<RowId> rows = m_window->session().hub().selectedRows();
        QCOMPARE(rows.size(), std::size_t{1});
        QCOMPARE(left.scatterItem()->cloud().state(left.pointOf(rows.front())), PointState::Selected);
        QCOMPARE(area().currentFigure()->pointCloud(), &right); // what "Export figure" takes
        QTest::mouseClick(left.viewport(), Qt::LeftButton, {}, QPoint(4, 4));
        QCOMPARE(area().currentFigure()->pointCloud(), &left);
    }

    void theMenuOfATabMovesItBack()
    {
        twoMapsSideBySide();
        QCOMPARE(area().right()->tabText(0), QString("Similarity map (2)"));
        QVERIFY(area().right()->tabToolTip(0).contains("mds"));
        QTabBar* bar = area().right()->tabBar();
        const QPoint place = bar->tabRect(0).center();
        QContextMenuEvent wish(QContextMenuEvent::Mouse, place, bar->mapToGlobal(place));
        QApplication::sendEvent(bar, &wish);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        test::actionNamed(*menu, "Move to the left side")->trigger();
        menu->close();
        QCOMPARE(area().left()->count(), 3);
        QVERIFY(!area().right()->isVisible());
        QVERIFY(!m_window->actions().compare->isChecked());
    }

    void closingTheLeftLeavesNoEmptyHalf()
    {
        twoMapsSideBySide();
        while (area().left()->count() > 1)
            Q_EMIT area().left()->tabCloseRequested(0);
        Q_EMIT area().left()->tabCloseRequested(0);
        QCOMPARE(area().left()->count(), 1); // what was at the right
        QVERIFY(!area().isComparing());
        const auto file = m_folder.write("other.txt", "a:S(NP VP)\nb:S(VP)\n");
        QVERIFY(test::openAndWait(*m_window, QString::fromStdString(file.string())));
        QTRY_COMPARE(area().left()->count(), 1); // the new data's description alone
    }

    void runAgainStartsFromTheRunsValues()
    {
        QVERIFY(test::runAndWait(*m_window, "embed", {{"method", "mds"}, {"neighbours", "7"}}));
        QTreeWidget* list = m_window->history()->list();
        list->setCurrentItem(list->topLevelItem(0));
        ParameterValues shown;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<FormDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            shown = dialog->values();
            dialog->reject();
        });
        test::actionNamed(*list, "Run again with other parameters...")->trigger();
        QCOMPARE(shown.text("method"), std::string("mds"));
        QCOMPARE(shown.integer("neighbours"), std::int64_t{7});
    }

private:
    RunArea& area() const { return *m_window->runArea(); }

    void twoMapsSideBySide()
    {
        QVERIFY(test::runAndWait(*m_window, "embed", {{"kernel", "sst"}, {"method", "pca"}}));
        QVERIFY(test::runAndWait(*m_window, "embed", {{"depth", "1"}, {"method", "mds"}}));
        QCOMPARE(area().left()->count(), 3);
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(area().isComparing() && area().right()->isVisible());
        QVERIFY(m_window->actions().compare->isChecked());
        const auto* left = qobject_cast<const RunView*>(area().left()->currentWidget());
        QCOMPARE(left->method()->description.name, std::string("embed")); // not the description of the data
        for (const RunTabs* side : {area().left(), area().right()})
            QTRY_VERIFY(chartOf(*side) && chartOf(*side)->scatterItem()
                        && !chartOf(*side)->scatterItem()->plotRect().isEmpty());
        QVERIFY(area().left()->width() > area().width() / 3 && area().right()->width() > area().width() / 3);
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestCompareRuns)
#include "test_compare_runs.moc"
