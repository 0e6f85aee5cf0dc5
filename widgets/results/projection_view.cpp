#include "widgets/results/projection_view.h"

#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <any>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>

namespace atlas {

namespace {

constexpr int frameMilliseconds = 40;

QSlider* angleSlider(int smallest, int largest, int value, const QString& name, QWidget* parent)
{
    auto* slider = new QSlider(Qt::Horizontal, parent);
    slider->setRange(smallest, largest);
    slider->setValue(value);
    slider->setPageStep(15);
    slider->setAccessibleName(name);
    slider->setToolTip(name);
    slider->setMaximumWidth(20 * Theme::unit);
    return slider;
}

} // namespace

std::pair<std::vector<double>, std::vector<double>> turnedProjections(
    const std::vector<std::vector<double>>& components, double turn, double tilt)
{
    const double radians = std::numbers::pi / 180;
    const double c = std::cos(turn * radians);
    const double s = std::sin(turn * radians);
    const double up = std::cos(tilt * radians);
    const double towards = std::sin(tilt * radians);
    std::pair<std::vector<double>, std::vector<double>> seen;
    for (std::size_t i = 0; i < components[0].size(); ++i) {
        const double x = components[0][i];
        const double y = components[1][i];
        const double z = components[2][i];
        seen.first.push_back(c * x + s * z);
        const double depth = c * z - s * x;
        seen.second.push_back(up * y + towards * depth);
    }
    return seen;
}

ProjectionView::ProjectionView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_figure(new FigureView(this)), m_x(new QComboBox(this)),
      m_y(new QComboBox(this)), m_space(new QToolButton(this)),
      m_turn(angleSlider(-180, 180, 30, tr("Turn"), this)),
      m_tilt(angleSlider(-90, 90, 20, tr("Tilt"), this)), m_spin(new QToolButton(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    m_figure->setHub(this->context().hub);
    m_figure->setObjectName(QStringLiteral("projection"));
    buildBar();
    column->addWidget(m_figure, 1);
    m_timer.setInterval(frameMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (isVisible())
            m_turn->setValue(m_turn->value() >= m_turn->maximum() ? m_turn->minimum() : m_turn->value() + 1);
    });
}

void ProjectionView::buildBar()
{
    m_space->setText(tr("3D"));
    m_space->setCheckable(true);
    m_space->setToolTip(tr("The first three components in space"));
    m_spin->setText(tr("Spin"));
    m_spin->setCheckable(true);
    m_spin->setToolTip(tr("Turn by itself"));
    m_x->setAccessibleName(tr("Component across"));
    m_y->setAccessibleName(tr("Component upwards"));
    auto* across = new QLabel(tr("Across"), this);
    auto* upwards = new QLabel(tr("Up"), this);
    auto* turn = new QLabel(tr("Turn"), this);
    auto* tilt = new QLabel(tr("Tilt"), this);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(Theme::unit);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_space), static_cast<QWidget*>(across), static_cast<QWidget*>(m_x),
          static_cast<QWidget*>(upwards), static_cast<QWidget*>(m_y), static_cast<QWidget*>(turn),
          static_cast<QWidget*>(m_turn), static_cast<QWidget*>(tilt), static_cast<QWidget*>(m_tilt),
          static_cast<QWidget*>(m_spin)})
        bar->addWidget(widget);
    bar->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(bar);
    const auto showControls = [=, this](bool space) {
        for (QWidget* widget : {static_cast<QWidget*>(across), static_cast<QWidget*>(m_x),
                                static_cast<QWidget*>(upwards), static_cast<QWidget*>(m_y)})
            widget->setVisible(!space);
        for (QWidget* widget :
             {static_cast<QWidget*>(turn), static_cast<QWidget*>(m_turn), static_cast<QWidget*>(tilt),
              static_cast<QWidget*>(m_tilt), static_cast<QWidget*>(m_spin)})
            widget->setVisible(space);
        if (!space)
            m_spin->setChecked(false);
        redraw();
    };
    showControls(false);
    connect(m_space, &QToolButton::toggled, this, showControls);
    connect(m_spin, &QToolButton::toggled, this, [this](bool on) { on ? m_timer.start() : m_timer.stop(); });
    connect(m_x, &QComboBox::currentIndexChanged, this, &ProjectionView::redraw);
    connect(m_y, &QComboBox::currentIndexChanged, this, &ProjectionView::redraw);
    connect(m_turn, &QSlider::valueChanged, this, &ProjectionView::redraw);
    connect(m_tilt, &QSlider::valueChanged, this, &ProjectionView::redraw);
}

