// The table of structures with its filters. Selection, pointer and filter go through the SelectionHub; the
// table shows what the hub says is visible.
#pragma once

#include "core/data/dataset.h"

#include <QTimer>
#include <QWidget>

class QItemSelection;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace atlas {

class SelectionHub;
class StructureFilter;
class StructureTableModel;
class ThumbnailProvider;

class StructureTable : public QWidget {
    Q_OBJECT

public:
    explicit StructureTable(SelectionHub& hub, QWidget* parent = nullptr);

    /// The hub is to be reset to the data set's size before or after; either order works.
    void setDataset(DatasetPtr data);

    QTableView* table() const { return m_table; }
    StructureTableModel* model() const { return m_model; }
    StructureFilter* filter() const { return m_filter; }
    QLineEdit* textField() const { return m_text; }
    QLineEdit* smartsField() const { return m_smarts; }
    QLabel* smartsMessage() const { return m_message; }
    QToolButton* classButton() const { return m_classButton; }
    QListWidget* classList() const { return m_classList; }
    void scrollTo(RowId row);

Q_SIGNALS:
    void structureActivated(atlas::RowId row); ///< double click or Enter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildFilters();
    void buildClassMenu();
    void buildTable();
    void fillClasses();
    void applyClasses();
    void applyTexts();
    void clearFilters();
    void showFilter();
    void showClassCount();
    void onVisibleChanged();
    void sendSelection();
    void receiveSelection();
    void showSomeOf(const QItemSelection& selection);
    void receiveHighlight(RowId row);
    void receiveSubtree();
    void showColumn(int column, bool shown);
    void updateRow(RowId row);
    void updateState();
    void updateLook();
    void fitNameColumn();
    void showSmartsState();

    SelectionHub& m_hub;
    DatasetPtr m_data;
    ThumbnailProvider* m_thumbnails;
    StructureTableModel* m_model;
    StructureFilter* m_filter;
    QLineEdit* m_text;
    QToolButton* m_classButton;
    QListWidget* m_classList;
    QLineEdit* m_smarts;
    QLabel* m_message;
    QLabel* m_count;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QPushButton* m_clear;
    QTableView* m_table;
    QTimer m_typing; // filters once the person pauses
    bool m_ownWidths = false; // the person has set the width of a column
    bool m_fitting = false;
    RowId m_highlighted;
    RowId m_current; // kept across resets of the model
    bool m_receiving = false; // a change comes from the hub: not to be sent back
};

} // namespace atlas
