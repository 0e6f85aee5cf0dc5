#include "widgets/views/table_look.h"

#include "widgets/views/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace atlas {

namespace {

constexpr int padding = Theme::unit;

void tint(QPainter* painter, const QRect& area, QColor color, float strength)
{
    color.setAlphaF(strength);
    painter->fillRect(area, color);
}

} // namespace

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const Theme& theme = Theme::current();
    if (option.state & QStyle::State_Selected) { // the view has filled the row with the full colour
        painter->fillRect(option.rect, option.palette.base());
        tint(painter, option.rect, theme.accent, 0.2F);
    }
    if (isHighlighted(index))
        tint(painter, option.rect, theme.highlight, 0.2F);
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(padding / 2, 0, -padding / 2, 0);
    inner.state &= ~(QStyle::State_Selected | QStyle::State_HasFocus | QStyle::State_MouseOver);
    QStyledItemDelegate::paint(painter, inner, index);
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(padding, padding / 2);
}

namespace {

/// Keeps a header in the colours of the theme. It watches the header's table, since a widget with a style
/// sheet is not told of a new palette.
class HeaderLook : public QObject {
public:
    explicit HeaderLook(QHeaderView* header) : QObject(header), m_header(header)
    {
        header->parentWidget()->installEventFilter(this);
        apply();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::PaletteChange)
            apply();
        return QObject::eventFilter(watched, event);
    }

private:
    void apply()
    {
        const Theme& theme = Theme::current();
        const QString sheet = QStringLiteral("QHeaderView { background: %1; border: none; }"
                                             "QHeaderView::section { background: %1; color: %2; border: none;"
                                             " padding: 4px 7px; }")
                                  .arg(theme.window.name(), theme.secondaryText.name());
        if (sheet != m_header->styleSheet())
            m_header->setStyleSheet(sheet);
    }

    QHeaderView* m_header;
};

} // namespace

void applyHeaderLook(QHeaderView* header)
{
    header->setHighlightSections(false);
    new HeaderLook(header); // owned by the header
}

void applyTableLook(QTableView* table, TableDelegate* delegate)
{
    table->setItemDelegate(delegate);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    applyHeaderLook(table->horizontalHeader());
}

} // namespace atlas
