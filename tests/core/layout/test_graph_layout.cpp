#include "core/layout/graph_layout.h"

#include "core/support/random.h"
#include "support/qtest_text.h"

#include <QElapsedTimer>

#include <cmath>
#include <thread>

using namespace atlas;

namespace {

Graph path(std::size_t count)
{
    Graph graph(count);
    for (std::size_t i = 1; i < count; ++i)
        boost::add_edge(i - 1, i, graph);
    return graph;
}

Graph randomGraph(std::size_t vertices, std::size_t edges, std::uint64_t seed)
{
    Random random(seed);
    Graph graph(vertices);
    for (std::size_t i = 0; i < edges; ++i) {
        const std::size_t a = random.below(vertices);
        const std::size_t b = random.below(vertices);
        if (a != b && !boost::edge(a, b, graph).second)
            boost::add_edge(a, b, graph);
    }
    return graph;
}

double distance(const GraphLayout& layout, std::size_t a, std::size_t b)
{
    return std::hypot(layout.positions[a].x - layout.positions[b].x,
                      layout.positions[a].y - layout.positions[b].y);
}

void checkSound(const GraphLayout& layout, std::size_t vertices)
{
    QCOMPARE(layout.positions.size(), vertices);
    for (const LayoutPoint& p : layout.positions) {
        QVERIFY(std::isfinite(p.x) && std::isfinite(p.y));
        QVERIFY(p.x >= -1e-9 && p.x <= layout.width + 1e-9);
        QVERIFY(p.y >= -1e-9 && p.y <= layout.height + 1e-9);
    }
}

} // namespace

class TestGraphLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyGraph()
    {
        const auto layout = layoutGraph(Graph());
        ATLAS_VERIFY_OK(layout);
        QCOMPARE(layout->positions.size(), std::size_t(0));
        QCOMPARE(layout->components, std::size_t(0));
    }

    void oneVertexAndTwo()
    {
        const auto one = layoutGraph(Graph(1));
        ATLAS_VERIFY_OK(one);
        QCOMPARE(one->positions[0], (LayoutPoint{0, 0}));
        const auto two = layoutGraph(path(2));
        ATLAS_VERIFY_OK(two);
        QCOMPARE(distance(*two, 0, 1), 1.0);
    }

    void aPathIsStraight()
    {
        const auto layout = layoutGraph(path(6));
        ATLAS_VERIFY_OK(layout);
        QVERIFY(distance(*layout, 0, 5) > 4.5);
        QVERIFY(layout->width > 3 * layout->height); // laid flat
    }

    void aRingIsRound()
    {
        Graph ring = path(6);
        boost::add_edge(5, 0, ring);
        const auto layout = layoutGraph(ring);
        ATLAS_VERIFY_OK(layout);
        for (std::size_t i = 0; i < 6; ++i) {
            QVERIFY(std::abs(distance(*layout, i, (i + 1) % 6) - 1) < 0.05);
            QVERIFY(std::abs(distance(*layout, i, (i + 3) % 6) - 2) < 0.1);
        }
    }

    void componentsDoNotOverlap()
    {
        Graph graph(30); // ten paths of three
        for (std::size_t i = 0; i < 30; i += 3) {
            boost::add_edge(i, i + 1, graph);
            boost::add_edge(i + 1, i + 2, graph);
        }
        const auto layout = layoutGraph(graph);
        ATLAS_VERIFY_OK(layout);
        QCOMPARE(layout->components, std::size_t(10));
        checkSound(*layout, 30);
        for (std::size_t a = 0; a < 30; ++a)
            for (std::size_t b = 0; b < a; ++b)
                if (a / 3 != b / 3)
                    QVERIFY(distance(*layout, a, b) > 0.99);
    }

    void graphsOfAllSizes_data()
    {
        QTest::addColumn<std::size_t>("vertices");
        QTest::addColumn<std::size_t>("edges");
        QTest::newRow("no edges") << std::size_t(50) << std::size_t(0);
        QTest::newRow("sparse") << std::size_t(100) << std::size_t(60);
        QTest::newRow("Kamada-Kawai at its limit") << std::size_t(100) << std::size_t(400);
        QTest::newRow("complete") << std::size_t(12) << std::size_t(2000);
        QTest::newRow("like a large protein network") << std::size_t(232) << std::size_t(2200);
        QTest::newRow("forces at their limit") << std::size_t(1500) << std::size_t(5000);
        QTest::newRow("rings") << std::size_t(20000) << std::size_t(60000);
    }

    void graphsOfAllSizes()
    {
        QFETCH(std::size_t, vertices);
        QFETCH(std::size_t, edges);
        const Graph graph = randomGraph(vertices, edges, 1);
        QElapsedTimer timer;
        timer.start();
        const auto layout = layoutGraph(graph);
        qInfo("%zu vertices, %zu edges: %lld ms", vertices, edgeCount(graph),
              static_cast<long long>(timer.elapsed()));
        ATLAS_VERIFY_OK(layout);
        checkSound(*layout, vertices);
        if (vertices <= 232) {
            const auto again = layoutGraph(graph);
            ATLAS_VERIFY_OK(again);
            QVERIFY(layout->positions == again->positions);
            std::size_t near = 0; // vertices are told apart
            for (std::size_t a = 0; a < vertices; ++a)
                for (std::size_t b = 0; b < a; ++b)
                    near += distance(*layout, a, b) < 1e-3 ? 1 : 0;
            QCOMPARE(near, std::size_t(0));
        }
    }

    void aStarOfManyLeaves()
    {
        Graph star(30000);
        for (std::size_t i = 1; i < 30000; ++i)
            boost::add_edge(0, i, star);
        const auto layout = layoutGraph(star);
        ATLAS_VERIFY_OK(layout);
        checkSound(*layout, 30000);
    }

    void aLongPath()
    {
        const auto layout = layoutGraph(path(100'000));
        ATLAS_VERIFY_OK(layout);
        checkSound(*layout, 100'000);
    }

    void cancelIsHeardSoon()
    {
        const Graph graph = randomGraph(1500, 5000, 2);
        ProgressMonitor monitor;
        QElapsedTimer timer;
        qint64 askedAt = 0;
        timer.start();
        std::thread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            askedAt = timer.elapsed();
            monitor.cancel();
        });
        const auto layout = layoutGraph(graph, {}, monitor.token());
        const qint64 ended = timer.elapsed();
        canceller.join();
        QVERIFY(!layout.ok());
        QCOMPARE(layout.error().code, ErrorCode::Cancelled);
        QVERIFY2(ended - askedAt < 200, qPrintable(QString::number(ended - askedAt)));
    }

    void nearestVertex()
    {
        const auto layout = layoutGraph(path(4));
        ATLAS_VERIFY_OK(layout);
        for (std::size_t v = 0; v < 4; ++v)
            QCOMPARE(vertexAt(*layout, layout->positions[v].x + 0.1, layout->positions[v].y, 0.3), v);
        QCOMPARE(vertexAt(*layout, -5, -5, 0.3), std::size_t(4));
    }
};

QTEST_APPLESS_MAIN(TestGraphLayout)
#include "test_graph_layout.moc"
