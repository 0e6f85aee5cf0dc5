// What two structures share, as a table: the feature, its part of their similarity, how often each has it.
#pragma once

#include "core/kernels/explanation.h"

#include <QAbstractTableModel>

namespace atlas {

class SharedFeatureModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Feature, Share, CountA, CountB, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setExplanation(KernelExplanation explanation);
    const KernelExplanation& explanation() const { return m_explanation; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    KernelExplanation m_explanation;
};

} // namespace atlas
