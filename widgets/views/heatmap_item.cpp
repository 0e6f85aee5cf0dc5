#include "widgets/views/heatmap_item.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace atlas {

namespace {

constexpr double largestNameShare = 0.3; // of a panel's width or height

/// "" where there are no names.
QString nameAt(const std::vector<std::string>& names, std::size_t index)
{
    return index < names.size() ? QString::fromStdString(names[index]) : QString();
}

double widest(const std::vector<std::string>& names, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const std::string& name : names)
        width = std::max(width, metrics.horizontalAdvance(QString::fromStdString(name)));
    return width;
}

/// As a number of rows down.
double rowOf(std::size_t panel, std::size_t columns)
{
    const std::size_t row = panel / columns;
    return static_cast<double>(row);
}

/// The columns of small multiples that make the panels largest, given their usual aspect.
std::size_t bestColumns(std::size_t panels, double width, double height, double aspect)
{
    std::size_t best = 1;
    double bestSize = 0;
    for (std::size_t columns = 1; columns <= panels; ++columns) {
        const std::size_t rows = (panels + columns - 1) / columns;
        const double size =
            std::min(width / static_cast<double>(columns) / aspect, height / static_cast<double>(rows));
        if (size > bestSize * 1.001) {
            bestSize = size;
            best = columns;
        }
    }
    return best;
}

} // namespace

HeatmapItem::HeatmapItem(FigurePtr figure, const FigureLook& look) : FigureItem(std::move(figure), look)
{
    const auto hasCells = [](const HeatmapFigure::Panel& panel) { return panel.rows * panel.columns > 0; };
    if (std::none_of(heatmap().panels.begin(), heatmap().panels.end(), hasCells)) {
        setEmptyText(tr("There are no values to show."));
        return;
    }
    m_panels.resize(heatmap().panels.size());
    measureScales();
    makeLegend();
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        m_images.push_back(imageOf(i));
}

const HeatmapFigure& HeatmapItem::heatmap() const
{
    const auto* heatmap = std::get_if<HeatmapFigure>(&figure().content);
    assert(heatmap);
    return *heatmap;
}

void HeatmapItem::measureScales()
{
    std::vector<double> all;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const HeatmapFigure::Panel& panel = heatmap().panels[i];
        assert(panel.values.size() == panel.rows * panel.columns);
        m_panels[i].scale = colorScale(panel.values);
        if (heatmap().commonScale)
            all.insert(all.end(), panel.values.begin(), panel.values.end());
        m_missing = m_missing || std::any_of(panel.values.begin(), panel.values.end(), [](double value) {
                        return !std::isfinite(value);
                    });
    }
    if (heatmap().commonScale)
        for (PanelPlace& place : m_panels)
            place.scale = colorScale(all);
}

QColor HeatmapItem::colorOf(double value, const AxisRange& scale) const
{
    if (!std::isfinite(value))
        return theme().muted;
    return theme().magnitude((value - scale.low) / (scale.high - scale.low));
}

QImage HeatmapItem::imageOf(std::size_t panelIndex) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[panelIndex];
    QImage image(static_cast<int>(panel.columns), static_cast<int>(panel.rows), QImage::Format_RGB32);
    for (std::size_t r = 0; r < panel.rows; ++r)
        for (std::size_t c = 0; c < panel.columns; ++c)
            image.setPixel(static_cast<int>(c), static_cast<int>(r),
                           colorOf(panel.values[r * panel.columns + c], m_panels[panelIndex].scale).rgb());
    return image;
}

void HeatmapItem::makeLegend()
{
    std::vector<bool> used(heatmap().classNames.size(), false);
    for (const HeatmapFigure::Panel& panel : heatmap().panels)
        for (const ClassId id : panel.classes)
            if (id.valid() && id.index() < used.size())
                used[id.index()] = true;
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i])
            entries.push_back({QString::fromStdString(heatmap().classNames[i]),
                               theme().classColor(ClassId(i)), LegendEntry::Marker::Swatch,
                               PointShape::Circle, false});
    legend()->setEntries(std::move(entries));
}

