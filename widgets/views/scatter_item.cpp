#include "widgets/views/scatter_item.h"

#include "core/support/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPen>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace atlas {

namespace {

constexpr double viewMargin = 0.04;
constexpr double regionTint = 0.17;
constexpr double highestBar = 40; // units

const ScatterFigure& scatterOf(const FigurePtr& figure)
{
    const auto* scatter = std::get_if<ScatterFigure>(&figure->content);
    assert(scatter && scatter->xs.size() == scatter->ys.size());
    assert(scatter->classes.empty() || scatter->classes.size() == scatter->xs.size());
    assert(scatter->values.empty() || scatter->values.size() == scatter->xs.size());
    return *scatter;
}

QString skippedNote(std::size_t skipped)
{
    if (skipped == 0)
        return {};
    const std::string count = countText(skipped, "point is", "points are");
    return QObject::tr("%1 not drawn: coordinates not finite.").arg(QString::fromStdString(count));
}

} // namespace

ScatterItem::ScatterItem(const FigurePtr& figure, const FigureLook& look)
    : ChartItem(figure, look, scatterOf(figure).x, scatterOf(figure).y),
      m_scatter(figure, &scatterOf(figure)), m_index(m_scatter->xs, m_scatter->ys)
{
    m_cloud = new PointCloudItem(*m_scatter, m_index, theme(), look.fontPixels / 12.0, this);
    m_cloud->setZValue(1);
    m_cloud->setRaster(look.rasterAbove, look.rasterPixelsPerUnit);
    const ScatterLayers& layers = m_scatter->layers;
    if (layers.field.rows > 0)
        m_field = new ScatterFieldItem(layers.field, *m_cloud, theme(), this);
    if (!layers.links.empty() || !layers.remarks.empty()) {
        m_marks = new ScatterMarksItem(layers, *m_cloud, theme(), baseFont(), this);
        m_marks->setZValue(2);
    }
    m_ring = new QGraphicsEllipseItem(this);
    m_ring->setZValue(3);
    m_ring->setPen(QPen(theme().highlight, 2.5));
    m_ring->setVisible(false);
    m_ring->setAcceptedMouseButtons(Qt::NoButton);
    setNote(skippedNote(m_index.skipped()));
    const std::vector<double>& values = m_scatter->values;
    m_bar = {colorScale(values),
             std::any_of(values.begin(), values.end(), [](double value) { return !std::isfinite(value); }),
             unit()};
    makeLegend();
    makeRegions();
    if (m_index.size() == 0) {
        setEmptyText(m_scatter->xs.empty() ? tr("There are no points to show.")
                                           : tr("No point has two finite coordinates."));
        chart().hide();
        return;
    }
    const PlaneRectangle& bounds = m_index.bounds();
    const AxisRange x = paddedRange(bounds.left, bounds.right, viewMargin);
    const AxisRange y = paddedRange(bounds.bottom, bounds.top, viewMargin);
    m_fullView = {x.low, y.low, x.high, y.high};
    setView(m_fullView);
}

void ScatterItem::makeLegend()
{
    std::vector<bool> used(m_scatter->classNames.size(), false);
    bool unclassed = false;
    for (const ClassId id : m_scatter->classes) {
        if (id.valid() && id.index() < used.size())
            used[id.index()] = true;
        unclassed = unclassed || !id.valid();
    }
    std::vector<LegendEntry> entries;
    const auto add = [&](ClassId id, const QString& name) {
        // Where colours are values, only the shapes are classes.
        const QColor color = m_scatter->values.empty() ? theme().classColor(id) : theme().secondaryText;
        entries.push_back({name, color, LegendEntry::Marker::Point, Theme::classShape(id), false});
        m_legendClasses.push_back(id);
    };
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i])
            add(ClassId(i), QString::fromStdString(m_scatter->classNames[i]));
    if (unclassed && !entries.empty())
        add({}, tr("no class"));
    legend()->setEntries(std::move(entries));
}

