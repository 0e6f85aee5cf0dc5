// The tabs with the results of runs. A preview opens a run's tab; what follows fills the same one. A tab that
// the person closed stays closed until the run is finished, or shown again from the history.
#pragma once

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
class RunView;

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

    FigureView* currentFigure() const; ///< null where there is none in sight

Q_SIGNALS:
    void tabOpened();
    void failed(const QString& what, const QString& why);

private:
    ResultContext contextOf(const SessionRun& run);
    void closeTab(int index);
    void applyTool();

    Session& m_session;
    QList<QAction*> m_figureActions;
    SelectionTool m_tool = SelectionTool::Rectangle;
    std::map<RunId, QPointer<RunView>> m_views;
};

} // namespace atlas
