// What the Analyse menu does: methods by the question they answer, the form with its estimate, the quick look
// at new data, "Explain selection", "Copy as command".
#pragma once

#include "app/session.h"

#include <QObject>

#include <string>
#include <vector>

class QWidget;

namespace atlas {

class Actions;

class AnalyseCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    AnalyseCommands(Session& session, Actions& actions, QWidget& window);

    /// Shows the method's form and runs it. The form holds what the run before had, else defaults that suit
    /// the data.
    void askAndRun(const Method& method, const SessionRun* before = nullptr);
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
    std::vector<ParameterDescription> formParameters(const Method& method) const;
    std::string selectedIds() const;

    Session& m_session;
    Actions& m_actions;
    QWidget& m_window;
};

} // namespace atlas
