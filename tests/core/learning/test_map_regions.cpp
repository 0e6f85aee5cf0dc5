// Decision regions of a map, and the layers that it can be coloured by.
#include "core/learning/map_regions.h"

#include "core/manifold/map_layers.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

struct Plane {
    MatrixXd places;
    std::vector<ClassId> classes;
};

/// Clouds around the corners of a triangle.
Plane threeClouds(Index each)
{
    Random random(2);
    Plane plane;
    plane.places.resize(3 * each, 2);
    for (Index i = 0; i < 3 * each; ++i) {
        const Index c = i % 3;
        plane.places.row(i) << (c == 1 ? 10 : 0) + random.normal(), (c == 2 ? 10 : 0) + random.normal();
        plane.classes.emplace_back(static_cast<std::size_t>(c));
    }
    return plane;
}

ClassId classAt(const ScatterFigure::Regions& grid, double x, double y)
{
    const auto column = static_cast<std::size_t>((x - grid.left) / (grid.right - grid.left)
                                                 * static_cast<double>(grid.columns));
    const auto row =
        static_cast<std::size_t>((grid.top - y) / (grid.top - grid.bottom) * static_cast<double>(grid.rows));
    return grid.classes[row * grid.columns + column];
}

} // namespace

class TestMapRegions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pointsLieInTheirRegions()
    {
        const Plane plane = threeClouds(30);
        const Result<MapRegions> regions = mapRegions(plane.places, plane.classes, 3);
        ATLAS_VERIFY_OK(regions);
        QCOMPARE(regions->grid.classes.size(), std::size_t{240 * 180});
        QCOMPARE(regions->accuracy, 1.0);
        QCOMPARE(regions->cost, 1.0); // the smallest of equals
        for (Index i = 0; i < plane.places.rows(); ++i)
            QCOMPARE(classAt(regions->grid, plane.places(i, 0), plane.places(i, 1)),
                     plane.classes[static_cast<std::size_t>(i)]);
        QVERIFY(regions->grid.left < plane.places.col(0).minCoeff());
        QVERIFY(regions->grid.top > plane.places.col(1).maxCoeff());
    }

    void structuresWithoutAClassHaveNoSay()
    {
        Plane plane = threeClouds(20);
        const Result<MapRegions> before = mapRegions(plane.places, plane.classes, 3);
        plane.places.conservativeResize(plane.places.rows() + 1, 2);
        plane.places.bottomRows(1) << 5, 5;
        plane.classes.emplace_back();
        const Result<MapRegions> after = mapRegions(plane.places, plane.classes, 3);
        ATLAS_VERIFY_OK(after);
        QCOMPARE(classAt(after->grid, 10, 0), ClassId(1));
        QVERIFY(std::none_of(after->grid.classes.begin(), after->grid.classes.end(),
                             [](ClassId id) { return !id.valid(); }));
    }

    void refuses()
    {
        Plane plane = threeClouds(10);
        plane.classes.assign(plane.classes.size(), ClassId(1));
        QVERIFY(mapRegions(plane.places, plane.classes, 3).error().code == ErrorCode::BadUse);
        plane = threeClouds(10);
        ProgressMonitor monitor;
        monitor.cancel();
        QVERIFY(mapRegions(plane.places, plane.classes, 3, {}, monitor.token()).error().code
                == ErrorCode::Cancelled);
    }

    void flatMaps()
    {
        Plane plane = threeClouds(10);
        plane.places.col(1).setZero(); // all on a line
        const Result<MapRegions> regions = mapRegions(plane.places, plane.classes, 3);
        ATLAS_VERIFY_OK(regions);
        QVERIFY(regions->grid.top > regions->grid.bottom);
        plane.places.setZero(); // all in a point
        const Result<MapRegions> point = mapRegions(plane.places, plane.classes, 3);
        ATLAS_VERIFY_OK(point);
        QVERIFY(point->grid.right > point->grid.left);
    }

    void layers()
    {
        MapQuality quality;
        QVERIFY(mapLayers(quality).empty());
        quality.pointTrustworthiness = {0.5, 1};
        quality.pointContinuity = {1, 0.25};
        const std::vector<MapLayer> layers = mapLayers(quality);
        QCOMPARE(layers.size(), std::size_t{2});
        QCOMPARE(layers[0].title, std::string("Trustworthiness"));
        QCOMPARE(layers[1].values, (std::vector<double>{1, 0.25}));
    }
};

QTEST_APPLESS_MAIN(TestMapRegions)
#include "test_map_regions.moc"
