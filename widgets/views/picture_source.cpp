#include "widgets/views/picture_source.h"

#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace atlas {

namespace {

constexpr double margin = 8;
constexpr int resolution = 96; // units of a picture per inch

Result<void> failed(const QString& path, const QString& why)
{
    return Error{ErrorCode::WriteFailed,
                 QStringLiteral("The picture could not be written to %1: %2").arg(path, why).toStdString()};
}

QSizeF sizeWithMargin(const PictureSource& source)
{
    return source.pictureSize() + QSizeF(2 * margin, 2 * margin);
}

void paintOn(QPainter& painter, const PictureSource& source, QSizeF size)
{
    source.paintPicture(painter, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                        Theme::of(ThemeKind::Print));
}

void paintSvg(QIODevice& device, const PictureSource& source)
{
    const QSizeF size = sizeWithMargin(source);
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(resolution);
    generator.setSize(size.toSize());
    generator.setViewBox(QRectF(QPointF(), size));
    QPainter painter(&generator);
    paintOn(painter, source, size);
}

void paintPdf(QIODevice& device, const PictureSource& source)
{
    const QSizeF size = sizeWithMargin(source);
    QPdfWriter writer(&device);
    writer.setResolution(resolution * 10); // coordinates are rounded to this
    writer.setPageMargins(QMarginsF());
    writer.setPageSize(QPageSize(size / resolution, QPageSize::Inch, QString(), QPageSize::ExactMatch));
    QPainter painter(&writer);
    painter.scale(10, 10);
    paintOn(painter, source, size);
}

} // namespace

QImage pictureImage(const PictureSource& source, double scale)
{
    constexpr double longestSide = 8192;
    const QSizeF size = sizeWithMargin(source);
    scale = std::min({scale, longestSide / size.width(), longestSide / size.height()});
    QImage image((size * scale).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    paintOn(painter, source, size);
    return image;
}

Result<void> writePicture(const PictureSource& source, const QString& path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return failed(path, file.errorString());
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("svg"))
        paintSvg(file, source);
    else if (ending == QLatin1String("pdf"))
        paintPdf(file, source);
    else if (ending != QLatin1String("png"))
        return failed(path, QStringLiteral("the name must end with .svg, .pdf or .png"));
    else if (!pictureImage(source, 3).save(&file, "PNG"))
        return failed(path, file.errorString());
    if (!file.commit())
        return failed(path, file.errorString());
    return {};
}

} // namespace atlas
