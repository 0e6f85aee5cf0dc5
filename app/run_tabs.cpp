#include "app/run_tabs.h"

#include "widgets/results/run_view.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"

#include <QTabBar>

namespace atlas {

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
    applyTool();
}

void RunTabs::applyTool()
{
    for (FigureView* view : findChildren<FigureView*>())
        if (PointCloudChart* chart = view->pointCloud())
            chart->setTool(m_tool);
    for (Scatter3d* space : findChildren<Scatter3d*>())
        space->setTool(m_tool);
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
        addTab(view, QString::fromStdString(run->method->description.title));
        setCurrentWidget(view);
        Q_EMIT tabOpened();
    }
    view->setOutput(run->output);
    applyTool();
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

void RunTabs::closeAll()
{
    while (count() > 0) { // at once: a view of other data must not hear of new rows
        QWidget* page = widget(0);
        removeTab(0);
        delete page;
    }
    m_views.clear();
}

FigureView* RunTabs::currentFigure() const
{
    const auto* run = qobject_cast<const RunView*>(currentWidget());
    return run ? run->currentFigure() : nullptr;
}

} // namespace atlas
