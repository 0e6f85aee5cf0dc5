#include "app/run_repeater.h"

#include "widgets/results/result_views.h"

#include <algorithm>

namespace atlas {

namespace {

std::vector<const Table*> comparedTables(const MethodOutput& output)
{
    std::vector<const Table*> tables;
    for (const Table& table : output.tables)
        if (table.name() != "timing")
            tables.push_back(&table);
    return tables;
}

/// Times, which are another every time.
bool isTime(const std::string& column) { return column == "seconds" || column.ends_with("_seconds"); }

bool sameTable(const Table& a, const Table& b)
{
    if (a.name() != b.name() || a.header() != b.header() || a.rows() != b.rows())
        return false;
    for (std::size_t column = 0; column < a.columns(); ++column)
        for (std::size_t row = 0; row < a.rows() && !isTime(a.header()[column]); ++row)
            if (a.cell(row, column) != b.cell(row, column))
                return false;
    return true;
}

} // namespace

bool sameResults(const MethodOutput& a, const MethodOutput& b)
{
    const std::vector<const Table*> left = comparedTables(a);
    const std::vector<const Table*> right = comparedTables(b);
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const Table* x, const Table* y) { return sameTable(*x, *y); })
        && std::equal(a.files.begin(), a.files.end(), b.files.begin(), b.files.end(),
                      [](const OutputFile& x, const OutputFile& y) {
                          return x.name == y.name && x.content == y.content;
                      });
}

RunRepeater::RunRepeater(Session& session) : QObject(&session), m_session(session) { }

std::vector<RunId> RunRepeater::start()
{
    std::vector<RunId> quick;
    std::vector<RunId> slow;
    for (const auto& run : m_session.runs())
        if (run->damaged || (run->lacksDetails && hasResultViews(*run->method)))
            (run->seconds > longSeconds ? slow : quick).push_back(run->id);
    for (const RunId run : slow)
        m_session.remark(run, tr("As it was saved; its interactive views need the run again."));
    m_queue.clear();
    repeat(quick);
    return slow;
}

void RunRepeater::repeat(const std::vector<RunId>& runs)
{
    const bool idle = m_queue.empty() || m_data != m_session.data();
    if (m_data != m_session.data())
        m_queue.clear();
    m_data = m_session.data();
    for (const RunId run : runs) {
        m_session.remark(run, tr("As it was saved; its interactive views are being computed again."));
        m_queue.push_back(run);
    }
    if (idle)
        next();
}

/// The first of the queue is the one that runs.
void RunRepeater::next()
{
    const std::shared_ptr<const SessionRun> run =
        m_queue.empty() ? nullptr : m_session.findRun(m_queue.front());
    if (!run)
        return;
    m_session.jobs().start<MethodOutput>(
        QStringLiteral("repeat"), tr("%1, again").arg(QString::fromStdString(run->method->description.title)),
        [run, data = m_data](const ProgressToken& progress) {
            return run->method->run({data, nullptr, run->seed, {}}, run->parameters, progress);
        },
        [this, run, data = m_data](const Result<MethodOutput>& output) {
            if (data == m_session.data())
                finish(*run, output);
        });
}

void RunRepeater::finish(const SessionRun& run, const Result<MethodOutput>& output)
{
    if (!output && output.error().code == ErrorCode::Cancelled) {
        stop();
        return;
    }
    m_queue.pop_front();
    if (!output) {
        m_session.remark(run.id,
                         tr("As it was saved; computing it again failed: %1")
                             .arg(QString::fromStdString(output.error().message)));
    } else if (run.damaged) {
        m_session.complete(run.id, std::make_shared<const MethodOutput>(*output));
    } else if (sameResults(*run.output, *output)) {
        MethodOutput whole = *run.output;
        whole.details = output->details;
        m_session.complete(run.id, std::make_shared<const MethodOutput>(std::move(whole)));
    } else {
        m_session.remark(run.id,
                         tr("As it was saved. This version of the program finds other numbers: run it again "
                            "from the history to see them."));
    }
    next();
}

void RunRepeater::stop()
{
    for (const RunId run : std::exchange(m_queue, {}))
        m_session.remark(run, tr("As it was saved; its interactive views need the run again."));
}

} // namespace atlas
