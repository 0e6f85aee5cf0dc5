// The middle of the window: the results' tabs, and at their right a second group of tabs while two runs are
// compared. What one side pans or zooms, the other side follows, each in its own plot's full range.
#pragma once

#include "app/run_tabs.h"

#include <QPointer>
#include <QSplitter>

namespace atlas {

class RunArea : public QSplitter {
    Q_OBJECT

public:
    explicit RunArea(Session& session, QWidget* parent = nullptr);
    ~RunArea() override;

    RunTabs* left() const { return m_left; }
    RunTabs* right() const { return m_right; } ///< hidden while nothing is compared

    void setFigureActions(const QList<QAction*>& actions);
    void setTool(SelectionTool tool);
    /// The switch that stands above the compared run; checked = panning and zooming are linked.
    void setLinkAction(QAction* link);

    void showRun(const std::shared_ptr<const SessionRun>& run); ///< where its tab is, else at the left
    void bringToFront(const std::shared_ptr<const SessionRun>& run);
    void closeRun(RunId run);
    void closeAll();

    bool isComparing() const { return m_right->count() > 0; }
    bool canCompare() const { return m_left->count() + m_right->count() > 1; }
    /// The run in front goes to the right; at the left comes the one that is most like it. Nothing happens
    /// where there is one run only.
    void compare();
    void endComparison(); ///< all tabs at the left again

    std::vector<ExportableFigure> exportableFigures() const; ///< of both sides
    FigureView* currentFigure() const; ///< of the side that was used last; null where there is none

Q_SIGNALS:
    void tabOpened();
    void comparisonChanged(bool comparing);
    void failed(const QString& what, const QString& why);

private:
    RunTabs& otherSide(const RunTabs& side) const { return &side == m_left ? *m_right : *m_left; }
    RunTabs& sideOf(RunId run) const { return m_right->holds(run) ? *m_right : *m_left; }
    void moveAcross(RunTabs& from, int index);
    void showTabMenu(RunTabs& side, QPoint place);
    void sidesChanged();
    bool isLinked() const;
    void follow(const FigureView& moved, const RunTabs& side);
    void followInSpace(const Scatter3d& moved, const RunTabs& side);
    void align();

    RunTabs* m_left;
    RunTabs* m_right;
    QPointer<RunTabs> m_used; ///< where the focus was last
    QPointer<QAction> m_link;
    bool m_following = false;
    bool m_comparing = false;
};

} // namespace atlas
