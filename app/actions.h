// Every command of the window, with its words, shortcut and tooltip; the menus and the
// tool bar are made of them.
#pragma once

#include <QAction>
#include <QList>
#include <QObject>

class QComboBox;
class QMainWindow;
class QMenu;
class QToolBar;

namespace atlas {

class Actions : public QObject {
    Q_OBJECT

public:
    explicit Actions(QMainWindow& window);

    QAction* open;
    QAction* openFolder;
    QAction* openWithOptions;
    QAction* saveSession;
    QAction* saveSessionAs;
    QAction* saveDataAs;
    QAction* exportFigure;
    QAction* copyFigure;
    QAction* exportRecipe;
    QAction* exportReport;
    QAction* startPage;
    QAction* quit;
    QAction* reloadWithOptions;
    QAction* find;
    QAction* selectAll;
    QAction* selectNone;
    QAction* invertSelection;
    QAction* explainSelection;
    QAction* saveSelection;
    QAction* exportSelections;
    QAction* importSelections;
    QAction* undo;
    QAction* redo;
    QAction* rectangleTool; ///< one of the two tools is checked
    QAction* lassoTool;
    QAction* darkTheme; ///< checkable
    QAction* quickLook; ///< checkable: new data gets a map and a scatterplot at once
    QAction* compare; ///< checkable: two runs side by side
    QAction* linkViews; ///< checkable: they pan and zoom together
    QAction* standardLayout;
    QAction* saveLayout;
    QAction* cancelJobs;
    QAction* tour;
    QAction* whatsThis;
    QAction* shortcuts;
    QAction* about;

    QMenu* recentMenu;
    QMenu* examplesMenu;
    QMenu* analyseMenu;
    QMenu* namedMenu; ///< the named selections
    QMenu* viewMenu;
    QMenu* layoutMenu; ///< those that the person named

    QComboBox* colourBox; ///< what the points of all figures are coloured by; filled by ColourCommands

    /// What a right click on a figure offers.
    QList<QAction*> figureActions() const
    {
        return {explainSelection, selectNone, invertSelection, copyFigure, exportFigure};
    }

    /// All actions that have a shortcut, for the list under F1.
    QString shortcutTable() const;
    /// Actions that make no sense without data.
    void setDataOpen(bool open);

private:
    QAction* make(const QString& text, const QKeySequence& shortcut, const QString& tip);
    void fillMenus(QMainWindow& window);
    void fillToolBar(QMainWindow& window);

    QMainWindow& m_window;
};

} // namespace atlas
