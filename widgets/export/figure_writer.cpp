#include "widgets/export/figure_writer.h"

#include "widgets/views/figure_item.h"

#include <QApplication>
#include <QBuffer>
#include <QFontInfo>
#include <QGraphicsScene>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace atlas {

namespace {

constexpr double unitsPerInch = 96; // of the drawing; files scale it
constexpr double millimetresPerInch = 25.4;
constexpr double pointsPerInch = 72;
constexpr int pdfResolution = 1200;
constexpr double largestPixels = 20000; // a side

double units(double millimetres) { return millimetres / millimetresPerInch * unitsPerInch; }

Result<void> checkStyle(const FigureStyle& style)
{
    const auto within = [](double value, double low, double high) { return value >= low && value <= high; };
    if (!within(style.widthMillimetres, 10, 2000) || !within(style.heightMillimetres, 10, 2000))
        return Error{ErrorCode::BadUse, "A figure is from 10 to 2000 millimetres wide and high."};
    if (!within(style.dpi, 20, 2400))
        return Error{ErrorCode::BadUse, "The resolution of a figure is from 20 to 2400 dots per inch."};
    if (!within(style.fontPoints, 3, 72))
        return Error{ErrorCode::BadUse, "The letters of a figure are from 3 to 72 points high."};
    const double longest = std::max(style.widthMillimetres, style.heightMillimetres);
    if (longest / millimetresPerInch * style.dpi > largestPixels)
        return Error{ErrorCode::TooLarge,
                     "The figure would have more than 20,000 pixels on a side. Choose a smaller size or "
                     "fewer dots per inch."};
    return {};
}

QString metadataText(const FigureStyle& style)
{
    QStringList lines;
    for (auto entry = style.metadata.begin(); entry != style.metadata.end(); ++entry)
        lines << entry.key() + ": " + entry.value();
    return lines.join(QLatin1Char('\n'));
}

/// A scene with the figure in its full size, in units of 1/96 inch.
class Drawing {
public:
    Drawing(const Figure& figure, const FigureStyle& style)
        : m_size(units(style.widthMillimetres), units(style.heightMillimetres))
    {
        FigureLook look;
        look.theme = style.theme;
        look.fontPixels =
            std::max(1, static_cast<int>(std::lround(style.fontPoints / pointsPerInch * unitsPerInch)));
        look.legend = style.legend;
        look.title = style.title;
        look.rasterPixelsPerUnit = style.dpi / unitsPerInch;
        FigureItem* item = FigureItem::make(std::make_shared<const Figure>(figure), look).release();
        m_scene.addItem(item);
        m_scene.setSceneRect(QRectF(QPointF(), m_size));
        item->resize(m_size);
    }

    QSizeF size() const { return m_size; }

    void paint(QPaintDevice& device, const QRectF& target)
    {
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_scene.render(&painter, target, QRectF(QPointF(), m_size), Qt::IgnoreAspectRatio);
    }

private:
    QSizeF m_size;
    QGraphicsScene m_scene;
};

/// What QSvgGenerator writes, with the exact size and a font name that every viewer understands.
QByteArray mended(const QByteArray& svg, const FigureStyle& style)
{
    QString text = QString::fromUtf8(svg);
    static const QRegularExpression size(QStringLiteral("<svg width=\"[^\"]*\" height=\"[^\"]*\""));
    if (const QRegularExpressionMatch match = size.match(text); match.hasMatch())
        text.replace(match.capturedStart(), match.capturedLength(),
                     QStringLiteral("<svg width=\"%1mm\" height=\"%2mm\"")
                         .arg(style.widthMillimetres)
                         .arg(style.heightMillimetres));
    const QString family = QFontInfo(QApplication::font()).family().toHtmlEscaped();
    static const QRegularExpression font(QStringLiteral("font-family=\"[^\"]*\""));
    text.replace(font, QStringLiteral("font-family=\"%1, sans-serif\"").arg(family));
    return text.toUtf8();
}

QByteArray svgFile(Drawing& drawing, const Figure& figure, const FigureStyle& style)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(unitsPerInch));
    generator.setSize(drawing.size().toSize());
    generator.setViewBox(QRectF(QPointF(), drawing.size()));
    generator.setTitle(QString::fromStdString(figure.title).toHtmlEscaped());
    generator.setDescription(metadataText(style).toHtmlEscaped());
    drawing.paint(generator, QRectF(QPointF(), drawing.size()));
    return mended(bytes, style);
}

