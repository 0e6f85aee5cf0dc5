// The look that all tables share: no grid, room beside the text, flat headers, and a selection that is a
// tint, so that pictures and coloured marks stay readable on it.
#pragma once

#include <QStyledItemDelegate>

class QHeaderView;
class QTableView;

namespace atlas {

class TableDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    /// Whether the pointer is on the row, here or in another view.
    virtual bool isHighlighted(const QModelIndex&) const { return false; }
};

void applyHeaderLook(QHeaderView* header);
/// Rows are what is selected; the delegate and the header get the common look.
void applyTableLook(QTableView* table, TableDelegate* delegate);

} // namespace atlas
