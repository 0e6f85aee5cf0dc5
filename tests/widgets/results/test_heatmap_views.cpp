// Matrix, confusion and sweep: what a click on a cell does, what the pointer is told.
#include "support/result_runs.h"
#include "widgets/results/alike_panel.h"
#include "widgets/results/confusion_view.h"
#include "widgets/results/matrix_view.h"
#include "widgets/results/sweep_view.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/heatmap_view.h"

#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

using namespace atlas;

namespace {

template <class View>
void present(View& view)
{
    view.resize(800, 650);
    view.show();
    if (!QTest::qWaitForWindowExposed(&view))
        qWarning("the view is not exposed");
}

QPoint cellPlace(const FigureView* figure, std::size_t row, std::size_t column, std::size_t panel = 0)
{
    const auto cell = [&] { return figure->heatmap()->heatmapItem()->cellRect({panel, row, column}); };
    for (int i = 0; i < 200 && cell().isEmpty(); ++i)
        QTest::qWait(10); // a canvas that came in with the figure is laid out by the event loop
    return cell().center().toPoint();
}

void clickCell(const FigureView* figure, std::size_t row, std::size_t column,
               Qt::KeyboardModifiers modifiers = {})
{
    QTest::mouseClick(figure->heatmap()->viewport(), Qt::LeftButton, modifiers,
                      cellPlace(figure, row, column));
}

QString wordsAt(const FigureView* figure, std::size_t row, std::size_t column)
{
    QString text;
    const auto connection = QObject::connect(figure->heatmap()->heatmapItem(), &FigureItem::hovered,
                                             [&](const QString& words) { text = words; });
    test::moveMouse(figure->heatmap()->viewport(), cellPlace(figure, row, column));
    QObject::disconnect(connection);
    return text;
}

} // namespace

class TestHeatmapViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matrixOrders()
    {
        test::ResultRun run("kernel", test::ringsAndPaths(20), {{"labels", "degree"}});
        MatrixView view(run.context);
        QSignalSpy shown(&view, &MatrixView::shown);
        present(view);
        view.setOutput(run.output);
        QVERIFY(shown.wait(10000));
        const auto& byClass = std::get<HeatmapFigure>(view.figure()->figure()->content);
        QCOMPARE(byClass.panels.size(), std::size_t{2});
        QCOMPARE(byClass.x.title, std::string("Structures by class"));
        // Rings are the even rows: the first ten in the order by class.
        clickCell(view.figure(), 0, 2);
        QCOMPARE(run.hub.selectedRows(), (std::vector<RowId>{RowId(0), RowId(4)}));
        clickCell(view.figure(), 10, 10, Qt::ShiftModifier);
        QCOMPARE(run.hub.selectedRows(), (std::vector<RowId>{RowId(0), RowId(1), RowId(4)}));
        QVERIFY(wordsAt(view.figure(), 0, 2).startsWith(QStringLiteral("graph 0 and graph 4\nSimilarity ")));
        view.orderBox()->setCurrentIndex(2);
        QVERIFY(shown.wait(10000));
        clickCell(view.figure(), 3, 3);
        QCOMPARE(run.hub.selectedRows(), std::vector<RowId>{RowId(3)});
        view.orderBox()->setCurrentIndex(1);
        QVERIFY(shown.wait(10000));
        QCOMPARE(std::get<HeatmapFigure>(view.figure()->figure()->content).x.title,
                 std::string("Structures by clustering"));
        view.grab();
    }

    void matrixExplains()
    {
        test::ResultRun run("kernel", test::ringsAndPaths(20), {});
        MatrixView view(run.context);
        QSignalSpy shown(&view, &MatrixView::shown);
        present(view);
        view.setOutput(run.output);
        QVERIFY(shown.wait(10000));
        QTest::mouseClick(view.alikeButton(), Qt::LeftButton);
        QSignalSpy explained(view.alikePanel(), &AlikePanel::explained);
        QTest::qWait(50); // the splitter has given the panel its room
        clickCell(view.figure(), 2, 12);
        QCOMPARE(run.hub.selectedCount(), std::size_t{2});
        QVERIFY(explained.wait(10000));
    }

    void matrixOfAnApproximation()
    {
        test::ResultRun run("embed", test::ringsAndPaths(20), {{"nystroem", "5"}});
        QVERIFY(run.output);
        MatrixView view(run.context);
        present(view);
        view.setOutput(run.output);
        QVERIFY(!view.figure()->figure());
        view.grab();
    }

    void confusionSelects()
    {
        test::ResultRun run("classify", test::ringsAndPaths(40), {{"folds", "4"}, {"repeats", "3"}});
        ConfusionView view(run.context);
        present(view);
        view.setOutput(run.output);
        const auto* details = std::any_cast<std::shared_ptr<const ClassifyRun>>(&run.output->details);
        QVERIFY(details);
        for (std::size_t truth = 0; truth < 2; ++truth)
            for (std::size_t predicted = 0; predicted < 2; ++predicted) {
                clickCell(view.figure(), truth, predicted);
                QCOMPARE(run.hub.selectedRows(), rowsTakenFor(**details, ClassId(truth), ClassId(predicted)));
            }
        clickCell(view.figure(), 0, 0);
        const std::size_t right = run.hub.selectedCount();
        QVERIFY(right > 0);
        QVERIFY(wordsAt(view.figure(), 0, 0).startsWith(QStringLiteral("ring taken for ring: ")));
        clickCell(view.figure(), 0, 0, Qt::ControlModifier);
        QCOMPARE(run.hub.selectedCount(), std::size_t{0});
    }

    void sweepOpensMaps()
    {
        test::ResultRun run("sweep", test::ringsAndPaths(24),
                            {{"neighbours", "2:6:2"},
                             {"components", "1:2"},
                             {"folds", "3"},
                             {"cost", "1"},
                             {"depth", "2"},
                             {"method", "lle"}});
        SweepView view(run.context);
        present(view);
        QVERIFY(!view.bestButton()->isEnabled());
        view.setOutput(run.output);
        QVERIFY(
            wordsAt(view.figure(), 1, 0).startsWith(QStringLiteral("4 neighbours, 1 component: accuracy ")));
        clickCell(view.figure(), 2, 1);
        QCOMPARE(run.asked.size(), std::size_t{1});
        QCOMPARE(run.asked[0].first, std::string("embed"));
        const Result<ParameterValues> values =
            parameterValues(findMethod("embed")->description, run.asked[0].second);
        QVERIFY(values.ok());
        QCOMPARE(values->integer("neighbours"), std::int64_t{6});
        QCOMPARE(values->integer("components"), std::int64_t{2});
        QCOMPARE(values->integer("depth"), std::int64_t{2});
        QCOMPARE(values->text("method"), std::string("lle"));
        QTest::mouseClick(view.bestButton(), Qt::LeftButton);
        QCOMPARE(run.asked.size(), std::size_t{2});
    }
};

QTEST_MAIN(TestHeatmapViews)
#include "test_heatmap_views.moc"
