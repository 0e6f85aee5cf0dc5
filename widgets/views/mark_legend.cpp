#include "widgets/views/mark_legend.h"

#include <QLinearGradient>
#include <QPainter>

namespace atlas {

namespace {

constexpr double stripWidth = 10 * Theme::unit;
constexpr double stripHeight = 10;
constexpr double signWidth = 14;

QLinearGradient gradient(const QRectF& strip, const Theme& theme)
{
    QLinearGradient colors(strip.topLeft(), strip.topRight());
    constexpr int steps = 8;
    for (int i = -steps; i <= steps; ++i)
        colors.setColorAt((i + steps) / (2.0 * steps), weightColor(i / static_cast<double>(steps), theme));
    return colors;
}

} // namespace

void paintMarkLegend(QPainter& painter, const QRectF& line, const PartMarks& marks, const Theme& theme)
{
    const bool weights = marks.kind == StructureMarks::Kind::Weight;
    const double width = weights ? stripWidth : stripHeight;
    const double signs = weights ? signWidth : 0;
    QRectF strip(line.right() - width - signs, line.center().y() - stripHeight / 2, width, stripHeight);
    painter.save();
    painter.setPen(theme.secondaryText);
    QRectF words = line;
    words.setRight(strip.left() - signs - Theme::unit);
    painter.drawText(words, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(painter.font()).elidedText(marks.title, Qt::ElideRight, words.width()));
    if (weights) {
        const QRectF left(strip.left() - signs, line.top(), signs, line.height());
        const QRectF right(strip.right(), line.top(), signs, line.height());
        painter.drawText(left, Qt::AlignCenter, QStringLiteral("\u2212"));
        painter.drawText(right, Qt::AlignCenter, QStringLiteral("+"));
    }
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(weights ? QBrush(gradient(strip, theme)) : QBrush(foundColor(theme)));
    painter.drawRect(strip);
    painter.restore();
}

MarkLegend::MarkLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hide();
}

void MarkLegend::setMarks(const PartMarks& marks)
{
    m_marks = {marks.kind, marks.title, {}, marks.largest};
    setVisible(!marks.empty());
    setAccessibleName(marks.title);
    setToolTip(marks.title);
    update();
}

QSize MarkLegend::sizeHint() const
{
    return {20 * Theme::unit, std::max(static_cast<int>(markLegendHeight), fontMetrics().height() + 4)};
}

void MarkLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    paintMarkLegend(painter, QRectF(rect()).adjusted(Theme::unit, 0, -Theme::unit, 0), m_marks, theme);
}

} // namespace atlas
