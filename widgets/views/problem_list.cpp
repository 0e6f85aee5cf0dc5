#include "widgets/views/problem_list.h"

#include "core/support/text.h"
#include "widgets/models/problem_model.h"
#include "widgets/views/table_look.h"
#include "widgets/views/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace atlas {

namespace {

QTableView* makeTable(ProblemModel* model, QWidget* parent)
{
    auto* table = new QTableView(parent);
    table->setModel(model);
    applyTableLook(table, new TableDelegate(table));
    table->verticalHeader()->setDefaultSectionSize(3 * Theme::unit);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setColumnWidth(ProblemModel::FileColumn, 160);
    table->setColumnWidth(ProblemModel::LineColumn, 64);
    table->setColumnWidth(ProblemModel::ColumnColumn, 72);
    table->setColumnWidth(ProblemModel::ReasonColumn, 320);
    table->setAccessibleName(ProblemList::tr("Problems"));
    return table;
}

} // namespace

ProblemList::ProblemList(QWidget* parent)
    : QWidget(parent), m_model(new ProblemModel(this)), m_stack(new QStackedWidget(this)),
      m_empty(new QLabel(this)), m_table(makeTable(m_model, this)), m_detail(new QPlainTextEdit(this)),
      m_count(new QLabel(this)), m_copy(new QPushButton(tr("&Copy"), this)),
      m_export(new QPushButton(tr("&Export as CSV \u2026"), this))
{
    buildControls();
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ProblemList::showDetail);
    const auto activate = [this](const QModelIndex& index) {
        Q_EMIT problemActivated(m_model->problem(index.row()));
    };
    connect(m_table, &QTableView::clicked, this, activate);
    connect(m_table, &QTableView::activated, this, activate);
    connect(m_copy, &QPushButton::clicked, this, &ProblemList::copy);
    connect(m_export, &QPushButton::clicked, this, &ProblemList::exportCsv);
    setDataset({});
}

void ProblemList::buildControls()
{
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_detail->setReadOnly(true);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setLineWrapMode(QPlainTextEdit::NoWrap); // the caret must stay under its column
    m_detail->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_detail->setAccessibleName(tr("The problem in full"));
    m_copy->setToolTip(tr("Copy the selected problems as text"));

    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);

    auto* page = new QWidget(this);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(Theme::unit, 0, Theme::unit, Theme::unit);
    buttons->addWidget(m_count, 1);
    buttons->addWidget(m_copy);
    buttons->addWidget(m_export);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(splitter, 1);
    column->addLayout(buttons);

    m_stack->addWidget(m_empty);
    m_stack->addWidget(page);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_stack);
}

void ProblemList::setDataset(DatasetPtr data)
{
    const bool any = data && !data->problems().empty();
    m_empty->setText(data ? tr("Every record was read.")
                          : tr("Open a file: records that cannot be read are listed here."));
    if (any) {
        const std::string rejected = countText(data->rejectedCount(), "record", "records");
        m_count->setText(
            tr("%1; %2 of %3 left out")
                .arg(QString::fromStdString(countText(data->problems().size(), "problem", "problems")),
                     QString::fromStdString(rejected))
                .arg(data->recordCount()));
    }
    m_model->setDataset(std::move(data));
    m_stack->setCurrentIndex(any ? 1 : 0);
    if (any)
        m_table->selectRow(0);
    showDetail();
}

QString ProblemList::detailText() const { return m_detail->toPlainText(); }

void ProblemList::showDetail()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    m_copy->setEnabled(!rows.isEmpty());
    m_detail->setPlainText(rows.isEmpty() ? QString() : problemText(m_model->problem(rows.last().row())));
}

void ProblemList::copy()
{
    QStringList texts;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        texts << problemText(m_model->problem(index.row()));
    QApplication::clipboard()->setText(texts.join(QStringLiteral("\n\n")));
}

void ProblemList::exportCsv()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the problems"),
                                                      QStringLiteral("problems.csv"), tr("CSV (*.csv)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray csv = QByteArray::fromStdString(m_model->toCsv());
    if (!file.open(QIODevice::WriteOnly) || file.write(csv) != csv.size() || !file.commit())
        QMessageBox::warning(this, tr("Export the problems"),
                             tr("%1 could not be written: %2").arg(path, file.errorString()));
}

} // namespace atlas
