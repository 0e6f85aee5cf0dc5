#include "widgets/results/projection_view.h"

#include "support/pattern_galleries.h"
#include "support/qtest_text.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QComboBox>
#include <QToolButton>

using namespace atlas;

namespace {

OutputPtr gpca(int components)
{
    return std::make_shared<const MethodOutput>(test::runOutput(
        "gpca", test::eightMolecules(), {{"components", std::to_string(components)}, {"min-support", "1"}}));
}

const ScatterFigure& shownIn(const ProjectionView& view)
{
    return std::get<ScatterFigure>(view.figure()->figure()->content);
}

} // namespace

class TestProjectionView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void planeShowsTheChosenComponents()
    {
        ProjectionView view({});
        view.resize(800, 500);
        const OutputPtr output = gpca(3);
        view.setOutput(output);
        view.show();
        const PatternGalleryPtr gallery = test::galleryOf(*output);
        QVERIFY(shownIn(view).xs == gallery->projections[0]);
        QVERIFY(shownIn(view).ys == gallery->projections[1]);
        QCOMPARE(shownIn(view).classNames.size(), std::size_t{2});
        view.yBox()->setFocus();
        QTest::keyClick(view.yBox(), Qt::Key_Down);
        QVERIFY(shownIn(view).ys == gallery->projections[2]);
        QCOMPARE(shownIn(view).y.title, std::string("Component 3"));
        view.setOutput(output); // a newer output keeps the choice
        QVERIFY(shownIn(view).ys == gallery->projections[2]);
    }

    void spaceShowsThreeComponents()
    {
        ProjectionView view({});
        view.resize(800, 500);
        const OutputPtr output = gpca(3);
        view.setOutput(output);
        view.show();
        QVERIFY(view.figure()->isVisible() && !view.space()->isVisible());
        QTest::mouseClick(view.spaceButton(), Qt::LeftButton);
        QVERIFY(view.space()->isVisible() && !view.xBox()->isVisible());
        QVERIFY(view.space()->points().xs == test::galleryOf(*output)->projections[0]);
        const QQuaternion before = view.space()->projection().rotation();
        const QPoint middle = view.space()->rect().center();
        QTest::mousePress(view.space(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(view.space(), middle + QPoint(20, 0));
        QTest::mouseMove(view.space(), middle + QPoint(60, 10));
        QTest::mouseRelease(view.space(), Qt::LeftButton, {}, middle + QPoint(60, 10));
        QVERIFY(view.space()->projection().rotation() != before);
        QTest::mouseClick(view.spaceButton(), Qt::LeftButton);
        QVERIFY(view.xBox()->isVisible() && view.figure()->isVisible());
    }

    void twoComponentsHaveNoSpace()
    {
        ProjectionView view({});
        view.setOutput(gpca(3));
        view.spaceButton()->setChecked(true);
        view.setOutput(gpca(2));
        QVERIFY(!view.spaceButton()->isEnabled() && !view.spaceButton()->isChecked());
        view.setOutput(std::make_shared<const MethodOutput>());
        QVERIFY(!view.figure()->figure());
    }

    void selectsThroughTheHub()
    {
        SelectionHub hub;
        hub.reset(8);
        ResultContext context;
        context.hub = &hub;
        ProjectionView view(context);
        view.resize(800, 500);
        view.setOutput(gpca(3));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        PointCloudChart* chart = view.figure()->pointCloud();
        QVERIFY(chart);
        const QRect all = chart->viewport()->rect().adjusted(2, 2, -2, -2);
        QTest::mousePress(chart->viewport(), Qt::LeftButton, {}, all.topLeft());
        QTest::mouseMove(chart->viewport(), all.center());
        QTest::mouseMove(chart->viewport(), all.bottomRight());
        QTest::mouseRelease(chart->viewport(), Qt::LeftButton, {}, all.bottomRight());
        QCOMPARE(hub.selectedCount(), std::size_t{8});
    }
};

QTEST_MAIN(TestProjectionView)
#include "test_projection_view.moc"
