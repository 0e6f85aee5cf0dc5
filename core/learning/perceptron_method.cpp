#include "core/learning/perceptron_method.h"

#include "core/learning/perceptron_model.h"
#include "core/learning/perceptron_report.h"
#include "core/support/text.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace atlas {

namespace {

MethodDescription description()
{
    MethodDescription text;
    text.name = "perceptron";
    text.title = "Online learning with tree kernels";
    text.question = Question::CanTheyBeToldApart;
    text.summary =
        "Learns to tell classes of trees apart while they stream by, and shows which subtrees decide.";
    text.help =
        "A kernel perceptron whose model is one weighted minimal DAG of all trees it got wrong, after "
        "Aiolli, Da San Martino, Sperduti and Moschitti, 'Fast On-line Kernel Learning for Trees'. "
        "The engine 'standard' keeps a list of trees instead: the same mistakes, more slowly. With "
        "decay 1 and no normalisation all scores are exact whole numbers.";
    text.accepts = {StructureKind::Tree};
    text.takesTestData = true;
    text.parameters = {
        {"kernel", "Kernel", "Which fragments of trees are compared.", "",
         ChoiceType{"sst",
                    {{"sst", "subset trees: each production whole or not at all"},
                     {"st", "complete subtrees"},
                     {"ptk", "partial trees: any children in order"}}}},
        {"decay", "Decay", "The weight of one more level of a fragment; 1 counts all fragments alike.", "",
         RealType{1, 1e-6, 1}},
        {"normalise", "Normalise", "Divide the kernel by the norms of both trees, so that size counts less.",
         "", FlagType{false}},
        {"engine", "Engine", "How the model is stored; the mistakes are the same.", "",
         ChoiceType{"dag",
                    {{"dag", "one weighted minimal DAG"}, {"standard", "a list of trees, as baseline"}}}},
        {"variant", "Variant", "What is learned from a tree, and what predicts in the end.", "",
         ChoiceType{"plain",
                    {{"plain", "from mistakes; the last model predicts"},
                     {"averaged", "from mistakes; the mean of all models predicts"},
                     {"margin", "also from trees that are right by no more than the margin"}}}},
        {"margin", "Margin", "For the variant 'margin': the score, in units of the kernel, to be passed.", "",
         RealType{1, 0, 1e30}},
        {"epochs", "Epochs", "How often all trees are shown.", "", IntegerType{1, 1, 10'000}},
        {"shuffle", "Shuffle", "Show the trees in random order, a new one each epoch; else as they come.", "",
         FlagType{true}},
        {"positive", "Positive class",
         "The class to be told from all others. Empty: the first of two classes; of several, each is told "
         "from "
         "the rest.",
         "", TextType{"", "CLASS", {}}},
        {"multiclass", "All classes", "Tell each class from the rest, all on one DAG; the best score wins.",
         "", FlagType{false}},
        {"budget", "Budget", "The most trees the model may hold; the oldest leaves. 0 = no limit.", "trees",
         IntegerType{0, 0, 1'000'000'000}},
        {"fragments", "Fragments", "How many subtrees, the strongest first, are listed.", "",
         IntegerType{1000, 0, 10'000'000}},
        {"model", "Go on from",
         "A model.json of an earlier run to continue; its kernel and classes are kept.", "",
         TextType{"", "FILE", {}}},
    };
    return text;
}

PerceptronParameters parametersOf(const ParameterValues& values, std::uint64_t seed)
{
    PerceptronParameters parameters;
    parameters.kernel = {*treeKernelKind(values.text("kernel")), values.real("decay"),
                         values.flag("normalise")};
    parameters.engine =
        values.text("engine") == "standard" ? PerceptronEngineKind::Standard : PerceptronEngineKind::Dag;
    const std::string& variant = values.text("variant");
    parameters.variant = variant == "averaged" ? PerceptronVariant::Averaged
        : variant == "margin"                  ? PerceptronVariant::Margin
                                               : PerceptronVariant::Plain;
    parameters.margin = values.real("margin");
    parameters.epochs = static_cast<std::size_t>(values.integer("epochs"));
    parameters.shuffle = values.flag("shuffle");
    parameters.seed = seed;
    parameters.multiclass = values.flag("multiclass");
    parameters.positive = values.text("positive");
    parameters.budget = static_cast<std::size_t>(values.integer("budget"));
    return parameters;
}

Result<PerceptronModel> loadModel(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream && text.empty())
        return Error{ErrorCode::NotFound, "The model to go on from cannot be read.", {path}};
    Result<PerceptronModel> model = readPerceptronModel(text);
    if (!model) {
        Error error = model.error();
        error.location.file = path;
        return error;
    }
    return model;
}

std::size_t usedClasses(const Dataset& data)
{
    std::vector<bool> used(data.classes().size());
    for (std::size_t i = 0; i < data.size(); ++i)
        if (const ClassId id = data.record(RowId(i)).classId; id.valid())
            used[id.index()] = true;
    return static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
}

void addNote(MethodOutput& output, const std::string& note)
{
    output.status = output.status == "ok" ? note : output.status + " " + note;
}

/// Predictions for the test trees, or where there are none, for the trees learned from.
Result<void> evaluate(PerceptronScorer& scorer, const PerceptronModel& model, const MethodInput& input,
                      MethodOutput& output, const ProgressToken& progress)
{
    const Dataset& data = input.test ? *input.test : *input.data;
    const Result<PerceptronPredictions> predictions = scorer.predict(data, progress);
    if (!predictions)
        return predictions.error();
    const Confusion confusion = confusionOf(model, *predictions, data);
    if (confusion.total > 0) {
        output.metrics.emplace_back(input.test ? "test_error" : "training_error", confusion.error());
        output.metrics.emplace_back("f1", confusion.f1());
        output.figures.push_back(confusionFigure(confusion));
    }
    for (std::size_t c = confusion.predictable; c < confusion.names.size(); ++c) {
        std::size_t count = 0;
        for (std::size_t predicted = 0; predicted < confusion.predictable; ++predicted)
            count += confusion.at(c, predicted);
        addNote(output,
                "The class '" + confusion.names[c] + "' was never seen in training; its "
                    + countText(count, "tree counts as an error.", "trees count as errors."));
    }
    output.tables.push_back(predictionTable(*predictions, data));
    return {};
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values, ProgressToken progress)
{
    PerceptronParameters parameters = parametersOf(values, input.seed);
    MethodOutput output;
    if (parameters.multiclass && !parameters.positive.empty())
        return Error{ErrorCode::BadUse, "Give either --positive or --multiclass true, not both."};
    PerceptronModel start;
    const bool resumed = !values.text("model").empty();
    if (resumed) {
        Result<PerceptronModel> loaded = loadModel(values.text("model"));
        if (!loaded)
            return loaded.error();
        start = std::move(*loaded);
    } else if (parameters.positive.empty() && usedClasses(*input.data) > 2) {
        parameters.multiclass = true;
    }
    Result<PerceptronResult> trained = trainPerceptron(
        *input.data, parameters, progress.stage("Learning", 0, 0.8), resumed ? &start : nullptr);
    if (!trained)
        return trained.error();
    const auto result = std::make_shared<const PerceptronResult>(std::move(*trained));
    const LearningPoint& last = result->curve.back();
    if (result->withoutClass > 0)
        addNote(output,
                countText(result->withoutClass, "tree has", "trees have") + " no class and taught nothing.");
    output.metrics = {{"mistakes", static_cast<std::int64_t>(last.mistakes)},
                      {"vertices", static_cast<std::int64_t>(last.modelVertices)},
                      {"list_vertices", static_cast<std::int64_t>(last.listVertices)},
                      {"model_trees", static_cast<std::int64_t>(last.modelTrees)},
                      {"model_bytes", static_cast<std::int64_t>(result->memoryBytes)}};
    output.tables.push_back(learningTable(result->curve));
    output.figures = learningFigures(result->curve, toString(result->model.parameters.engine));
    Result<PerceptronScorer> scorer =
        PerceptronScorer::make(result->model, progress.stage("Preparing the model", 0.8, 0.85));
    if (!scorer)
        return scorer.error();
    const Result<void> evaluated =
        evaluate(*scorer, result->model, input, output, progress.stage("Classifying", 0.85, 0.95));
    if (!evaluated)
        return evaluated.error();
    const std::vector<PerceptronFragment> fragments =
        scorer->fragments(static_cast<std::size_t>(values.integer("fragments")));
    output.tables.push_back(fragmentTable(fragments, result->model));
    output.figures.push_back(fragmentFigure(fragments, result->model));
    Result<std::string> model = perceptronModelText(result->model);
    if (!model)
        return model.error();
    output.files.push_back({"model.json", std::move(*model)});
    output.details = result;
    progress.report(1);
    return output;
}

} // namespace

Method perceptronMethod()
{
    return {description(), run, perceptronModelFormat,
            [](const ModelFile& model, const MethodInput& input, const ProgressToken& progress) {
                return applyPerceptron(model.text, *input.data, progress);
            }};
}

} // namespace atlas
