// Traffic policemen, houses and ships (GTM-SD paper, section V.B, after Hagenbuchner & Tsoi's benchmark):
// pictures drawn by a rule grammar, 12 classes of 50. A picture becomes a tree with one node per part,
// labelled with the part's centre of gravity. The picture itself can be drawn from its parts.
//
// The benchmark's own numbers are not in the paper. Ours: a policeman has hat, head, body,
// legs and two arms, each lowered or raised (4 classes); a house has body, roof, door, 0 to 3 windows,
// and no chimney or one at the left, middle or right (4 classes), low or high; a ship has a small
// or a large hull and 1 to 3 masts, which carry no sail, or of which one at least does (4 classes).
// Places and sizes of parts jitter by a few percent.
//
// The tree: parts are ordered by their lower sides from low to high and, at the same height, by their left
// sides from left to right. The first is the root (legs, wall, hull); the parent of another part is the first
// in this order that touches it and stands before it (where none does, the nearest before it). Children stand
// from left to right.
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace atlas {

enum class PartKind { Hat, Head, Body, Legs, Arm, Wall, Roof, Door, Window, Chimney, Hull, Mast, Sail };
const char* toString(PartKind kind);

/// How a part fills its rectangle.
enum class PartShape {
    Rectangle,
    Ellipse,
    Triangle, ///< the apex in the middle of the upper side
    Trapezoid ///< the lower side 0.6 times as long as the upper one, in its middle
};

/// The picture is the unit square, x to the right, y downwards.
struct PicturePart {
    PartKind kind;
    PartShape shape;
    double x; ///< of the left side
    double y; ///< of the upper side
    double width;
    double height;
};

struct PicturePoint {
    double x;
    double y;
};
PicturePoint centreOfGravity(const PicturePart& part);

struct PictureDrawing {
    std::string className;
    std::vector<PicturePart> parts; ///< in the order in which they are to be painted
};

struct PolicemenParameters {
    std::size_t picturesPerClass = 50;
};

/// The pictures of a seed; picture i is row i of makePolicemen().
std::vector<PictureDrawing> policemenPictures(std::uint64_t seed, const PolicemenParameters& parameters = {});

/// parents[i] is the part that part i hangs under; the root is its own parent.
std::vector<std::size_t> partParents(const PictureDrawing& picture);

Result<DatasetPtr> makePolicemen(std::uint64_t seed, const PolicemenParameters& parameters = {},
                                 ProgressToken progress = {});

} // namespace atlas
