#include "core/learning/perceptron.h"

#include "core/learning/dag_perceptron.h"
#include "core/learning/perceptron_support.h"
#include "core/learning/standard_perceptron.h"
#include "core/support/random.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace atlas {

const char* toString(PerceptronEngineKind engine)
{
    return engine == PerceptronEngineKind::Dag ? "dag" : "standard";
}

const char* toString(PerceptronVariant variant)
{
    switch (variant) {
    case PerceptronVariant::Plain:
        return "plain";
    case PerceptronVariant::Averaged:
        return "averaged";
    case PerceptronVariant::Margin:
        return "margin";
    }
    return "";
}

namespace {

template <class N>
using EnginePtr = std::unique_ptr<PerceptronEngine<N>>;
using AnyEngine = std::variant<EnginePtr<ExactNumbers>, EnginePtr<WideNumbers>, EnginePtr<RealNumbers>>;

template <class N>
EnginePtr<N> makeEngine(const PerceptronParameters& parameters, std::size_t columns)
{
    if (parameters.engine == PerceptronEngineKind::Standard)
        return std::make_unique<StandardPerceptron<N>>(parameters.kernel, columns);
    return std::make_unique<DagPerceptron<N>>(parameters.kernel, columns);
}

/// `word`: no C passes 63 bits.
AnyEngine makeAnyEngine(const PerceptronParameters& parameters, std::size_t columns, bool word)
{
    if (!parameters.kernel.exact())
        return makeEngine<RealNumbers>(parameters, columns);
    if (word)
        return makeEngine<ExactNumbers>(parameters, columns);
    return makeEngine<WideNumbers>(parameters, columns);
}

/// The largest y S at which a tree still joins the model.
template <class Score>
Score updateThreshold(const PerceptronParameters& parameters, double norm)
{
    if (parameters.variant != PerceptronVariant::Margin)
        return Score(0);
    if constexpr (std::is_floating_point_v<Score>)
        return parameters.margin * norm;
    else
        return static_cast<Score>(std::floor(std::min(parameters.margin, 0x1p120)));
}

Result<void> check(const PerceptronParameters& parameters)
{
    if (Result<void> checked = check(parameters.kernel); !checked)
        return checked;
    if (!(parameters.margin >= 0))
        return Error{ErrorCode::BadUse, "The margin of a perceptron must be 0 or more."};
    return {};
}

} // namespace

class PerceptronLearner::Impl {
public:
    Impl(const PerceptronParameters& parameters, std::vector<std::string> classes, std::string rest)
        : m_parameters(parameters), m_classes(std::move(classes)), m_rest(std::move(rest)),
          m_engine(makeAnyEngine(parameters, m_classes.size(),
                                 parameters.kernel.kind != TreeKernelKind::PartialTree))
    {
    }

    Result<void> load(const PerceptronModel& model);
    Result<void> learn(const Dataset& data, std::span<const RowId> order, const ProgressToken& progress);
    LearningPoint now() const;
    std::size_t memoryBytes() const;
    PerceptronModel model() const;

    std::vector<LearningPoint> curve;
    std::vector<std::uint64_t> mistakes;
    bool keepMistakes = true;
    LearningObserver observer;
    std::size_t pointsPerOrder = 200;

private:
    friend class PerceptronLearner;
    Result<void> widen();
    template <class N>
    Result<void> learnTrees(PerceptronEngine<N>& engine, const Dataset& data, const KernelForest& forest,
                            std::span<const RowId> order, const ProgressToken& progress);
    template <class N>
    KernelStatus learnTree(PerceptronEngine<N>& engine, const KernelForest& forest, RowId row,
                           std::size_t column, double norm, const ProgressToken& progress);
    template <class Score>
    bool isMistake(std::span<const Score> scores, std::size_t column) const;

    PerceptronParameters m_parameters;
    std::vector<std::string> m_classes;
    std::string m_rest;
    LabelDictionary m_labels;
    AnyEngine m_engine;
    std::deque<SupportTree> m_support;
    std::deque<std::uint32_t> m_treeSizes;
    std::size_t m_listVertices = 0;
    std::uint64_t m_steps = 0;
    std::uint64_t m_stepsBefore = 0; // of the model that we went on from
    std::uint64_t m_mistakes = 0;
    double m_seconds = 0;
};

Result<void> PerceptronLearner::Impl::load(const PerceptronModel& model)
{
    m_labels = copyLabels(model.labels);
    m_steps = model.steps;
    m_stepsBefore = model.steps;
    m_support.assign(model.support.begin(), model.support.end());
    m_treeSizes.clear();
    m_listVertices = model.trees.nodeCount();
    for (std::size_t i = 0; i < model.support.size(); ++i)
        m_treeSizes.push_back(static_cast<std::uint32_t>(model.trees.tree(RowId(i)).nodeCount()));
    const Result<KernelForest> forest = KernelForest::make(model.trees);
    if (!forest)
        return forest.error();
    const bool word =
        fitsWord(m_parameters.kernel, *forest) && std::holds_alternative<EnginePtr<ExactNumbers>>(m_engine);
    m_engine = makeAnyEngine(m_parameters, m_classes.size(), word);
    return std::visit([&](auto& engine) { return insertModel(*engine, model, *forest, false, {}); },
                      m_engine);
}

