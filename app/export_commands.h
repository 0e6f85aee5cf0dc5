// What the File menu makes of a whole session: a recipe that repeats it, a report that shows it.
#pragma once

#include "app/session.h"

#include <QObject>

class QWidget;

namespace atlas {

class Actions;
class ReportBuilder;

class ExportCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    ExportCommands(Session& session, const Actions& actions, QWidget& window);

    void saveRecipe(const QString& file); ///< in the background
    /// One web page. Figures are drawn by the GUI thread, one at a time; where that takes long, a dialog
    /// shows how far it is and can stop it.
    void saveReport(const QString& file);

Q_SIGNALS:
    void message(const QString& text);
    void failed(const QString& what, const QString& why);

private:
    void askForRecipe();
    void askForReport();
    void finishReport(const ReportBuilder& builder, const QString& file);

    Session& m_session;
    QWidget& m_window;
};

} // namespace atlas
