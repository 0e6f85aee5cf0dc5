// What can be copied and exported as a picture: it paints itself into any rectangle, in any theme.
#pragma once

#include "core/support/result.h"
#include "widgets/views/theme.h"

#include <QImage>
#include <QRectF>
#include <QSizeF>
#include <QString>

class QPainter;

namespace atlas {

class PictureSource {
public:
    virtual ~PictureSource() = default;

    virtual bool hasPicture() const = 0;
    /// The size at which everything can be read, in pixels of 1/96 inch.
    virtual QSizeF pictureSize() const = 0;
    virtual void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const = 0;
};

/// The picture on white, `scale` pixels per unit of its size. No side is longer than 8,192 pixels.
QImage pictureImage(const PictureSource& source, double scale);

/// Writes SVG, PDF or PNG, as the name ends. Print colours.
Result<void> writePicture(const PictureSource& source, const QString& path);

} // namespace atlas
