#include "app/run_tabs.h"

#include "widgets/results/run_view.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"

#include <QStringList>

#include <algorithm>

namespace atlas {

QStringList givenParameters(const SessionRun& run)
{
    QStringList given;
    for (const ParameterDescription& parameter : run.method->description.parameters) {
        const auto value = run.parameters.all().find(parameter.name);
        if (value != run.parameters.all().end() && value->second != defaultValue(parameter))
            given << QString::fromStdString(parameter.title + ' ' + toString(value->second));
    }
    if (run.seed != 1)
        given << QObject::tr("Seed %1").arg(run.seed);
    return given;
}

namespace {

QMap<QString, QString> metadataOf(const SessionRun& run)
{
    QMap<QString, QString> metadata{
        {QStringLiteral("method"), QString::fromStdString(run.method->description.name)},
        {QStringLiteral("seed"), QString::number(run.seed)}};
    for (const auto& [name, value] : run.parameters.all())
        addParameter(metadata, name, value);
    return metadata;
}

QString nameOf(const FigureView& view)
{
    if (!view.figure()->title.empty())
        return QString::fromStdString(view.figure()->title);
    for (const QWidget* parent = view.parentWidget(); parent; parent = parent->parentWidget())
        if (const auto* result = qobject_cast<const ResultView*>(parent))
            return result->title();
    return QString::fromStdString(view.figure()->name);
}

/// A method's own view often shows one of its figures again: the one in sight counts.
std::vector<std::pair<QString, const FigureView*>> figuresByName(const RunView& run)
{
    std::vector<std::pair<QString, const FigureView*>> figures;
    for (const FigureView* view : run.findChildren<FigureView*>()) {
        if (!view->figure())
            continue;
        const QString name = nameOf(*view);
        const auto known = std::find_if(figures.begin(), figures.end(),
                                        [&](const auto& each) { return each.first == name; });
        if (known == figures.end())
            figures.emplace_back(name, view);
        else if (view->isVisible())
            known->second = view;
    }
    return figures;
}

} // namespace

RunTabs::RunTabs(Session& session, QWidget* parent) : QTabWidget(parent), m_session(session)
{
    setTabsClosable(true);
    setDocumentMode(true);
    setMovable(true);
    connect(this, &QTabWidget::tabCloseRequested, this, &RunTabs::closeTab);
}

void RunTabs::setTool(SelectionTool tool)
{
    m_tool = tool;
    watchFigures();
}

/// Figures come and go with outputs: every one knows the tool and is heard, however often this is called.
void RunTabs::watchFigures()
{
    for (FigureView* view : findChildren<FigureView*>()) {
        connect(view, &FigureView::viewMoved, this, &RunTabs::viewMoved, Qt::UniqueConnection);
        if (PointCloudChart* chart = view->pointCloud())
            chart->setTool(m_tool);
    }
    for (Scatter3d* space : findChildren<Scatter3d*>()) {
        connect(space, &Scatter3d::viewMoved, this, &RunTabs::spaceMoved, Qt::UniqueConnection);
        space->setTool(m_tool);
    }
}

ResultContext RunTabs::contextOf(const SessionRun& run)
{
    ResultContext context;
    context.method = run.method;
    context.parameters = run.parameters;
    context.data = m_session.data();
    context.hub = &m_session.hub();
    context.jobs = &m_session.jobs();
    context.dag = [this] { return m_session.dag(); };
    context.run = [this, seed = run.seed](const std::string& name, const auto& given) {
        const Method* method = findMethod(name);
        const Result<ParameterValues> values = method
            ? parameterValues(method->description, given)
            : Result<ParameterValues>(Error{ErrorCode::BadUse, "There is no method '" + name + "'."});
        if (values)
            m_session.run(*method, *values, seed);
        else
            Q_EMIT failed(tr("The analysis could not start"),
                          QString::fromStdString(toString(values.error())));
    };
    return context;
}

void RunTabs::showRun(const std::shared_ptr<const SessionRun>& run)
{
    QPointer<RunView>& view = m_views[run->id];
    if (!view) {
        view = new RunView(contextOf(*run));
        view->setFigureActions(m_figureActions);
        connect(view, &RunView::figuresDrawn, this, &RunTabs::watchFigures);
        const QString title = QString::fromStdString(run->method->description.title);
        const int tab = addTab(view, run->ordinal == 1 ? title : tr("%1 (%2)").arg(title).arg(run->ordinal));
        const QStringList given = givenParameters(*run);
        setTabToolTip(tab, given.isEmpty() ? title : title + '\n' + given.join('\n'));
        setCurrentWidget(view);
        Q_EMIT tabOpened();
    }
    view->setOutput(run->output);
    watchFigures();
}

void RunTabs::bringToFront(const std::shared_ptr<const SessionRun>& run)
{
    showRun(run);
    setCurrentWidget(m_views[run->id]);
}

void RunTabs::closeRun(RunId run)
{
    if (const auto found = m_views.find(run); found != m_views.end() && found->second)
        closeTab(indexOf(found->second));
}

void RunTabs::closeTab(int index)
{
    QWidget* page = widget(index);
    removeTab(index);
    std::erase_if(m_views, [page](const auto& shown) { return shown.second == page; });
    page->deleteLater();
}

void RunTabs::giveTo(RunTabs& other, int index)
{
    const auto found = std::find_if(m_views.begin(), m_views.end(),
                                    [&](const auto& shown) { return shown.second == widget(index); });
    if (found == m_views.end())
        return;
    const auto [run, view] = *found;
    const QString title = tabText(index);
    const QString tip = tabToolTip(index);
    for (FigureView* figure : view->findChildren<FigureView*>())
        figure->disconnect(this);
    view->disconnect(this);
    connect(view, &RunView::figuresDrawn, &other, &RunTabs::watchFigures);
    m_views.erase(found);
    other.m_views[run] = view; // before the tab counts change: whoever asks finds it
    removeTab(index);
    other.setTabToolTip(other.addTab(view, title), tip);
    other.setCurrentWidget(view);
    other.watchFigures();
}

int RunTabs::mostLike(int index) const
{
    const auto methodAt = [this](int at) {
        const auto* run = qobject_cast<const RunView*>(widget(at));
        return run ? run->method() : nullptr;
    };
    for (int i = count() - 1; i >= 0; --i)
        if (i != index && methodAt(i) == methodAt(index))
            return i;
    return index > 0 ? index - 1 : index + 1;
}

void RunTabs::tabInserted(int index)
{
    QTabWidget::tabInserted(index);
    Q_EMIT countChanged();
}

void RunTabs::tabRemoved(int index)
{
    QTabWidget::tabRemoved(index);
    Q_EMIT countChanged();
}

void RunTabs::closeAll()
{
    while (count() > 0) { // at once: a view of other data must not hear of new rows
        QWidget* page = widget(0);
        removeTab(0);
        delete page;
    }
    m_views.clear();
}

std::vector<ExportableFigure> RunTabs::exportableFigures() const
{
    std::vector<ExportableFigure> figures;
    for (int tab = 0; tab < count(); ++tab) {
        const auto shown = std::find_if(m_views.begin(), m_views.end(),
                                        [&](const auto& each) { return each.second == widget(tab); });
        if (shown == m_views.end())
            continue;
        const auto run = m_session.findRun(shown->first);
        shown->second->drawAllFigures();
        for (const auto& [name, view] : figuresByName(*shown->second))
            figures.push_back({tabText(tab) + QStringLiteral(": ") + name, view->shown(),
                               run ? metadataOf(*run) : QMap<QString, QString>()});
    }
    return figures;
}

FigureView* RunTabs::currentFigure() const
{
    const auto* run = qobject_cast<const RunView*>(currentWidget());
    return run ? run->currentFigure() : nullptr;
}

} // namespace atlas
