#include "widgets/results/projection_view.h"

#include "support/pattern_galleries.h"
#include "support/qtest_text.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QComboBox>
#include <QSlider>
#include <QToolButton>

#include <cmath>

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
    void turnsKeepDistances()
    {
        const std::vector<std::vector<double>> components{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        const auto [x, y] = turnedProjections(components, 0, 0);
        QVERIFY((x == std::vector<double>{1, 0, 0}));
        QVERIFY((y == std::vector<double>{0, 1, 0}));
        const auto [turnedX, turnedY] = turnedProjections(components, 90, 0);
        QVERIFY(std::abs(turnedX[2] - 1) < 1e-12 && std::abs(turnedX[0]) < 1e-12);
        QCOMPARE(turnedY[1], 1.0);
        // The rows of a rotation have length 1 and are orthogonal.
        const auto [anyX, anyY] = turnedProjections(components, 37, -52);
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            xx += anyX[i] * anyX[i];
            xy += anyX[i] * anyY[i];
            yy += anyY[i] * anyY[i];
        }
        QVERIFY(std::abs(xx - 1) < 1e-12 && std::abs(xy) < 1e-12 && std::abs(yy - 1) < 1e-12);
    }

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

    void spaceTurns()
    {
        ProjectionView view({});
        view.resize(800, 500);
        view.setOutput(gpca(3));
        view.show();
        QVERIFY(!view.turnSlider()->isVisible());
        QTest::mouseClick(view.spaceButton(), Qt::LeftButton);
        QVERIFY(view.turnSlider()->isVisible() && !view.xBox()->isVisible());
        const std::vector<double> before = shownIn(view).xs;
        const PlaneRectangle frame = view.figure()->pointCloud()->view();
        view.turnSlider()->setFocus();
        QTest::keyClick(view.turnSlider(), Qt::Key_PageUp);
        QVERIFY(shownIn(view).xs != before);
        const PlaneRectangle after = view.figure()->pointCloud()->view();
        QCOMPARE(after.left, frame.left); // points turn, the scale stays
        QCOMPARE(after.top, frame.top);
        QTest::mouseClick(view.spaceButton(), Qt::LeftButton);
        QVERIFY(view.xBox()->isVisible());
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
        view.spaceButton()->setChecked(true);
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
