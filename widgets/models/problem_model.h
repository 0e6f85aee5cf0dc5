// The records that were not read, or with a reservation, as a table.
#pragma once

#include "core/data/dataset.h"

#include <QAbstractTableModel>

namespace atlas {

class ProblemModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { FileColumn, LineColumn, ColumnColumn, ReasonColumn, ExcerptColumn, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setDataset(DatasetPtr data);
    /// Precondition: a row of the table.
    const Problem& problem(int row) const { return m_data->problems()[static_cast<std::size_t>(row)]; }

    std::string toCsv() const; ///< as problems.csv of a run without a window

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    DatasetPtr m_data;
};

/// The place, the reason and the excerpt with a caret under the column it is about.
QString problemText(const Problem& problem);

} // namespace atlas
