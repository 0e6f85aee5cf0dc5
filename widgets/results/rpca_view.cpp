#include "widgets/results/rpca_view.h"

#include "core/methods/projection.h"
#include "core/support/text.h"
#include "widgets/results/structure_pane.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace atlas {

namespace {

constexpr std::size_t mostSubstructures = 20'000; // drawn

} // namespace

RpcaView::RpcaView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_scatter(new FigureView(this)), m_curve(new FigureView(this)),
      m_message(new QLabel(this)), m_real(new StructurePane(this)), m_rebuilt(new StructurePane(this))
{
    auto* pair = new QSplitter(Qt::Horizontal);
    pair->addWidget(m_real);
    pair->addWidget(m_rebuilt);
    pair->setChildrenCollapsible(false);
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->addWidget(m_scatter);
    upper->addWidget(m_curve);
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 2);
    upper->setChildrenCollapsible(false);
    auto* lower = new QWidget;
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    m_message->setWordWrap(true);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    lowerColumn->addWidget(m_message);
    lowerColumn->addWidget(pair, 1);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(upper);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::unit, 0, 0);
    column->setSpacing(Theme::unit);
    column->addWidget(buildTools());
    column->addWidget(splitter, 1);
    connectHub();
}

QWidget* RpcaView::buildTools()
{
    auto* tools = new QWidget(this);
    auto* lines = new QVBoxLayout(tools);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(Theme::unit / 2);
    auto* line = new QHBoxLayout;
    line->setSpacing(Theme::unit);
    auto* label = new QLabel(tr("&Components:"), tools);
    m_components = new QSlider(Qt::Horizontal, tools);
    m_components->setRange(1, 1);
    m_components->setMinimumWidth(24 * Theme::unit);
    m_components->setToolTip(tr("How many numbers of a structure's vector are used to rebuild it"));
    m_components->setAccessibleName(tr("Components"));
    label->setBuddy(m_components);
    m_componentText = new QLabel(tools);
    m_componentText->setWordWrap(true);
    m_substructures = new QCheckBox(tr("All &substructures"), tools);
    m_substructures->setToolTip(tr("Draw every distinct substructure too, in grey"));
    line->addWidget(label);
    line->addWidget(m_components, 1);
    line->addWidget(m_substructures);
    lines->addLayout(line);
    // A line of its own: it says much, and side by side there is little room.
    lines->addWidget(m_componentText);
    connect(m_components, &QSlider::valueChanged, this, [this] {
        updateCurve();
        updateDecoded();
    });
    connect(m_substructures, &QCheckBox::toggled, this, &RpcaView::updateScatter);
    return tools;
}

void RpcaView::connectHub()
{
    connect(m_scatter, &FigureView::canvasChanged, this, [this] {
        if (PointCloudChart* chart = m_scatter->pointCloud())
            connect(chart, &PointCloudChart::placeClicked, this, &RpcaView::decodeAt);
    });
    if (SelectionHub* hub = context().hub) {
        m_scatter->setHub(hub);
        connect(hub, &SelectionHub::selectionChanged, this, &RpcaView::onSelectionChanged);
    }
}

void RpcaView::setOutput(const OutputPtr& output)
{
    const auto* report = std::any_cast<std::shared_ptr<const RpcaReport>>(&output->details);
    if (!report || !*report || (*report)->result->components() == 0 || (*report)->data->size() == 0)
        return;
    m_report = *report;
    {
        const QSignalBlocker quiet(m_components);
        const int components = static_cast<int>(m_report->result->components());
        m_components->setRange(1, components);
        m_components->setValue(components);
    }
    updateScatter();
    updateCurve();
    onSelectionChanged();
    updateDecoded();
}

QString RpcaView::message() const { return m_message->text(); }

