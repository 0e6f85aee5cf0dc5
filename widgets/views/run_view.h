// What a run of a method found: its numbers in a line, its note where it has one, and its figures side by
// side.
#pragma once

#include "core/methods/method.h"
#include "widgets/selection/selection_hub.h"

#include <QWidget>

#include <vector>

namespace atlas {

class FigureView;

class RunView : public QWidget {
    Q_OBJECT

public:
    RunView(const MethodOutput& output, SelectionHub* hub, QWidget* parent = nullptr);

    const std::vector<FigureView*>& figures() const { return m_figures; }
    /// The figure that has the focus or was clicked last, else the first; null where there is none.
    FigureView* currentFigure() const { return m_current; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<FigureView*> m_figures;
    FigureView* m_current = nullptr;
};

} // namespace atlas
