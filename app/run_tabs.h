// The tabs with the results of runs. A preview opens a run's tab; what follows fills the same one. A tab that
// the person closed stays closed until the run is finished, or shown again from the history.
#pragma once

#include "app/figure_export.h"
#include "app/session.h"
#include "widgets/results/result_view.h"
#include "widgets/views/point_cloud_chart.h"

#include <QList>
#include <QPointer>
#include <QTabWidget>

#include <map>

class QAction;

namespace atlas {

class FigureView;
class Scatter3d;
class RunView;

/// What differs from the method's defaults: "Columns 12".
QStringList givenParameters(const SessionRun& run);

class RunTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit RunTabs(Session& session, QWidget* parent = nullptr);

    /// On a right click on any figure.
    void setFigureActions(const QList<QAction*>& actions) { m_figureActions = actions; }
    /// What dragging on a point cloud does, also in tabs to come.
    void setTool(SelectionTool tool);

    void showRun(const std::shared_ptr<const SessionRun>& run); ///< a new tab comes to the front
    void bringToFront(const std::shared_ptr<const SessionRun>& run); ///< opened again where it was closed
    void closeRun(RunId run);
    void closeAll();
    bool holds(RunId run) const { return m_views.contains(run); }

    /// The tab, with all it shows, moves to another group and comes to the front there.
    void giveTo(RunTabs& other, int index);
    /// The newest other tab of the same analysis, else the one before it, else the one after.
    int mostLike(int index) const;

    /// Whatever the tabs hold: two groups of them must fit into a small window.
    QSize minimumSizeHint() const override { return {50 * Theme::unit, 30 * Theme::unit}; }

    FigureView* currentFigure() const; ///< null where there is none in sight
    /// Every figure of every tab, from the left to the right.
    std::vector<ExportableFigure> exportableFigures() const;

Q_SIGNALS:
    void tabOpened();
    void countChanged(); ///< of the tabs
    void viewMoved(const atlas::FigureView* view); ///< panned or zoomed
    void spaceMoved(const atlas::Scatter3d* view); ///< turned, too
    void failed(const QString& what, const QString& why);

protected:
    void tabInserted(int index) override;
    void tabRemoved(int index) override;

private:
    ResultContext contextOf(const SessionRun& run);
    void closeTab(int index);
    void watchFigures();

    Session& m_session;
    QList<QAction*> m_figureActions;
    SelectionTool m_tool = SelectionTool::Rectangle;
    std::map<RunId, QPointer<RunView>> m_views;
};

} // namespace atlas
