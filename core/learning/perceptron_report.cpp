#include "core/learning/perceptron_report.h"

#include "core/learning/perceptron_model.h"
#include "core/support/text.h"

#include <algorithm>

namespace atlas {

double Confusion::error() const
{
    std::size_t right = 0;
    for (std::size_t i = 0; i < predictable; ++i)
        right += at(i, i);
    return total == 0 ? 0 : static_cast<double>(total - right) / static_cast<double>(total);
}

double Confusion::f1() const
{
    double sum = 0;
    std::size_t occurring = 0;
    for (std::size_t c = 0; c < (oneAgainstRest ? 1 : names.size()); ++c) {
        std::size_t truth = 0;
        std::size_t predicted = 0;
        for (std::size_t other = 0; other < names.size(); ++other) {
            truth += at(c, other);
            predicted += at(other, c);
        }
        if (truth + predicted == 0)
            continue;
        ++occurring;
        sum += 2.0 * static_cast<double>(at(c, c)) / static_cast<double>(truth + predicted);
    }
    return occurring == 0 ? 0 : sum / static_cast<double>(occurring);
}

Confusion confusionOf(const PerceptronModel& model, const PerceptronPredictions& predictions,
                      const Dataset& data)
{
    Confusion confusion;
    confusion.names = predictions.names;
    confusion.predictable = confusion.names.size();
    confusion.oneAgainstRest = model.classes.size() == 1;
    confusion.truths.assign(data.size(), Confusion::noClass);
    confusion.predicted = predictions.predicted;
    for (std::size_t i = 0; i < data.size(); ++i) {
        const ClassId id = data.record(RowId(i)).classId;
        if (!id.valid())
            continue;
        const std::string& name = data.classes().text(LabelId(id.index()));
        if (model.classes.size() == 1) {
            // Whatever is not the class is of the rest.
            confusion.truths[i] = name == model.classes[0] ? 0 : 1;
            continue;
        }
        const auto found = std::find(confusion.names.begin(), confusion.names.end(), name);
        confusion.truths[i] = static_cast<std::size_t>(found - confusion.names.begin());
        if (found == confusion.names.end())
            confusion.names.push_back(name);
    }
    confusion.counts.assign(confusion.names.size() * confusion.names.size(), 0);
    for (std::size_t i = 0; i < data.size(); ++i)
        if (confusion.truths[i] != Confusion::noClass) {
            ++confusion.counts[confusion.truths[i] * confusion.names.size() + predictions.predicted[i]];
            ++confusion.total;
        }
    return confusion;
}

std::vector<RowId> Confusion::rows(std::size_t truth, std::size_t guess) const
{
    std::vector<RowId> found;
    for (std::size_t i = 0; i < truths.size(); ++i)
        if (truths[i] == truth && predicted[i] == guess)
            found.emplace_back(i);
    return found;
}

std::vector<RowId> Confusion::wrongRows() const
{
    std::vector<RowId> found;
    for (std::size_t i = 0; i < truths.size(); ++i)
        if (truths[i] != noClass && truths[i] != predicted[i])
            found.emplace_back(i);
    return found;
}

Table predictionTable(const PerceptronPredictions& predictions, const Dataset& data)
{
    Table table("predictions", {"id", "name", "class", "predicted", "score"});
    for (std::size_t i = 0; i < data.size(); ++i) {
        const Record& record = data.record(RowId(i));
        const std::size_t column = predictions.columns == 1 ? 0 : predictions.predicted[i];
        table.addRow(record.number.value(), data.name(RowId(i)),
                     record.classId.valid() ? data.classes().text(LabelId(record.classId.index())) : "",
                     predictions.names[predictions.predicted[i]],
                     predictions.scores[i * predictions.columns + column]);
    }
    return table;
}

Table learningTable(const std::vector<LearningPoint>& curve)
{
    Table table("learning", {"trees", "mistakes", "model_trees", "model_vertices", "seconds"});
    for (const LearningPoint& point : curve)
        table.addRow(point.trees, point.mistakes, point.modelTrees, point.modelVertices, point.seconds);
    return table;
}

Table fragmentTable(const std::vector<PerceptronFragment>& fragments, const PerceptronModel& model)
{
    Table table("fragments", {"fragment", "class", "weight", "occurrences", "nodes"});
    for (const PerceptronFragment& fragment : fragments)
        table.addRow(fragment.text, model.classes[fragment.column], fragment.weight, fragment.occurrences,
                     fragment.nodes);
    return table;
}

namespace {

/// Trees a second over stretches of the curve long enough to be more than noise.
CurveFigure::Curve speedCurve(const std::string& name, const std::vector<LearningPoint>& points, bool dashed)
{
    constexpr std::size_t stretches = 40;
    const std::size_t step = std::max<std::size_t>(1, points.size() / stretches);
    CurveFigure::Curve curve{name, {}, {}, dashed};
    LearningPoint last;
    for (std::size_t i = step - 1; i < points.size(); i += step) {
        const double seconds = points[i].seconds - last.seconds;
        if (seconds <= 0)
            continue;
        curve.xs.push_back(static_cast<double>(points[i].trees));
        curve.ys.push_back(static_cast<double>(points[i].trees - last.trees) / seconds);
        last = points[i];
    }
    return curve;
}

template <class Value>
CurveFigure::Curve learningCurve(const std::string& name, const std::vector<LearningPoint>& points,
                                 bool dashed, const Value& value)
{
    CurveFigure::Curve curve{name, {0}, {0}, dashed};
    for (const LearningPoint& point : points) {
        curve.xs.push_back(static_cast<double>(point.trees));
        curve.ys.push_back(static_cast<double>(value(point)));
    }
    return curve;
}

} // namespace

std::vector<Figure> learningFigures(const std::vector<EngineCurve>& engines)
{
    CurveFigure mistakes{{"Trees seen"}, {"Trees"}, {}};
    CurveFigure vertices{{"Trees seen"}, {"Vertices"}, {}};
    CurveFigure time{{"Trees seen"}, {"Time (s)"}, {}};
    CurveFigure speed{{"Trees seen"}, {"Trees a second"}, {}};
    const std::vector<LearningPoint>& first = *engines.front().points;
    // Both engines make the same mistakes; their models differ in what they store.
    mistakes.curves = {
        learningCurve("mistakes", first, false, [](const LearningPoint& p) { return p.mistakes; }),
        learningCurve("trees in the model", first, false,
                      [](const LearningPoint& p) { return p.modelTrees; })};
    for (const EngineCurve& one : engines) {
        const std::string name = toString(one.engine);
        const bool dashed = engines.size() > 1 && one.engine == PerceptronEngineKind::Standard;
        const std::vector<LearningPoint>& points = *one.points;
        vertices.curves.push_back(
            learningCurve(name, points, dashed, [](const LearningPoint& p) { return p.modelVertices; }));
        time.curves.push_back(
            learningCurve(name, points, dashed, [](const LearningPoint& p) { return p.seconds; }));
        speed.curves.push_back(speedCurve(name, points, dashed));
    }
    // A list of trees stores what the standard perceptron would, known without running it.
    if (engines.size() == 1 && engines.front().engine == PerceptronEngineKind::Dag)
        vertices.curves.push_back(learningCurve("as a list of trees", first, true,
                                                [](const LearningPoint& p) { return p.listVertices; }));
    return {{"learning", "Mistakes while learning", std::move(mistakes)},
            {"vertices", "Vertices of the model", std::move(vertices)},
            {"time", "Time of learning", std::move(time)},
            {"speed", "Speed of learning", std::move(speed)}};
}

Figure confusionFigure(const Confusion& confusion)
{
    HeatmapFigure figure;
    figure.x = {"Predicted class"};
    figure.y = {"True class"};
    figure.valueTitle = "Trees";
    HeatmapFigure::Panel panel;
    panel.rows = confusion.names.size();
    panel.columns = confusion.predictable;
    panel.rowNames = confusion.names;
    panel.columnNames.assign(confusion.names.begin(),
                             confusion.names.begin() + static_cast<std::ptrdiff_t>(confusion.predictable));
    for (std::size_t truth = 0; truth < panel.rows; ++truth)
        for (std::size_t predicted = 0; predicted < panel.columns; ++predicted)
            panel.values.push_back(static_cast<double>(confusion.at(truth, predicted)));
    figure.panels.push_back(std::move(panel));
    return {"confusion", "True and predicted classes", std::move(figure)};
}

Figure fragmentFigure(const std::vector<PerceptronFragment>& fragments, const PerceptronModel& model)
{
    constexpr std::size_t shown = 20;
    constexpr std::size_t textLimit = 40;
    BarFigure figure;
    figure.x = {"Subtree"};
    figure.y = {"Weight"};
    for (const std::string& name : model.classes)
        figure.series.push_back({name, {}});
    for (std::size_t i = 0; i < std::min(shown, fragments.size()); ++i) {
        const PerceptronFragment& fragment = fragments[i];
        std::size_t end = std::min(textLimit, fragment.text.size());
        while (end > 0 && end < fragment.text.size()
               && (static_cast<unsigned char>(fragment.text[end]) & 0xc0U) == 0x80U)
            --end; // not within a character
        figure.categories.push_back(fragment.text.substr(0, end) + (end < fragment.text.size() ? "..." : ""));
        for (std::size_t c = 0; c < figure.series.size(); ++c)
            figure.series[c].values.push_back(c == fragment.column ? fragment.weight : 0);
    }
    return {"fragments", "Subtrees with the largest weights", std::move(figure)};
}

Result<MethodOutput> applyPerceptron(std::string_view modelText, const Dataset& data, ProgressToken progress)
{
    const Result<PerceptronModel> model = readPerceptronModel(modelText);
    if (!model)
        return model.error();
    Result<PerceptronScorer> scorer =
        PerceptronScorer::make(*model, progress.stage("Preparing the model", 0, 0.3));
    if (!scorer)
        return scorer.error();
    const Result<PerceptronPredictions> predictions =
        scorer->predict(data, progress.stage("Classifying", 0.3, 1));
    if (!predictions)
        return predictions.error();
    MethodOutput output;
    output.tables.push_back(predictionTable(*predictions, data));
    const Confusion confusion = confusionOf(*model, *predictions, data);
    if (confusion.total > 0) {
        output.metrics = {{"test_error", confusion.error()}, {"f1", confusion.f1()}};
        output.figures.push_back(confusionFigure(confusion));
    }
    return output;
}

} // namespace atlas
