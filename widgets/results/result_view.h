// A view of its own that a method's result has beside its figures: a topographic map, a gallery of patterns.
// It is made when a run starts to show something, and given every newer output: previews while it computes,
// then the final one.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/methods/method.h"
#include "widgets/jobs/job_runner.h"
#include "widgets/selection/selection_hub.h"

#include <QWidget>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace atlas {

using OutputPtr = std::shared_ptr<const MethodOutput>;

/// What a view may use. Everything outlives the view.
struct ResultContext {
    const Method* method = nullptr;
    ParameterValues parameters = {};
    DatasetPtr data = nullptr;
    SelectionHub* hub = nullptr; ///< null = nothing is linked (tests)
    JobRunner* jobs = nullptr;
    /// The plain minimal DAG of the data's trees; empty or null until it is ready,
    /// or where there are no trees.
    std::function<std::shared_ptr<const MinimalDag>()> dag = {};
    /// Starts another method on the same data: its name, and parameters as on the command line.
    std::function<void(const std::string&, const std::vector<std::pair<std::string, std::string>>&)> run = {};
};

class ResultView : public QWidget {
    Q_OBJECT

public:
    explicit ResultView(ResultContext context, QWidget* parent = nullptr)
        : QWidget(parent), m_context(std::move(context))
    {
    }

    /// On its tab: "Map", "Patterns".
    virtual QString title() const = 0;
    /// A preview's details may be missing or partial.
    virtual void setOutput(const OutputPtr& output) = 0;

protected:
    const ResultContext& context() const { return m_context; }

private:
    ResultContext m_context;
};

} // namespace atlas
