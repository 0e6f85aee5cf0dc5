// One run of a method, or of a saved model, without a window: computes, then writes tables, figures and
// summary.json into a folder. What `run`, `apply` and each step of a recipe share.
#pragma once

#include "core/methods/method.h"
#include "core/methods/run_files.h"

#include <filesystem>
#include <string>

namespace atlas {

struct RunExecution {
    const Method* method = nullptr;
    ParameterValues values = {}; ///< checked
    ModelFile model = {}; ///< with a text: the model is applied instead of the method run
    std::filesystem::path folder = {};
    bool figures = true; ///< needs a QGuiApplication

    /// `summary` comes with what is known before: parameters, the source's hash, the time of loading.
    Result<MethodOutput> run(const MethodInput& input, RunSummary summary,
                             const ProgressToken& progress) const;
};

} // namespace atlas
