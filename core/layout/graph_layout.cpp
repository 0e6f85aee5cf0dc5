#include "core/layout/graph_layout.h"

// Kamada-Kawai's shortest paths in Boost 1.74 make g++ 12 see uninitialised iterators where there are none.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <boost/graph/circle_layout.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/kamada_kawai_spring_layout.hpp>
#include <boost/graph/topology.hpp>
#include <boost/property_map/property_map.hpp>
#include <boost/random/linear_congruential.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace atlas {

namespace {

using Square = boost::square_topology<boost::minstd_rand>;
using TopologyPoint = Square::point_type;
using Points = std::vector<LayoutPoint>;

struct Component {
    Graph graph; // labels left out
    std::vector<std::size_t> vertices; // in the whole graph
};

std::vector<Component> split(const Graph& graph)
{
    std::vector<std::size_t> componentOf(vertexCount(graph));
    const std::size_t count = boost::connected_components(graph, componentOf.data());
    std::vector<Component> components(count);
    std::vector<std::size_t> place(vertexCount(graph));
    for (std::size_t v = 0; v < vertexCount(graph); ++v) {
        Component& component = components[componentOf[v]];
        place[v] = component.vertices.size();
        component.vertices.push_back(v);
        boost::add_vertex(component.graph);
    }
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
        const auto from = boost::source(*edge, graph);
        boost::add_edge(place[from], place[boost::target(*edge, graph)], components[componentOf[from]].graph);
    }
    return components;
}

/// Vertices in breadth-first order from `start`, and their distances.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> breadthFirst(const Graph& graph,
                                                                           std::size_t start)
{
    const std::size_t unseen = vertexCount(graph);
    std::vector<std::size_t> order{start};
    std::vector<std::size_t> distances(unseen, unseen);
    distances[start] = 0;
    order.reserve(unseen);
    for (std::size_t i = 0; i < order.size(); ++i)
        for (auto [next, end] = boost::adjacent_vertices(order[i], graph); next != end; ++next)
            if (distances[*next] == unseen) {
                distances[*next] = distances[order[i]] + 1;
                order.push_back(*next);
            }
    return {std::move(order), std::move(distances)};
}

/// The middle of a long shortest path: two sweeps find its ends.
std::size_t centralVertex(const Graph& graph)
{
    const std::size_t from = breadthFirst(graph, 0).first.back();
    const auto sweep = breadthFirst(graph, from);
    const std::vector<std::size_t>& distances = sweep.second;
    std::size_t vertex = sweep.first.back();
    const std::size_t half = distances[vertex] / 2;
    while (distances[vertex] > half) {
        const auto [begin, end] = boost::adjacent_vertices(vertex, graph);
        vertex =
            *std::find_if(begin, end, [&](std::size_t w) { return distances[w] + 1 == distances[vertex]; });
    }
    return vertex;
}

/// Rings by distance from the centre, wide enough for their vertices; neighbours on a ring share parents.
Points ringLayout(const Graph& graph)
{
    const auto [order, distances] = breadthFirst(graph, centralVertex(graph));
    Points points(vertexCount(graph));
    double radius = 0;
    for (std::size_t begin = 1; begin < order.size();) {
        std::size_t end = begin;
        while (end < order.size() && distances[order[end]] == distances[order[begin]])
            ++end;
        const auto count = static_cast<double>(end - begin);
        radius = std::max(radius + 1, count * 0.3 / (2 * std::numbers::pi));
        for (std::size_t i = begin; i < end; ++i) {
            const double angle = 2 * std::numbers::pi * (static_cast<double>(i - begin) + 0.5) / count;
            points[order[i]] = {radius * std::cos(angle), radius * std::sin(angle)};
        }
        begin = end;
    }
    return points;
}

Points toPoints(const std::vector<TopologyPoint>& positions)
{
    Points points;
    points.reserve(positions.size());
    for (const TopologyPoint& position : positions)
        points.push_back({position[0], position[1]});
    return points;
}

bool allFinite(const Points& points)
{
    return std::all_of(points.begin(), points.end(),
                       [](const LayoutPoint& p) { return std::isfinite(p.x) && std::isfinite(p.y); });
}

auto positionMap(std::vector<TopologyPoint>& positions)
{
    return boost::make_iterator_property_map(positions.begin(),
                                             boost::typed_identity_property_map<std::size_t>());
}

/// Stops at the tolerance, on cancel, and after so many steps: the method has no bound of its own.
class KamadaKawaiDone {
public:
    KamadaKawaiDone(std::size_t steps, const ProgressToken& progress)
        : m_left(steps), m_progress(progress) { }