void RpcaView::updateScatter()
{
    if (!m_report)
        return;
    ScatterFigure scatter = structureScatter(*m_report->data, m_report->structureEncodings());
    scatter.x.title = "Component 1";
    scatter.y.title = "Component 2";
    if (m_substructures->isChecked()) {
        const Eigen::MatrixXd& all = m_report->result->encodings;
        const auto count = std::min(static_cast<Eigen::Index>(mostSubstructures), all.cols());
        for (Eigen::Index node = 0; node < count; ++node) {
            scatter.xs.push_back(all(0, node));
            scatter.ys.push_back(all.rows() > 1 ? all(1, node) : 0.0);
            scatter.rows.emplace_back();
        }
        if (!scatter.classes.empty())
            scatter.classes.resize(scatter.xs.size());
    }
    if (m_place) {
        scatter.layers.links.push_back({m_place->first, m_place->second, m_place->first, m_place->second});
        scatter.layers.remarks.push_back({m_place->first, m_place->second, tr("here").toStdString()});
    }
    m_scatter->setFigure(
        Figure{"decode", tr("Structures in the first two components").toStdString(), std::move(scatter)});
}

void RpcaView::updateCurve()
{
    if (!m_report)
        return;
    const auto p = static_cast<std::size_t>(m_components->value());
    QString text = tr("%1 of %2, loses %3 %")
                       .arg(p)
                       .arg(m_report->result->components())
                       .arg(100 * m_report->errors[static_cast<Eigen::Index>(p)], 0, 'g', 3);
    for (const RebuiltPoint& point : m_report->rebuilt)
        if (point.components == p)
            text += tr(", %1 of %2 structures rebuilt exactly").arg(point.exact).arg(point.tried);
    m_componentText->setText(text);
    CurveFigure figure;
    figure.x.title = "Components p";
    figure.y.title = "Share lost";
    CurveFigure::Curve curve{"error", {}, {}, false};
    for (Eigen::Index i = 0; i < m_report->errors.size(); ++i) {
        curve.xs.push_back(static_cast<double>(i));
        curve.ys.push_back(m_report->errors[i]);
    }
    const double here = static_cast<double>(p);
    figure.curves = {std::move(curve), {"p", {here, here}, {0, 1}, true}};
    m_curve->setFigure(
        Figure{"reconstruction", tr("What p components lose").toStdString(), std::move(figure)});
}

void RpcaView::onSelectionChanged()
{
    const SelectionHub* hub = context().hub;
    if (!m_report || !hub || hub->rowCount() != m_report->data->size() || hub->selectedCount() != 1)
        return;
    m_row = hub->selectedRows().front();
    m_vector = m_report->encoding(m_row);
    const bool hadPlace = m_place.has_value();
    m_place.reset();
    if (hadPlace)
        updateScatter();
    updateDecoded();
}

void RpcaView::decodeAt(double x, double y)
{
    if (!m_report)
        return;
    m_row = {};
    m_place = {x, y};
    m_vector = vectorAt(*m_report, x, y);
    updateScatter();
    updateDecoded();
}

void RpcaView::updateDecoded()
{
    if (!m_report)
        return;
    if (m_vector.size() == 0) {
        m_message->setText(
            tr("Select a structure to see it rebuilt from its first components, or click an empty place of "
               "the plot to see what lives there."));
        m_real->clear({});
        m_rebuilt->clear({});
        return;
    }
    const Result<RebuiltStructure> rebuilt =
        rebuild(*m_report, m_vector, static_cast<std::size_t>(m_components->value()), m_row);
    if (!rebuilt) {
        m_message->setText(QString::fromStdString(toString(rebuilt.error())));
        return;
    }
    const auto differing =
        static_cast<std::size_t>(std::count(rebuilt->differences.begin(), rebuilt->differences.end(), 1.0));
    m_message->setText(rebuilt->exact ? tr("Rebuilt exactly.")
                                      : tr("%1 of %2 differ (marked); confidence %3.")
                                            .arg(differing)
                                            .arg(rebuilt->differences.size())
                                            .arg(rebuilt->confidence, 0, 'f', 2));
    const QString name = QString::fromStdString(m_report->data->name(rebuilt->real));
    m_real->show(m_row.valid() ? name : tr("Nearest: %1").arg(name), m_report->data, rebuilt->real);
    PartMarks marks;
    if (differing > 0)
        marks = {StructureMarks::Kind::Highlight, tr("different"), rebuilt->differences, 1};
    m_rebuilt->show(m_row.valid() ? tr("Rebuilt from %1 components").arg(m_components->value())
                                  : tr("Lives here"),
                    rebuilt->data, RowId(0), std::move(marks));
}

} // namespace atlas
