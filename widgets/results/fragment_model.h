// The subtrees of a perceptron's model, the strongest first: what each speaks for, how strongly, and how
// often it occurs.
#pragma once

#include "core/learning/perceptron_details.h"

#include <QAbstractTableModel>

namespace atlas {

class FragmentModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { WeightColumn, ClassColumn, TextColumn, NodesColumn, ModelColumn, DataColumn, ColumnCount };
    static constexpr int SortRole = Qt::UserRole; ///< numbers as numbers; weights by magnitude

    using QAbstractTableModel::QAbstractTableModel;

    void setDetails(PerceptronDetailsPtr details); ///< null = none
    const PerceptronFragment& fragment(int row) const
    {
        return m_details->fragments[static_cast<std::size_t>(row)];
    }
    int rowOf(DagNodeId subtree) const; ///< the first, or -1

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString speaksFor(const PerceptronFragment& fragment) const;
    QVariant shown(const PerceptronFragment& fragment, int column) const;
    QVariant sorted(const PerceptronFragment& fragment, int column) const;

    PerceptronDetailsPtr m_details;
};

} // namespace atlas
