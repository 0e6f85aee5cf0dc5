#include "core/learning/perceptron_details.h"

#include <algorithm>
#include <cmath>

namespace atlas {

std::vector<RowId> PerceptronDetails::mistakenRows() const
{
    std::vector<RowId> rows;
    for (const std::uint64_t step : result->mistakes)
        rows.push_back(result->presented[step - 1]);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

std::vector<double> PerceptronDetails::contributions(RowId row, std::optional<std::size_t> column) const
{
    constexpr double decades = 1000;
    const std::size_t predicted = predictions.predicted[row.index()];
    // One against the rest has one column: what speaks for the rest is what speaks against the class.
    const bool rest = !column && predicted >= predictions.columns;
    Result<std::vector<double>> scores = scorer->nodeScores(row, rest ? 0 : column.value_or(predicted));
    if (!scores)
        return {};
    double largest = 0;
    for (const double score : *scores)
        largest = std::max(largest, std::abs(score));
    if (largest == 0)
        return *std::move(scores);
    for (double& score : *scores)
        score = (rest ? -1 : 1) * std::asinh(decades * (score / largest));
    return *std::move(scores);
}

} // namespace atlas