    bool operator()(double delta, std::size_t vertex, const Graph& graph, bool global)
    {
        if (m_left == 0 || m_progress.cancelled())
            return true;
        --m_left;
        return m_tolerance(delta, vertex, graph, global);
    }

private:
    std::size_t m_left;
    const ProgressToken& m_progress;
    boost::layout_tolerance<double> m_tolerance{1e-4};
};

Points kamadaKawai(const Graph& graph, const ProgressToken& progress)
{
    const std::size_t count = vertexCount(graph);
    std::vector<TopologyPoint> positions(count);
    boost::minstd_rand generator;
    const Square topology(generator, 1.0);
    boost::circle_graph_layout(graph, positionMap(positions), static_cast<double>(count) / 4);
    boost::kamada_kawai_spring_layout(graph, positionMap(positions), boost::static_property_map<double>(1.0),
                                      topology, boost::edge_length(1.0),
                                      KamadaKawaiDone(60 * count, progress));
    return toPoints(positions);
}

/// Adds the repulsion 1 / distance of every pair to `forces`.
void repel(const Points& points, Points& forces)
{
    for (std::size_t a = 0; a < points.size(); ++a) {
        LayoutPoint sum;
        for (std::size_t b = 0; b < a; ++b) {
            const double dx = points[a].x - points[b].x;
            const double dy = points[a].y - points[b].y;
            const double strength = 1 / std::max(dx * dx + dy * dy, 1e-6);
            sum = {sum.x + dx * strength, sum.y + dy * strength};
            forces[b] = {forces[b].x - dx * strength, forces[b].y - dy * strength};
        }
        forces[a] = {forces[a].x + sum.x, forces[a].y + sum.y};
    }
}

/// Adds the attraction distance^2 of every edge to `forces`.
void attract(const Graph& graph, const Points& points, Points& forces)
{
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
        const auto a = boost::source(*edge, graph);
        const auto b = boost::target(*edge, graph);
        const double dx = points[a].x - points[b].x;
        const double dy = points[a].y - points[b].y;
        const double strength = std::hypot(dx, dy);
        forces[a] = {forces[a].x - dx * strength, forces[a].y - dy * strength};
        forces[b] = {forces[b].x + dx * strength, forces[b].y + dy * strength};
    }
}

/// With an ideal edge of length 1 and without the paper's frame; steps are cut at a temperature that falls
/// linearly. Boost.Graph's own takes about forty times as long (measured at 1,500 vertices).
Points fruchtermanReingold(const Graph& graph, const ProgressToken& progress)
{
    constexpr std::size_t iterations = 150;
    Points points = ringLayout(graph);
    const double hottest = std::sqrt(static_cast<double>(points.size())) / 3;
    for (std::size_t i = 0; i < iterations && !progress.cancelled(); ++i) {
        Points forces(points.size());
        repel(points, forces);
        attract(graph, points, forces);
        const double done = static_cast<double>(i) / iterations;
        const double temperature = hottest * (1 - done);
        for (std::size_t v = 0; v < points.size(); ++v) {
            const double size = std::hypot(forces[v].x, forces[v].y);
            const double step = size > temperature ? temperature / size : 1;
            points[v] = {points[v].x + forces[v].x * step, points[v].y + forces[v].y * step};
        }
        progress.report(done);
    }
    return points;
}

Points layoutComponent(const Component& component, const GraphLayoutParameters& parameters,
                       const ProgressToken& progress)
{
    const std::size_t count = component.vertices.size();
    if (count == 1)
        return {{0, 0}};
    if (count == 2)
        return {{0, 0}, {1, 0}};
    Points points;
    if (count <= parameters.kamadaKawaiLimit)
        points = kamadaKawai(component.graph, progress);
    else if (count <= parameters.forceLimit)
        points = fruchtermanReingold(component.graph, progress);
    return !points.empty() && allFinite(points) ? points : ringLayout(component.graph);
}

/// Turns the points so that the axis of largest variance lies flat.
void layFlat(Points& points)
{
    const auto count = static_cast<double>(points.size());
    LayoutPoint mean;
    for (const LayoutPoint& p : points)
        mean = {mean.x + p.x / count, mean.y + p.y / count};
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (LayoutPoint& p : points) {
        p = {p.x - mean.x, p.y - mean.y};
        xx += p.x * p.x;
        xy += p.x * p.y;
        yy += p.y * p.y;
    }
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    for (LayoutPoint& p : points)
        p = {c * p.x + s * p.y, c * p.y - s * p.x};
}

