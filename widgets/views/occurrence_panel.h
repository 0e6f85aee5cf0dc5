// Where a subtree occurs: a sentence, counts by class, and the list of places.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTreeView;

namespace atlas {

class SelectionHub;
class SubtreeOccurrenceModel;

class OccurrencePanel : public QWidget {
    Q_OBJECT

public:
    explicit OccurrencePanel(SelectionHub& hub, QWidget* parent = nullptr);

    void showOccurrences(const DatasetPtr& data, const MinimalDag& dag, NodeId node);
    void clear(const QString& hint);

    SubtreeOccurrenceModel* model() const { return m_model; }
    QTreeView* list() const { return m_list; }
    QPushButton* selectButton() const { return m_select; }
    QString summary() const;

Q_SIGNALS:
    void placeRequested(atlas::RowId row, atlas::NodeId node);

private:
    SelectionHub& m_hub;
    SubtreeOccurrenceModel* m_model;
    QLabel* m_summary;
    QLabel* m_classes;
    QTreeView* m_list;
    QPushButton* m_select;
};

} // namespace atlas