QByteArray xmpPacket(const Figure& figure, const FigureStyle& style)
{
    const QString title = QString::fromStdString(figure.title).toHtmlEscaped();
    return QStringLiteral(
               "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
               "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
               "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
               "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
               "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%1</rdf:li></rdf:Alt></dc:title>\n"
               "<dc:description><rdf:Alt><rdf:li "
               "xml:lang=\"x-default\">%2</rdf:li></rdf:Alt></dc:description>\n"
               "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>\n")
        .arg(title, metadataText(style).toHtmlEscaped())
        .toUtf8();
}

QByteArray pdfFile(Drawing& drawing, const Figure& figure, const FigureStyle& style)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QSizeF(style.widthMillimetres, style.heightMillimetres),
                                     QPageSize::Millimeter, {}, QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(pdfResolution);
        writer.setTitle(QString::fromStdString(figure.title));
        writer.setCreator(QStringLiteral("StructAtlas"));
        writer.setDocumentXmpMetadata(xmpPacket(figure, style));
        drawing.paint(writer, QRectF(0, 0, writer.width(), writer.height()));
    }
    return bytes;
}

QImage image(Drawing& drawing, const Figure& figure, const FigureStyle& style)
{
    const auto pixels = [&](double millimetres) {
        return static_cast<int>(std::lround(millimetres / millimetresPerInch * style.dpi));
    };
    QImage picture(pixels(style.widthMillimetres), pixels(style.heightMillimetres), QImage::Format_RGB32);
    picture.fill(Theme::of(style.theme).surface);
    drawing.paint(picture, QRectF(QPointF(), QSizeF(picture.size())));
    const auto dotsPerMetre = static_cast<int>(std::lround(style.dpi / millimetresPerInch * 1000));
    picture.setDotsPerMeterX(dotsPerMetre);
    picture.setDotsPerMeterY(dotsPerMetre);
    picture.setText(QStringLiteral("Title"), QString::fromStdString(figure.title));
    picture.setText(QStringLiteral("Software"), QStringLiteral("StructAtlas"));
    for (auto entry = style.metadata.begin(); entry != style.metadata.end(); ++entry)
        picture.setText(entry.key(), entry.value());
    return picture;
}

QByteArray pngFile(Drawing& drawing, const Figure& figure, const FigureStyle& style)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image(drawing, figure, style).save(&buffer, "PNG");
    return bytes;
}

Result<void> writeFile(const QByteArray& bytes, const std::filesystem::path& path)
{
    QSaveFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return Error{ErrorCode::WriteFailed,
                     "The figure cannot be written to " + path.string() + ": "
                         + file.errorString().toStdString() + "."};
    return {};
}

} // namespace

Result<void> writeFigure(const Figure& figure, const FigureStyle& style, const std::filesystem::path& path)
{
    const QString ending = QString::fromStdString(path.extension().string()).toLower();
    const auto make = ending == ".svg" ? svgFile
        : ending == ".pdf"             ? pdfFile
        : ending == ".png"             ? pngFile
                                       : nullptr;
    if (!make)
        return Error{ErrorCode::BadUse,
                     "A figure's file ends in .svg, .pdf or .png, not in '" + ending.toStdString() + "'."};
    if (const Result<void> checked = checkStyle(style); !checked)
        return checked.error();
    Drawing drawing(figure, style);
    return writeFile(make(drawing, figure, style), path);
}

Result<QByteArray> figureSvg(const Figure& figure, const FigureStyle& style)
{
    if (const Result<void> checked = checkStyle(style); !checked)
        return checked.error();
    Drawing drawing(figure, style);
    return svgFile(drawing, figure, style);
}

Result<QImage> renderFigure(const Figure& figure, const FigureStyle& style)
{
    if (const Result<void> checked = checkStyle(style); !checked)
        return checked.error();
    Drawing drawing(figure, style);
    return image(drawing, figure, style);
}

} // namespace atlas
