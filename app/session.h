// What is open: the data set, what is derived from it once for all views (the minimal DAG), and the runs.
// Everything that takes time goes through the job runner; the session only changes when a result has arrived,
// so that a cancel or a failure leaves the last data set in place.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"
#include "core/io/read_options.h"
#include "core/methods/method.h"
#include "core/methods/recipe.h"
#include "core/session/session_file.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/results/run_history.h"
#include "widgets/selection/selection_hub.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <vector>

namespace atlas {

/// One run of a method: finished, or what it shows while it computes.
struct SessionRun {
    RunId id;
    const Method* method = nullptr;
    ParameterValues parameters;
    std::uint64_t seed = 1;
    std::shared_ptr<const MethodOutput> output;
    std::string key = {}; ///< in session files
    double seconds = 0; ///< that it took
    bool automatic = false; ///< the program started it with the data, not the person
    bool lacksDetails = false; ///< restored: its views need what a session file does not hold
    bool damaged = false; ///< restored: a part of the output is lost
    std::size_t ordinal = 1; ///< among the runs of its method, so that people can tell them apart
};

/// Who wanted a run: a failure of one that nobody asked for is no reason to interrupt anybody.
enum class Asked { ByThePerson, ByTheProgram };

class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(QObject* parent = nullptr);

    JobRunner& jobs() { return m_jobs; }
    SelectionHub& hub() { return m_hub; }
    const DatasetPtr& data() const { return m_data; } ///< null while nothing is open
    const QString& source() const { return m_source; }
    const ReadOptions& readOptions() const { return m_readOptions; }
    const std::string& sourceHash() const { return m_sourceHash; } ///< SHA-256; "" of an example
    const std::string& dataKey() const { return m_dataKey; } ///< of these structures, in session files

    /// Reads a source; dataChanged() or failed() follows. A newer call replaces an unfinished one.
    void open(const QString& source, const ReadOptions& options);
    /// Runs a method on the open data; runPreviewed() some times, then runFinished() or runAbandoned()
    /// follow. Precondition: data().
    RunId run(const Method& method, const ParameterValues& parameters, std::uint64_t seed,
              Asked asked = Asked::ByThePerson);
    /// The finished runs on the open data, oldest first.
    const std::vector<std::shared_ptr<const SessionRun>>& runs() const { return m_finished; }
    std::shared_ptr<const SessionRun> findRun(RunId run) const; ///< null where it is not finished
    /// Puts what a session file holds in place of what is open: dataChanged(), then runFinished() for each
    /// run, with what was stored of it. Precondition: stored.data.
    void restore(const StoredSession& stored);
    bool isRestoring() const { return m_restoring; } ///< the runs that belong to the data follow
    /// Shows a finished run again, with a remark that is not part of its result.
    void remark(RunId run, const QString& words);
    /// The same run with what its views need; runPreviewed() follows.
    void complete(RunId run, std::shared_ptr<const MethodOutput> output);
    /// The same data, found elsewhere.
    void setSource(const QString& source);
    /// What repeats all of it without a window. The hash of the source is left to the caller.
    Recipe recipe() const;

    /// The plain minimal DAG of the data's trees; null until it is ready.
    const std::shared_ptr<const MinimalDag>& dag() const { return m_dag; }

Q_SIGNALS:
    void dataChanged();
    void sourceMoved();
    /// Trees only: where every subtree occurs, ready a moment after dataChanged().
    void dagChanged(std::shared_ptr<const atlas::MinimalDag> dag);
    void runPreviewed(std::shared_ptr<const atlas::SessionRun> run);
    void runFinished(std::shared_ptr<const atlas::SessionRun> run);
    void runAbandoned(atlas::RunId run); ///< failed or cancelled
    void failed(const QString& what, const QString& why);

private:
    struct Opened {
        DatasetPtr data;
        std::string hash; ///< of the source
    };
    void setData(const QString& source, const ReadOptions& options, Opened opened);
    void buildDag();
    void countSubtree(DagNodeId subtree);
    std::function<void(MethodOutput)> previewOf(const SessionRun& run);

    SelectionHub m_hub;
    DatasetPtr m_data;
    std::shared_ptr<const MinimalDag> m_dag;
    std::size_t m_runs = 0;
    std::map<std::string, std::size_t> m_runsOf; ///< by the method's name, on the open data
    std::vector<std::shared_ptr<const SessionRun>> m_finished;
    QString m_source;
    ReadOptions m_readOptions;
    std::string m_sourceHash;
    std::string m_dataKey;
    bool m_restoring = false;
    bool m_announcingData = false; // runs that start meanwhile are the program's own
    JobRunner m_jobs; // last: its threads end before the rest goes
};

} // namespace atlas
