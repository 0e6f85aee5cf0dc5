// The structures of a data set as a table: name with a thumbnail, class, size, how often each has the subtree
// that the person chose, then the properties.
//
// The model itself sorts and leaves rows out, instead of a proxy: QSortFilterProxyModel tells views about
// every gap of a new filter one by one, which takes seconds for 41,000 rows. Here an order is made from
// ranks computed once per column, and the view is reset; the selection lives in the SelectionHub and is
// restored from there.
#pragma once

#include "core/data/dataset.h"
#include "core/data/structure_numbers.h"

#include <QAbstractTableModel>

#include <map>
#include <vector>

namespace atlas {

class ThumbnailProvider;

class StructureTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, ClassColumn, SizeColumn, ExtentColumn, SubtreeColumn, FirstPropertyColumn };

    explicit StructureTableModel(ThumbnailProvider* thumbnails = nullptr, QObject* parent = nullptr);

    void setDataset(DatasetPtr data); ///< all rows visible, in the order of the source
    const DatasetPtr& dataset() const { return m_data; }

    /// One per row of the data set; the others vanish from the table. The order stays as sorted.
    void setVisible(const std::vector<bool>& visible);

    /// One per row; empty = no subtree is chosen.
    void setSubtreeCounts(std::vector<std::uint32_t> counts);

    RowId rowAt(int tableRow) const { return m_order[static_cast<std::size_t>(tableRow)]; }
    int tableRowOf(RowId row) const; ///< -1 where the row is left out
    bool isNumeric(int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// A stable sort; missing values come last either way. Column -1 restores the order of the source.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    void onThumbnailReady(RowId row);
    QString cellText(RowId row, int column) const;
    QVariant toolTip(RowId row, int column) const;
    QVariant decoration(RowId row, int column) const;
    const Property& property(int column) const;
    const std::vector<std::uint32_t>& ranks(int column) const;
    std::vector<std::uint32_t> computeRanks(int column) const;
    void rebuildOrder();

    DatasetPtr m_data;
    ThumbnailProvider* m_thumbnails;
    std::vector<StructureSize> m_sizes;
    std::vector<std::uint32_t> m_subtreeCounts;
    std::vector<bool> m_visible;
    std::vector<RowId> m_order; // of the table's rows
    std::vector<int> m_tableRows; // of the data set's rows, -1 = left out
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    mutable std::map<int, std::vector<std::uint32_t>> m_ranks; // by column, made when first sorted by
};

} // namespace atlas
