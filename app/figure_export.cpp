#include "app/figure_export.h"

#include "app/form_dialog.h"
#include "app/version.h"
#include "widgets/export/figure_writer.h"

#include <QFileDialog>
#include <QObject>

namespace atlas {

namespace {

const std::vector<ParameterDescription>& exportParameters()
{
    static const std::vector<ParameterDescription> parameters{
        {"width", "Width", "Of the whole figure.", "mm", RealType{160, 20, 2000}},
        {"height", "Height", "Of the whole figure.", "mm", RealType{110, 20, 2000}},
        {"dpi", "Resolution", "Of PNG files, and of large point clouds inside SVG and PDF.", "dpi",
         RealType{300, 30, 1200}},
        {"font", "Font size", "Of labels and numbers.", "pt", RealType{9, 4, 40}},
        {"theme", "Theme", "Print is black on white with stronger lines.", "",
         ChoiceType{"print",
                    {{"print", "for paper"}, {"light", "as on a light screen"}, {"dark", "light on dark"}}}},
        {"legend", "Legend", "Whether the legend is drawn.", "", FlagType{true}},
        {"title", "Title", "Whether the title is drawn.", "", FlagType{true}},
    };
    return parameters;
}

FigureStyle styleOf(const ParameterValues& values)
{
    FigureStyle style;
    style.widthMillimetres = values.real("width");
    style.heightMillimetres = values.real("height");
    style.dpi = values.real("dpi");
    style.fontPoints = values.real("font");
    const std::string& theme = values.text("theme");
    style.theme = theme == "dark" ? ThemeKind::Dark : theme == "light" ? ThemeKind::Light : ThemeKind::Print;
    style.legend = values.flag("legend");
    style.title = values.flag("title");
    return style;
}

} // namespace

Result<void> exportFigureByDialog(const Figure& figure, const QString& source, QWidget* parent)
{
    FormDialog dialog(QObject::tr("Export figure"), QString::fromStdString(figure.title),
                      QObject::tr("Choose file..."), exportParameters(), parent);
    if (dialog.exec() != QDialog::Accepted)
        return {};
    const QString file = QFileDialog::getSaveFileName(
        parent, QObject::tr("Export figure"), QString::fromStdString(figure.name) + QStringLiteral(".svg"),
        QObject::tr("SVG (*.svg);;PDF (*.pdf);;PNG (*.png)"));
    if (file.isEmpty())
        return {};
    FigureStyle style = styleOf(dialog.values());
    style.metadata = {
        {QStringLiteral("program"), QStringLiteral("StructAtlas ") + QString::fromStdString(versionText())},
        {QStringLiteral("data"), source}};
    return writeFigure(figure, style, file.toStdString());
}

} // namespace atlas
