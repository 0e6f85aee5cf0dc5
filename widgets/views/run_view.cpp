#include "widgets/views/run_view.h"

#include "widgets/views/figure_view.h"
#include "widgets/views/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QVBoxLayout>

namespace atlas {

namespace {

QString metricText(const MetricValue& value)
{
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return QLocale(QLocale::English).toString(static_cast<qlonglong>(*integer));
    if (const auto* real = std::get_if<double>(&value))
        return numberText(*real);
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

QLabel* wrappedLabel(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

RunView::RunView(const MethodOutput& output, SelectionHub* hub, QWidget* parent) : QWidget(parent)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, Theme::unit);
    column->setSpacing(Theme::unit);
    if (!output.metrics.empty()) {
        auto* metrics = wrappedLabel(metricLine(output));
        metrics->setObjectName(QStringLiteral("metrics"));
        column->addWidget(metrics);
    }
    for (const std::string& remark : {output.status == "ok" ? std::string() : output.status, output.note})
        if (!remark.empty())
            column->addWidget(wrappedLabel(QString::fromStdString(remark)));

    auto* grid = new QGridLayout;
    grid->setSpacing(Theme::unit);
    const int columns = output.figures.size() > 1 ? 2 : 1;
    for (const Figure& figure : output.figures) {
        auto* view = new FigureView;
        view->setHub(hub);
        view->setFigure(figure);
        view->setObjectName(QStringLiteral("figure:") + QString::fromStdString(figure.name));
        view->installEventFilter(this);
        for (QWidget* child : view->findChildren<QWidget*>())
            child->installEventFilter(this);
        const int index = static_cast<int>(m_figures.size());
        grid->addWidget(view, index / columns, index % columns);
        m_figures.push_back(view);
    }
    column->addLayout(grid, 1);
    m_current = m_figures.empty() ? nullptr : m_figures.front();
}

bool RunView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn)
        for (FigureView* view : m_figures)
            if (watched == view || view->isAncestorOf(qobject_cast<QWidget*>(watched)))
                m_current = view;
    return QWidget::eventFilter(watched, event);
}

} // namespace atlas
