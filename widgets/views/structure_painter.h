// Paints any structure into a rectangle: thumbnails, hover depictions, exported pictures. Works on any
// thread: it keeps its own copy of the theme and the font.
#pragma once

#include "core/data/dataset.h"
#include "widgets/views/mark_colors.h"

#include <QFont>
#include <QImage>
#include <QRectF>

class QPainter;

namespace atlas {

class StructurePainter {
public:
    StructurePainter(const Theme& theme, const QFont& font);

    /// Fits the structure into `area`; nothing is drawn behind it. Trees too large for words show their shape
    /// alone. Atoms, vertices or nodes (counted from 0 at the tree's first) may be marked.
    void paint(QPainter& painter, const QRectF& area, const DatasetPtr& data, RowId row,
               const PartMarks& marks = {}) const;

    /// The same as an image with a transparent background. `size` is in device-independent pixels.
    QImage image(QSize size, qreal devicePixelRatio, const DatasetPtr& data, RowId row,
                 const PartMarks& marks = {}) const;

    const Theme& theme() const { return m_theme; }
    const QFont& font() const { return m_font; }

private:
    void paintMolecule(QPainter& painter, const QRectF& area, const Molecule& molecule,
                       const PartMarks& marks) const;
    void paintTree(QPainter& painter, const QRectF& area, const DatasetPtr& data, RowId row,
                   const PartMarks& marks) const;
    void paintGraph(QPainter& painter, const QRectF& area, const Dataset& data, RowId row,
                    const PartMarks& marks) const;

    Theme m_theme;
    QFont m_font;
};

/// The scale and shift that fit `content` into `area`, centred, with at most `largest` units per unit.
QTransform fitTransform(const QRectF& content, const QRectF& area, double largest);

} // namespace atlas
