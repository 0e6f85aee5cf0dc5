#include "core/examples/policemen.h"

#include "core/data/dataset_builder.h"
#include "core/examples/tree_sketch.h"
#include "core/support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace atlas {

namespace {

/// Parts are placed in a frame of the unit square that is itself moved and scaled a little.
class Painter {
public:
    Painter(std::string className, Random& random)
        : m_random(random), m_scale(random.uniform(0.95, 1.05)), m_x(random.uniform(-0.03, 0.03)),
          m_y(random.uniform(-0.02, 0.02))
    {
        m_picture.className = std::move(className);
    }

    void add(PartKind kind, PartShape shape, double x, double y, double width, double height)
    {
        // Parts grow sideways around their middle and upwards from where they stand: what touches keeps
        // touching, and what stands lower keeps standing lower.
        const double wider = width * m_random.uniform(1.0, 1.06);
        const double higher = height * m_random.uniform(1.0, 1.06);
        m_picture.parts.push_back({kind, shape, place(x - (wider - width) / 2, m_x),
                                   place(y - (higher - height), m_y), wider * m_scale, higher * m_scale});
    }
    bool chance() { return m_random.chance(0.5); }
    std::size_t below(std::size_t bound) { return m_random.below(bound); }
    PictureDrawing take() { return std::move(m_picture); }

private:
    double place(double value, double shift) const { return 0.5 + (value - 0.5) * m_scale + shift; }

    Random& m_random;
    double m_scale;
    double m_x;
    double m_y;
    PictureDrawing m_picture;
};

PictureDrawing drawPoliceman(std::size_t variant, Random& random)
{
    static constexpr std::array names{"policeman, arms lowered", "policeman, left arm raised",
                                      "policeman, right arm raised", "policeman, arms raised"};
    Painter painter(names[variant], random);
    painter.add(PartKind::Legs, PartShape::Rectangle, 0.42, 0.56, 0.16, 0.36); // nearly half of a person
    painter.add(PartKind::Body, PartShape::Rectangle, 0.38, 0.30, 0.24, 0.26);
    painter.add(PartKind::Head, PartShape::Ellipse, 0.43, 0.17, 0.14, 0.13);
    painter.add(PartKind::Hat, PartShape::Triangle, 0.41, 0.09, 0.18, 0.08);
    // An arm starts at the shoulder: raised it points up and outwards, lowered it hangs beside the body.
    const bool leftRaised = (variant & 1U) != 0;
    const bool rightRaised = (variant & 2U) != 0;
    painter.add(PartKind::Arm, PartShape::Rectangle, 0.28, leftRaised ? 0.14 : 0.32, 0.10, 0.20);
    painter.add(PartKind::Arm, PartShape::Rectangle, 0.62, rightRaised ? 0.14 : 0.32, 0.10, 0.20);
    return painter.take();
}

PictureDrawing drawHouse(std::size_t variant, Random& random)
{
    static constexpr std::array names{"house without chimney", "house, chimney at the left",
                                      "house, chimney in the middle", "house, chimney at the right"};
    static constexpr std::array chimneyPlaces{0.0, 0.24, 0.46, 0.68};
    Painter painter(names[variant], random);
    if (variant > 0) {
        const bool high = painter.chance();
        const double foot = variant == 2 ? 0.20 : 0.32; // the roof is higher in its middle
        const double height = high ? 0.14 : 0.08;
        painter.add(PartKind::Chimney, PartShape::Rectangle, chimneyPlaces[variant], foot - height, 0.08,
                    height);
    }
    painter.add(PartKind::Wall, PartShape::Rectangle, 0.22, 0.40, 0.56, 0.42);
    painter.add(PartKind::Roof, PartShape::Triangle, 0.16, 0.18, 0.68, 0.22);
    painter.add(PartKind::Door, PartShape::Rectangle, 0.44, 0.61, 0.12, 0.20); // on a step of the wall
    const std::size_t windows = painter.below(4);
    static constexpr std::array windowPlaces{0.27, 0.45, 0.63};
    for (std::size_t i = 0; i < windows; ++i)
        painter.add(PartKind::Window, PartShape::Rectangle, windowPlaces[i], 0.46, 0.10, 0.10);
    return painter.take();
}

PictureDrawing drawShip(std::size_t variant, Random& random)
{
    static constexpr std::array names{"small ship without sails", "small ship with sails",
                                      "large ship without sails", "large ship with sails"};
    Painter painter(names[variant], random);
    const bool large = variant >= 2;
    const bool sails = variant % 2 == 1;
    const double width = large ? 0.72 : 0.46;
    const double deck = 0.74;
    painter.add(PartKind::Hull, PartShape::Trapezoid, 0.5 - width / 2, deck, width, large ? 0.18 : 0.14);
    const std::array places{0.5 - 0.32 * width, 0.5, 0.5 + 0.32 * width};
    // Which of the three masts are there, as bits of 1 to 7; likewise which of these carry a sail.
    const std::size_t masts = 1 + painter.below(7);
    std::size_t withSail = 0;
    while (sails && withSail == 0)
        withSail = painter.below(8) & masts;
    const double height = large ? 0.46 : 0.36;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if ((masts >> i & 1U) == 0)
            continue;
        painter.add(PartKind::Mast, PartShape::Rectangle, places[i] - 0.01, deck - height, 0.02, height);
        if ((withSail >> i & 1U) != 0)
            painter.add(PartKind::Sail, PartShape::Rectangle, places[i] + 0.01, deck - height, 0.16 * width,
                        0.6 * height);
    }
    return painter.take();
}

