#include "core/rpca/rpca_explore.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace atlas {

namespace {

using Eigen::Index;

constexpr std::size_t planeNeighbours = 5;

/// For the nodes of a decoded tree, which stand in pre-order, their numbers in post-order, as a Forest has
/// them: a node's children, in pre-order, have their numbers before it.
std::vector<std::size_t> postOrderNumbers(const std::vector<RpcaDecoded::Node>& nodes)
{
    std::vector<std::size_t> sizes(nodes.size(), 1);
    for (std::size_t i = nodes.size(); i-- > 1;)
        sizes[nodes[i].parent] += sizes[i];
    std::vector<std::size_t> first(nodes.size(), 0); // of the subtree's numbers
    std::vector<std::size_t> used(nodes.size(), 0); // by the children placed so far
    std::vector<std::size_t> numbers(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i > 0) {
            const std::size_t parent = nodes[i].parent;
            first[i] = first[parent] + used[parent];
            used[parent] += sizes[i];
        }
        numbers[i] = first[i] + sizes[i] - 1;
    }
    return numbers;
}

} // namespace

Eigen::VectorXd vectorAt(const RpcaReport& report, double x, double y)
{
    std::vector<std::pair<double, RowId>> byDistance;
    for (std::size_t row = 0; row < report.data->size(); ++row) {
        const Eigen::VectorXd encoding = report.encoding(RowId(row));
        const double dy = encoding.size() > 1 ? encoding[1] - y : -y;
        byDistance.emplace_back(std::hypot(encoding[0] - x, dy), RowId(row));
    }
    const auto count = std::min(planeNeighbours, byDistance.size());
    std::partial_sort(byDistance.begin(), byDistance.begin() + static_cast<std::ptrdiff_t>(count),
                      byDistance.end());
    const double scale = std::max(report.result->singularValues[0], 1e-300);
    Eigen::VectorXd vector = Eigen::VectorXd::Zero(static_cast<Index>(report.result->components()));
    double weights = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [distance, row] = byDistance[i];
        if (distance <= 1e-9 * scale)
            return report.encoding(row);
        const double weight = 1 / (distance * distance);
        vector += weight * report.encoding(row);
        weights += weight;
    }
    vector /= weights;
    vector[0] = x;
    if (vector.size() > 1)
        vector[1] = y;
    return vector;
}

Result<RebuiltStructure> rebuild(const RpcaReport& report, const Eigen::VectorXd& vector, std::size_t p,
                                 RowId real)
{
    const RpcaDecoded decoded = report.decode(vector, p);
    RebuiltStructure rebuilt;
    rebuilt.real = real.valid() ? real : report.nearest(vector, p);
    rebuilt.confidence = decoded.confidence;
    Result<DatasetPtr> data = decodedDataset({&decoded, 1}, report.result->input->coding);
    if (!data)
        return data.error();
    rebuilt.data = *std::move(data);
    const RpcaInput& input = *report.result->input;
    const auto node = static_cast<std::uint32_t>(input.dag.roots[rebuilt.real.index()]);
    rebuilt.exact = matches(decoded, input, node);
    const std::vector<bool> same = sameNodes(decoded, input, node);
    rebuilt.differences.assign(same.size(), 0);
    const bool tree = rebuilt.data->kind() == StructureKind::Tree;
    const std::vector<std::size_t> numbers =
        tree ? postOrderNumbers(decoded.nodes) : std::vector<std::size_t>();
    for (std::size_t i = 0; i < same.size(); ++i)
        rebuilt.differences[tree ? numbers[i] : i] = same[i] ? 0 : 1;
    return rebuilt;
}

} // namespace atlas
