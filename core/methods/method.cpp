#include "core/methods/method.h"

#include "core/gtm/gtm_sd_method.h"
#include "core/gtm/som_sd_method.h"
#include "core/kernels/kernel_method.h"
#include "core/learning/classify_method.h"
#include "core/learning/perceptron_method.h"
#include "core/manifold/embed_method.h"
#include "core/methods/describe.h"
#include "core/mining/explain_method.h"
#include "core/mining/gpca_method.h"
#include "core/mining/mine_method.h"
#include "core/rpca/rpca_method.h"
#include "core/support/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <numeric>

namespace atlas {

const char* toString(Question question)
{
    switch (question) {
    case Question::WhatIsThere:
        return "What is in the data?";
    case Question::WhichAreAlike:
        return "Which are alike?";
    case Question::WhatMakesGroups:
        return "What are the groups made of?";
    case Question::WhereAreTheParts:
        return "Where do the parts lie?";
    case Question::CanTheyBeToldApart:
        return "Can the classes be told apart?";
    }
    return "";
}

namespace {

Result<void> checkKind(const MethodDescription& method, const DatasetPtr& data)
{
    if (!data
        || std::find(method.accepts.begin(), method.accepts.end(), data->kind()) != method.accepts.end())
        return {};
    std::string accepted;
    for (const StructureKind kind : method.accepts)
        accepted += std::string(accepted.empty() ? "" : " or ") + toString(kind) + "s";
    return Error{ErrorCode::BadUse,
                 method.title + " takes " + accepted + "; these are " + toString(data->kind())
                     + "s. Choose another analysis, or other data."};
}

/// The method as people may call it: data of a kind that it does not take never reach it.
Method guarded(Method method)
{
    method.run = [run = std::move(method.run), description = method.description](
                     const MethodInput& input, const ParameterValues& values, const ProgressToken& progress) {
        for (const DatasetPtr& data : {input.data, input.test})
            if (const Result<void> fits = checkKind(description, data); !fits)
                return Result<MethodOutput>(fits.error());
        return run(input, values, progress);
    };
    return method;
}

} // namespace

const std::vector<Method>& methods()
{
    static const std::vector<Method> all = [] {
        std::vector<Method> made;
        for (Method& method :
             std::array{describeMethod(), gtmSdMethod(), somSdMethod(), embedMethod(), rpcaMethod(),
                        kernelMethod(), mineMethod(), gpcaMethod(), explainMethod(), classifyMethod(),
                        sweepMethod(), perceptronMethod()})
            made.push_back(guarded(std::move(method)));
        return made;
    }();
    return all;
}

const Method* findMethod(std::string_view name)
{
    const auto& all = methods();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Method& m) { return m.description.name == name; });
    return found == all.end() ? nullptr : &*found;
}

Result<const Method*> methodOfModel(const ModelFile& model)
{
    const nlohmann::json json = nlohmann::json::parse(model.text, nullptr, false);
    const std::string format = json.is_object() && json.contains("format") && json["format"].is_string()
        ? json["format"].get<std::string>()
        : std::string();
    std::string known;
    for (const Method& method : methods()) {
        if (!method.apply)
            continue;
        if (method.modelFormat == format)
            return &method;
        known += (known.empty() ? "'" : ", '") + method.modelFormat + "'";
    }
    return Error{ErrorCode::Malformed,
                 (format.empty()
                      ? "This is not a model: a model is the model.json of a run, a JSON object whose "
                        "\"format\" is one of "
                      : "There is no kind of model '" + format + "'; known are ")
                     + known + "."};
}

Result<ParameterValues> parameterValues(const MethodDescription& method, const GivenParameters& given)
{
    ParameterValues values;
    for (const ParameterDescription& parameter : method.parameters)
        values.set(parameter.name, defaultValue(parameter));
    for (const auto& pair : given) {
        const std::string& name = pair.first; // clang 14 captures no structured bindings
        const std::string& text = pair.second;
        const auto parameter = std::find_if(method.parameters.begin(), method.parameters.end(),
                                            [&](const ParameterDescription& p) { return p.name == name; });
        if (parameter == method.parameters.end()) {
            std::vector<std::string> names;
            for (const ParameterDescription& known : method.parameters)
                names.push_back(known.name);
            const std::string near = nearestName(name, names);
            return Error{ErrorCode::BadUse,
                         "The method '" + method.name + "' has no parameter '--" + name + "'"
                             + (near.empty() ? "" : " (did you mean '--" + near + "'?)")
                             + ". 'structatlas methods " + method.name + "' lists them."};
        }
        Result<ParameterValue> value = parseParameter(*parameter, text);
        if (!value)
            return value.error();
        values.set(name, std::move(*value));
    }
    return values;
}

std::vector<ParameterDescription> suitedParameters(const Method& method, const Dataset& data)
{
    std::vector<ParameterDescription> parameters = method.description.parameters;
    if (!method.suited)
        return parameters;
    for (const auto& [name, text] : method.suited(data)) {
        const auto found = std::find_if(parameters.begin(), parameters.end(),
                                        [&name = name](const auto& p) { return p.name == name; });
        assert(found != parameters.end());
        if (const Result<ParameterValue> value = parseParameter(*found, text))
            setDefault(*found, *value);
    }
    return parameters;
}

std::string manual(const MethodDescription& method)
{
    std::string text = method.name + ": " + method.title + "\n" + toString(method.question) + " "
        + method.summary + "\n\n" + method.help + "\n\nAccepts: ";
    for (const StructureKind kind : method.accepts)
        text += std::string(kind == method.accepts.front() ? "" : ", ") + toString(kind) + "s";
    text += "\n";
    for (const ParameterDescription& parameter : method.parameters)
        text += "\n  --" + parameter.name + "  " + parameter.title
            + (parameter.unit.empty() ? "" : " (" + parameter.unit + ")") + ": " + describeType(parameter)
            + "\n      " + parameter.help + (parameter.usedWith ? " " + describeUse(parameter) : "") + "\n";
    return text;
}

} // namespace atlas
