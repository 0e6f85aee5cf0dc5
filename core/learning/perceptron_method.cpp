#include "core/learning/perceptron_method.h"

#include "core/learning/perceptron_details.h"
#include "core/learning/perceptron_model.h"
#include "core/support/text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>

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
        "Aiolli, Da San Martino, Sperduti and Moschitti, 'Fast On-line Kernel Learning for Trees'. The "
        "engine 'standard' keeps a list of trees instead: the same mistakes, more slowly. With decay 1 and "
        "no normalisation all scores are exact whole numbers.";
    text.accepts = {StructureKind::Tree};
    text.takesTestData = true;
    text.canFinishEarly = true;
    text.usesSeed = true;
    text.parameters = {
        {"kernel", "Kernel", "Which fragments of trees are compared.", "",
         ChoiceType{"sst",
                    {{"sst", "subset trees: each production whole or not at all"},
                     {"st", "complete subtrees"},
                     {"ptk", "partial trees: any children in order"}}}},
        {"decay", "Decay",
         "lambda in C(t, t') = lambda prod_j (1 + C(ch_j t, ch_j t')): the weight of one more level of a "
         "fragment; 1 counts all fragments alike.",
         "", RealType{1, 1e-6, 1}},
        {"normalise", "Normalise", "k(a, b) / sqrt(k(a, a) k(b, b)), so that size counts less.", "",
         FlagType{false}},
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
         "from the rest.",
         "", TextType{"", "CLASS", {}}},
        {"multiclass", "All classes", "Tell each class from the rest, all on one DAG; the best score wins.",
         "", FlagType{false}},
        {"budget", "Budget", "The most trees the model may hold; the oldest leaves. 0 = no limit.", "trees",
         IntegerType{0, 0, 1'000'000'000}},
        {"fragments", "Fragments", "How many subtrees, the strongest first, are listed.", "",
         IntegerType{1000, 0, 10'000'000}},
        {"model", "Go on from",
         "A model.json of an earlier run to continue; its kernel, variant, budget and classes are kept.", "",
         TextType{"", "FILE", {}}},
        {"compare", "Compare engines",
         "Learn the same trees with the other engine too, for curves of time and vertices. Takes longer.", "",
         FlagType{false}},
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

/// What one run gathers, step by step.
class PerceptronRun {
public:
    PerceptronRun(const MethodInput& input, const ParameterValues& values)
        : m_input(input), m_values(values), m_parameters(parametersOf(values, input.seed))
    {
    }

    Result<void> prepare();
    Result<void> learn(const ProgressToken& progress);
    Result<void> compare(const ProgressToken& progress);
    Result<void> evaluate(const ProgressToken& progress);
    Result<MethodOutput> output();

private:
    LearningObserver observer(std::vector<LearningPoint> PerceptronDetails::*curve);
    std::vector<EngineCurve> engineCurves() const;
    PerceptronEngineKind otherEngine() const
    {
        return m_details.engine == PerceptronEngineKind::Dag ? PerceptronEngineKind::Standard
                                                             : PerceptronEngineKind::Dag;
    }
    const PerceptronModel* start() const { return m_start ? &*m_start : nullptr; }
    void noteUnseenClasses();
    void addCompared();

    const MethodInput& m_input;
    const ParameterValues& m_values;
    PerceptronParameters m_parameters;
    std::optional<PerceptronModel> m_start;
    PerceptronDetails m_details;
    MethodOutput m_output;
    std::chrono::steady_clock::time_point m_lastPreview;
};

Result<void> PerceptronRun::prepare()
{
    if (m_parameters.multiclass && !m_parameters.positive.empty())
        return Error{ErrorCode::BadUse, "Give either --positive or --multiclass true, not both."};
    m_details.engine = m_parameters.engine;
    if (const std::string& path = m_values.text("model"); !path.empty()) {
        Result<PerceptronModel> loaded = loadModel(path);
        if (!loaded)
            return loaded.error();
        m_start = std::move(*loaded);
        const PerceptronParameters& kept = m_start->parameters;
        m_output.note = "Went on from a model that had seen " + countText(m_start->steps, "tree", "trees")
            + ", with its kernel " + toString(kept.kernel.kind) + ", its variant " + toString(kept.variant)
            + " and its classes.";
    } else if (m_parameters.positive.empty() && usedClasses(*m_input.data) > 2) {
        m_parameters.multiclass = true;
    }
    return {};
}

std::vector<EngineCurve> PerceptronRun::engineCurves() const
{
    std::vector<EngineCurve> curves{{m_details.engine, &m_details.curve}};
    if (!m_details.compared.empty())
        curves.push_back({otherEngine(), &m_details.compared});
    return curves;
}

/// Keeps the curve in the details, and shows it to a window some times a second.
LearningObserver PerceptronRun::observer(std::vector<LearningPoint> PerceptronDetails::*curve)
{
    if (!m_input.preview)
        return {};
    return [this, curve](const std::vector<LearningPoint>& points) {
        constexpr std::chrono::milliseconds pause{200};
        const auto now = std::chrono::steady_clock::now();
        if (now - m_lastPreview < pause)
            return;
        m_lastPreview = now;
        m_details.*curve = points;
        const LearningPoint& last = m_details.curve.back();
        MethodOutput preview;
        preview.note = m_output.note;
        preview.metrics = {{"trees_seen", static_cast<std::int64_t>(points.back().trees)},
                           {"mistakes", static_cast<std::int64_t>(last.mistakes)},
                           {"vertices", static_cast<std::int64_t>(last.modelVertices)},
                           {"model_trees", static_cast<std::int64_t>(last.modelTrees)}};
        if (points.back().seconds > 0)
            preview.metrics.emplace_back(
                "trees_a_second",
                std::round(static_cast<double>(points.back().trees) / points.back().seconds));
        preview.figures = learningFigures(engineCurves());
        preview.details = std::make_shared<const PerceptronDetails>(m_details);
        m_input.preview(std::move(preview));
    };
}

Result<void> PerceptronRun::learn(const ProgressToken& progress)
{
    Result<PerceptronResult> trained =
        trainPerceptron(*m_input.data, m_parameters, progress, start(), observer(&PerceptronDetails::curve));
    if (!trained)
        return trained.error();
    if (trained->presented.size() < trained->planned)
        addNote(m_output,
                "Stopped after " + countText(trained->presented.size(), "tree", "trees") + " of "
                    + countText(trained->planned, "tree", "trees") + ".");
    if (trained->withoutClass > 0)
        addNote(m_output,
                countText(trained->withoutClass, "tree has", "trees have") + " no class and taught nothing.");
    m_details.curve = trained->curve;
    m_details.result = std::make_shared<const PerceptronResult>(std::move(*trained));
    return {};
}

/// The same with the other engine, as far as the person waits for it.
Result<void> PerceptronRun::compare(const ProgressToken& progress)
{
    if (progress.finishRequested())
        return {};
    PerceptronParameters other = m_parameters;
    other.engine = otherEngine();
    Result<PerceptronResult> trained =
        trainPerceptron(*m_input.data, other, progress, start(), observer(&PerceptronDetails::compared));
    if (!trained)
        return trained.error();
    m_details.compared = std::move(trained->curve);
    return {};
}

/// Predictions for the test trees, or where there are none, for the trees learned from.
Result<void> PerceptronRun::evaluate(const ProgressToken& progress)
{
    m_details.isTestData = m_input.test != nullptr;
    m_details.data = m_input.test ? m_input.test : m_input.data;
    const PerceptronModel& model = m_details.result->model;
    Result<PerceptronScorer> scorer =
        PerceptronScorer::make(model, progress.stage("Preparing the model", 0, 0.3));
    if (!scorer)
        return scorer.error();
    Result<PerceptronPredictions> predictions =
        scorer->predict(*m_details.data, progress.stage("Classifying", 0.3, 0.9));
    if (!predictions)
        return predictions.error();
    m_details.predictions = std::move(*predictions);
    m_details.confusion = confusionOf(model, m_details.predictions, *m_details.data);
    m_details.fragments = scorer->fragments(static_cast<std::size_t>(m_values.integer("fragments")));
    m_details.scorer = std::make_shared<const PerceptronScorer>(std::move(*scorer));
    progress.report(1);
    return {};
}

void PerceptronRun::noteUnseenClasses()
{
    const Confusion& confusion = m_details.confusion;
    for (std::size_t c = confusion.predictable; c < confusion.names.size(); ++c) {
        std::size_t count = 0;
        for (std::size_t guess = 0; guess < confusion.predictable; ++guess)
            count += confusion.at(c, guess);
        addNote(m_output,
                "The class '" + confusion.names[c] + "' was never seen in training; its "
                    + countText(count, "tree counts as an error.", "trees count as errors."));
    }
}

/// How long both engines took for the trees that both saw.
void PerceptronRun::addCompared()
{
    if (m_details.compared.empty())
        return;
    const std::size_t common = std::min(m_details.compared.size(), m_details.curve.size()) - 1;
    const double own = m_details.curve[common].seconds;
    const double other = m_details.compared[common].seconds;
    const bool dag = m_details.engine == PerceptronEngineKind::Dag;
    m_output.metrics.emplace_back("dag_seconds", dag ? own : other);
    m_output.metrics.emplace_back("standard_seconds", dag ? other : own);
}

Result<MethodOutput> PerceptronRun::output()
{
    const PerceptronResult& result = *m_details.result;
    const LearningPoint& last = m_details.curve.back();
    m_output.metrics = {{"mistakes", static_cast<std::int64_t>(last.mistakes)},
                        {"vertices", static_cast<std::int64_t>(last.modelVertices)},
                        {"list_vertices", static_cast<std::int64_t>(last.listVertices)},
                        {"model_trees", static_cast<std::int64_t>(last.modelTrees)},
                        {"model_bytes", static_cast<std::int64_t>(result.memoryBytes)}};
    addCompared();
    m_output.figures = learningFigures(engineCurves());
    const Confusion& confusion = m_details.confusion;
    if (confusion.total > 0) {
        m_output.metrics.emplace_back(m_details.isTestData ? "test_error" : "training_error",
                                      confusion.error());
        m_output.metrics.emplace_back("f1", confusion.f1());
        m_output.figures.push_back(confusionFigure(confusion));
    }
    noteUnseenClasses();
    m_output.figures.push_back(fragmentFigure(m_details.fragments, result.model));
    m_output.tables = {learningTable(m_details.curve),
                       predictionTable(m_details.predictions, *m_details.data),
                       fragmentTable(m_details.fragments, result.model)};
    Result<std::string> model = perceptronModelText(result.model);
    if (!model)
        return model.error();
    m_output.files.push_back({"model.json", std::move(*model)});
    m_output.details = PerceptronDetailsPtr(std::make_shared<const PerceptronDetails>(std::move(m_details)));
    return std::move(m_output);
}

Result<MethodOutput> run(const MethodInput& input, const ParameterValues& values, ProgressToken progress)
{
    PerceptronRun one(input, values);
    if (const Result<void> prepared = one.prepare(); !prepared)
        return prepared.error();
    const bool both = values.flag("compare");
    const double learned = both ? 0.2 : 0.8;
    if (const Result<void> done = one.learn(progress.stage("Learning", 0, learned)); !done)
        return done.error();
    if (both)
        if (const Result<void> done =
                one.compare(progress.stage("Learning with the other engine", learned, 0.8));
            !done)
            return done.error();
    if (const Result<void> done = one.evaluate(progress.stage("Classifying", 0.8, 0.95)); !done)
        return done.error();
    Result<MethodOutput> output = one.output();
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
