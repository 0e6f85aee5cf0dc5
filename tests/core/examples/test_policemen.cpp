#include "core/examples/policemen.h"

#include "support/qtest_text.h"

#include <algorithm>
#include <map>
#include <set>

using namespace atlas;

namespace {

std::size_t count(const PictureDrawing& picture, PartKind kind)
{
    return static_cast<std::size_t>(
        std::count_if(picture.parts.begin(), picture.parts.end(),
                      [&](const PicturePart& part) { return part.kind == kind; }));
}

double lowerSide(const PicturePart& part) { return part.y + part.height; }

} // namespace

class TestPolicemen : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void partsFollowTheRules()
    {
        std::set<std::size_t> windows;
        std::set<std::size_t> masts;
        for (const PictureDrawing& picture : policemenPictures(1)) {
            const std::string& name = picture.className;
            for (const PicturePart& part : picture.parts) {
                QVERIFY(part.width > 0 && part.height > 0);
                QVERIFY2(part.x > 0 && part.y > 0 && part.x + part.width < 1 && part.y + part.height < 1,
                         (name + ": " + toString(part.kind)).c_str());
            }
            if (name.starts_with("policeman")) {
                QCOMPARE(picture.parts.size(), std::size_t{6});
                QCOMPARE(count(picture, PartKind::Arm), std::size_t{2});
            } else if (name.starts_with("house")) {
                QCOMPARE(count(picture, PartKind::Chimney),
                         std::size_t(name == "house without chimney" ? 0 : 1));
                QCOMPARE(count(picture, PartKind::Door), std::size_t{1});
                windows.insert(count(picture, PartKind::Window));
            } else {
                const std::size_t sails = count(picture, PartKind::Sail);
                QCOMPARE(sails > 0, name.ends_with("with sails"));
                QVERIFY(sails <= count(picture, PartKind::Mast));
                masts.insert(count(picture, PartKind::Mast));
            }
        }
        QVERIFY((windows == std::set<std::size_t>{0, 1, 2, 3}));
        QVERIFY((masts == std::set<std::size_t>{1, 2, 3}));
    }

    void parentsAreLowerAndTouch()
    {
        for (const PictureDrawing& picture : policemenPictures(2)) {
            const std::vector<std::size_t> parents = partParents(picture);
            std::size_t roots = 0;
            for (std::size_t i = 0; i < parents.size(); ++i) {
                roots += parents[i] == i ? 1 : 0;
                if (parents[i] == i)
                    continue;
                const PicturePart& part = picture.parts[i];
                const PicturePart& parent = picture.parts[parents[i]];
                QVERIFY(lowerSide(parent) >= lowerSide(part));
                constexpr double tolerance = 1e-9;
                QVERIFY2(part.x <= parent.x + parent.width + tolerance
                             && parent.x <= part.x + part.width + tolerance
                             && part.y <= parent.y + parent.height + tolerance
                             && parent.y <= part.y + part.height + tolerance,
                         (picture.className + ": " + toString(part.kind) + " does not touch "
                          + toString(parent.kind))
                             .c_str());
            }
            QCOMPARE(roots, std::size_t{1});
        }
    }

    void handWorkedTree()
    {
        // A body on legs, an arm at its left above its middle: legs - body - arm.
        const PictureDrawing picture{"x",
                                     {{PartKind::Arm, PartShape::Rectangle, 0.2, 0.4, 0.2, 0.1},
                                      {PartKind::Body, PartShape::Rectangle, 0.4, 0.4, 0.2, 0.3},
                                      {PartKind::Legs, PartShape::Rectangle, 0.4, 0.7, 0.2, 0.2}}};
        QVERIFY((partParents(picture) == std::vector<std::size_t>{1, 2, 2}));
    }

    void aPartHangsOnWhatCarriesIt()
    {
        const std::map<PartKind, PartKind> carriers{
            {PartKind::Legs, PartKind::Legs},   {PartKind::Body, PartKind::Legs},
            {PartKind::Arm, PartKind::Body},    {PartKind::Head, PartKind::Body},
            {PartKind::Hat, PartKind::Head},    {PartKind::Wall, PartKind::Wall},
            {PartKind::Door, PartKind::Wall},   {PartKind::Roof, PartKind::Wall},
            {PartKind::Window, PartKind::Wall}, {PartKind::Chimney, PartKind::Roof},
            {PartKind::Hull, PartKind::Hull},   {PartKind::Mast, PartKind::Hull},
            {PartKind::Sail, PartKind::Mast}};
        for (const PictureDrawing& picture : policemenPictures(3)) {
            const std::vector<std::size_t> parents = partParents(picture);
            for (std::size_t i = 0; i < parents.size(); ++i) {
                const PartKind kind = picture.parts[i].kind;
                QVERIFY2(picture.parts[parents[i]].kind == carriers.at(kind),
                         (picture.className + ": " + toString(kind) + " hangs on "
                          + toString(picture.parts[parents[i]].kind))
                             .c_str());
            }
        }
    }

    void policemenDifferInLabelsOnly()
    {
        const DatasetPtr data = *makePolicemen(1);
        std::set<std::string> shapes;
        for (std::size_t row = 0; row < 200; ++row) { // the four classes of policemen
            std::string shape;
            const Tree tree = data->tree(RowId(row));
            for (std::size_t i = tree.firstNode().index(); i <= tree.root().index(); ++i)
                shape += std::to_string(tree.children(NodeId(i)).size());
            shapes.insert(shape);
        }
        QCOMPARE(shapes.size(), std::size_t{1});
    }

    void centres()
    {
        const auto centre = [](PartShape shape) {
            return centreOfGravity({PartKind::Hat, shape, 0.2, 0.3, 0.4, 0.3});
        };
        QCOMPARE(centre(PartShape::Rectangle).x, 0.4);
        QCOMPARE(centre(PartShape::Rectangle).y, 0.45);
        QCOMPARE(centre(PartShape::Ellipse).y, 0.45);
        QCOMPARE(centre(PartShape::Triangle).y, 0.5);
        // Upper side a, lower side 0.6 a: (a + 1.2 a) / (3 * 1.6 a) of the height from above.
        QCOMPARE(centre(PartShape::Trapezoid).y, 0.3 + 0.3 * 2.2 / 4.8);
    }

    void labelsAreCentres()
    {
        const DatasetPtr data = *makePolicemen(4);
        const std::vector<PictureDrawing> pictures = policemenPictures(4);
        QCOMPARE(data->size(), pictures.size());
        for (std::size_t row = 0; row < data->size(); ++row) {
            QCOMPARE(data->tree(RowId(row)).nodeCount(), pictures[row].parts.size());
            const auto root =
                data->nodeLabels().vector(data->tree(RowId(row)).label(data->tree(RowId(row)).root()));
            const auto lowest = std::max_element(
                pictures[row].parts.begin(), pictures[row].parts.end(),
                [](const PicturePart& a, const PicturePart& b) { return lowerSide(a) < lowerSide(b); });
            QCOMPARE(root[1], centreOfGravity(*lowest).y);
        }
    }
};

QTEST_APPLESS_MAIN(TestPolicemen)
#include "test_policemen.moc"
