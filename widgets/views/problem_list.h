// The records that could not be read: where, why, and what the text there looks like.
#pragma once

#include "core/data/dataset.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace atlas {

class ProblemModel;

class ProblemList : public QWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    void setDataset(DatasetPtr data);
    ProblemModel* model() const { return m_model; }
    QTableView* table() const { return m_table; }
    QString detailText() const;

Q_SIGNALS:
    void problemActivated(const atlas::Problem& problem);

private:
    void buildControls();
    void showDetail();
    void copy();
    void exportCsv();

    ProblemModel* m_model;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QTableView* m_table;
    QPlainTextEdit* m_detail;
    QLabel* m_count;
    QPushButton* m_copy;
    QPushButton* m_export;
};

} // namespace atlas
