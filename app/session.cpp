#include "app/session.h"

#include "core/dag/subtree_occurrences.h"
#include "core/io/open_data.h"
#include "core/io/source_hash.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <utility>

namespace atlas {

namespace {

/// "medicines.csv" of a path, the example's name of an example.
QString shortName(const QString& source)
{
    return source.startsWith(QStringLiteral("example:")) ? source.mid(8) : QFileInfo(source).fileName();
}

} // namespace

Session::Session(QObject* parent) : QObject(parent)
{
    connect(&m_hub, &SelectionHub::subtreeChosen, this, &Session::countSubtree);
}

void Session::open(const QString& source, const ReadOptions& options)
{
    m_jobs.start<Opened>(
        QStringLiteral("open"), tr("Open %1").arg(shortName(source)),
        [source = source.toStdString(), options](const ProgressToken& progress) -> Result<Opened> {
            Result<DatasetPtr> data = openData(source, options, 1, progress);
            if (!data)
                return data.error();
            if (!exampleName(source).empty())
                return Opened{*std::move(data), {}};
            return Opened{*std::move(data),
                          sha256OfSource(source, progress.stage("Hashing", 1, 1)).valueOr({})};
        },
        [this, source, options](Result<Opened> opened) {
            if (opened)
                setData(source, options, *std::move(opened));
            else if (opened.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(tr("%1 could not be opened").arg(shortName(source)),
                              QString::fromStdString(toString(opened.error())));
        });
}

void Session::setData(const QString& source, const ReadOptions& options, Opened opened)
{
    m_jobs.cancelAll(); // runs on the old data would arrive at the wrong place
    m_data = std::move(opened.data);
    m_source = source;
    m_readOptions = options;
    m_sourceHash = std::move(opened.hash);
    m_dataKey = newSessionKey();
    m_dag.reset();
    m_finished.clear();
    m_runsOf.clear();
    m_hub.reset(m_data->size());
    m_announcingData = true;
    Q_EMIT dataChanged();
    m_announcingData = false;
    buildDag();
}

void Session::restore(const StoredSession& stored)
{
    m_restoring = true;
    setData(QString::fromStdString(stored.source.path), stored.source.options,
            {stored.data, stored.source.sha256});
    m_dataKey = stored.dataKey;
    for (const StoredRun& run : stored.runs) {
        SessionRun restored{RunId(m_runs++), run.method, run.parameters, run.seed, run.output, run.key};
        restored.seconds = run.seconds;
        restored.automatic = run.automatic;
        restored.lacksDetails = run.hasDetails || !run.complete;
        restored.damaged = !run.complete;
        restored.ordinal = ++m_runsOf[run.method->description.name];
        m_finished.push_back(std::make_shared<const SessionRun>(std::move(restored)));
        Q_EMIT runFinished(m_finished.back());
    }
    m_restoring = false;
}

void Session::remark(RunId id, const QString& words)
{
    const std::shared_ptr<const SessionRun> run = findRun(id);
    if (!run)
        return;
    SessionRun shown = *run;
    MethodOutput output = *run->output;
    output.note += (output.note.empty() ? "" : "\n") + words.toStdString();
    shown.output = std::make_shared<const MethodOutput>(std::move(output));
    Q_EMIT runPreviewed(std::make_shared<const SessionRun>(std::move(shown)));
}

void Session::complete(RunId id, std::shared_ptr<const MethodOutput> output)
{
    const auto found = std::find_if(m_finished.begin(), m_finished.end(),
                                    [&](const auto& known) { return known->id == id; });
    if (found == m_finished.end())
        return;
    SessionRun completed = **found;
    completed.output = std::move(output);
    completed.lacksDetails = false;
    if (std::exchange(completed.damaged, false))
        completed.key = newSessionKey(); // what is stored under the old one is not this
    *found = std::make_shared<const SessionRun>(std::move(completed));
    Q_EMIT runPreviewed(*found);
}

void Session::setSource(const QString& source)
{
    m_source = source;
    Q_EMIT sourceMoved();
}

void Session::buildDag()
{
    if (m_data->kind() != StructureKind::Tree)
        return;
    using DagPtr = std::shared_ptr<const MinimalDag>;
    m_jobs.start<DagPtr>(
        QStringLiteral("dag"), tr("Index subtrees"),
        [data = m_data](const ProgressToken& progress) -> Result<DagPtr> {
            Result<MinimalDag> dag = buildMinimalDag(data->forest(), {}, progress);
            if (!dag)
                return dag.error();
            return DagPtr(std::make_shared<const MinimalDag>(*std::move(dag)));
        },
        [this](const Result<DagPtr>& dag) {
            if (!dag)
                return;
            m_dag = *dag;
            Q_EMIT dagChanged(*dag);
        });
}

/// Which rows have the chosen subtree: for every view that shows rows.
void Session::countSubtree(DagNodeId subtree)
{
    if (!subtree.valid() || !m_dag)
        return;
    m_hub.setSubtreeCounts(std::make_shared<const std::vector<std::uint32_t>>(
        occurrencesByRow(subtreeOccurrences(*m_data, *m_dag, subtree), m_data->size())));
}

RunId Session::run(const Method& method, const ParameterValues& parameters, std::uint64_t seed, Asked asked)
{
    SessionRun run{RunId(m_runs++), &method, parameters, seed, nullptr, newSessionKey()};
    run.automatic = m_announcingData || asked == Asked::ByTheProgram;
    run.ordinal = ++m_runsOf[method.description.name];
    QElapsedTimer clock;
    clock.start();
    const QString title = QString::fromStdString(method.description.title);
    m_jobs.start<MethodOutput>(
        QStringLiteral("run:%1").arg(run.id.index()), title,
        [run, data = m_data, preview = previewOf(run)](const ProgressToken& progress) {
            return run.method->run({data, nullptr, run.seed, preview}, run.parameters, progress);
        },
        [this, run, title, asked, clock](Result<MethodOutput> output) {
            if (output) {
                SessionRun finished = run;
                finished.seconds = static_cast<double>(clock.elapsed()) / 1000;
                finished.output = std::make_shared<const MethodOutput>(*std::move(output));
                m_finished.push_back(std::make_shared<const SessionRun>(std::move(finished)));
                Q_EMIT runFinished(m_finished.back());
                return;
            }
            Q_EMIT runAbandoned(run.id);
            if (output.error().code != ErrorCode::Cancelled && asked == Asked::ByThePerson)
                Q_EMIT failed(tr("%1 failed").arg(title), QString::fromStdString(toString(output.error())));
        },
        method.description.canFinishEarly);
    return run.id;
}

std::shared_ptr<const SessionRun> Session::findRun(RunId run) const
{
    const auto found = std::find_if(m_finished.begin(), m_finished.end(),
                                    [&](const auto& known) { return known->id == run; });
    return found == m_finished.end() ? nullptr : *found;
}

Recipe Session::recipe() const
{
    Recipe recipe{m_source.toStdString()};
    recipe.readOptions = m_readOptions;
    for (const auto& run : m_finished)
        recipe.steps.push_back(
            {stepName(recipe.steps.size(), *run->method), run->method, run->parameters, run->seed});
    return recipe;
}

/// Carries previews to the GUI thread. While one waits there, newer ones are dropped. One that arrives after
/// the run's end cannot be: the job's own end is posted later by the same thread.
std::function<void(MethodOutput)> Session::previewOf(const SessionRun& run)
{
    auto waiting = std::make_shared<std::atomic<bool>>(false);
    return [this, run, waiting, data = m_data](MethodOutput output) {
        if (waiting->exchange(true))
            return;
        SessionRun previewed = run;
        previewed.output = std::make_shared<const MethodOutput>(std::move(output));
        QMetaObject::invokeMethod(
            this,
            [this, waiting, data, shown = std::make_shared<const SessionRun>(std::move(previewed))] {
                waiting->store(false);
                if (data == m_data)
                    Q_EMIT runPreviewed(shown);
            },
            Qt::QueuedConnection);
    };
}

} // namespace atlas
