// Classes by the nearest places on a map: hand-worked cases, and a slow reference on random places.

#include "core/gtm/map_vote.h"
#include "core/support/random.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <cmath>

using namespace atlas;
using Eigen::Index;

namespace {

/// All distances sorted; everybody within the k-th + 1e-9 votes.
std::optional<std::size_t> slowVote(const Eigen::MatrixXd& points, const std::vector<std::size_t>& classes,
                                    std::size_t count, double x, double y, std::size_t k, std::size_t self)
{
    std::vector<std::pair<double, std::size_t>> all;
    for (std::size_t i = 0; i < classes.size(); ++i)
        if (i != self)
            all.emplace_back(std::hypot(points(0, Index(i)) - x, points(1, Index(i)) - y), classes[i]);
    if (all.empty())
        return {};
    std::sort(all.begin(), all.end());
    const double reach = all[std::min(k, all.size()) - 1].first + 1e-9;
    std::vector<std::size_t> votes(count, 0);
    for (const auto& [distance, id] : all)
        if (distance <= reach)
            ++votes[id];
    return std::size_t(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

} // namespace

class TestMapVote : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNearestDecides()
    {
        const MapVoter voter({{0, 0, {{0, 1}}}, {1, 0, {{1, 1}}}}, {"a", "b"});
        QCOMPARE(*voter.classAt(0.4, 0, 1), std::size_t(0));
        QCOMPARE(*voter.classAt(0.6, 0.3, 1), std::size_t(1));
    }

    void onePlaceVotesByMajority()
    {
        const MapVoter voter({{0, 0, {{0, 1}}}, {0, 5e-10, {{1, 2}}}, {0.1, 0, {{0, 9}}}}, {"a", "b"});
        QCOMPARE(*voter.classAt(0, 0, 1), std::size_t(1)); // within 1e-9: two against one
        QCOMPARE(*voter.classAt(0, 0, 4), std::size_t(0)); // the fourth nearest brings its whole place
    }

    void aTreeLeavesItselfOut()
    {
        const MapVoter voter({{0, 0, {{0, 1}}}, {1, 0, {{1, 1}}}}, {"a", "b"});
        QCOMPARE(*voter.classAt(0, 0, 1, 0), std::size_t(1));
        const MapVoter alone({{0, 0, {{0, 1}}}}, {"a"});
        QVERIFY(!alone.classAt(0, 0, 1, 0));
        QVERIFY(!MapVoter().classAt(0, 0, 1));
    }

    void equalsTheSlowReference()
    {
        Random random(5);
        for (int round = 0; round < 40; ++round) {
            const std::size_t n = 1 + random.below(60);
            Eigen::MatrixXd points(2, Index(n));
            std::vector<std::size_t> classes;
            std::vector<MapPlace> places;
            for (std::size_t i = 0; i < n; ++i) { // on a coarse grid, so that many coincide
                points.col(Index(i)) << double(random.below(5)) / 4, double(random.below(5)) / 4;
                classes.push_back(random.below(3));
                places.push_back({points(0, Index(i)), points(1, Index(i)), {{classes.back(), 1}}});
            }
            const MapVoter voter(places, {"a", "b", "c"});
            for (std::size_t k : {1, 2, 5, 100}) {
                for (std::size_t i = 0; i < n; ++i)
                    QVERIFY(voter.classAt(points(0, Index(i)), points(1, Index(i)), k, classes[i])
                            == slowVote(points, classes, 3, points(0, Index(i)), points(1, Index(i)), k, i));
                const double x = random.uniform();
                const double y = random.uniform();
                QVERIFY(voter.classAt(x, y, k) == slowVote(points, classes, 3, x, y, k, n));
            }
        }
    }

    void countsErrorsOverTreesWithAClass()
    {
        const DatasetPtr data = test::trees({{"a", "", "x"}, {"a", "", "x"}, {"b", "", "y"}, {"b"}});
        Eigen::MatrixXd points(2, 4);
        points << 0, 0.1, 0.2, 0.3, 0, 0, 0, 0;
        const Result<MapPredictions> predictions =
            predictOnMap(MapVoter(*data, points), *data, points, 1, true);
        ATLAS_VERIFY_OK(predictions);
        QCOMPARE(predictions->judged, std::size_t(3)); // the last has no class
        QCOMPARE(predictions->wrong, std::size_t(1)); // the only y: a class with one member
        QCOMPARE(predictions->predicted[3], std::string("y"));
        QCOMPARE(predictions->error(), 1.0 / 3);
    }
};

QTEST_APPLESS_MAIN(TestMapVote)
#include "test_map_vote.moc"
