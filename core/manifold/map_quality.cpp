#include "core/manifold/map_quality.h"

#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace atlas {

namespace {

/// The rank of j by distance from i, 1 the nearest.
std::size_t rankOf(std::size_t i, std::size_t j, std::span<const double> row)
{
    std::size_t rank = 0;
    const double distance = row[j];
    for (std::size_t m = 0; m < row.size(); ++m)
        rank += static_cast<std::size_t>(row[m] < distance || (row[m] == distance && m <= j));
    // i itself was counted where it is nearer, or equal with a smaller number.
    return rank - static_cast<std::size_t>(row[i] < distance || (row[i] == distance && i <= j));
}

/// Equal distances come out of other machines' arithmetic a last digit apart; on a grid of 2^-32 of the
/// largest they are ties again, so that ranks do not depend on the machine.
void roundForRanks(std::vector<double>& row)
{
    const double largest = *std::max_element(row.begin(), row.end());
    if (!(largest > 0) || !std::isfinite(largest))
        return;
    const double step = std::ldexp(1.0, std::ilogb(largest) - 32);
    for (double& distance : row)
        distance = std::round(distance / step) * step;
}

/// The sum of (rank - k) by `ranks` over the k nearest by `near`.
double penalty(std::size_t i, std::size_t k, std::span<const double> near, std::span<const double> ranks)
{
    double sum = 0;
    for (const auto& [distance, j] : nearestInRow(near, i, k))
        if (const std::size_t rank = rankOf(i, j, ranks); rank > k)
            sum += static_cast<double>(rank - k);
    return sum;
}

/// Sums for the correlation of two series, gathered block by block.
struct Moments {
    double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;

    void add(double a, double b)
    {
        n += 1;
        x += a;
        y += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    Moments operator+(const Moments& o) const
    {
        return {n + o.n, x + o.x, y + o.y, xx + o.xx, yy + o.yy, xy + o.xy};
    }
    double residualVariance() const
    {
        const double varianceX = n * xx - x * x;
        const double varianceY = n * yy - y * y;
        const double covariance = n * xy - x * y;
        // Differences that are rounding only count as no variation.
        if (varianceX <= 1e-12 * n * xx || varianceY <= 1e-12 * n * yy)
            return 1;
        return std::clamp(1 - covariance * covariance / (varianceX * varianceY), 0.0, 1.0);
    }
};

double mean(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

} // namespace

Result<MapQuality> mapQuality(const DistanceSource& data, const DistanceSource& map,
                              const MapQualityParameters& parameters, const ProgressToken& progress)
{
    assert(data.size() == map.size());
    const std::size_t n = data.size();
    MapQuality quality;
    quality.pointTrustworthiness.assign(n, 1);
    quality.pointContinuity.assign(n, 1);
    if (n < 3)
        return quality;
    const std::size_t k = std::clamp<std::size_t>(parameters.neighbours, 1, (n - 1) / 2);
    quality.neighbours = k;
    const double worst =
        static_cast<double>(k) * (2.0 * static_cast<double>(n) - 3.0 * static_cast<double>(k) - 1) / 2;
    const auto judge = [&](const Block& block) {
        std::vector<double> dataRow(n);
        std::vector<double> mapRow(n);
        Moments moments;
        for (std::size_t i = block.begin; i < block.end; ++i) {
            data.row(i, dataRow);
            map.row(i, mapRow);
            for (std::size_t j = 0; j < i; ++j)
                moments.add(dataRow[j], mapRow[j]);
            roundForRanks(dataRow);
            roundForRanks(mapRow);
            quality.pointTrustworthiness[i] = 1 - penalty(i, k, mapRow, dataRow) / worst;
            quality.pointContinuity[i] = 1 - penalty(i, k, dataRow, mapRow) / worst;
        }
        return moments;
    };
    const Result<Moments> moments = parallelReduce(
        n, 32, Moments{}, judge, [](const Moments& a, const Moments& b) { return a + b; },
        progress.stage("Judging the map", 0, 1));
    if (!moments)
        return moments.error();
    quality.trustworthiness = mean(quality.pointTrustworthiness);
    quality.continuity = mean(quality.pointContinuity);
    quality.residualVariance = moments->residualVariance();
    return quality;
}

SpectrumGap spectrumGap(const Eigen::VectorXd& fallingValues)
{
    SpectrumGap gap;
    for (Eigen::Index i = 0; i + 1 < fallingValues.size(); ++i) {
        const double next = fallingValues(i + 1);
        if (next <= 1e-6 * fallingValues(0) || next <= 0)
            break;
        if (fallingValues(i) / next > gap.ratio)
            gap = {static_cast<std::size_t>(i) + 1, fallingValues(i) / next};
    }
    return gap;
}

} // namespace atlas
