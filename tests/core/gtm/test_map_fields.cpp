#include "core/gtm/map_fields.h"
#include "core/io/open_data.h"
#include "support/qtest_text.h"

#include <QtTest>

#include <cmath>
#include <numeric>
#include <set>

using namespace atlas;

namespace {

std::shared_ptr<const TreeMapReport> trainedMap()
{
    const Method* method = findMethod("gtm-sd");
    const DatasetPtr data = *openData("example:artificial1-equal");
    const ParameterValues values =
        *parameterValues(method->description, {{"grid", "4x5"}, {"basis", "2x2"}, {"iterations", "8"}});
    const Result<MethodOutput> output = method->run({data, nullptr, 1}, values, {});
    return output ? std::any_cast<std::shared_ptr<const TreeMapReport>>(output->details) : nullptr;
}

} // namespace

class TestMapFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_report = trainedMap();
        QVERIFY(m_report);
    }

    void everyCentreIsInItsOwnCell()
    {
        for (const GridSize grid : {GridSize{4, 5}, GridSize{1, 1}, GridSize{1, 7}}) {
            const Eigen::MatrixXd centres = latentCentres(grid);
            for (std::size_t state = 0; state < grid.count(); ++state) {
                const auto column = static_cast<Eigen::Index>(state);
                QCOMPARE(stateAt(grid, centres(0, column), centres(1, column)), std::optional(state));
            }
            QVERIFY(!stateAt(grid, 5, 0) && !stateAt(grid, 0, -5) && !stateAt(grid, NAN, 0));
        }
    }

    void responsibilitiesSumToTheTreesAndNodes()
    {
        const auto sum = [](const std::vector<double>& values) {
            return std::accumulate(values.begin(), values.end(), 0.0);
        };
        const std::vector<double> trees = mapField(*m_report, MapField::Trees);
        QCOMPARE(trees.size(), m_report->grid.count());
        QVERIFY(std::abs(sum(trees) - static_cast<double>(m_report->data->size())) < 1e-6);
        const double nodes = static_cast<double>(m_report->data->forest().nodeCount());
        QVERIFY(std::abs(sum(mapField(*m_report, MapField::Subtrees)) - nodes) < 1e-6 * nodes);
        QCOMPARE(mapField(*m_report, MapField::Magnification).size(), m_report->grid.count());
        const std::vector<double> scores = mapField(*m_report, MapField::Score);
        for (std::size_t state = 0; state < scores.size(); ++state)
            QCOMPARE(std::isfinite(scores[state]), !mapCell(*m_report, state).rows.empty());
    }

    void cellsShareOutTreesAndSubtrees()
    {
        std::size_t rows = 0;
        std::size_t subtrees = 0;
        for (std::size_t state = 0; state < m_report->grid.count(); ++state) {
            const MapCell cell = mapCell(*m_report, state);
            rows += cell.rows.size();
            subtrees += cell.subtrees.size();
            for (std::size_t i = 1; i < cell.subtrees.size(); ++i)
                QVERIFY(m_report->dag->frequency(cell.subtrees[i - 1])
                        >= m_report->dag->frequency(cell.subtrees[i]));
        }
        QCOMPARE(rows, m_report->data->size());
        QCOMPARE(subtrees, m_report->dag->nodeCount());
    }

    void equalPlacesAreSpreadWithinTheCell()
    {
        Eigen::MatrixXd points(2, 5);
        points << 0, 0, 0, 0.5, 0, // x
            0, 0, 0, 0.5, 0; // y: four at one place
        const GridSize grid{5, 5};
        const SpreadPlaces spread = spreadEqualPlaces(points, grid);
        QCOMPARE(spread.counts.size(), std::size_t{1});
        QCOMPARE(spread.counts[0].trees, std::size_t{4});
        for (Eigen::Index i = 0; i < 5; ++i)
            QCOMPARE(stateAt(grid, spread.points(0, i), spread.points(1, i)),
                     stateAt(grid, points(0, i), points(1, i)));
        for (Eigen::Index i = 0; i < 5; ++i)
            for (Eigen::Index j = 0; j < i; ++j)
                QVERIFY((spread.points.col(i) - spread.points.col(j)).norm() > 1e-3);
        QVERIFY(spread.points.col(3) == points.col(3)); // alone at its place
        QVERIFY(spreadEqualPlaces(Eigen::MatrixXd(2, 0), grid).counts.empty());
    }

    void linksAreTheArcsBelowTheRoot()
    {
        for (const std::size_t row : {0UL, 250UL, 599UL}) {
            const Tree tree = m_report->data->tree(RowId(row));
            std::size_t expected = 0; // every distinct subtree's children once
            std::set<std::size_t> seen;
            for (std::size_t node = tree.firstNode().index(); node <= tree.root().index(); ++node)
                if (seen.insert(m_report->dag->nodeOf(NodeId(node)).index()).second)
                    expected += tree.children(NodeId(node)).size();
            QCOMPARE(treeLinks(*m_report, RowId(row), 100'000).size(), expected);
            QVERIFY(treeLinks(*m_report, RowId(row), 1).size() <= 1);
        }
    }

    void theLandscapeSaysWhatTheNearestTreesAre()
    {
        const ClassLandscape landscape = classLandscape(*m_report, 20, 1);
        QCOMPARE(landscape.classes.size(), std::size_t{400});
        const MapVoter voter(*m_report->data, m_report->rowPoints());
        const double x = landscape.left + (landscape.right - landscape.left) * (3 + 0.5) / 20;
        const double y = landscape.top + (landscape.bottom - landscape.top) * (7 + 0.5) / 20;
        QCOMPARE(landscape.classes[7 * 20 + 3].index(), *voter.classAt(x, y, 1));
    }

private:
    std::shared_ptr<const TreeMapReport> m_report;
};

QTEST_APPLESS_MAIN(TestMapFields)
#include "test_map_fields.moc"
