#include "core/gtm/map_vote.h"

#include "core/io/write_rows.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

namespace atlas {

namespace {

constexpr double samePlace = 1e-9;

std::vector<MapPlace> placesOf(const Dataset& data, const Eigen::MatrixXd& points)
{
    std::vector<MapPlace> places;
    for (std::size_t row = 0; row < data.size(); ++row)
        if (const ClassId id = data.record(RowId(row)).classId; id.valid()) {
            const auto column = static_cast<Eigen::Index>(row);
            places.push_back({points(0, column), points(1, column), {{id.index(), 1}}});
        }
    return places;
}

std::vector<std::string> namesOf(const LabelDictionary& classes)
{
    std::vector<std::string> names;
    for (std::size_t c = 0; c < classes.size(); ++c)
        names.push_back(classes.text(LabelId(c)));
    return names;
}

/// Calls visit(place, distance) outwards from x while the places can be within bound(); places whose x is
/// farther away are not looked at.
template <class Bound, class Visit>
void sweep(const std::vector<MapPlace>& places, double x, double y, const Bound& bound, const Visit& visit)
{
    const auto middle = std::lower_bound(places.begin(), places.end(), x,
                                         [](const MapPlace& place, double value) { return place.x < value; });
    const auto look = [&](const MapPlace& place) { visit(place, std::hypot(place.x - x, place.y - y)); };
    auto right = middle;
    auto left = middle;
    for (bool more = true; more;) {
        more = false;
        if (right != places.end() && right->x - x <= bound()) {
            look(*right++);
            more = true;
        }
        if (left != places.begin() && x - std::prev(left)->x <= bound()) {
            look(*--left);
            more = true;
        }
    }
}

} // namespace

MapVoter::MapVoter(std::vector<MapPlace> places, std::vector<std::string> classNames)
    : m_classNames(std::move(classNames))
{
    std::stable_sort(places.begin(), places.end(), [](const MapPlace& a, const MapPlace& b) {
        return std::tie(a.x, a.y) < std::tie(b.x, b.y);
    });
    for (std::size_t i = 0; i < places.size();) {
        MapPlace merged{places[i].x, places[i].y, {}};
        std::map<std::size_t, std::size_t> votes;
        for (; i < places.size() && places[i].x == merged.x && places[i].y == merged.y; ++i)
            for (const auto& [id, count] : places[i].votes)
                votes[id] += count;
        merged.votes.assign(votes.begin(), votes.end());
        m_places.push_back(std::move(merged));
    }
}

MapVoter::MapVoter(const Dataset& data, const Eigen::MatrixXd& points)
    : MapVoter(placesOf(data, points), namesOf(data.classes()))
{
}

std::optional<std::size_t> MapVoter::classAt(double x, double y, std::size_t k,
                                             std::optional<std::size_t> leaveOut) const
{
    const auto countAt = [&](const MapPlace& place, std::pair<std::size_t, std::size_t> vote) {
        return vote.second - (place.x == x && place.y == y && leaveOut == vote.first ? 1 : 0);
    };
    // The nearest places that hold k trees, the farthest on top.
    std::priority_queue<std::pair<double, std::size_t>> nearest;
    std::size_t held = 0;
    const auto bound = [&] { return held < k ? HUGE_VAL : nearest.top().first + samePlace; };
    sweep(m_places, x, y, bound, [&](const MapPlace& place, double distance) {
        std::size_t count = 0;
        for (const auto& vote : place.votes)
            count += countAt(place, vote);
        if (count == 0 || distance > bound())
            return;
        nearest.emplace(distance, count);
        held += count;
        while (held - nearest.top().second >= k) {
            held -= nearest.top().second;
            nearest.pop();
        }
    });
    if (held == 0)
        return {};
    const double reach = nearest.top().first + samePlace;
    std::vector<std::size_t> votes(m_classNames.size(), 0);
    sweep(
        m_places, x, y, [&] { return reach; },
        [&](const MapPlace& place, double distance) {
            if (distance <= reach)
                for (const auto& vote : place.votes)
                    votes[vote.first] += countAt(place, vote);
        });
    return static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

Result<MapPredictions> predictOnMap(const MapVoter& voter, const Dataset& data, const Eigen::MatrixXd& points,
                                    std::size_t k, bool training, ProgressToken progress)
{
    MapPredictions result;
    result.predicted.resize(data.size());
    if (voter.empty())
        return result;
    const Result<void> done = parallelFor(
        data.size(), 256,
        [&](std::size_t row) {
            const auto column = static_cast<Eigen::Index>(row);
            std::optional<std::size_t> own;
            if (const ClassId id = data.record(RowId(row)).classId; training && id.valid())
                own = id.index();
            if (const auto found = voter.classAt(points(0, column), points(1, column), k, own))
                result.predicted[row] = voter.classNames()[*found];
        },
        std::move(progress));
    if (!done)
        return done.error();
    for (std::size_t row = 0; row < data.size(); ++row) {
        if (!data.record(RowId(row)).classId.valid() || result.predicted[row].empty())
            continue;
        ++result.judged;
        result.wrong += result.predicted[row] == className(data, RowId(row)) ? 0 : 1;
    }
    return result;
}

} // namespace atlas
