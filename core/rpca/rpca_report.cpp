#include "core/rpca/rpca_report.h"

#include "core/io/write_rows.h"
#include "core/methods/projection.h"

#include <algorithm>
#include <array>

namespace atlas {

namespace {

double at(const Eigen::MatrixXd& encodings, Eigen::Index component, Eigen::Index column)
{
    return component < encodings.rows() ? encodings(component, column) : 0;
}

std::vector<std::string> rowStart(const Dataset& data, RowId row)
{
    return {std::to_string(data.record(row).number.value()), data.name(row), className(data, row)};
}

Table substructureTable(const RpcaReport& report)
{
    Table table("substructures", {"substructure", "id", "frequency", "level", "size", "x", "y", "z"});
    const RpcaInput& input = *report.result->input;
    const std::vector<double> sizes = input.dag.sizes();
    for (std::size_t t = 0; t < input.dag.size(); ++t) {
        const auto column = static_cast<Eigen::Index>(t);
        const Eigen::MatrixXd& y = report.result->encodings;
        table.addRow(t, report.data->record(input.occurrences[t].row).number.value(),
                     input.dag.frequencies[t], input.dag.levels[t], sizes[t], at(y, 0, column),
                     at(y, 1, column), at(y, 2, column));
    }
    return table;
}

Figure structureFigure(const RpcaReport& report)
{
    ScatterFigure figure = structureScatter(*report.data, report.structureEncodings());
    figure.x.title = "First component";
    figure.y.title = "Second component";
    return {"scatter", "Structures", std::move(figure)};
}

Figure substructureFigure(const RpcaReport& report)
{
    const RpcaInput& input = *report.result->input;
    ScatterFigure figure;
    figure.x.title = "First component";
    figure.y.title = "Second component";
    for (std::size_t t = 0; t < input.dag.size(); ++t) {
        figure.xs.push_back(at(report.result->encodings, 0, static_cast<Eigen::Index>(t)));
        figure.ys.push_back(at(report.result->encodings, 1, static_cast<Eigen::Index>(t)));
        figure.rows.push_back(input.occurrences[t].row);
    }
    return {"substructures", "All substructures", std::move(figure)};
}

Figure singularValueFigure(const RpcaReport& report)
{
    CurveFigure figure;
    figure.x.title = "Component";
    figure.y.title = "Singular value";
    CurveFigure::Curve curve{"singular values", {}, {}};
    for (Eigen::Index i = 0; i < report.result->singularValues.size(); ++i) {
        curve.xs.push_back(static_cast<double>(i + 1));
        curve.ys.push_back(report.result->singularValues(i));
    }
    figure.curves.push_back(std::move(curve));
    return {"scree", "Singular values", std::move(figure)};
}

Figure reconstructionFigure(const RpcaReport& report)
{
    CurveFigure figure;
    figure.x.title = "Components (p)";
    figure.y.title = "Share";
    CurveFigure::Curve error{"reconstruction error", {}, {}};
    for (Eigen::Index p = 0; p < report.errors.size(); ++p) {
        error.xs.push_back(static_cast<double>(p));
        error.ys.push_back(report.errors(p));
    }
    CurveFigure::Curve exact{"structures rebuilt exactly", {}, {}, true};
    for (const RebuiltPoint& point : report.rebuilt) {
        exact.xs.push_back(static_cast<double>(point.components));
        exact.ys.push_back(static_cast<double>(point.exact)
                           / static_cast<double>(std::max<std::size_t>(point.tried, 1)));
    }
    figure.curves = {std::move(error), std::move(exact)};
    return {"reconstruction", "Reconstruction", std::move(figure)};
}

std::vector<bool> sameTreeNodes(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t root)
{
    // The DAG node at the same place.
    std::vector<std::uint32_t> real(decoded.nodes.size(), RpcaDecoded::none);
    std::vector<bool> same(decoded.nodes.size());
    for (std::size_t i = 0; i < decoded.nodes.size(); ++i) {
        const RpcaDecoded::Node& node = decoded.nodes[i];
        if (node.parent == RpcaDecoded::none) {
            real[i] = root;
        } else if (real[node.parent] != RpcaDecoded::none) {
            for (const RpcaDag::Arc& arc : input.dag.children(real[node.parent]))
                if (arc.position == node.position)
                    real[i] = arc.child;
        }
        same[i] = real[i] != RpcaDecoded::none && input.dag.items[real[i]] == node.label;
    }
    return same;
}

std::vector<bool> sameVertices(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node)
{
    std::vector<std::uint32_t> list; // the real vertices' items, last first
    for (;;) {
        list.push_back(input.dag.items[node]);
        const auto arcs = input.dag.children(node);
        if (arcs.empty())
            break;
        node = arcs[0].child;
    }
    std::reverse(list.begin(), list.end());
    const std::vector<std::vector<RpcaItems::Entry>> items = vertexItems(decoded, input.coding);
    std::vector<bool> same(items.size());
    for (std::size_t i = 0; i < items.size() && i < list.size(); ++i) {
        const auto expected = input.items.entries(list[i]);
        same[i] = std::equal(items[i].begin(), items[i].end(), expected.begin(), expected.end());
    }
    return same;
}

} // namespace

RpcaDecoded RpcaReport::decode(const Eigen::VectorXd& vector, std::size_t p) const
{
    return decoder->decode(vector.head(std::min(vector.size(), static_cast<Eigen::Index>(p))));
}

RowId RpcaReport::nearest(const Eigen::VectorXd& vector, std::size_t p) const
{
    const Eigen::Index size =
        std::min({vector.size(), static_cast<Eigen::Index>(p), result->encodings.rows()});
    RowId best;
    double least = 0;
    for (std::size_t row = 0; row < result->input->dag.roots.size(); ++row) {
        const double distance =
            (result->encodings.col(result->input->dag.roots[row]).head(size) - vector.head(size))
                .squaredNorm();
        if (!best.valid() || distance < least) {
            best = RowId(row);
            least = distance;
        }
    }
    return best;
}

std::vector<bool> sameNodes(const RpcaDecoded& decoded, const RpcaInput& input, std::uint32_t node)
{
    return input.coding.structure == RpcaStructure::Tree ? sameTreeNodes(decoded, input, node)
                                                         : sameVertices(decoded, input, node);
}

Eigen::MatrixXd RpcaReport::structureEncodings() const
{
    Eigen::MatrixXd encodings(result->encodings.rows(), static_cast<Eigen::Index>(data->size()));
    for (std::size_t row = 0; row < data->size(); ++row)
        encodings.col(static_cast<Eigen::Index>(row)) = encoding(RowId(row));
    return encodings;
}

Table encodingTable(const Dataset& data, const Eigen::MatrixXd& encodings)
{
    std::vector<std::string> header{"id", "name", "class"};
    for (Eigen::Index i = 1; i <= encodings.rows(); ++i)
        header.push_back("y" + std::to_string(i));
    Table table("encoding", header);
    for (std::size_t row = 0; row < data.size(); ++row) {
        std::vector<std::string> cells = rowStart(data, RowId(row));
        for (Eigen::Index i = 0; i < encodings.rows(); ++i)
            cells.push_back(shortestText(encodings(i, static_cast<Eigen::Index>(row))));
        table.addCells(std::move(cells));
    }
    return table;
}

Table rpcaProjectionTable(const Dataset& data, const Eigen::MatrixXd& encodings)
{
    return projectionTable("projection", data,
                           encodings.topRows(std::min<Eigen::Index>(3, encodings.rows())));
}

std::vector<Table> rpcaTables(const RpcaReport& report)
{
    const Eigen::MatrixXd encodings = report.structureEncodings();
    Table values("singular_values", {"index", "value"});
    for (Eigen::Index i = 0; i < report.result->singularValues.size(); ++i)
        values.addRow(i + 1, report.result->singularValues(i));
    Table reconstruction("reconstruction", {"p", "error", "exact", "tried"});
    for (const RebuiltPoint& point : report.rebuilt)
        reconstruction.addRow(point.components, point.error, point.exact, point.tried);
    return {encodingTable(*report.data, encodings), std::move(values), std::move(reconstruction),
            rpcaProjectionTable(*report.data, encodings), substructureTable(report)};
}

std::vector<Figure> rpcaFigures(const RpcaReport& report)
{
    return {structureFigure(report), substructureFigure(report), singularValueFigure(report),
            reconstructionFigure(report)};
}

} // namespace atlas
