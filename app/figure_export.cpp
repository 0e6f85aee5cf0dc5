#include "app/figure_export.h"

#include "app/version.h"
#include "widgets/views/parameter_form.h"

#include <QFontDatabase>
#include <QListWidget>

#include <algorithm>

namespace atlas {

namespace {

constexpr int visibleFigures = 5; // in the list; others by scrolling

constexpr const char* programsFont = "as in the window";

/// The machine's fonts that hold Latin letters.
ChoiceType familyChoice()
{
    ChoiceType choice{programsFont, {{programsFont, "the font of the program"}}};
    for (const QString& family : QFontDatabase::families(QFontDatabase::Latin))
        if (!QFontDatabase::isPrivateFamily(family))
            choice.options.push_back({family.toStdString(), {}});
    return choice;
}

const std::vector<ParameterDescription>& exportParameters()
{
    static const std::vector<ParameterDescription> parameters{
        {"width", "Width", "Of the whole page.", "mm", RealType{160, 20, 2000}},
        {"height", "Height", "Of the whole page.", "mm", RealType{110, 20, 2000}},
        {"columns", "Columns", "Of several figures on one page; 0 = as fits the page.", "",
         IntegerType{0, 0, 20}},
        {"dpi", "Resolution", "Of PNG files, and of large point clouds inside SVG and PDF.", "dpi",
         RealType{300, 30, 1200}},
        {"font", "Font size", "Of labels and numbers.", "pt", RealType{9, 4, 40}},
        {"family", "Font", "Of all words; a journal often asks for one.", "", familyChoice()},
        {"theme", "Theme", "Print is black on white with stronger lines.", "",
         ChoiceType{"print",
                    {{"print", "for paper"}, {"light", "as on a light screen"}, {"dark", "light on dark"}}}},
        {"legend", "Legend", "Whether the legend is drawn.", "", FlagType{true}},
        {"title", "Title", "Whether the title is drawn.", "", FlagType{true}},
        {"as-shown", "As on the screen",
         "With the part that is zoomed in, the selection, and classes that are switched off.", "",
         FlagType{true}},
    };
    return parameters;
}

} // namespace

FigureExportDialog::FigureExportDialog(std::vector<ExportableFigure> figures, std::size_t current,
                                       QWidget* parent)
    : FormDialog(tr("Export figure"), tr("Choose one figure, or several for the panels a, b, c of one page."),
                 tr("Choose file..."), exportParameters(), parent),
      m_figures(std::move(figures)), m_list(new QListWidget)
{
    m_list->setAccessibleName(tr("Figures to export"));
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        auto* item = new QListWidgetItem(m_figures[i].title, m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsUserCheckable | Qt::ItemIsSelectable);
        item->setCheckState(i == current ? Qt::Checked : Qt::Unchecked);
    }
    m_list->setCurrentRow(static_cast<int>(current));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setSpacing(2);
    const int rows = std::clamp(m_list->count(), 2, visibleFigures);
    m_list->setMinimumHeight(rows * (m_list->sizeHintForRow(0) + 2 * m_list->spacing()));
    setMinimumWidth(70 * Theme::unit);
    connect(m_list, &QListWidget::itemChanged, this, &FigureExportDialog::updateButton);
    addSection(m_list);
}

std::vector<std::size_t> FigureExportDialog::chosenIndices() const
{
    std::vector<std::size_t> indices;
    for (int i = 0; i < m_list->count(); ++i)
        if (m_list->item(i)->checkState() == Qt::Checked)
            indices.push_back(static_cast<std::size_t>(i));
    return indices;
}

bool FigureExportDialog::isReady() const { return !chosenIndices().empty(); }

std::vector<ShownFigure> FigureExportDialog::chosen() const
{
    const bool asShown = values().flag("as-shown");
    std::vector<ShownFigure> chosen;
    for (const std::size_t index : chosenIndices())
        chosen.push_back(asShown ? m_figures[index].shown : ShownFigure{m_figures[index].shown.figure});
    return chosen;
}

QString FigureExportDialog::suggestedName() const
{
    const std::vector<std::size_t> indices = chosenIndices();
    return indices.size() == 1 ? QString::fromStdString(m_figures[indices.front()].shown.figure->name)
                               : QStringLiteral("figures");
}

FigureStyle FigureExportDialog::style() const
{
    const ParameterValues values = this->values();
    FigureStyle style;
    style.widthMillimetres = values.real("width");
    style.heightMillimetres = values.real("height");
    style.columns = static_cast<std::size_t>(values.integer("columns"));
    style.dpi = values.real("dpi");
    style.fontPoints = values.real("font");
    if (values.text("family") != programsFont)
        style.fontFamily = QString::fromStdString(values.text("family"));
    const std::string& theme = values.text("theme");
    style.theme = theme == "dark" ? ThemeKind::Dark : theme == "light" ? ThemeKind::Light : ThemeKind::Print;
    style.legend = values.flag("legend");
    style.title = values.flag("title");
    style.metadata.insert(QStringLiteral("program"),
                          QStringLiteral("StructAtlas ") + QString::fromStdString(versionText()));
    const std::vector<std::size_t> indices = chosenIndices();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const QString prefix = indices.size() == 1 ? QString() : panelLetter(i) + QStringLiteral(".");
        const QMap<QString, QString>& of = m_figures[indices[i]].metadata;
        for (auto entry = of.begin(); entry != of.end(); ++entry)
            style.metadata.insert(prefix + entry.key(), entry.value());
    }
    return style;
}

} // namespace atlas
