#include "widgets/views/pattern_delegate.h"

#include "widgets/models/pattern_model.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QPainter>

namespace atlas {

namespace {

constexpr int gap = Theme::unit / 2; // around a tile
constexpr int inset = Theme::unit; // inside a tile

void paintHeading(QPainter& painter, const QRect& area, const QString& text, QFont font, const Theme& theme)
{
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(theme.text);
    const QRect words = area.adjusted(gap, inset, -gap, -gap);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom, text);
    painter.setPen(theme.grid);
    painter.drawLine(words.bottomLeft() + QPoint(0, 2), words.bottomRight() + QPoint(0, 2));
}

} // namespace

QSize PatternDelegate::tileSize(const QFont& font)
{
    const int line = QFontMetrics(font).height();
    return pictureSize + QSize(2 * (gap + inset), 2 * (gap + inset) + 2 * line + Theme::unit / 2);
}

QRectF PatternDelegate::paintTile(QPainter& painter, const QRectF& area, const Tile& tile, const QFont& font,
                                  const Theme& theme)
{
    const QRectF frame = area.adjusted(gap, gap, -gap, -gap);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = theme.surface;
    if (tile.selected) {
        fill = theme.accent;
        fill.setAlphaF(0.14F);
        painter.setBrush(theme.surface);
        painter.setPen(Qt::NoPen);
        painter.drawRoundedRect(frame, 4, 4);
    }
    painter.setBrush(fill);
    painter.setPen(QPen(tile.selected      ? theme.accent
                            : tile.pointed ? theme.secondaryText
                                           : theme.grid,
                        tile.selected ? 2 : 1));
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);

    const QRectF inner = frame.adjusted(inset, inset, -inset, -inset);
    const QFontMetricsF metrics(font);
    const auto line = [&](int number, const QString& text, const QColor& color) {
        const QRectF place(inner.left(), inner.bottom() - (2 - number) * metrics.height(), inner.width(),
                           metrics.height());
        painter.setPen(color);
        painter.drawText(place, Qt::AlignHCenter | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideRight, place.width()));
    };
    painter.setFont(font);
    line(0, tile.first, theme.text);
    line(1, tile.second, theme.secondaryText);
    return {inner.left(), inner.top(), inner.width(),
            inner.height() - 2 * metrics.height() - Theme::unit / 2.0};
}

void PatternDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    painter->save();
    const QVariant heading = index.data(PatternModel::HeadingRole);
    if (heading.isValid()) {
        paintHeading(*painter, option.rect, heading.toString(), option.font, theme);
    } else {
        Tile tile;
        tile.first = index.data(PatternModel::FirstLineRole).toString();
        tile.second = index.data(PatternModel::SecondLineRole).toString();
        tile.selected = option.state.testFlag(QStyle::State_Selected);
        tile.pointed =
            option.state.testFlag(QStyle::State_MouseOver) || option.state.testFlag(QStyle::State_HasFocus);
        const QRectF place = paintTile(*painter, option.rect, tile, option.font, theme);
        const auto picture = index.data(Qt::DecorationRole).value<QPixmap>();
        if (!picture.isNull()) {
            QRectF box(QPointF(), picture.deviceIndependentSize());
            box.moveCenter(place.center());
            painter->drawPixmap(box.topLeft(), picture);
        }
    }
    painter->restore();
}

QSize PatternDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (!index.data(PatternModel::HeadingRole).isValid())
        return tileSize(option.font);
    const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
    const int width = view ? view->viewport()->width() : tileSize(option.font).width();
    return {width - 1, QFontMetrics(option.font).height() + 2 * inset};
}

} // namespace atlas
