// Layouts of the docks under names: View, Layouts. The standard one is what the window
// starts with on a new machine.
#pragma once

#include <QByteArray>
#include <QObject>

class QMainWindow;

namespace atlas {

class Actions;

class LayoutCommands : public QObject {
    Q_OBJECT

public:
    /// The window's layout at this moment is the standard one. Everything given outlives this.
    LayoutCommands(const Actions& actions, QMainWindow& window);

    void save(const QString& name); ///< an equal name is replaced
    void show(const QString& name);

Q_SIGNALS:
    void message(const QString& text);

private:
    void fillMenu();
    void saveAs();

    const Actions& m_actions;
    QMainWindow& m_window;
    QByteArray m_standard;
};

} // namespace atlas
