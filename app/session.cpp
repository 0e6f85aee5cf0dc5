#include "app/session.h"

#include "core/io/open_data.h"

#include <QFileInfo>

namespace atlas {

namespace {

/// "medicines.csv" of a path, the example's name of an example.
QString shortName(const QString& source)
{
    return source.startsWith(QStringLiteral("example:")) ? source.mid(8) : QFileInfo(source).fileName();
}

} // namespace

Session::Session(QObject* parent) : QObject(parent) { }

void Session::open(const QString& source, const ReadOptions& options)
{
    m_jobs.start<DatasetPtr>(
        QStringLiteral("open"), tr("Open %1").arg(shortName(source)),
        [source = source.toStdString(), options](const ProgressToken& progress) {
            return openData(source, options, 1, progress);
        },
        [this, source, options](Result<DatasetPtr> data) {
            if (data)
                setData(source, options, *std::move(data));
            else if (data.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(tr("%1 could not be opened").arg(shortName(source)),
                              QString::fromStdString(toString(data.error())));
        });
}

void Session::setData(const QString& source, const ReadOptions& options, DatasetPtr data)
{
    m_jobs.cancelAll(); // runs on the old data would arrive at the wrong place
    m_data = std::move(data);
    m_source = source;
    m_readOptions = options;
    m_hub.reset(m_data->size());
    Q_EMIT dataChanged();
    buildDag();
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
            if (dag)
                Q_EMIT dagChanged(*dag);
        });
}

void Session::run(const Method& method, const ParameterValues& parameters, std::uint64_t seed)
{
    const QString title = QString::fromStdString(method.description.title);
    m_jobs.start<MethodOutput>(
        QStringLiteral("run:") + QString::fromStdString(method.description.name), title,
        [&method, parameters, seed, data = m_data](const ProgressToken& progress) {
            return method.run({data, nullptr, seed}, parameters, progress);
        },
        [this, &method, parameters, seed, title](Result<MethodOutput> output) {
            if (output)
                Q_EMIT runFinished(std::make_shared<const SessionRun>(
                    SessionRun{&method, parameters, seed, *std::move(output)}));
            else if (output.error().code != ErrorCode::Cancelled)
                Q_EMIT failed(tr("%1 failed").arg(title), QString::fromStdString(toString(output.error())));
        });
}

} // namespace atlas
