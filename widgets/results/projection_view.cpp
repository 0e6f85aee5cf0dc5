#include "widgets/results/projection_view.h"

#include "core/methods/projection.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <any>
#include <string>
#include <utility>

namespace atlas {

ProjectionView::ProjectionView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_stack(new QStackedWidget(this)),
      m_figure(new FigureView(this)), m_space(new Scatter3d(this)), m_x(new QComboBox(this)),
      m_y(new QComboBox(this)), m_spaceButton(new QToolButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    m_figure->setHub(this->context().hub);
    m_figure->setObjectName(QStringLiteral("projection"));
    m_space->setHub(this->context().hub);
    m_space->setDataset(this->context().data);
    m_stack->addWidget(m_figure);
    m_stack->addWidget(m_space);
    buildBar();
    column->addWidget(m_stack, 1);
}

void ProjectionView::buildBar()
{
    m_spaceButton->setText(tr("3D"));
    m_spaceButton->setCheckable(true);
    m_spaceButton->setToolTip(tr("The first three components in space; drag to turn"));
    m_x->setAccessibleName(tr("Component across"));
    m_y->setAccessibleName(tr("Component upwards"));
    auto* across = new QLabel(tr("Across"), this);
    auto* upwards = new QLabel(tr("Up"), this);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(Theme::unit);
    bar->addWidget(m_spaceButton);
    for (QWidget* widget : {static_cast<QWidget*>(across), static_cast<QWidget*>(m_x),
                            static_cast<QWidget*>(upwards), static_cast<QWidget*>(m_y)}) {
        bar->addWidget(widget);
        connect(m_spaceButton, &QToolButton::toggled, widget, &QWidget::setHidden);
    }
    bar->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(bar);
    connect(m_spaceButton, &QToolButton::toggled, this, &ProjectionView::redraw);
    connect(m_x, &QComboBox::currentIndexChanged, this, &ProjectionView::redraw);
    connect(m_y, &QComboBox::currentIndexChanged, this, &ProjectionView::redraw);
}

void ProjectionView::setOutput(const OutputPtr& output)
{
    const auto* gallery = output ? std::any_cast<PatternGalleryPtr>(&output->details) : nullptr;
    m_gallery = gallery ? *gallery : nullptr;
    fillBoxes();
    const bool space = m_gallery && m_gallery->projections.size() >= 3;
    m_spaceButton->setEnabled(space);
    if (!space)
        m_spaceButton->setChecked(false);
    redraw();
}

void ProjectionView::fillBoxes()
{
    const std::size_t count = m_gallery ? m_gallery->projections.size() : 0;
    if (static_cast<std::size_t>(m_x->count()) == count)
        return; // what the person chose stays
    m_updating = true;
    for (QComboBox* box : {m_x, m_y}) {
        box->clear();
        for (std::size_t i = 0; i < count; ++i)
            box->addItem(tr("Component %1").arg(i + 1));
    }
    if (count > 1)
        m_y->setCurrentIndex(1);
    m_updating = false;
}

ScatterFigure ProjectionView::points(std::size_t x, std::size_t y) const
{
    ScatterFigure figure =
        structureScatter(*m_gallery->data, m_gallery->projections[x], m_gallery->projections[y]);
    figure.x.title = tr("Component %1").arg(x + 1).toStdString();
    figure.y.title = tr("Component %1").arg(y + 1).toStdString();
    return figure;
}

void ProjectionView::redraw()
{
    if (m_updating)
        return;
    if (!m_gallery || m_gallery->projections.empty()) {
        m_stack->setCurrentWidget(m_figure);
        m_figure->setFigure(FigurePtr());
        return;
    }
    if (m_spaceButton->isChecked() && m_gallery->projections.size() >= 3) {
        m_space->setPoints(points(0, 1), m_gallery->projections[2], tr("Component 3"));
        m_stack->setCurrentWidget(m_space);
        return;
    }
    const auto x = static_cast<std::size_t>(std::max(0, m_x->currentIndex()));
    const auto y = static_cast<std::size_t>(std::max(0, m_y->currentIndex()));
    // A figure of the same name keeps what the person has zoomed to and hidden.
    m_figure->setFigure(
        Figure{"scatter" + std::to_string(x + 1) + "-" + std::to_string(y + 1), "Graph PCA", points(x, y)});
    m_stack->setCurrentWidget(m_figure);
}

} // namespace atlas