void ProjectionView::setOutput(const OutputPtr& output)
{
    const auto* gallery = output ? std::any_cast<PatternGalleryPtr>(&output->details) : nullptr;
    m_gallery = gallery ? *gallery : nullptr;
    m_inSpace = false; // other points, another frame
    fillBoxes();
    const bool space = m_gallery && m_gallery->projections.size() >= 3;
    m_space->setEnabled(space);
    if (!space)
        m_space->setChecked(false);
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

void ProjectionView::addStructures(ScatterFigure& figure) const
{
    const Dataset& data = *m_gallery->data;
    for (std::size_t row = 0; row < data.size(); ++row) {
        figure.rows.emplace_back(row);
        if (data.classes().size() > 0)
            figure.classes.push_back(data.record(RowId(row)).classId);
    }
    for (std::size_t i = 0; i < data.classes().size(); ++i)
        figure.classNames.push_back(data.classes().text(LabelId(i)));
}

ScatterFigure ProjectionView::plane() const
{
    ScatterFigure figure;
    const auto x = static_cast<std::size_t>(std::max(0, m_x->currentIndex()));
    const auto y = static_cast<std::size_t>(std::max(0, m_y->currentIndex()));
    figure.x.title = m_x->currentText().toStdString();
    figure.y.title = m_y->currentText().toStdString();
    figure.xs = m_gallery->projections[x];
    figure.ys = m_gallery->projections[y];
    addStructures(figure);
    return figure;
}

ScatterFigure ProjectionView::space() const
{
    ScatterFigure figure;
    figure.x.title = tr("Components 1 and 3, turned by %1\u00b0").arg(m_turn->value()).toStdString();
    figure.y.title = tr("Component 2, tilted by %1\u00b0").arg(m_tilt->value()).toStdString();
    std::tie(figure.xs, figure.ys) =
        turnedProjections(m_gallery->projections, m_turn->value(), m_tilt->value());
    addStructures(figure);
    return figure;
}

void ProjectionView::redraw()
{
    if (m_updating)
        return;
    if (!m_gallery || m_gallery->projections.empty()) {
        m_figure->setFigure(FigurePtr());
        return;
    }
    const bool inSpace = m_space->isChecked() && m_gallery->projections.size() >= 3;
    // A figure of the same name keeps what the person has zoomed to and hidden.
    const std::string plain =
        "scatter" + std::to_string(m_x->currentIndex() + 1) + "-" + std::to_string(m_y->currentIndex() + 1);
    m_figure->setFigure(Figure{inSpace ? "scatter3d" : plain, "Graph PCA", inSpace ? space() : plane()});
    if (inSpace && !m_inSpace)
        m_figure->pointCloud()->setView(sphere()); // the points turn, the scale stays
    m_inSpace = inSpace;
}

PlaneRectangle ProjectionView::sphere() const
{
    double radius = 0;
    for (std::size_t i = 0; i < m_gallery->data->size(); ++i)
        radius = std::max(radius,
                          std::hypot(m_gallery->projections[0][i], m_gallery->projections[1][i],
                                     m_gallery->projections[2][i]));
    radius = radius > 0 ? 1.05 * radius : 1;
    const double aspect =
        static_cast<double>(std::max(1, m_figure->width())) / std::max(1, m_figure->height());
    return {-radius * std::max(1.0, aspect), -radius, radius * std::max(1.0, aspect), radius};
}

} // namespace atlas