void HeatmapItem::layoutContent(const QRectF& rect)
{
    const double line = QFontMetricsF(baseFont()).height();
    const double gap = unit();
    QRectF rest = rect;
    if (!heatmap().x.title.empty())
        rest.setBottom(rest.bottom() - line - gap);
    if (!heatmap().y.title.empty())
        rest.setLeft(rest.left() + line + gap);
    if (look().legend && !heatmap().valueTitle.empty())
        rest.setRight(rest.right() - line - gap / 2);
    if (look().legend && heatmap().commonScale)
        rest.setRight(rest.right() - bar(m_panels.front().scale).width(baseFont()) - 2 * gap);

    const HeatmapFigure::Panel& first = heatmap().panels.front();
    const double aspect = std::clamp(static_cast<double>(std::max<std::size_t>(first.columns, 1))
                                         / static_cast<double>(std::max<std::size_t>(first.rows, 1)),
                                     0.4, 2.5);
    const std::size_t columns = bestColumns(m_panels.size(), rest.width(), rest.height(), aspect);
    const std::size_t rows = (m_panels.size() + columns - 1) / columns;
    const double width = (rest.width() + 2 * gap) / static_cast<double>(columns);
    const double height = (rest.height() + gap) / static_cast<double>(rows);
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        layoutPanel(i,
                    QRectF(rest.left() + static_cast<double>(i % columns) * width,
                           rest.top() + rowOf(i, columns) * height, width - 2 * gap, height - gap));
    closeUp(columns, {width, height});
    placeTitles(rect);
}

void HeatmapItem::closeUp(std::size_t columns, QPointF pitch)
{
    // Square cells leave room over: move the panels together.
    QSizeF largest;
    for (const PanelPlace& place : m_panels)
        largest = largest.expandedTo(place.all.size());
    const QPointF step(std::min(pitch.x(), largest.width() + 2 * unit()),
                       std::min(pitch.y(), largest.height() + unit()));
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QPointF move(static_cast<double>(i % columns) * (step.x() - pitch.x()),
                           rowOf(i, columns) * (step.y() - pitch.y()));
        PanelPlace& place = m_panels[i];
        for (QRectF* part : {&place.cells, &place.title, &place.bar, &place.all})
            part->translate(move);
    }
}

void HeatmapItem::placeTitles(const QRectF& rect)
{
    const double line = QFontMetricsF(baseFont()).height();
    const double gap = unit();
    QRectF cells;
    QRectF all;
    for (const PanelPlace& place : m_panels) {
        cells |= place.cells;
        all |= place.all;
    }
    m_xTitle = m_yTitle = m_valueTitle = m_commonBar = {};
    if (!heatmap().x.title.empty())
        m_xTitle = QRectF(cells.left(), all.bottom() + gap / 2, cells.width(), line);
    if (!heatmap().y.title.empty())
        m_yTitle = QRectF(rect.left(), cells.top(), line, cells.height());
    if (!look().legend)
        return;
    double right = all.right();
    if (heatmap().commonScale) {
        m_commonBar =
            QRectF(all.right() + 2 * gap, cells.top(), bar(m_panels.front().scale).width(baseFont()),
                   std::min(cells.height(), 40 * gap));
        right = m_commonBar.left() + bar(m_panels.front().scale).stripWidth(baseFont());
    }
    if (!heatmap().valueTitle.empty())
        m_valueTitle = QRectF(right + gap / 2, cells.top(), line,
                              m_commonBar.isValid()
                                  ? bar(m_panels.front().scale).stripHeight(baseFont(), m_commonBar.height())
                                  : cells.height());
}