void ScatterItem::makeRegions()
{
    const ScatterFigure::Regions& regions = m_scatter->regions;
    if (regions.rows * regions.columns == 0)
        return;
    assert(regions.classes.size() == regions.rows * regions.columns);
    m_regions = QImage(static_cast<int>(regions.columns), static_cast<int>(regions.rows),
                       QImage::Format_ARGB32_Premultiplied);
    for (std::size_t i = 0; i < regions.classes.size(); ++i) {
        QColor color = theme().classColor(regions.classes[i]);
        color.setAlphaF(static_cast<float>(regionTint));
        m_regions.setPixelColor(static_cast<int>(i % regions.columns), static_cast<int>(i / regions.columns),
                                color);
    }
}

void ScatterItem::paintRegions(QPainter& painter) const
{
    const ScatterFigure::Regions& regions = m_scatter->regions;
    const QPointF topLeft = m_cloud->positionOf({regions.left, regions.top});
    const QPointF bottomRight = m_cloud->positionOf({regions.right, regions.bottom});
    painter.save();
    painter.setClipRect(plotRect());
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawImage(QRectF(topLeft, bottomRight), m_regions);
    painter.restore();
}

void ScatterItem::layoutContent(const QRectF& rect)
{
    m_barRect = m_barTitle = {};
    if (m_scatter->values.empty() || !look().legend) {
        ChartItem::layoutContent(rect);
        return;
    }
    const double line = QFontMetricsF(baseFont()).height();
    const double title = m_scatter->valueTitle.empty() ? 0 : line + unit() / 2;
    const double width = m_bar.width(baseFont());
    m_barRect =
        QRectF(rect.right() - width - title, rect.top(), width, std::min(rect.height(), highestBar * unit()));
    if (title > 0)
        m_barTitle =
            QRectF(rect.right() - line, rect.top(), line, m_bar.stripHeight(baseFont(), m_barRect.height()));
    ChartItem::layoutContent(rect.adjusted(0, 0, -width - title - 2 * unit(), 0));
}

void ScatterItem::paintContent(QPainter& painter)
{
    if (!m_regions.isNull())
        paintRegions(painter);
    ChartItem::paintContent(painter);
    if (m_barTitle.isValid())
        drawUpright(painter, m_barTitle, Qt::AlignCenter, QString::fromStdString(m_scatter->valueTitle));
    if (m_barRect.isValid())
        m_bar.paint(painter, m_barRect, theme());
}

PlaneRectangle ScatterItem::view() const
{
    return {xRange().low, yRange().low, xRange().high, yRange().high};
}

void ScatterItem::setView(const PlaneRectangle& view)
{
    setRanges({view.left, view.right}, {view.bottom, view.top});
}

void ScatterItem::plotChanged()
{
    if (!m_cloud)
        return;
    m_cloud->setView(view(), plotRect());
    if (m_field)
        m_field->viewChanged();
    if (m_marks)
        m_marks->viewChanged();
    placeRing();
}

PointId ScatterItem::pointAt(QPointF position, double pixels) const
{
    if (showsNothing() || !plotRect().adjusted(-pixels, -pixels, pixels, pixels).contains(position))
        return {};
    const PlaneRectangle shown = view();
    const PlanePoint place = m_cloud->placeAt(position);
    return m_index.nearest(place, pixels * (shown.right - shown.left) / plotRect().width(),
                           pixels * (shown.top - shown.bottom) / plotRect().height(),
                           [&](PointId point) { return m_cloud->state(point) != PointState::Hidden; });
}

void ScatterItem::setHighlighted(PointId point)
{
    m_highlighted = point;
    placeRing();
}

void ScatterItem::placeRing()
{
    bool shown = false;
    if (m_highlighted.valid()) {
        const std::size_t i = m_highlighted.index();
        const QPointF center = m_cloud->positionOf({m_scatter->xs[i], m_scatter->ys[i]});
        shown = m_cloud->state(m_highlighted) != PointState::Hidden && plotRect().contains(center);
        const double r = m_cloud->radius() + 4;
        if (shown)
            m_ring->setRect(center.x() - r, center.y() - r, 2 * r, 2 * r);
    }
    m_ring->setVisible(shown);
}

} // namespace atlas