/// From 64 to 128 bits, by putting the model into another engine.
Result<void> PerceptronLearner::Impl::widen()
{
    const PerceptronModel so = model();
    m_engine = makeAnyEngine(m_parameters, m_classes.size(), false);
    const std::uint64_t before = m_stepsBefore;
    Result<void> loaded = load(so);
    m_stepsBefore = before;
    return loaded;
}

Result<void> PerceptronLearner::Impl::learn(const Dataset& data, std::span<const RowId> order,
                                            const ProgressToken& progress)
{
    const auto start = std::chrono::steady_clock::now();
    const double before = m_seconds;
    const std::vector<LabelId> labels = mapLabels(data.nodeLabels(), m_labels);
    const Result<KernelForest> forest =
        KernelForest::make(data.forest(), labels, progress.stage("Finding equal subtrees", 0, 0.05));
    if (!forest)
        return forest.error();
    const TreeKernelParameters& kernel = m_parameters.kernel;
    if (kernel.exact() && kernel.kind == TreeKernelKind::SubsetTree)
        for (const RowId row : order)
            if (forest->fragmentCount(row) >= KernelForest::tooMany)
                return tooManyFragments("The tree " + treeName(data, row));
    if (std::holds_alternative<EnginePtr<ExactNumbers>>(m_engine) && !fitsWord(kernel, *forest))
        if (Result<void> widened = widen(); !widened)
            return widened;
    const auto seconds = [&] {
        return before + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const std::size_t interval = std::max<std::size_t>(1, order.size() / pointsPerOrder);
    const ProgressToken stage = progress.stage("Learning", 0.05, 1);
    for (std::size_t begin = 0; begin < order.size(); begin += interval) {
        const std::span<const RowId> part = order.subspan(begin, std::min(interval, order.size() - begin));
        Result<void> learned = std::visit(
            [&](auto& engine) {
                if (begin == 0)
                    engine->begin(*forest);
                return learnTrees(*engine, data, *forest, part, stage);
            },
            m_engine);
        if (!learned)
            return learned;
        m_seconds = seconds();
        curve.push_back(now());
        stage.report(static_cast<double>(begin + part.size()) / static_cast<double>(order.size()));
        if (observer)
            observer(curve);
        if (stage.finishRequested())
            break;
    }
    return {};
}

template <class N>
Result<void> PerceptronLearner::Impl::learnTrees(PerceptronEngine<N>& engine, const Dataset& data,
                                                 const KernelForest& forest, std::span<const RowId> order,
                                                 const ProgressToken& progress)
{
    TreeNorms norms(m_parameters.kernel, forest);
    for (const RowId row : order) {
        const std::string& name = data.classes().text(LabelId(data.record(row).classId.index()));
        const auto column = std::find(m_classes.begin(), m_classes.end(), name) - m_classes.begin();
        const double norm = norms(row);
        const KernelStatus status = progress.cancelled()
            ? KernelStatus::Cancelled
            : learnTree(engine, forest, row, static_cast<std::size_t>(column), norm, progress);
        if (status == KernelStatus::Cancelled)
            return learningCancelled();
        if (status == KernelStatus::TooLarge || !std::isfinite(norm))
            return m_parameters.kernel.exact()
                ? tooManyFragments("The tree " + treeName(data, row))
                : Error{ErrorCode::TooLarge,
                        "The score of the tree " + treeName(data, row)
                            + " is beyond the range of numbers. Use a smaller decay."};
    }
    return {};
}

/// Whether the tree's own class (columns: none) fails to win.
template <class Score>
bool PerceptronLearner::Impl::isMistake(std::span<const Score> scores, std::size_t column) const
{
    if (scores.size() == 1)
        return column == 0 ? scores[0] <= 0 : scores[0] >= 0;
    if (column >= scores.size())
        return true;
    for (std::size_t c = 0; c < scores.size(); ++c)
        if (c != column && scores[c] >= scores[column])
            return true;
    return false;
}

/// One step: if (y S <= margin) then M <- DAGIns(M, T, y), a column at a time but with one insertion.
template <class N>
KernelStatus PerceptronLearner::Impl::learnTree(PerceptronEngine<N>& engine, const KernelForest& forest,
                                                RowId row, std::size_t column, double norm,
                                                const ProgressToken& progress)
{
    using Score = typename N::Score;
    std::vector<Score> scores(m_classes.size());
    if (const KernelStatus status = engine.score(row, scores, progress); status != KernelStatus::Done)
        return status;
    ++m_steps;
    if constexpr (std::is_floating_point_v<Score>)
        for (const Score score : scores)
            if (!std::isfinite(score))
                return KernelStatus::TooLarge;
    if (isMistake(std::span<const Score>(scores), column)) {
        ++m_mistakes;
        if (keepMistakes)
            mistakes.push_back(m_steps - m_stepsBefore);
    }
    const Score threshold = updateThreshold<Score>(m_parameters, norm);
    SupportTree tree{m_steps, {}};
    bool joins = false;
    for (std::size_t c = 0; c < scores.size(); ++c) {
        const bool update = c == column ? scores[c] <= threshold : -scores[c] <= threshold;
        tree.signs.push_back(static_cast<std::int8_t>(!update ? 0 : c == column ? 1 : -1));
        joins = joins || update;
    }
    if (!joins)
        return KernelStatus::Done;
    if (m_parameters.budget > 0 && m_support.size() == m_parameters.budget) {
        engine.removeOldest();
        m_support.pop_front();
        m_listVertices -= m_treeSizes.front();
        m_treeSizes.pop_front();
    }
    std::vector<typename N::Weight> weights;
    treeWeights(tree, 1, norm, weights);
    m_support.push_back(std::move(tree));
    m_treeSizes.push_back(static_cast<std::uint32_t>(forest.forest().tree(row).nodeCount()));
    m_listVertices += m_treeSizes.back();
    return engine.insert(row, weights);
}

LearningPoint PerceptronLearner::Impl::now() const
{
    LearningPoint point;
    point.trees = m_steps - m_stepsBefore;
    point.mistakes = m_mistakes;
    point.modelTrees = m_support.size();
    point.modelVertices = std::visit([](const auto& engine) { return engine->vertexCount(); }, m_engine);
    point.listVertices = m_listVertices;
    point.seconds = m_seconds;
    return point;
}

std::size_t PerceptronLearner::Impl::memoryBytes() const
{
    return std::visit([](const auto& engine) { return engine->memoryBytes(); }, m_engine);
}

PerceptronModel PerceptronLearner::Impl::model() const
{
    PerceptronModel model;
    model.parameters = m_parameters;
    model.classes = m_classes;
    model.rest = m_rest;
    model.steps = m_steps;
    model.labels = copyLabels(m_labels);
    ForestBuilder builder;
    std::visit([&](const auto& engine) { engine->exportTrees(builder); }, m_engine);
    model.trees = builder.take();
    model.support.assign(m_support.begin(), m_support.end());
    return model;
}

PerceptronLearner::PerceptronLearner(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) { }
PerceptronLearner::PerceptronLearner(PerceptronLearner&&) noexcept = default;
PerceptronLearner& PerceptronLearner::operator=(PerceptronLearner&&) noexcept = default;
PerceptronLearner::~PerceptronLearner() = default;

Result<PerceptronLearner> PerceptronLearner::make(const PerceptronParameters& parameters,
                                                  std::vector<std::string> classes, std::string rest)
{
    if (const Result<void> checked = check(parameters); !checked)
        return checked.error();
    return PerceptronLearner(std::make_unique<Impl>(parameters, std::move(classes), std::move(rest)));
}

Result<PerceptronLearner> PerceptronLearner::resume(const PerceptronModel& model, PerceptronEngineKind engine)
{
    PerceptronParameters parameters = model.parameters;
    parameters.engine = engine;
    Result<PerceptronLearner> learner = make(parameters, model.classes, model.rest);
    if (!learner)
        return learner;
    if (const Result<void> loaded = learner->m_impl->load(model); !loaded)
        return loaded.error();
    return learner;
}

Result<void> PerceptronLearner::learn(const Dataset& data, std::span<const RowId> order,
                                      ProgressToken progress)
{
    return m_impl->learn(data, order, progress);
}

const std::vector<LearningPoint>& PerceptronLearner::curve() const { return m_impl->curve; }
const std::vector<std::uint64_t>& PerceptronLearner::mistakes() const { return m_impl->mistakes; }
void PerceptronLearner::keepMistakes(bool keep) { m_impl->keepMistakes = keep; }
void PerceptronLearner::setObserver(LearningObserver observer) { m_impl->observer = std::move(observer); }
void PerceptronLearner::setPointsPerOrder(std::size_t points) { m_impl->pointsPerOrder = points; }
LearningPoint PerceptronLearner::now() const { return m_impl->now(); }
std::size_t PerceptronLearner::memoryBytes() const { return m_impl->memoryBytes(); }
PerceptronModel PerceptronLearner::model() const { return m_impl->model(); }

} // namespace atlas
