// True classes against predicted ones, as a table of counts: a cell is the share of its true class, right
// ones in the accent colour, wrong ones in the colour of warnings.
#pragma once

#include "core/learning/perceptron_report.h"

#include <QAbstractTableModel>

namespace atlas {

class ConfusionModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setConfusion(Confusion confusion);
    const Confusion& confusion() const { return m_confusion; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString name(int section) const;
    QColor color(std::size_t truth, std::size_t predicted) const;

    Confusion m_confusion;
};

} // namespace atlas
