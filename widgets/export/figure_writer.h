// Writes a figure, or several as the panels of one page, into an SVG, PDF or PNG file, drawn by the same
// items as in the window. Needs a QApplication; the offscreen platform will do.
#pragma once

#include "widgets/views/shown_figure.h"
#include "widgets/views/theme.h"

#include "core/methods/figure.h"
#include "core/methods/parameter.h"
#include "core/support/result.h"

#include <QImage>
#include <QMap>
#include <QString>

#include <filesystem>

namespace atlas {

struct FigureStyle {
    double widthMillimetres = 160;
    double heightMillimetres = 110;
    double dpi = 300; ///< of PNG files, and of large point layers in SVG and PDF
    ThemeKind theme = ThemeKind::Print;
    bool legend = true;
    bool title = true;
    double fontPoints = 9;
    QString fontFamily = {}; ///< empty = the program's own
    std::size_t columns = 0; ///< of a page with several figures; 0 = as many as make the page look square
    /// How the figure came about: data hash, method, parameters, seed, version. Written into the file.
    QMap<QString, QString> metadata;
};

/// Adds a run's parameter to a figure's metadata; one that is named like an entry gets dashes: embed's own
/// "--method" beside the method's name.
void addParameter(QMap<QString, QString>& metadata, const std::string& name, const ParameterValue& value);

/// The ending of the path, .svg, .pdf or .png, chooses the format. ErrorCode::BadUse: another ending or an
/// impossible size; ErrorCode::WriteFailed: the file cannot be written. Above 5,000 points the point layer
/// of SVG and PDF files is a picture.
Result<void> writeFigure(const Figure& figure, const FigureStyle& style, const std::filesystem::path& path);

/// Of a page's panel: "a", ..., "z", "aa", ...
QString panelLetter(std::size_t panel);

/// The same with several figures in a grid, row by row, lettered a, b, c; a single one has no letter.
/// Precondition: one at least, none null. The style's size is that of the whole page.
Result<void> writeFigurePage(const std::vector<ShownFigure>& figures, const FigureStyle& style,
                             const std::filesystem::path& path);

/// The text of an SVG file.
Result<QByteArray> figureSvg(const Figure& figure, const FigureStyle& style);

/// The figure as a picture of style.dpi, as a PNG file holds it.
Result<QImage> renderFigure(const Figure& figure, const FigureStyle& style);
Result<QImage> renderFigure(const ShownFigure& figure, const FigureStyle& style);

} // namespace atlas
