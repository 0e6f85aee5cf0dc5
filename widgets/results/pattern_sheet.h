// Patterns as a picture to export: tiles in rows, under headings where they are grouped.
#pragma once

#include "core/mining/pattern_gallery.h"
#include "widgets/views/picture_source.h"

#include <QFont>

#include <vector>

namespace atlas {

class PatternSheet : public PictureSource {
public:
    struct Tile {
        std::size_t pattern = 0;
        QString first;
        QString second;
    };
    struct Section {
        QString title; ///< may be empty
        std::vector<Tile> tiles;
    };
    static constexpr std::size_t columns = 6;

    PatternSheet(PatternGalleryPtr gallery, std::vector<Section> sections, const QFont& font);

    bool hasPicture() const override { return !m_sections.empty(); }
    QSizeF pictureSize() const override;
    void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const override;

private:
    double headingHeight(const Section& section) const;

    PatternGalleryPtr m_gallery;
    std::vector<Section> m_sections;
    QFont m_font;
};

} // namespace atlas
