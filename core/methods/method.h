// A method of analysis as the program sees it: a description, and a function from data and parameters to
// tables, metrics and figures. The window's form, the command line, the manual and the recipes are made from
// the description alone, so that a new method is one new file.
#pragma once

#include "core/data/dataset.h"
#include "core/methods/cost.h"
#include "core/methods/figure.h"
#include "core/methods/parameter.h"
#include "core/methods/table.h"
#include "core/parallel/progress_token.h"
#include "core/support/result.h"

#include <any>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace atlas {

/// The question that a person has when looking for a method.
enum class Question {
    WhatIsThere, ///< "What is in the data?"
    WhichAreAlike, ///< "Which are alike?"
    WhatMakesGroups, ///< "What are the groups made of?"
    WhereAreTheParts, ///< "Where do the parts lie?"
    CanTheyBeToldApart ///< "Can the classes be told apart?"
};
const char* toString(Question question);

using MetricValue = std::variant<std::int64_t, double, std::string>;

/// A further file of a run: a model.
struct OutputFile {
    std::string name;
    std::string content;
};

struct MethodOutput {
    std::string status = "ok"; ///< or the numerical outcome: "not converged after 50 iterations"
    std::string note = {}; ///< what the person should know about how it was done; may be empty
    std::vector<std::pair<std::string, MetricValue>> metrics;
    std::vector<Table> tables;
    std::vector<Figure> figures;
    std::vector<OutputFile> files;
    std::any details; ///< the algorithm's own result, for views that show more than figures
};

struct MethodInput {
    DatasetPtr data;
    DatasetPtr test = nullptr; ///< only where MethodDescription::takesTestData
    std::uint64_t seed = 1;
    /// For a window that shows the result while it grows; may be empty. Called from a worker thread, by one
    /// thread at a time, and at most some five times a second: a preview is a copy. What it is given need not
    /// be complete, but every figure and `details` must be of the kind that the final output has.
    std::function<void(MethodOutput)> preview = {};
};

/// A model as `structatlas apply` reads it: the text of its JSON file, and where that lies,
/// for further files beside it.
struct ModelFile {
    std::string text;
    std::filesystem::path path;
};

struct MethodDescription {
    std::string name; ///< on the command line: "describe"
    std::string title; ///< in the window: "Describe the data"
    Question question = Question::WhatIsThere;
    std::string summary; ///< one sentence
    std::string help; ///< a paragraph: what it computes, after which paper
    std::vector<StructureKind> accepts; ///< a data set of another kind is converted or refused with a message
    std::vector<ParameterDescription> parameters;
    bool takesTestData = false;
    bool canFinishEarly = false; ///< hears ProgressToken::finishRequested()
    bool usesSeed = false; ///< another seed may give another result
};

/// Names and values, as on the command line.
using GivenParameters = std::vector<std::pair<std::string, std::string>>;

struct Method {
    MethodDescription description;
    std::function<Result<MethodOutput>(const MethodInput&, const ParameterValues&, ProgressToken)> run;
    /// Methods that write a model: the "format" of its JSON, and what the model says of other data.
    std::string modelFormat = {};
    std::function<Result<MethodOutput>(const ModelFile&, const MethodInput&, ProgressToken)> apply = {};
    /// What a run will need; empty where that depends on what is found.
    std::function<Cost(const DataSize&, const ParameterValues&)> estimate = {};
    /// What a form proposes for a data set where the defaults do not suit it; empty = the defaults always do.
    /// The command line keeps to the defaults, so that a command means the same for all data.
    std::function<GivenParameters(const Dataset&)> suited = {};
};

/// All methods of the program, in the order in which people should meet them.
const std::vector<Method>& methods();
const Method* findMethod(std::string_view name);
/// The method that wrote a model, by the "format" that the model's JSON names. ErrorCode::Malformed where the
/// text is no model, with what it should look like.
Result<const Method*> methodOfModel(const ModelFile& model);

/// The defaults of a method, overridden by `given` (name, text), checked. ErrorCode::BadUse names an unknown
/// parameter and the one most like it.
Result<ParameterValues> parameterValues(const MethodDescription& method, const GivenParameters& given);

/// The method's parameters, with defaults that suit the data.
std::vector<ParameterDescription> suitedParameters(const Method& method, const Dataset& data);

/// The manual page of a method: what `structatlas methods NAME` prints.
std::string manual(const MethodDescription& method);

} // namespace atlas
