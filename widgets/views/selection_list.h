// The selections that the person gave a name: how many structures each holds and of which classes. They are
// selected again, combined with what is selected now, renamed and deleted.
#pragma once

#include "core/data/dataset.h"
#include "widgets/selection/selection_hub.h"

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QTreeWidget;
class QTreeWidgetItem;

namespace atlas {

class SelectionList : public QWidget {
    Q_OBJECT

public:
    explicit SelectionList(SelectionHub& hub, QWidget* parent = nullptr);

    void setDataset(DatasetPtr data);
    /// Further commands for the list's menu and its button "More".
    void addCommands(const QList<QAction*>& actions);
    QTreeWidget* list() const { return m_list; }
    QString currentName() const; ///< empty = none

private:
    QAction* addCommand(const QString& text, const QString& tip);
    void addSetOperation(const QString& text, const QString& tip, SelectionChange change);
    void addCommandsOfOne();
    void refresh();
    void updateCommands();
    QString classesOf(const NamedSelection& selection) const;
    void onItemChanged(const QTreeWidgetItem* item);

    SelectionHub& m_hub;
    DatasetPtr m_data;
    QTreeWidget* m_list;
    QLabel* m_empty;
    QMenu* m_menu;
    QList<QAction*> m_commandsOfOne; ///< make sense while a selection is current
    bool m_filling = false;
};

} // namespace atlas