/// The gap between two parts' rectangles; 0 where they touch or overlap.
double gap(const PicturePart& a, const PicturePart& b)
{
    const double dx = std::max({0.0, b.x - (a.x + a.width), a.x - (b.x + b.width)});
    const double dy = std::max({0.0, b.y - (a.y + a.height), a.y - (b.y + b.height)});
    return std::hypot(dx, dy);
}

TreeSketch sketchOf(const PictureDrawing& picture, LabelDictionary& labels, std::size_t& root)
{
    const std::vector<std::size_t> parents = partParents(picture);
    TreeSketch tree(picture.parts.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const PicturePoint centre = centreOfGravity(picture.parts[i]);
        tree[i].label = labels.intern(std::span<const double>(std::array{centre.x, centre.y}));
        if (parents[i] == i)
            root = i;
        else
            tree[parents[i]].children.push_back(i);
    }
    for (SketchNode& node : tree)
        std::sort(node.children.begin(), node.children.end(), [&](std::size_t a, std::size_t b) {
            return centreOfGravity(picture.parts[a]).x < centreOfGravity(picture.parts[b]).x;
        });
    return tree;
}

} // namespace

const char* toString(PartKind kind)
{
    static constexpr std::array names{"hat",  "head",   "body",    "legs", "arm",  "wall", "roof",
                                      "door", "window", "chimney", "hull", "mast", "sail"};
    return names[static_cast<std::size_t>(kind)];
}

PicturePoint centreOfGravity(const PicturePart& part)
{
    double down = 0.5; // the centre's place between the upper and the lower side
    if (part.shape == PartShape::Triangle)
        down = 2.0 / 3;
    else if (part.shape == PartShape::Trapezoid)
        down = (1 + 2 * 0.6) / (3 * (1 + 0.6));
    return {part.x + part.width / 2, part.y + down * part.height};
}

std::vector<std::size_t> partParents(const PictureDrawing& picture)
{
    const auto& parts = picture.parts;
    std::vector<std::size_t> order(parts.size()); // by the lower side from low to high, then left to right
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double one = parts[a].y + parts[a].height;
        const double two = parts[b].y + parts[b].height;
        return one != two ? one > two : parts[a].x < parts[b].x;
    });
    std::vector<std::size_t> parents(parts.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        parents[order[i]] = order[i];
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < i; ++k) {
            const double distance = gap(parts[order[i]], parts[order[k]]);
            if (distance < nearest) {
                nearest = distance;
                parents[order[i]] = order[k];
            }
        }
    }
    return parents;
}

std::vector<PictureDrawing> policemenPictures(std::uint64_t seed, const PolicemenParameters& parameters)
{
    std::vector<PictureDrawing> pictures;
    for (std::size_t kind = 0; kind < 3; ++kind) {
        for (std::size_t variant = 0; variant < 4; ++variant) {
            Random random(seed, 1 + 4 * kind + variant);
            for (std::size_t i = 0; i < parameters.picturesPerClass; ++i)
                pictures.push_back(kind == 0       ? drawPoliceman(variant, random)
                                       : kind == 1 ? drawHouse(variant, random)
                                                   : drawShip(variant, random));
        }
    }
    return pictures;
}

Result<DatasetPtr> makePolicemen(std::uint64_t seed, const PolicemenParameters& parameters,
                                 ProgressToken progress)
{
    DatasetBuilder builder(StructureKind::Tree, {"example:policemen", "example", "made by the program"});
    builder.beginFile("example:policemen");
    const std::vector<PictureDrawing> pictures = policemenPictures(seed, parameters);
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Making the example was cancelled."};
        std::size_t root = 0;
        const TreeSketch tree = sketchOf(pictures[i], builder.nodeLabels(), root);
        addSketch(tree, root, builder.forest());
        builder.acceptTree({"picture " + std::to_string(i + 1), pictures[i].className, i + 1});
    }
    progress.report(1);
    return builder.finish();
}

} // namespace atlas