double medianEdge(const Graph& graph, const Points& points)
{
    std::vector<double> lengths;
    lengths.reserve(edgeCount(graph));
    for (auto [edge, end] = boost::edges(graph); edge != end; ++edge) {
        const LayoutPoint& a = points[boost::source(*edge, graph)];
        const LayoutPoint& b = points[boost::target(*edge, graph)];
        lengths.push_back(std::hypot(a.x - b.x, a.y - b.y));
    }
    if (lengths.empty())
        return 1;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle > 1e-9 ? *middle : 1;
}

/// The median distance to the nearest other vertex; an estimate where there are too many pairs to look at.
double medianNearest(const Points& points)
{
    constexpr std::size_t mostPoints = 2000;
    constexpr double onRings = 0.3; // what ringLayout leaves between neighbours
    if (points.size() > mostPoints)
        return onRings;
    std::vector<double> nearest(points.size(), std::numeric_limits<double>::infinity());
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const double distance = std::hypot(points[a].x - points[b].x, points[a].y - points[b].y);
            nearest[a] = std::min(nearest[a], distance);
            nearest[b] = std::min(nearest[b], distance);
        }
    const auto middle = nearest.begin() + static_cast<std::ptrdiff_t>(nearest.size() / 2);
    std::nth_element(nearest.begin(), middle, nearest.end());
    return std::max(*middle, 1e-6);
}

struct Box {
    double width = 0;
    double height = 0;
};

/// One unit as GraphLayout says, smallest coordinates 0.
Box normalise(const Graph& graph, Points& points)
{
    if (points.size() > 2)
        layFlat(points);
    const double scale = 1 / std::min(medianEdge(graph, points), 1.5 * medianNearest(points));
    LayoutPoint low = points.front();
    LayoutPoint high = low;
    for (const LayoutPoint& p : points) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
    for (LayoutPoint& p : points)
        p = {(p.x - low.x) * scale, (p.y - low.y) * scale};
    return {(high.x - low.x) * scale, (high.y - low.y) * scale};
}

/// Shelves from the tallest box to the lowest, about square as a whole; returns the corner of each box.
Points pack(const std::vector<Box>& boxes, double margin, GraphLayout& layout)
{
    double area = 0;
    double widest = 0;
    for (const Box& box : boxes) {
        area += (box.width + margin) * (box.height + margin);
        widest = std::max(widest, box.width);
    }
    const double shelf = std::max(widest, 1.3 * std::sqrt(area));
    std::vector<std::size_t> order(boxes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return boxes[a].height > boxes[b].height; });
    Points corners(boxes.size());
    LayoutPoint corner;
    double shelfHeight = 0;
    for (const std::size_t i : order) {
        if (corner.x > 0 && corner.x + boxes[i].width > shelf + 1e-9) {
            corner = {0, corner.y + shelfHeight + margin};
            shelfHeight = 0;
        }
        corners[i] = corner;
        layout.width = std::max(layout.width, corner.x + boxes[i].width);
        layout.height = std::max(layout.height, corner.y + boxes[i].height);
        shelfHeight = std::max(shelfHeight, boxes[i].height);
        corner.x += boxes[i].width + margin;
    }
    return corners;
}

} // namespace

Result<GraphLayout> layoutGraph(
    const Graph& graph, const GraphLayoutParameters& parameters,
    ProgressToken progress) // NOLINT(performance-unnecessary-value-param): as everywhere
{
    const std::vector<Component> components = split(graph);
    std::vector<Points> points;
    std::vector<Box> boxes;
    std::size_t done = 0;
    for (const Component& component : components) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "The layout was cancelled."};
        const auto total = static_cast<double>(vertexCount(graph));
        const double from = static_cast<double>(done) / total;
        done += component.vertices.size();
        points.push_back(
            layoutComponent(component, parameters,
                            progress.stage("Laying out the graph", from, static_cast<double>(done) / total)));
        boxes.push_back(normalise(component.graph, points.back()));
    }
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The layout was cancelled."};
    GraphLayout layout;
    layout.components = components.size();
    layout.positions.resize(vertexCount(graph));
    const Points corners = pack(boxes, parameters.margin, layout);
    for (std::size_t c = 0; c < components.size(); ++c)
        for (std::size_t i = 0; i < points[c].size(); ++i)
            layout.positions[components[c].vertices[i]] = {corners[c].x + points[c][i].x,
                                                           corners[c].y + points[c][i].y};
    progress.report(1);
    return layout;
}

std::size_t vertexAt(const GraphLayout& layout, double x, double y, double reach)
{
    std::size_t best = layout.positions.size();
    double bestDistance = reach;
    for (std::size_t v = 0; v < layout.positions.size(); ++v) {
        const double distance = std::hypot(layout.positions[v].x - x, layout.positions[v].y - y);
        if (distance <= bestDistance) {
            best = v;
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace atlas
