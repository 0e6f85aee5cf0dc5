#include "widgets/views/graph_view.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace atlas;

class TestGraphView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layoutComesFromTheBackground()
    {
        GraphView view;
        view.resize(400, 300);
        view.show();
        QSignalSpy ready(&view, &GraphView::layoutReady);
        view.setGraph(test::graphs(3), RowId(2));
        QVERIFY(!view.layout());
        QVERIFY(ready.wait());
        QVERIFY(view.layout());
        for (const LayoutPoint& p : view.layout()->positions)
            QVERIFY(view.rect().contains(view.toWidget({p.x, p.y}).toPoint()));
    }

    void onlyTheLastGraphArrives()
    {
        GraphView view;
        view.resize(400, 300);
        const DatasetPtr data = test::graphs(10);
        QSignalSpy ready(&view, &GraphView::layoutReady);
        for (std::size_t row = 0; row < 10; ++row)
            view.setGraph(data, RowId(row));
        QVERIFY(ready.wait());
        QTest::qWait(50);
        QCOMPARE(ready.count(), 1);
        QCOMPARE(view.layout()->positions.size(), std::size_t(13));
    }

    void aLargeGraphDoesNotBlock()
    {
        DatasetBuilder builder(StructureKind::Graph, {});
        builder.beginFile("large");
        Graph graph(1400);
        for (std::size_t i = 0; i < 1400; ++i)
            for (std::size_t k = 1; k < 5; ++k)
                boost::add_edge(i, (i + k * k) % 1400, graph);
        builder.acceptGraph({}, std::move(graph));
        const DatasetPtr data = test::finished(builder);
        auto view = std::make_unique<GraphView>();
        QElapsedTimer timer;
        timer.start();
        view->setGraph(data, RowId(0));
        (void)view->grab();
        QVERIFY(timer.elapsed() < 200);
        view.reset(); // while the layout still runs
        QThreadPool::globalInstance()->waitForDone();
        QVERIFY(timer.elapsed() < 1000); // it was cancelled
    }

    void picturesAndEmptyState()
    {
        GraphView view;
        view.resize(300, 300);
        (void)view.grab();
        QVERIFY(!view.hasPicture());
        QSignalSpy ready(&view, &GraphView::layoutReady);
        view.setGraph(test::graphs(1), RowId(0));
        QVERIFY(ready.wait());
        QTemporaryDir folder;
        ATLAS_VERIFY_OK(writePicture(view, folder.filePath(QStringLiteral("graph.svg"))));
        QVERIFY(!pictureImage(view, 1).isNull());
        view.clear();
        QVERIFY(!view.hasPicture());
    }
};

QTEST_MAIN(TestGraphView)
#include "test_graph_view.moc"
