#include "widgets/results/pattern_sheet.h"

#include "core/mining/pattern_dataset.h"
#include "widgets/views/pattern_delegate.h"
#include "widgets/views/structure_painter.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace atlas {

PatternSheet::PatternSheet(PatternGalleryPtr gallery, std::vector<Section> sections, const QFont& font)
    : m_gallery(std::move(gallery)), m_sections(std::move(sections)), m_font(font)
{
}

double PatternSheet::headingHeight(const Section& section) const
{
    return section.title.isEmpty() ? 0 : 2 * QFontMetricsF(m_font).height();
}

QSizeF PatternSheet::pictureSize() const
{
    const QSizeF tile = PatternDelegate::tileSize(m_font);
    std::size_t widest = 1;
    double height = 0;
    for (const Section& section : m_sections) {
        widest = std::max(widest, std::min(columns, section.tiles.size()));
        const std::size_t lines = (section.tiles.size() + columns - 1) / columns;
        height += headingHeight(section) + static_cast<double>(lines) * tile.height();
    }
    return {static_cast<double>(widest) * tile.width(), height};
}

void PatternSheet::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    const QSizeF tile = PatternDelegate::tileSize(m_font);
    const StructurePainter structures(theme, m_font);
    double top = area.top();
    for (const Section& section : m_sections) {
        if (!section.title.isEmpty()) {
            QFont bold = m_font;
            bold.setBold(true);
            painter.setFont(bold);
            painter.setPen(theme.text);
            painter.drawText(QRectF(area.left() + Theme::unit / 2, top, area.width(), headingHeight(section)),
                             Qt::AlignLeft | Qt::AlignVCenter, section.title);
            top += headingHeight(section);
        }
        for (std::size_t i = 0; i < section.tiles.size(); ++i) {
            const QPointF corner(area.left() + static_cast<double>(i % columns) * tile.width(),
                                 top + static_cast<double>(i / columns) * tile.height());
            const Tile& shown = section.tiles[i];
            const QRectF place = PatternDelegate::paintTile(
                painter, QRectF(corner, tile), {shown.first, shown.second, false, false}, m_font, theme);
            const std::vector<std::size_t> one{shown.pattern};
            if (const Result<DatasetPtr> structure = patternDataset(*m_gallery, one))
                structures.paint(painter, place, *structure, RowId(0));
        }
        top += static_cast<double>((section.tiles.size() + columns - 1) / columns) * tile.height();
    }
}

} // namespace atlas
