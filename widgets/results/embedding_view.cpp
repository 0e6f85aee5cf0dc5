#include "widgets/results/embedding_view.h"

#include "widgets/results/alike_panel.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <set>

namespace atlas {

namespace {

constexpr int asEverywhere = -1; // else the number of a layer

QToolButton* makeButton(const QString& text, const QString& tip, QWidget* parent)
{
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    return button;
}

std::size_t usedClasses(const Dataset& data)
{
    std::set<ClassId> classes;
    for (std::size_t row = 0; row < data.size(); ++row)
        if (data.record(RowId(row)).classId.valid())
            classes.insert(data.record(RowId(row)).classId);
    return classes.size();
}

} // namespace

EmbeddingView::EmbeddingView(ResultContext given, QWidget* parent)
    : ResultView(std::move(given), parent), m_color(new QComboBox(this)), m_axes(new QWidget(this)),
      m_x(new QComboBox(m_axes)), m_y(new QComboBox(m_axes)),
      m_regionsBox(new QCheckBox(tr("Decision &regions"), this)),
      m_spaceButton(makeButton(tr("3D"), tr("Three components in space: drag to turn"), this)),
      m_selectButton(makeButton(tr("Select"),
                                tr("Dragging selects instead of turning; Shift adds, Ctrl removes"), this)),
      m_alikeButton(
          makeButton(tr("Why alike?"), tr("What two selected structures share, drawn on both"), this)),
      m_note(new QLabel(this)), m_stack(new QStackedWidget(this)), m_figure(new FigureView(this)),
      m_space(new Scatter3d(this)), m_alike(new AlikePanel(context(), this))
{
    static int made = 0;
    m_regionsSlot = QStringLiteral("regions %1").arg(++made);
    auto* bar = new QWidget(this);
    buildBar(bar);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(bar);
    column->addWidget(m_note);
    column->addWidget(buildBody(), 1);
}

EmbeddingView::~EmbeddingView()
{
    if (context().jobs)
        context().jobs->cancelSlot(m_regionsSlot);
}

void EmbeddingView::buildBar(QWidget* bar)
{
    auto* colorLabel = new QLabel(tr("Points sho&w"), bar);
    colorLabel->setBuddy(m_color);
    m_color->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_color->setToolTip(
        tr("As chosen in the tool bar for all figures, or how far each point can be believed"));
    if (context().hub)
        connect(context().hub, &SelectionHub::colouringChanged, this, &EmbeddingView::nameCommonColours);
    m_regionsBox->setToolTip(
        tr("Where a linear support vector machine on these two components sees each class"));
    auto* axes = new QHBoxLayout(m_axes);
    axes->setContentsMargins(0, 0, 0, 0);
    axes->setSpacing(Theme::unit);
    axes->addWidget(new QLabel(tr("Axes"), m_axes));
    axes->addWidget(m_x);
    axes->addWidget(m_y);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::unit);
    row->addWidget(colorLabel);
    row->addWidget(m_color);
    row->addWidget(m_axes);
    row->addWidget(m_regionsBox);
    row->addStretch(1);
    row->addWidget(m_selectButton);
    row->addWidget(m_spaceButton);
    row->addWidget(m_alikeButton);
    m_selectButton->hide();
    m_note->setWordWrap(true);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->hide();
    connect(m_color, &QComboBox::currentIndexChanged, this, &EmbeddingView::redraw);
    connect(m_x, &QComboBox::currentIndexChanged, this, &EmbeddingView::updateRegions);
    connect(m_y, &QComboBox::currentIndexChanged, this, &EmbeddingView::updateRegions);
    connect(m_regionsBox, &QCheckBox::toggled, this, &EmbeddingView::updateRegions);
    connect(m_selectButton, &QToolButton::toggled, m_space, &Scatter3d::setDragSelects);
    connect(m_spaceButton, &QToolButton::toggled, this, [this](bool space) {
        m_stack->setCurrentWidget(space ? static_cast<QWidget*>(m_space) : m_figure);
        m_selectButton->setVisible(space);
        m_axes->setVisible(!space && m_x->count() > 2);
        m_regionsBox->setVisible(!space && usedClasses(*context().data) > 1);
        m_note->setVisible(!space && !m_note->text().isEmpty());
        redraw();
    });
}

QWidget* EmbeddingView::buildBody()
{
    m_figure->setHub(context().hub);
    m_figure->setDataset(context().data);
    m_space->setHub(context().hub);
    m_space->setDataset(context().data);
    m_stack->addWidget(m_figure);
    m_stack->addWidget(m_space);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_stack);
    splitter->addWidget(m_alike);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_alike->hide();
    connect(m_alikeButton, &QToolButton::toggled, m_alike, &QWidget::setVisible);
    auto* save = new QAction(tr("&Save this picture as..."), this);
    m_space->addAction(save);
    connect(save, &QAction::triggered, this, &EmbeddingView::savePicture);
    return splitter;
}

