// The runs on the open data, newest first: what was run, with which parameters, how long it took. A double
// click shows a run again, also where its tab was closed; the context menu runs it with other parameters, or
// copies the command that repeats it.
#pragma once

#include "core/support/strong_id.h"

#include <QString>
#include <QWidget>

#include <map>

class QAction;
class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace atlas {

using RunId = StrongId<struct RunTag>;

class RunHistory : public QWidget {
    Q_OBJECT

public:
    explicit RunHistory(QWidget* parent = nullptr);

    /// A finished run: its title, what differs from the defaults, what it found in a few words.
    void addRun(RunId run, const QString& title, const QString& parameters, const QString& outcome);
    void clear();

    QTreeWidget* list() const { return m_list; }
    RunId currentRun() const; ///< invalid = none

Q_SIGNALS:
    void showRequested(atlas::RunId run);
    void againRequested(atlas::RunId run); ///< with other parameters
    void copyCommandRequested(atlas::RunId run);

private:
    QAction* addAction(const QString& text, const QString& tip, void (RunHistory::*signal)(RunId));

    QTreeWidget* m_list = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace atlas
