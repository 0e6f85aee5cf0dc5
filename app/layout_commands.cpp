#include "app/layout_commands.h"

#include "app/actions.h"

#include <QInputDialog>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>

namespace atlas {

namespace {

/// Where settings hold a layout.
QString keyOf(const QString& name) { return QStringLiteral("layouts/") + name; }

QStringList layoutNames()
{
    QSettings settings;
    settings.beginGroup(QStringLiteral("layouts"));
    return settings.childKeys();
}

} // namespace

LayoutCommands::LayoutCommands(const Actions& actions, QMainWindow& window)
    : QObject(&window), m_actions(actions), m_window(window), m_standard(window.saveState())
{
    connect(actions.layoutMenu, &QMenu::aboutToShow, this, &LayoutCommands::fillMenu);
    connect(actions.standardLayout, &QAction::triggered, this, [this] { m_window.restoreState(m_standard); });
    connect(actions.saveLayout, &QAction::triggered, this, &LayoutCommands::saveAs);
}

void LayoutCommands::save(const QString& name)
{
    QSettings().setValue(keyOf(name), m_window.saveState());
    Q_EMIT message(tr("The layout is kept as '%1': View, Layouts.").arg(name));
}

void LayoutCommands::show(const QString& name)
{
    m_window.restoreState(QSettings().value(keyOf(name)).toByteArray());
}

void LayoutCommands::saveAs()
{
    bool accepted = false;
    const QString name =
        QInputDialog::getText(&m_window, tr("Save layout"), tr("Name (an equal name is replaced):"),
                              QLineEdit::Normal, tr("Layout %1").arg(layoutNames().size() + 1), &accepted)
            .simplified()
            .replace(QLatin1Char('/'), QLatin1Char('-')); // settings take it for a group
    if (accepted && !name.isEmpty())
        save(name);
}

void LayoutCommands::fillMenu()
{
    QMenu* menu = m_actions.layoutMenu;
    menu->clear();
    menu->addActions({m_actions.standardLayout, m_actions.saveLayout});
    const QStringList names = layoutNames();
    if (names.isEmpty())
        return;
    menu->addSeparator();
    for (const QString& name : names)
        connect(menu->addAction(name), &QAction::triggered, this, [this, name] { show(name); });
    menu->addSeparator();
    QMenu* forget = menu->addMenu(tr("&Forget"));
    for (const QString& name : names)
        connect(forget->addAction(name), &QAction::triggered, this,
                [name] { QSettings().remove(keyOf(name)); });
}

} // namespace atlas