void EmbeddingView::setOutput(const OutputPtr& output)
{
    const auto* run = std::any_cast<std::shared_ptr<const EmbedRun>>(&output->details);
    if (!run)
        return;
    m_run = *run;
    m_layers = mapLayers(m_run->quality);
    m_regions.reset();
    fillBoxes();
    m_alike->setKernel(m_run->similarity.kernel);
    updateRegions();
}

void EmbeddingView::fillBoxes()
{
    m_filling = true;
    m_color->clear();
    m_color->addItem({}, asEverywhere);
    nameCommonColours();
    for (std::size_t i = 0; i < m_layers.size(); ++i)
        m_color->addItem(QString::fromStdString(m_layers[i].title), static_cast<int>(i));
    const Eigen::Index components = m_run->embedding.coordinates.cols();
    m_x->clear();
    m_y->clear();
    for (Eigen::Index c = 0; c < components; ++c)
        for (QComboBox* box : {m_x, m_y})
            box->addItem(QString::number(c + 1));
    m_y->setCurrentIndex(components > 1 ? 1 : 0);
    m_axes->setVisible(components > 2);
    m_spaceButton->setVisible(components > 2);
    m_regionsBox->setVisible(usedClasses(*context().data) > 1 && components > 1);
    m_filling = false;
}

/// The first choice says what the tool bar's is.
void EmbeddingView::nameCommonColours()
{
    if (m_color->count() == 0)
        return;
    const ColouringPtr colouring = context().hub ? context().hub->colouring() : nullptr;
    m_color->setItemText(0,
                         colouring                                  ? QString::fromStdString(colouring->title)
                             : context().data->classes().size() > 0 ? tr("class")
                                                                    : tr("nothing"));
}

ScatterFigure EmbeddingView::coloured(std::size_t x, std::size_t y) const
{
    ScatterFigure figure = mapFigure(*context().data, m_run->embedding.coordinates, x, y);
    const int layer = m_color->currentData().toInt();
    if (layer != asEverywhere) {
        figure.values = m_layers[static_cast<std::size_t>(layer)].values;
        figure.valueTitle = m_layers[static_cast<std::size_t>(layer)].title;
    }
    return figure;
}

void EmbeddingView::redraw()
{
    if (!m_run || m_filling)
        return;
    const Eigen::MatrixXd& coordinates = m_run->embedding.coordinates;
    if (m_spaceButton->isChecked() && coordinates.cols() > 2) {
        const Eigen::VectorXd third = coordinates.col(2);
        m_space->setPoints(coloured(0, 1), {third.data(), third.data() + third.size()}, tr("Component 3"));
        return;
    }
    const auto x = static_cast<std::size_t>(std::max(m_x->currentIndex(), 0));
    const std::size_t y =
        coordinates.cols() > 1 ? static_cast<std::size_t>(std::max(m_y->currentIndex(), 0)) : 1;
    ScatterFigure figure = coloured(x, y);
    if (m_regions && m_regionsBox->isChecked())
        figure.regions = m_regions->grid;
    m_figure->setFigure(Figure{"scatter", "", std::move(figure)});
}

void EmbeddingView::updateRegions()
{
    if (!m_run || m_filling)
        return;
    m_regions.reset();
    m_note->hide();
    m_note->clear();
    redraw();
    if (!context().jobs)
        return;
    if (!m_regionsBox->isChecked() || m_run->embedding.coordinates.cols() < 2) {
        context().jobs->cancelSlot(m_regionsSlot);
        return;
    }
    Eigen::MatrixXd plane(m_run->embedding.coordinates.rows(), 2);
    plane.col(0) = m_run->embedding.coordinates.col(m_x->currentIndex());
    plane.col(1) = m_run->embedding.coordinates.col(m_y->currentIndex());
    context().jobs->start<MapRegions>(
        m_regionsSlot, tr("Decision regions"),
        [plane, data = context().data](const ProgressToken& progress) {
            return mapRegions(plane, classesOf(*data), data->classes().size(), {}, progress);
        },
        [self = QPointer<EmbeddingView>(this)](const Result<MapRegions>& regions) {
            if (self)
                self->receiveRegions(regions);
        });
}

void EmbeddingView::receiveRegions(const Result<MapRegions>& regions)
{
    if (!regions) {
        m_regionsBox->setChecked(false);
        return;
    }
    m_regions = *regions;
    QString note = tr("Regions: linear support vector machine on these two components, cost %1")
                       .arg(numberText(regions->cost));
    if (std::isfinite(regions->accuracy))
        note += tr("; accuracy %1 by 5-fold cross-validation").arg(numberText(regions->accuracy));
    m_note->setText(note + tr(". The map is made of all structures."));
    m_note->setVisible(!m_spaceButton->isChecked());
    redraw();
    Q_EMIT regionsShown();
}

void EmbeddingView::savePicture()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save picture"), {}, tr("Pictures (*.svg *.pdf *.png)"));
    if (path.isEmpty())
        return;
    if (const Result<void> written = writePicture(*m_space, path); !written) {
        m_note->setText(QString::fromStdString(toString(written.error())));
        m_note->show();
    }
}

} // namespace atlas
