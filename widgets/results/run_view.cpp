#include "widgets/results/run_view.h"

#include "widgets/results/result_views.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/theme.h"

#include <QContextMenuEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QTabWidget>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace atlas {

namespace {

constexpr QSize smallestFigure(32 * Theme::unit, 40 * Theme::unit); ///< of several

QString metricText(const MetricValue& value)
{
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return QLocale(QLocale::English).toString(static_cast<qlonglong>(*integer));
    if (const auto* real = std::get_if<double>(&value)) {
        const double size = std::abs(*real);
        const bool large = size >= 1e4 && size < (*real == std::floor(*real) ? 1e15 : 1e7);
        return large ? QLocale(QLocale::English).toString(*real, 'f', 0) : numberText(*real);
    }
    return QString::fromStdString(std::get<std::string>(value));
}

QString metricLine(const MethodOutput& output)
{
    QStringList parts;
    for (const auto& [name, value] : output.metrics)
        parts << QStringLiteral("%1&nbsp;<b>%2</b>")
                     .arg(QString::fromStdString(name)
                              .replace('_', QStringLiteral("&nbsp;"))
                              .toHtmlEscaped()
                              .replace(QStringLiteral("&amp;nbsp;"), QStringLiteral("&nbsp;")),
                          metricText(value).toHtmlEscaped());
    return parts.join(QStringLiteral("&nbsp;&nbsp; "));
}

QLabel* wrappedLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

RunView::RunView(const ResultContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_metrics(wrappedLabel(this)), m_remarks(wrappedLabel(this)),
      m_tabs(new QTabWidget(this)), m_figurePage(new QScrollArea(this)), m_grid(new QGridLayout)
{
    auto* figures = new QWidget;
    figures->setLayout(m_grid);
    m_figurePage->setWidget(figures);
    m_figurePage->setWidgetResizable(true);
    m_figurePage->setFrameShape(QFrame::NoFrame);
    m_figurePage->hide(); // until there is a figure
    m_metrics->setObjectName(QStringLiteral("metrics"));
    m_remarks->setForegroundRole(QPalette::PlaceholderText);
    m_grid->setSpacing(Theme::unit);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabBarAutoHide(true);
    connect(m_tabs, &QTabWidget::currentChanged, this, &RunView::drawFigures);
    m_ownViews = makeResultViews(context);
    for (ResultView* view : m_ownViews) {
        m_tabs->addTab(view, view->title());
        watch(view);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, Theme::unit);
    column->setSpacing(Theme::unit);
    column->addWidget(m_metrics);
    column->addWidget(m_remarks);
    column->addWidget(m_tabs, 1);
}

void RunView::setOutput(const OutputPtr& output)
{
    m_output = output;
    showNumbers();
    for (ResultView* view : m_ownViews)
        view->setOutput(output);
    showFigures();
    showWhatThereIs();
}

/// Own views are empty without details, as those of a run from a session file: until these
/// come, the figures say more.
void RunView::showWhatThereIs()
{
    const bool bare = !m_ownViews.empty() && !m_output->details.has_value() && !m_figures.empty();
    if (bare && m_tabs->currentIndex() == 0) {
        m_tabs->setCurrentWidget(m_figurePage);
        m_awaitsDetails = true;
    } else if (!bare && std::exchange(m_awaitsDetails, false) && m_tabs->currentWidget() == m_figurePage) {
        m_tabs->setCurrentIndex(0);
    }
}

void RunView::showNumbers()
{
    m_metrics->setText(metricLine(*m_output));
    m_metrics->setVisible(!m_output->metrics.empty());
    QStringList remarks;
    for (const std::string& remark :
         {m_output->status == "ok" ? std::string() : m_output->status, m_output->note})
        if (!remark.empty())
            remarks << QString::fromStdString(remark);
    m_remarks->setText(remarks.join('\n'));
    m_remarks->setVisible(!remarks.isEmpty());
}

/// Figures keep their widgets, and with them the person's zoom, as long as their number stays.
void RunView::showFigures()
{
    const std::vector<Figure>& figures = m_output->figures;
    if (figures.size() != m_figures.size()) {
        for (FigureView* view : m_figures)
            delete view;
        m_figures.clear();
        const int columns = figures.size() > 1 ? 2 : 1;
        for (std::size_t i = 0; i < figures.size(); ++i) {
            auto* view = new FigureView;
            view->setHub(m_context.hub);
            view->setDataset(m_context.data);
            if (columns > 1) // many figures scroll rather than become too small to read
                view->setMinimumSize(smallestFigure);
            m_grid->addWidget(view, static_cast<int>(i) / columns, static_cast<int>(i) % columns);
            m_figures.push_back(view);
        }
    }
    m_figuresAreOld = true;
    const int tab = m_tabs->indexOf(m_figurePage);
    if (figures.empty() && tab >= 0)
        m_tabs->removeTab(tab);
    else if (!figures.empty() && tab < 0)
        m_tabs->addTab(m_figurePage, tr("Figures"));
    drawFigures();
}

/// Figures behind another tab wait until they are looked at: to draw all at once keeps the window waiting.
void RunView::drawFigures()
{
    if (m_tabs->currentWidget() == m_figurePage)
        drawAllFigures();
}

void RunView::drawAllFigures()
{
    if (!std::exchange(m_figuresAreOld, false))
        return;
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const Figure& figure = m_output->figures[i];
        m_figures[i]->setFigure(figure);
        m_figures[i]->setObjectName(QStringLiteral("figure:") + QString::fromStdString(figure.name));
        watch(m_figures[i]); // another kind of figure has another canvas
    }
    Q_EMIT figuresDrawn();
}

void RunView::watch(QWidget* view)
{
    view->installEventFilter(this); // a second time moves it to the front: once all the same
    for (QWidget* child : view->findChildren<QWidget*>())
        child->installEventFilter(this);
}

FigureView* RunView::currentFigure() const
{
    if (m_current && m_current->isVisible())
        return m_current;
    const QWidget* page = m_tabs->currentWidget();
    return page ? page->findChild<FigureView*>() : nullptr;
}

bool RunView::eventFilter(QObject* watched, QEvent* event)
{
    const bool press = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn;
    if (press || event->type() == QEvent::ContextMenu) {
        QObject* object = watched;
        while (object && object != this && !qobject_cast<FigureView*>(object))
            object = object->parent();
        if (auto* view = qobject_cast<FigureView*>(object)) {
            m_current = view;
            auto* menu =
                event->type() == QEvent::ContextMenu ? static_cast<QContextMenuEvent*>(event) : nullptr;
            if (menu && watched == view) { // every child has had its chance to refuse
                showMenu(view, menu->globalPos());
                return true;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RunView::showMenu(FigureView* view, QPoint place)
{
    if (m_figureActions.isEmpty())
        return;
    auto* menu = new QMenu(view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_figureActions);
    menu->popup(place);
}

} // namespace atlas
