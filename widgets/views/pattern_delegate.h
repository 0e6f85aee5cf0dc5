// A pattern in a gallery as a tile: its picture, two lines of numbers; headings go over the whole width.
#pragma once

#include "widgets/views/theme.h"

#include <QStyledItemDelegate>

namespace atlas {

class PatternDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    static constexpr QSize pictureSize{160, 104};
    static QSize tileSize(const QFont& font);

    /// What a tile shows, into any painter: the gallery and exported sheets look the same.
    struct Tile {
        QString first;
        QString second;
        bool selected = false;
        bool pointed = false;
    };
    /// Paints everything but the picture, and returns where that goes.
    static QRectF paintTile(QPainter& painter, const QRectF& area, const Tile& tile, const QFont& font,
                            const Theme& theme);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace atlas
