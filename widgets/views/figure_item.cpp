#include "widgets/views/figure_item.h"

#include "widgets/views/bar_chart.h"
#include "widgets/views/curve_chart.h"
#include "widgets/views/heatmap_item.h"
#include "widgets/views/scatter_item.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double usualFontPixels = 12;
constexpr double titleScale = 1.15;
constexpr int titleLines = 2;

struct Maker {
    const FigurePtr& figure;
    const FigureLook& look;

    std::unique_ptr<FigureItem> operator()(const ScatterFigure&) const
    {
        return std::make_unique<ScatterItem>(figure, look);
    }
    std::unique_ptr<FigureItem> operator()(const BarFigure&) const
    {
        return std::make_unique<BarChartItem>(figure, look);
    }
    std::unique_ptr<FigureItem> operator()(const CurveFigure&) const
    {
        return std::make_unique<CurveChartItem>(figure, look);
    }
    std::unique_ptr<FigureItem> operator()(const HeatmapFigure&) const
    {
        return std::make_unique<HeatmapItem>(figure, look);
    }
};

} // namespace

std::unique_ptr<FigureItem> FigureItem::make(const FigurePtr& figure, const FigureLook& look)
{
    return std::visit(Maker{figure, look}, figure->content);
}

FigureItem::FigureItem(FigurePtr figure, const FigureLook& look)
    : m_figure(std::move(figure)), m_look(look), m_font(QApplication::font())
{
    m_font.setPixelSize(look.fontPixels);
    if (!look.fontFamily.isEmpty())
        m_font.setFamily(look.fontFamily);
    m_legend = new LegendItem(theme(), m_font, this);
    m_legend->setVisible(false);
    m_legend->setZValue(2);
}

double FigureItem::unit() const { return Theme::unit * m_look.fontPixels / usualFontPixels; }

QFont FigureItem::titleFont() const
{
    QFont font = m_font;
    font.setPixelSize(static_cast<int>(std::lround(m_look.fontPixels * titleScale)));
    font.setWeight(QFont::DemiBold);
    return font;
}

void FigureItem::resizeEvent(QGraphicsSceneResizeEvent* event)
{
    QGraphicsWidget::resizeEvent(event);
    relayout();
}

void FigureItem::relayout()
{
    const double gap = unit();
    QRectF rest = QRectF(QPointF(), size()).adjusted(1.5 * gap, gap, -1.5 * gap, -gap);
    if (rest.width() <= 0 || rest.height() <= 0)
        return;
    m_titleRect = {};
    const bool title = m_look.title && !m_figure->title.empty();
    if (title || !m_look.letter.isEmpty()) {
        const QFontMetricsF metrics(titleFont());
        const QRectF needed =
            metrics.boundingRect(QRectF(0, 0, rest.width() - letterWidth(), 1e6), Qt::TextWordWrap,
                                 title ? QString::fromStdString(m_figure->title) : m_look.letter);
        const double height = std::min(needed.height(), titleLines * metrics.lineSpacing());
        m_titleRect = QRectF(rest.topLeft(), QSizeF(rest.width(), height));
        rest.setTop(m_titleRect.bottom() + gap);
    }
    m_noteRect = {};
    if (!m_note.isEmpty()) {
        const double height = QFontMetricsF(m_font).height();
        m_noteRect = QRectF(rest.left(), rest.bottom() - height, rest.width(), height);
        rest.setBottom(m_noteRect.top() - gap / 2);
    }
    const bool legend = m_look.legend && !showsNothing() && !m_legend->entries().empty();
    m_legend->setVisible(legend);
    if (legend)
        rest = m_legend->takeRoom(rest);
    m_contentRect = rest;
    if (!showsNothing() && rest.width() > 0 && rest.height() > 0)
        layoutContent(rest);
    update();
}

double FigureItem::letterWidth() const
{
    return m_look.letter.isEmpty() ? 0 : QFontMetricsF(titleFont()).horizontalAdvance(m_look.letter) + unit();
}

void FigureItem::paintTitle(QPainter& painter) const
{
    painter.setFont(titleFont());
    painter.setPen(theme().text);
    painter.drawText(m_titleRect, Qt::AlignLeft | Qt::AlignTop | Qt::TextSingleLine, m_look.letter);
    if (!m_look.title)
        return;
    const QString title = QString::fromStdString(m_figure->title);
    const QRectF rect = m_titleRect.adjusted(letterWidth(), 0, 0, 0);
    const QFontMetricsF metrics(titleFont());
    if (rect.height() < 1.5 * metrics.lineSpacing()) // one line
        drawShortened(painter, rect, Qt::AlignLeft | Qt::AlignTop, title);
    else
        painter.drawText(rect, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         metrics.elidedText(title, Qt::ElideRight, rect.width() * (titleLines - 0.3)));
}

void FigureItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* /*option*/, QWidget* /*widget*/)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->fillRect(rect(), theme().surface);
    if (!m_titleRect.isEmpty())
        paintTitle(*painter);
    painter->setFont(m_font);
    painter->setPen(theme().secondaryText);
    if (!m_noteRect.isEmpty())
        drawShortened(*painter, m_noteRect, Qt::AlignLeft | Qt::AlignVCenter, m_note);
    if (showsNothing())
        painter->drawText(m_contentRect, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    else
        paintContent(*painter);
}

void drawShortened(QPainter& painter, const QRectF& rect, int alignment, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect, alignment | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideMiddle, rect.width() + 0.5));
}

void drawUpright(QPainter& painter, const QRectF& rect, int alignment, const QString& text)
{
    painter.save();
    painter.translate(rect.left(), rect.bottom());
    painter.rotate(-90);
    drawShortened(painter, QRectF(0, 0, rect.height(), rect.width()), alignment, text);
    painter.restore();
}

QString numberText(double value)
{
    if (std::isnan(value))
        return QObject::tr("no value");
    const double size = std::abs(value);
    if ((value == std::trunc(value) && size < 1e15) || (size >= 1e4 && size < 1e7)) // 80950, not 8.095e+04
        return QString::number(value, 'f', 0);
    return QString::number(value, 'g', 4);
}

} // namespace atlas
