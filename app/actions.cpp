#include "app/actions.h"

#include "widgets/views/theme.h"
#include "widgets/views/theme_icon.h"

#include <QActionGroup>
#include <QComboBox>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QWhatsThis>

namespace atlas {

Actions::Actions(QMainWindow& window) : QObject(&window), m_window(window)
{
    open = make(tr("&Open..."), QKeySequence::Open, tr("Open a file; its format is detected by content"));
    openFolder = make(tr("Open &folder..."), QKeySequence(tr("Ctrl+Shift+O")),
                      tr("Open a folder of XML documents or a TU graph set"));
    openWithOptions = make(tr("Open &with options..."), QKeySequence(tr("Ctrl+Alt+O")),
                           tr("Choose the format, the columns and the kind of structure"));
    saveSession = make(tr("&Save session"), QKeySequence::Save,
                       tr("Keep the data, analyses, selection and layout in one file"));
    saveSessionAs =
        make(tr("Save session &as..."), QKeySequence::SaveAs, tr("Keep the session in another file"));
    saveDataAs = make(tr("Save &data as..."), QKeySequence(tr("Ctrl+Alt+S")),
                      tr("Write the structures: CSV, JSON lines, SMILES, SDF or gSpan, as they allow"));
    exportFigure = make(tr("&Export figure..."), QKeySequence(tr("Ctrl+E")),
                        tr("Write the current figure as SVG, PDF or PNG"));
    copyFigure = make(tr("&Copy figure"), QKeySequence(tr("Ctrl+Shift+F")),
                      tr("Put the current figure on the clipboard"));
    exportRecipe = make(tr("Export &recipe..."), {},
                        tr("Write the analyses so far as a file that 'structatlas recipe' repeats"));
    exportReport =
        make(tr("Export re&port..."), {}, tr("Write the analyses so far as one web page, with all figures"));
    startPage = make(tr("Start pa&ge"), QKeySequence(tr("Ctrl+Home")), tr("Examples and recent files"));
    quit = make(tr("&Quit"), QKeySequence::Quit, tr("Close the program"));
    reloadWithOptions = make(tr("&Read again with options..."), QKeySequence(tr("Ctrl+R")),
                             tr("Read the open source again, in another format or with other columns"));
    find = make(tr("&Find structures"), QKeySequence::Find,
                tr("Type a name, class, property or record number: the table shows what fits"));
    selectAll =
        make(tr("&All visible"), QKeySequence::SelectAll, tr("Select every structure that no filter hides"));
    selectNone = make(tr("&None"), QKeySequence(tr("Ctrl+Shift+A")), tr("Select nothing"));
    invertSelection =
        make(tr("&Invert"), QKeySequence(tr("Ctrl+I")), tr("Select the others among the visible"));
    explainSelection = make(tr("&Explain selection"), QKeySequence(tr("Ctrl+L")),
                            tr("Find the patterns that tell the selected structures from the others"));
    saveSelection = make(tr("Na&me selection..."), QKeySequence(tr("Ctrl+M")),
                         tr("Keep the selected structures under a name"));
    exportSelections =
        make(tr("E&xport named selections..."), {}, tr("Write all of them as one table: id, name, class"));
    importSelections =
        make(tr("I&mport named selections..."), {}, tr("Read a table that was exported before"));
    undo = make(tr("&Undo"), QKeySequence::Undo, tr("Go back to the selection and filters before"));
    redo = make(tr("&Redo"), QKeySequence::Redo, tr("Take the undo back"));
    rectangleTool = make(tr("&Rectangle"), QKeySequence(tr("R")), tr("Drag a rectangle to select points"));
    lassoTool = make(tr("&Lasso"), QKeySequence(tr("L")), tr("Draw around points to select them"));
    darkTheme = make(tr("&Dark theme"), QKeySequence(tr("Ctrl+D")), tr("Light on dark"));
    compare = make(tr("Compare &side by side"), QKeySequence(tr("Ctrl+B")),
                   tr("Put the run in front beside another one; again: all in one row of tabs"));
    linkViews = make(tr("&Link pan and zoom"), QKeySequence(tr("Ctrl+Shift+B")),
                     tr("Compared plots show the same part, each of its own range"));
    quickLook = make(tr("&Quick look at new data"), {},
                     tr("New data gets a map and a scatterplot at once, where that takes some seconds only"));
    standardLayout =
        make(tr("&Standard layout"), {}, tr("All panels where they were when the program was new"));
    saveLayout = make(tr("Save la&yout..."), {}, tr("Keep the places of the panels under a name"));
    cancelJobs = make(tr("&Cancel"), QKeySequence(tr("Ctrl+.")), tr("Stop what is running; results stay"));
    tour = make(tr("Three-step &tour"), {}, tr("Look, ask, explore: what the parts of the window are for"));
    whatsThis = QWhatsThis::createAction(this);
    whatsThis->setText(tr("&What is this?"));
    whatsThis->setStatusTip(tr("Then click what you wonder about"));
    shortcuts = make(tr("&Keyboard shortcuts"), QKeySequence::HelpContents, tr("All keys"));
    about = make(tr("&About StructAtlas"), {}, tr("Version and licence"));

    rectangleTool->setCheckable(true);
    lassoTool->setCheckable(true);
    rectangleTool->setChecked(true);
    auto* tools = new QActionGroup(this);
    tools->addAction(rectangleTool);
    tools->addAction(lassoTool);
    for (QAction* action : {darkTheme, compare, linkViews, quickLook})
        action->setCheckable(true);
    linkViews->setChecked(true);
    fillMenus(window);
    fillToolBar(window);
    setDataOpen(false);
}

QAction* Actions::make(const QString& text, const QKeySequence& shortcut, const QString& tip)
{
    auto* action = new QAction(text, this);
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, keys));
    m_window.addAction(action);
    return action;
}

