// Every place where a subtree occurs: the tree, its class, and the way from the root.
#pragma once

#include "core/dag/subtree_occurrences.h"
#include "core/data/dataset.h"

#include <QAbstractTableModel>

namespace atlas {

class SubtreeOccurrenceModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { TreeColumn, ClassColumn, PathColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `here` is the place that the person looks at: it is shown in bold.
    void setOccurrences(DatasetPtr data, SubtreeOccurrences occurrences, NodeId here);
    void clear() { setOccurrences({}, {}, {}); }

    const SubtreeOccurrences& occurrences() const { return m_occurrences; }
    RowId rowAt(int index) const { return m_occurrences.rows[static_cast<std::size_t>(index)]; }
    NodeId nodeAt(int index) const { return m_occurrences.nodes[static_cast<std::size_t>(index)]; }

    QString summary() const; ///< "Occurs 17 times in 12 trees"
    QString classSummary() const; ///< "left 10, right 7"

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString className(ClassId id) const;
    QString pathText(int index) const;
    QString pathLabels(int index) const;

    DatasetPtr m_data;
    SubtreeOccurrences m_occurrences;
    NodeId m_here;
};

} // namespace atlas
