// What the Analyse menu does: methods by the question they answer, the form with its estimate, the quick look
// at new data, "Explain selection", "Copy as command".
#pragma once

#include "app/session.h"

#include <QObject>

class QWidget;

namespace atlas {

class Actions;

class AnalyseCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    AnalyseCommands(Session& session, Actions& actions, QWidget& window);

    /// Shows the method's form and runs it. `start`: what the form holds at first, else the defaults.
    void askAndRun(const Method& method, const ParameterValues* start = nullptr);
    /// Describes what was opened and, where the person wants that, takes a quick look.
    void lookAtNewData();
    void copyCommand(RunId run);

Q_SIGNALS:
    void message(const QString& text);
    void failed(const QString& what, const QString& why);

private:
    void fillAnalyseMenu();
    void offerMethodsFor(StructureKind kind); ///< the others are disabled
    void lookQuickly();
    void explainSelection();

    Session& m_session;
    Actions& m_actions;
    QWidget& m_window;
};

} // namespace atlas
