// What the File menu does with data: open a file, a folder, an example, a recent one, with options; save
// under another format.
#pragma once

#include "app/session.h"

#include <QObject>

class QWidget;

namespace atlas {

class Actions;

class DataCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    DataCommands(Session& session, Actions& actions, QWidget& window);

    void openFile(); ///< asks which
    void openFolder();

Q_SIGNALS:
    void openRequested(const QString& source, const ReadOptions& options);
    void recentFilesForgotten();
    void failed(const QString& what, const QString& why);

private:
    void fillExamplesMenu();
    void fillRecentMenu();
    void openWithOptions(const QString& source);
    void saveDataAs();

    Session& m_session;
    Actions& m_actions;
    QWidget& m_window;
};

} // namespace atlas
