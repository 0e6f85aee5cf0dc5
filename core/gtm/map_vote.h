// Classes by the nearest places on a map: 1-NN and k-NN.
//
// The k-th nearest tree has distance d; all trees within d + 1e-9 vote, each once, and the class with most
// votes wins (the first in the data's order among equals). So trees at one position (the same DAG root, or
// within 1e-9 of it) vote by majority. The paper's training error takes the second neighbour; here a tree
// of the training set leaves its own vote out.
//
// Places are sorted by x and searched outwards: O(n log n) to build, then
// O(log n + places within d of the query's x) a query. Trees without class have no vote.
#pragma once

#include "core/data/dataset.h"
#include "core/linalg/dense.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace atlas {

/// One position on the map and the trees there: (class, count), by class.
struct MapPlace {
    double x = 0;
    double y = 0;
    std::vector<std::pair<std::size_t, std::size_t>> votes;
};

class MapVoter {
public:
    MapVoter() = default;
    /// Merges places with equal coordinates.
    MapVoter(std::vector<MapPlace> places, std::vector<std::string> classNames);
    /// Of the trees of a data set: `points` is 2 x rows.
    MapVoter(const Dataset& data, const Eigen::MatrixXd& points);

    const std::vector<MapPlace>& places() const { return m_places; } ///< by x, then y
    const std::vector<std::string>& classNames() const { return m_classNames; }
    bool empty() const { return m_places.empty(); }

    /// The class for a point; with `leaveOut`, one vote of that class at exactly this point does not count.
    /// Nothing where nobody is left to vote. Precondition: k >= 1.
    std::optional<std::size_t> classAt(double x, double y, std::size_t k,
                                       std::optional<std::size_t> leaveOut = {}) const;

private:
    std::vector<MapPlace> m_places;
    std::vector<std::string> m_classNames;
};

struct MapPredictions {
    std::vector<std::string> predicted; ///< by row; "" where nobody votes
    std::size_t wrong = 0;
    std::size_t judged = 0; ///< rows with a class and a prediction
    double error() const
    {
        return judged == 0 ? 0 : static_cast<double>(wrong) / static_cast<double>(judged);
    }
};

/// `points` is 2 x rows. With `training` each tree leaves itself out. Fails only by cancel.
Result<MapPredictions> predictOnMap(const MapVoter& voter, const Dataset& data, const Eigen::MatrixXd& points,
                                    std::size_t k, bool training, ProgressToken progress = {});

} // namespace atlas