void HeatmapItem::layoutPanel(std::size_t index, const QRectF& rect)
{
    const HeatmapFigure::Panel& panel = heatmap().panels[index];
    PanelPlace& place = m_panels[index];
    const QFontMetricsF metrics(baseFont());
    const double line = metrics.height();
    const double gap = unit() / 2;
    place.title = place.bar = {};
    QRectF rest = rect;
    if (!panel.title.empty()) {
        place.title = QRectF(rest.left(), rest.top(), rest.width(), line);
        rest.setTop(rest.top() + line + gap);
    }
    if (look().legend && !heatmap().commonScale) {
        const double width = bar(place.scale).width(baseFont());
        place.bar = QRectF(rest.right() - width, rest.top(), width, rest.height());
        rest.setRight(place.bar.left() - 2 * gap);
    }
    place.rowNames = std::min(widest(panel.rowNames, metrics), rect.width() * largestNameShare);
    if (place.rowNames > 0)
        rest.setLeft(rest.left() + place.rowNames + gap);
    if (!panel.classes.empty()) {
        rest.setLeft(rest.left() + bandWidth() + 1);
        rest.setBottom(rest.bottom() - bandWidth() - 1);
    }
    const double longest = widest(panel.columnNames, metrics);
    const double cell = rest.width() / static_cast<double>(std::max<std::size_t>(panel.columns, 1));
    place.uprightColumns = longest + gap > cell;
    place.columnNames = longest == 0 ? 0
        : place.uprightColumns       ? std::min(longest, rect.height() * largestNameShare)
                                     : line;
    if (place.columnNames > 0)
        rest.setBottom(rest.bottom() - place.columnNames - gap);
    // Cells are square unless that would waste most of the room.
    const double aspect =
        static_cast<double>(panel.columns) / static_cast<double>(std::max<std::size_t>(panel.rows, 1));
    QSizeF size(std::max(rest.width(), 1.0), std::max(rest.height(), 1.0));
    if (aspect > 0.25 && aspect < 4) {
        const double square = std::min(size.width() / aspect, size.height());
        size = QSizeF(square * aspect, square);
    }
    place.cells = QRectF(rest.topLeft(), size);
    if (place.bar.isValid()) {
        place.bar.moveLeft(place.cells.right() + 2 * gap);
        place.bar.setHeight(size.height());
    }
    if (place.title.isValid())
        place.title = QRectF(place.cells.left(), place.title.top(), size.width(), line);
    const double below =
        (place.columnNames > 0 ? place.columnNames + gap : 0) + (panel.classes.empty() ? 0 : bandWidth() + 1);
    const double right = place.bar.isValid() ? place.bar.right() : place.cells.right();
    place.all = QRectF(rect.topLeft(), QPointF(right, place.cells.bottom() + below));
}

QRectF HeatmapItem::cellRect(const HeatmapCell& cell) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[cell.panel];
    const QRectF& cells = m_panels[cell.panel].cells;
    const double width = cells.width() / static_cast<double>(panel.columns);
    const double height = cells.height() / static_cast<double>(panel.rows);
    return {cells.left() + static_cast<double>(cell.column) * width,
            cells.top() + static_cast<double>(cell.row) * height, width, height};
}

std::optional<HeatmapCell> HeatmapItem::cellAt(QPointF position) const
{
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const QRectF& cells = m_panels[i].cells;
        const HeatmapFigure::Panel& panel = heatmap().panels[i];
        if (!cells.contains(position) || panel.rows == 0 || panel.columns == 0)
            continue;
        const auto at = [](double share, std::size_t count) {
            return std::min(static_cast<std::size_t>(share * static_cast<double>(count)), count - 1);
        };
        return HeatmapCell{i, at((position.y() - cells.top()) / cells.height(), panel.rows),
                           at((position.x() - cells.left()) / cells.width(), panel.columns)};
    }
    return std::nullopt;
}

double HeatmapItem::value(const HeatmapCell& cell) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[cell.panel];
    return panel.values[cell.row * panel.columns + cell.column];
}

QString HeatmapItem::describe(const HeatmapCell& cell) const
{
    const HeatmapFigure::Panel& panel = heatmap().panels[cell.panel];
    const auto side = [](const std::vector<std::string>& names, std::size_t index, const QString& kind) {
        const QString name = nameAt(names, index);
        return name.isEmpty() ? QStringLiteral("%1 %2").arg(kind).arg(index + 1) : name;
    };
    QString text = panel.title.empty() ? QString() : QString::fromStdString(panel.title) + ", ";
    text += side(panel.rowNames, cell.row, tr("row")) + ", "
        + side(panel.columnNames, cell.column, tr("column")) + ": " + numberText(value(cell));
    return text;
}

void HeatmapItem::setMarked(std::optional<HeatmapCell> cell)
{
    if (cell == m_marked)
        return;
    m_marked = cell;
    update();
}

} // namespace atlas
