#include "core/session/output_codec.h"

#include "core/session/bytes.h"

#include <algorithm>

namespace atlas {

namespace {

// The fields of each part of a figure, once for writing (a const part) and for reading.

template <class Bytes, class Items, class Visit>
void eachOf(Bytes& bytes, Items& items, Visit visit)
{
    if constexpr (std::is_same_v<Bytes, ByteWriter>)
        bytes(std::uint64_t{items.size()});
    else
        items.resize(bytes.count(sizeof(std::uint64_t)));
    for (auto& item : items)
        visit(item);
}

template <class Bytes, class Size>
void sizeField(Bytes& bytes, Size& size)
{
    if constexpr (std::is_same_v<Bytes, ByteWriter>)
        bytes(std::uint64_t{size});
    else
        size = bytes.template next<std::uint64_t>();
}

/// Regions and fields: numbers or classes on a grid.
template <class Bytes, class Grid>
void gridFields(Bytes& bytes, Grid& grid)
{
    bytes(grid.left, grid.bottom, grid.right, grid.top);
    sizeField(bytes, grid.columns);
    sizeField(bytes, grid.rows);
}

template <class Bytes, class Part>
void fields(Bytes& bytes, Part& part)
{
    using Plain = std::remove_const_t<Part>;
    if constexpr (std::is_same_v<Plain, ScatterFigure>) {
        bytes(part.x.title, part.y.title, part.xs, part.ys, part.rows, part.classes, part.classNames,
              part.values, part.valueTitle);
        gridFields(bytes, part.regions);
        bytes(part.regions.classes);
        gridFields(bytes, part.layers.field);
        bytes(part.layers.field.values, part.layers.field.title);
        eachOf(bytes, part.layers.links, [&](auto& link) { bytes(link.x1, link.y1, link.x2, link.y2); });
        eachOf(bytes, part.layers.remarks, [&](auto& remark) { bytes(remark.x, remark.y, remark.text); });
    } else if constexpr (std::is_same_v<Plain, BarFigure>) {
        bytes(part.x.title, part.y.title, part.categories);
        eachOf(bytes, part.series, [&](auto& series) { bytes(series.name, series.values); });
    } else if constexpr (std::is_same_v<Plain, CurveFigure>) {
        bytes(part.x.title, part.y.title);
        eachOf(bytes, part.curves, [&](auto& curve) { bytes(curve.name, curve.xs, curve.ys, curve.dashed); });
    } else {
        static_assert(std::is_same_v<Plain, HeatmapFigure>);
        bytes(part.x.title, part.y.title, part.valueTitle, part.commonScale, part.numbers, part.classNames);
        eachOf(bytes, part.panels, [&](auto& panel) {
            bytes(panel.title);
            sizeField(bytes, panel.rows);
            sizeField(bytes, panel.columns);
            bytes(panel.values, panel.rowNames, panel.columnNames, panel.classes);
        });
    }
}

// What the views take for granted.

bool emptyOr(std::size_t size, std::size_t wanted) { return size == 0 || size == wanted; }

/// Rows times columns, without overflow: neither is larger than the number of cells.
template <class Grid>
bool fillsGrid(const Grid& grid, std::size_t cells)
{
    return grid.rows == 0 ? cells == 0
                          : cells % grid.rows == 0 && cells / grid.rows == grid.columns && grid.columns > 0;
}

bool areClasses(const std::vector<ClassId>& classes, const std::vector<std::string>& names)
{
    return std::all_of(classes.begin(), classes.end(),
                       [&](ClassId id) { return !id.valid() || id.index() < names.size(); });
}

bool isConsistent(const ScatterFigure& figure, std::size_t dataRows)
{
    const std::size_t points = figure.xs.size();
    return figure.ys.size() == points && figure.rows.size() == points
        && emptyOr(figure.classes.size(), points) && emptyOr(figure.values.size(), points)
        && std::all_of(figure.rows.begin(), figure.rows.end(),
                       [&](RowId row) { return row.index() < dataRows; })
        && areClasses(figure.classes, figure.classNames)
        && areClasses(figure.regions.classes, figure.classNames)
        && fillsGrid(figure.regions, figure.regions.classes.size())
        && fillsGrid(figure.layers.field, figure.layers.field.values.size());
}

bool isConsistent(const BarFigure& figure, std::size_t /*dataRows*/)
{
    return std::all_of(figure.series.begin(), figure.series.end(), [&](const BarFigure::Series& series) {
        return series.values.size() == figure.categories.size();
    });
}

bool isConsistent(const CurveFigure& figure, std::size_t /*dataRows*/)
{
    return std::all_of(figure.curves.begin(), figure.curves.end(),
                       [](const CurveFigure::Curve& curve) { return curve.xs.size() == curve.ys.size(); });
}

bool isConsistent(const HeatmapFigure& figure, std::size_t /*dataRows*/)
{
    return std::all_of(figure.panels.begin(), figure.panels.end(), [&](const HeatmapFigure::Panel& panel) {
        return fillsGrid(panel, panel.values.size()) && emptyOr(panel.rowNames.size(), panel.rows)
            && emptyOr(panel.columnNames.size(), panel.columns) && emptyOr(panel.classes.size(), panel.rows)
            && areClasses(panel.classes, figure.classNames);
    });
}

template <class Content>
Result<Figure> decodeContent(ByteReader& bytes, Figure figure, std::size_t rows)
{
    Content content;
    fields(bytes, content);
    if (!bytes.complete() || !isConsistent(content, rows))
        return Error{ErrorCode::Malformed, "The stored figure cannot be read."};
    figure.content = std::move(content);
    return figure;
}

} // namespace

std::string encodeTable(const Table& table)
{
    ByteWriter bytes;
    bytes(table.name(), table.header(), std::uint64_t{table.rows()});
    for (std::size_t row = 0; row < table.rows(); ++row)
        for (std::size_t column = 0; column < table.columns(); ++column)
            bytes(table.cell(row, column));
    return bytes.take();
}

Result<Table> decodeTable(std::string_view stored)
{
    ByteReader bytes(stored);
    auto name = bytes.next<std::string>();
    auto header = bytes.next<std::vector<std::string>>();
    const std::size_t rows = bytes.count(sizeof(std::uint64_t));
    const Error unreadable{ErrorCode::Malformed, "The stored table cannot be read."};
    if (!bytes.ok() || header.empty())
        return unreadable;
    Table table(std::move(name), std::move(header));
    for (std::size_t row = 0; row < rows && bytes.ok(); ++row) {
        std::vector<std::string> cells(table.columns());
        for (std::string& cell : cells)
            bytes(cell);
        table.addCells(std::move(cells));
    }
    if (!bytes.complete())
        return unreadable;
    return table;
}

std::string encodeFigure(const Figure& figure)
{
    ByteWriter bytes;
    bytes(figure.name, figure.title, static_cast<std::uint8_t>(figure.content.index()));
    std::visit([&](const auto& content) { fields(bytes, content); }, figure.content);
    return bytes.take();
}

Result<Figure> decodeFigure(std::string_view stored, std::size_t rows)
{
    ByteReader bytes(stored);
    Figure figure;
    bytes(figure.name, figure.title);
    switch (bytes.next<std::uint8_t>()) {
    case 0:
        return decodeContent<ScatterFigure>(bytes, std::move(figure), rows);
    case 1:
        return decodeContent<BarFigure>(bytes, std::move(figure), rows);
    case 2:
        return decodeContent<CurveFigure>(bytes, std::move(figure), rows);
    case 3:
        return decodeContent<HeatmapFigure>(bytes, std::move(figure), rows);
    default:
        return Error{ErrorCode::Malformed, "The stored figure is of a kind that this program does not know."};
    }
}

std::string encodeOutcome(const MethodOutput& output)
{
    ByteWriter bytes;
    bytes(output.status, output.note, std::uint64_t{output.metrics.size()});
    for (const auto& [name, value] : output.metrics)
        bytes(name, value);
    return bytes.take();
}

Result<MethodOutput> decodeOutcome(std::string_view stored)
{
    ByteReader bytes(stored);
    MethodOutput output;
    bytes(output.status, output.note);
    for (std::size_t left = bytes.count(sizeof(std::uint64_t)); left > 0; --left) {
        auto name = bytes.next<std::string>();
        auto value = bytes.next<MetricValue>();
        output.metrics.emplace_back(std::move(name), std::move(value));
    }
    if (!bytes.complete())
        return Error{ErrorCode::Malformed, "The stored outcome cannot be read."};
    return output;
}

} // namespace atlas
