#include "widgets/results/alike_panel.h"

#include "widgets/models/background.h"
#include "widgets/results/shared_feature_model.h"
#include "widgets/results/structure_picture.h"
#include "widgets/views/figure_item.h"
#include "widgets/views/table_look.h"

#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace atlas {

namespace {

std::vector<std::size_t> wide(const std::vector<std::uint32_t>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

QTableView* makeTable(SharedFeatureModel* model, QWidget* parent)
{
    auto* table = new QTableView(parent);
    table->setModel(model);
    applyTableLook(table, new TableDelegate(table));
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->setWordWrap(false);
    QHeaderView* header = table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(SharedFeatureModel::Feature, QHeaderView::Stretch);
    return table;
}

} // namespace

AlikePanel::AlikePanel(ResultContext context, QWidget* parent)
    : QWidget(parent), m_context(std::move(context)), m_headline(new QLabel(this)),
      m_model(new SharedFeatureModel(this)), m_table(makeTable(m_model, this)), m_body(new QWidget(this)),
      m_left(new StructurePicture(this)), m_right(new StructurePicture(this))
{
    m_headline->setWordWrap(true);
    auto* pictures = new QWidget;
    auto* pair = new QHBoxLayout(pictures);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(Theme::unit);
    pair->addWidget(m_left, 1);
    pair->addWidget(m_right, 1);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_table);
    splitter->addWidget(pictures);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    auto* inner = new QVBoxLayout(m_body);
    inner->setContentsMargins(0, 0, 0, 0);
    inner->addWidget(splitter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(m_headline);
    column->addWidget(m_body, 1);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &AlikePanel::showFeature);
    if (m_context.hub)
        connect(m_context.hub, &SelectionHub::selectionChanged, this, &AlikePanel::refresh);
    refresh();
}

AlikePanel::~AlikePanel() = default;

QString AlikePanel::headline() const { return m_headline->text(); }

void AlikePanel::setKernel(std::shared_ptr<const KernelRun> kernel)
{
    m_kernel = std::move(kernel);
    m_a = m_b = {};
    refresh();
}

void AlikePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void AlikePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (m_marked && m_context.hub)
        m_context.hub->setMarks(std::nullopt);
    m_marked = false;
}

void AlikePanel::showNothing(const QString& why)
{
    ++m_generation; // what is being explained comes too late
    m_headline->setText(why);
    m_headline->setForegroundRole(QPalette::PlaceholderText);
    m_body->hide();
    m_model->setExplanation({});
    if (m_marked && m_context.hub)
        m_context.hub->setMarks(std::nullopt);
    m_marked = false;
}

void AlikePanel::refresh()
{
    if (!isVisible() || !m_context.hub)
        return;
    const std::vector<RowId> rows = m_context.hub->selectedRows();
    if (!m_kernel || rows.size() != 2 || rows[1].index() >= m_kernel->trainingSize) {
        m_a = m_b = {};
        showNothing(
            tr("Select two structures, here or in the table (Shift adds), to see what makes them alike."));
        return;
    }
    if (rows[0] == m_a && rows[1] == m_b)
        return;
    m_a = rows[0];
    m_b = rows[1];
    m_headline->setText(tr("Comparing..."));
    runInBackground(
        *QThreadPool::globalInstance(), this,
        [kernel = m_kernel, a = m_a, b = m_b] { return explainPair(*kernel, a, b); },
        [this, generation = ++m_generation](const Result<KernelExplanation>& explanation) {
            receive(generation, explanation);
        });
}

void AlikePanel::receive(quint64 generation, const Result<KernelExplanation>& explanation)
{
    if (generation != m_generation)
        return;
    if (!explanation) {
        showNothing(QString::fromStdString(explanation.error().message));
        return;
    }
    const QString a = QString::fromStdString(m_context.data->name(m_a));
    const QString b = QString::fromStdString(m_context.data->name(m_b));
    const QString alike = explanation->shared.empty()
        ? tr("%1 and %2 share nothing under this kernel: similarity %3, from %4 features.")
        : tr("%1 and %2: similarity %3, from %4 shared features. Each row shows where it lies in both.");
    m_headline->setForegroundRole(QPalette::WindowText);
    m_headline->setText(
        alike.arg(a, b, numberText(explanation->value), QString::number(explanation->shared.size())));
    m_model->setExplanation(*explanation);
    m_body->show();
    m_left->setStructure(m_context.data, m_a, {});
    m_right->setStructure(m_context.data, m_b, {});
    if (!explanation->shared.empty())
        m_table->setCurrentIndex(m_model->index(0, 0));
    Q_EMIT explained();
}

void AlikePanel::showFeature()
{
    const int row = m_table->currentIndex().row();
    if (row < 0 || !m_a.valid())
        return;
    const SharedFeature& feature = m_model->explanation().shared[static_cast<std::size_t>(row)];
    m_left->setStructure(m_context.data, m_a, wide(feature.verticesA));
    m_right->setStructure(m_context.data, m_b, wide(feature.verticesB));
    markInInspector(wide(feature.verticesA), wide(feature.verticesB), QString::fromStdString(feature.text));
}

void AlikePanel::markInInspector(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                                 const QString& title)
{
    StructureMarks marks;
    marks.kind = StructureMarks::Kind::Highlight;
    marks.title = tr("Shared: %1").arg(title);
    marks.values = [data = m_context.data, rowA = m_a, rowB = m_b, a, b](RowId row) {
        std::vector<double> values;
        if (row != rowA && row != rowB)
            return values;
        const std::vector<std::size_t>& parts = row == rowA ? a : b;
        const std::size_t count = data->kind() == StructureKind::Tree ? data->tree(row).nodeCount()
            : data->kind() == StructureKind::Graph                    ? vertexCount(data->graph(row))
                                                                      : data->molecule(row).atomCount();
        values.assign(count, 0);
        for (const std::size_t part : parts)
            if (part < count)
                values[part] = 1;
        return values;
    };
    m_marked = true;
    m_context.hub->setMarks(std::move(marks));
}

} // namespace atlas
