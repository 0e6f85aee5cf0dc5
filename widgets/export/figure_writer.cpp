#include "widgets/export/figure_writer.h"

#include "widgets/views/figure_item.h"
#include "widgets/views/scatter_item.h"

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
#include <cassert>
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

std::size_t columnsOf(std::size_t figures, const FigureStyle& style)
{
    if (style.columns > 0)
        return std::min(style.columns, figures);
    // Panels about as wide as high, a little wider rather than higher.
    const double aspect = style.widthMillimetres / style.heightMillimetres;
    const double columns = std::sqrt(static_cast<double>(figures) * aspect / 1.2);
    return std::clamp<std::size_t>(static_cast<std::size_t>(std::lround(columns)), 1, figures);
}

/// A scene with the figures in their full size, in units of 1/96 inch.
class Drawing {
public:
    Drawing(const std::vector<ShownFigure>& figures, const FigureStyle& style)
        : m_size(units(style.widthMillimetres), units(style.heightMillimetres))
    {
        FigureLook look;
        look.theme = style.theme;
        look.fontPixels =
            std::max(1, static_cast<int>(std::lround(style.fontPoints / pointsPerInch * unitsPerInch)));
        look.fontFamily = style.fontFamily;
        look.legend = style.legend;
        look.title = style.title;
        look.rasterPixelsPerUnit = style.dpi / unitsPerInch;
        const std::size_t columns = columnsOf(figures.size(), style);
        const std::size_t rows = (figures.size() + columns - 1) / columns;
        const QSizeF panel(m_size.width() / static_cast<double>(columns),
                           m_size.height() / static_cast<double>(rows));
        m_scene.setSceneRect(QRectF(QPointF(), m_size));
        if (figures.size() % columns != 0) // the last row is not full
            m_scene.setBackgroundBrush(Theme::of(style.theme).surface);
        for (std::size_t i = 0; i < figures.size(); ++i) {
            if (figures.size() > 1)
                look.letter = panelLetter(i);
            FigureItem* item = FigureItem::make(figures[i].figure, look).release();
            m_scene.addItem(item);
            item->setPos(static_cast<double>(i % columns) * panel.width(),
                         static_cast<double>(i / columns) * panel.height());
            item->resize(panel);
            applyState(*item, figures[i]);
            const QString title = QString::fromStdString(figures[i].figure->title);
            m_titles << (look.letter.isEmpty() ? title : look.letter + QStringLiteral(": ") + title);
        }
    }

    QSizeF size() const { return m_size; }
    QString title() const { return m_titles.join(QStringLiteral("; ")); }

    void paint(QPaintDevice& device, const QRectF& target)
    {
        QPainter painter(&device);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        m_scene.render(&painter, target, QRectF(QPointF(), m_size), Qt::IgnoreAspectRatio);
    }

private:
    static void applyState(FigureItem& item, const ShownFigure& shown)
    {
        auto* scatter = qobject_cast<ScatterItem*>(&item);
        if (!scatter)
            return;
        if (shown.view)
            scatter->setView(*shown.view);
        if (!shown.states.empty())
            scatter->cloud().setStates(shown.states);
        scatter->cloud().setRinged(shown.ringed);
        for (std::size_t i = 0; i < shown.legendOff.size(); ++i)
            scatter->legend()->setOff(i, shown.legendOff[i]);
    }

    QSizeF m_size;
    QGraphicsScene m_scene;
    QStringList m_titles;
};

/// A figure as its method made it.
std::vector<ShownFigure> plain(const Figure& figure) { return {{std::make_shared<const Figure>(figure)}}; }

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
    const QString family = style.fontFamily.isEmpty()
        ? QFontInfo(QApplication::font()).family() + QStringLiteral(", sans-serif")
        : style.fontFamily;
    static const QRegularExpression font(QStringLiteral("font-family=\"[^\"]*\""));
    text.replace(font, QStringLiteral("font-family=\"%1\"").arg(family.toHtmlEscaped()));
    return text.toUtf8();
}

QByteArray svgFile(Drawing& drawing, const FigureStyle& style)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(static_cast<int>(unitsPerInch));
    generator.setSize(drawing.size().toSize());
    generator.setViewBox(QRectF(QPointF(), drawing.size()));
    generator.setTitle(drawing.title().toHtmlEscaped());
    generator.setDescription(metadataText(style).toHtmlEscaped());
    drawing.paint(generator, QRectF(QPointF(), drawing.size()));
    return mended(bytes, style);
}

QByteArray xmpPacket(const Drawing& drawing, const FigureStyle& style)
{
    const QString title = drawing.title().toHtmlEscaped();
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

QByteArray pdfFile(Drawing& drawing, const FigureStyle& style)
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
        writer.setTitle(drawing.title());
        writer.setCreator(QStringLiteral("StructAtlas"));
        writer.setDocumentXmpMetadata(xmpPacket(drawing, style));
        drawing.paint(writer, QRectF(0, 0, writer.width(), writer.height()));
    }
    return bytes;
}

QImage image(Drawing& drawing, const FigureStyle& style)
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
    picture.setText(QStringLiteral("Title"), drawing.title());
    picture.setText(QStringLiteral("Software"), QStringLiteral("StructAtlas"));
    for (auto entry = style.metadata.begin(); entry != style.metadata.end(); ++entry)
        picture.setText(entry.key(), entry.value());
    return picture;
}

QByteArray pngFile(Drawing& drawing, const FigureStyle& style)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image(drawing, style).save(&buffer, "PNG");
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

void addParameter(QMap<QString, QString>& metadata, const std::string& name, const ParameterValue& value)
{
    const QString key = QString::fromStdString(name);
    metadata.insert(metadata.contains(key) ? QStringLiteral("--") + key : key,
                    QString::fromStdString(toString(value)));
}

QString panelLetter(std::size_t panel)
{
    QString letter;
    for (std::size_t rest = panel + 1; rest > 0; rest = (rest - 1) / 26)
        letter.prepend(QChar(static_cast<char16_t>(u'a' + (rest - 1) % 26)));
    return letter;
}

Result<void> writeFigure(const Figure& figure, const FigureStyle& style, const std::filesystem::path& path)
{
    return writeFigurePage(plain(figure), style, path);
}

Result<void> writeFigurePage(const std::vector<ShownFigure>& figures, const FigureStyle& style,
                             const std::filesystem::path& path)
{
    assert(!figures.empty());
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
    Drawing drawing(figures, style);
    return writeFile(make(drawing, style), path);
}

Result<QByteArray> figureSvg(const Figure& figure, const FigureStyle& style)
{
    if (const Result<void> checked = checkStyle(style); !checked)
        return checked.error();
    Drawing drawing(plain(figure), style);
    return svgFile(drawing, style);
}

Result<QImage> renderFigure(const Figure& figure, const FigureStyle& style)
{
    return renderFigure(plain(figure).front(), style);
}

Result<QImage> renderFigure(const ShownFigure& figure, const FigureStyle& style)
{
    if (const Result<void> checked = checkStyle(style); !checked)
        return checked.error();
    Drawing drawing({figure}, style);
    return image(drawing, style);
}

} // namespace atlas