void Actions::fillMenus(QMainWindow& window)
{
    QMenu* file = window.menuBar()->addMenu(tr("&File"));
    file->addActions({open, openFolder, openWithOptions});
    recentMenu = file->addMenu(tr("&Recent"));
    examplesMenu = file->addMenu(tr("E&xamples"));
    file->addAction(startPage);
    file->addSeparator();
    file->addActions({saveSession, saveSessionAs});
    file->addSeparator();
    file->addActions({saveDataAs, exportFigure, copyFigure, exportRecipe, exportReport});
    file->addSeparator();
    file->addAction(quit);
    QMenu* data = window.menuBar()->addMenu(tr("&Data"));
    data->addActions({find, reloadWithOptions});
    analyseMenu = window.menuBar()->addMenu(tr("&Analyse"));
    QMenu* select = window.menuBar()->addMenu(tr("&Select"));
    select->addActions({selectAll, selectNone, invertSelection});
    select->addSeparator();
    select->addAction(saveSelection);
    namedMenu = select->addMenu(tr("Name&d selections"));
    select->addActions({exportSelections, importSelections});
    select->addSeparator();
    select->addAction(explainSelection);
    select->addSeparator();
    select->addActions({undo, redo});
    select->addSeparator();
    select->addActions({rectangleTool, lassoTool});
    viewMenu = window.menuBar()->addMenu(tr("&View"));
    viewMenu->addActions({compare, linkViews});
    viewMenu->addSeparator();
    viewMenu->addActions({darkTheme, quickLook, cancelJobs});
    viewMenu->addSeparator();
    layoutMenu = viewMenu->addMenu(tr("La&youts"));
    layoutMenu->addActions({standardLayout, saveLayout});
    viewMenu->addSeparator();
    QMenu* help = window.menuBar()->addMenu(tr("&Help"));
    help->addActions({tour, whatsThis, shortcuts, about});
}

void Actions::fillToolBar(QMainWindow& window)
{
    QToolBar* bar = window.addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({2 * Theme::unit, 2 * Theme::unit});
    const auto addMenuButton = [&](const QString& text, const QString& icon, QMenu* menu) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setIcon(themeIcon(icon));
        button->setToolButtonStyle(bar->toolButtonStyle());
        button->setMenu(menu);
        button->setPopupMode(QToolButton::InstantPopup);
        QAction* entry = menu->menuAction();
        connect(entry, &QAction::changed, button,
                [button, entry] { button->setEnabled(entry->isEnabled()); });
        bar->addWidget(button);
    };
    const auto addAction = [&](QAction* action, const QString& icon) {
        action->setIcon(themeIcon(icon));
        action->setIconVisibleInMenu(false); // most entries there have none
        bar->addAction(action);
    };
    addAction(open, QStringLiteral("open"));
    addMenuButton(tr("Examples"), QStringLiteral("examples"), examplesMenu);
    bar->addSeparator();
    addMenuButton(tr("Analyse"), QStringLiteral("analyse"), analyseMenu);
    bar->addSeparator();
    addAction(rectangleTool, QStringLiteral("rectangle"));
    addAction(lassoTool, QStringLiteral("lasso"));
    bar->addSeparator();
    addAction(undo, QStringLiteral("undo"));
    addAction(redo, QStringLiteral("redo"));
    bar->addSeparator();
    auto* label = new QLabel(tr("Colour b&y"));
    label->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    colourBox = new QComboBox;
    colourBox->setObjectName(QStringLiteral("colourBox"));
    colourBox->setAccessibleName(tr("Colour points by"));
    colourBox->setToolTip(
        tr("What the points of all figures are coloured by: their classes, a size or a property"));
    colourBox->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    colourBox->setMinimumContentsLength(12);
    label->setBuddy(colourBox);
    bar->addWidget(label);
    bar->addWidget(colourBox);
    bar->addSeparator();
    addAction(exportFigure, QStringLiteral("export"));
}

void Actions::setDataOpen(bool isOpen)
{
    exportRecipe->setEnabled(false); // until there is a run
    exportReport->setEnabled(false);
    for (QAction* action :
         {saveSession, saveSessionAs, saveDataAs, exportFigure, copyFigure, reloadWithOptions, selectAll,
          selectNone, invertSelection, explainSelection, saveSelection, importSelections, find, rectangleTool,
          lassoTool, compare, linkViews})
        action->setEnabled(isOpen);
    analyseMenu->setEnabled(isOpen);
    colourBox->setEnabled(isOpen);
    undo->setEnabled(false);
    redo->setEnabled(false);
}

QString Actions::shortcutTable() const
{
    QString rows;
    for (const QObject* child : children())
        if (const auto* action = qobject_cast<const QAction*>(child); action && !action->shortcut().isEmpty())
            rows += QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                        .arg(action->shortcut().toString(QKeySequence::NativeText).toHtmlEscaped(),
                             action->statusTip().toHtmlEscaped());
    rows += tr("<tr><td><b>Wheel</b></td><td>Zoom at the pointer</td></tr>"
               "<tr><td><b>Middle or right drag, Space</b>&nbsp;&nbsp;</td><td>Pan</td></tr>"
               "<tr><td><b>Shift, Ctrl</b></td><td>Add to or remove from the selection</td></tr>"
               "<tr><td><b>0, double click</b></td><td>Show everything</td></tr>"
               "<tr><td><b>Arrows, Enter, +, -</b></td><td>Walk in a tree, show where a subtree occurs, "
               "unfold, fold</td></tr>");
    return QStringLiteral("<table cellspacing='4'>%1</table>").arg(rows);
}

} // namespace atlas
