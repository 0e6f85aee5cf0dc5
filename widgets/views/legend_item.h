// The legend of a figure: markers with names, in columns beside the figure or in rows below it. Where there
// are more names than room, the last entry says how many are missing. Entries can be clicked.
#pragma once

#include "widgets/views/theme.h"

#include <QFont>
#include <QGraphicsObject>
#include <QString>

#include <vector>

namespace atlas {

struct LegendEntry {
    enum class Marker { Point, Swatch, Line, DashedLine };
    QString name;
    QColor color;
    Marker marker = Marker::Swatch;
    PointShape shape = PointShape::Circle; ///< of Marker::Point
    bool off = false; ///< its class is filtered out
};

class LegendItem : public QGraphicsObject {
    Q_OBJECT

public:
    LegendItem(const Theme& theme, const QFont& font, QGraphicsItem* parent);

    void setEntries(std::vector<LegendEntry> entries);
    const std::vector<LegendEntry>& entries() const { return m_entries; }
    void setOff(std::size_t entry, bool off);
    void setClickable(bool clickable);

    /// Takes the room it needs at the right or at the bottom of `rect` and returns what is left.
    QRectF takeRoom(const QRectF& rect);
    /// Where an entry is, in this item's coordinates; empty where it is not shown.
    QRectF entryRect(std::size_t entry) const;

    QRectF boundingRect() const override { return m_bounds; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

Q_SIGNALS:
    void entryClicked(int entry);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;

private:
    void place(const QRectF& rect, std::size_t columns, std::size_t rows);
    void paintMarker(QPainter& painter, const LegendEntry& entry, QPointF center) const;
    QRectF placeRect(std::size_t place) const;
    int entryAt(QPointF position) const;

    const Theme& m_theme;
    QFont m_font;
    double m_em = 12;
    double m_fullColumnWidth = 0; ///< for the longest name
    double m_columnWidth = 0; ///< as shown
    double m_rowHeight = 0;
    std::vector<LegendEntry> m_entries;
    std::size_t m_shown = 0;
    std::size_t m_rows = 1;
    QRectF m_bounds;
};

} // namespace atlas
