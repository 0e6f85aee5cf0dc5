// What the Select menu does with named selections: save, select again, write as a table, read back.
#pragma once

#include "app/session.h"

#include <QObject>

class QWidget;

namespace atlas {

class Actions;
class SelectionList;

class SelectionCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    SelectionCommands(Session& session, Actions& actions, QWidget& window);

    SelectionList* list() const { return m_list; } ///< for a dock; whoever shows it owns it

    Result<void> writeTable(const QString& file) const;
    /// Adds to the selections that there are; those of the same names are replaced.
    void readTable(const QString& file);

Q_SIGNALS:
    void message(const QString& text);
    void failed(const QString& what, const QString& why);

private:
    void saveAs();
    void exportTable();
    void importTable();
    void fillMenu();
    void updateActions();

    Session& m_session;
    Actions& m_actions;
    QWidget& m_window;
    SelectionList* m_list;
};

} // namespace atlas
