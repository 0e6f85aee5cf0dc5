// What the File menu does with figures: into a file, alone or as panels of a page, and to the clipboard.
#pragma once

#include "app/figure_export.h"
#include "app/session.h"

#include <QObject>

namespace atlas {

class Actions;
class RunArea;

class FigureCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    FigureCommands(Session& session, const Actions& actions, RunArea& results, QWidget& window);

    /// The hash of a large source takes its time: it is made in the background, and the drawing after it.
    void write(const std::vector<ShownFigure>& figures, const FigureStyle& style, const QString& file);

Q_SIGNALS:
    void message(const QString& text);
    void failed(const QString& what, const QString& why);

private:
    void exportFigures();
    void copyFigure();

    Session& m_session;
    RunArea& m_results;
    QWidget& m_window;
};

} // namespace atlas
