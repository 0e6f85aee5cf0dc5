// What a run of a method found: its numbers in a line, its note where it has one, then the method's
// own views and its figures, a tab each where there are several. Given an output again and again
// while the run computes.
#pragma once

#include "widgets/results/result_view.h"

#include <QList>
#include <QPointer>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QScrollArea;
class QTabWidget;

namespace atlas {

class FigureView;

class RunView : public QWidget {
    Q_OBJECT

public:
    explicit RunView(const ResultContext& context, QWidget* parent = nullptr);

    void setOutput(const OutputPtr& output);
    const OutputPtr& output() const { return m_output; }
    const Method* method() const { return m_context.method; }

    const std::vector<ResultView*>& ownViews() const { return m_ownViews; }
    const std::vector<FigureView*>& figures() const { return m_figures; } ///< the plain figures
    void drawAllFigures(); ///< also those behind another tab, which else wait until they are looked at
    /// The figure that has the focus or was clicked last, else the first in sight; null where there is none.
    FigureView* currentFigure() const;
    /// On a right click on any figure.
    void setFigureActions(const QList<QAction*>& actions) { m_figureActions = actions; }

Q_SIGNALS:
    /// Some figures may have a new canvas.
    void figuresDrawn();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showNumbers();
    void showFigures();
    void showWhatThereIs();
    void drawFigures();
    void watch(QWidget* view);
    void showMenu(FigureView* view, QPoint place);

    ResultContext m_context;
    OutputPtr m_output;
    QLabel* m_metrics = nullptr;
    QLabel* m_remarks = nullptr;
    QTabWidget* m_tabs = nullptr;
    QScrollArea* m_figurePage = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<ResultView*> m_ownViews;
    std::vector<FigureView*> m_figures;
    bool m_figuresAreOld = false; ///< they show an output before, or nothing yet
    QPointer<FigureView> m_current;
    bool m_awaitsDetails = false; // the figures are in front only because of that
    QList<QAction*> m_figureActions;
};

} // namespace atlas
