#include "core/learning/perceptron_scorer.h"

#include "core/learning/perceptron_support.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <numeric>

namespace atlas {

Result<PerceptronScorer> PerceptronScorer::make(const PerceptronModel& model, ProgressToken progress)
{
    PerceptronScorer scorer(model);
    scorer.m_labels = copyLabels(model.labels);
    Result<KernelForest> forest = KernelForest::make(model.trees);
    if (!forest)
        return forest.error();
    scorer.m_modelForest = std::make_unique<KernelForest>(std::move(*forest));
    const bool word = fitsWord(model.parameters.kernel, *scorer.m_modelForest);
    if (const Result<void> filled = scorer.fill(word, progress); !filled)
        return filled.error();
    return scorer;
}

Result<void> PerceptronScorer::fill(bool word, const ProgressToken& progress)
{
    const TreeKernelParameters& kernel = m_model->parameters.kernel;
    const std::size_t columns = m_model->classes.size();
    if (!kernel.exact())
        m_engine = std::make_unique<DagPerceptron<RealNumbers>>(kernel, columns);
    else if (word)
        m_engine = std::make_unique<DagPerceptron<ExactNumbers>>(kernel, columns);
    else
        m_engine = std::make_unique<DagPerceptron<WideNumbers>>(kernel, columns);
    const bool averaged = m_model->parameters.variant == PerceptronVariant::Averaged;
    return std::visit(
        [&](auto& engine) { return insertModel(*engine, *m_model, *m_modelForest, averaged, progress); },
        m_engine);
}

Result<void> PerceptronScorer::checkSizes(const Dataset& data, const KernelForest& forest) const
{
    const TreeKernelParameters& kernel = m_model->parameters.kernel;
    if (kernel.exact() && kernel.kind == TreeKernelKind::SubsetTree)
        for (std::size_t i = 0; i < data.size(); ++i)
            if (forest.fragmentCount(RowId(i)) >= KernelForest::tooMany)
                return tooManyFragments("The tree " + treeName(data, RowId(i)));
    return {};
}

Result<void> PerceptronScorer::use(const Dataset& data, ProgressToken progress)
{
    if (data.kind() != StructureKind::Tree)
        return Error{ErrorCode::BadUse, "The perceptron classifies trees; read the data with --as tree."};
    Result<KernelForest> forest =
        KernelForest::make(data.forest(), mapLabels(data.nodeLabels(), m_labels), progress);
    if (!forest)
        return forest.error();
    if (const Result<void> checked = checkSizes(data, *forest); !checked)
        return checked;
    if (std::holds_alternative<EnginePtr<ExactNumbers>>(m_engine)
        && !fitsWord(m_model->parameters.kernel, *forest))
        if (const Result<void> filled = fill(false, progress); !filled)
            return filled;
    m_data = &data;
    m_dataForest = std::make_unique<KernelForest>(std::move(*forest));
    std::visit([&](auto& engine) { engine->begin(*m_dataForest); }, m_engine);
    return {};
}

/// sqrt(K(T, T)) of each tree; empty without normalisation.
Result<std::vector<double>> PerceptronScorer::dataNorms(const ProgressToken& progress) const
{
    constexpr std::size_t blockSize = 256; // each has a table of the norms it knows
    std::vector<double> norms;
    if (!m_model->parameters.kernel.normalise)
        return norms;
    norms.resize(m_data->size());
    const Result<void> done = parallelForBlocks(
        norms.size(), blockSize,
        [&](const Block& block) {
            TreeNorms known(m_model->parameters.kernel, *m_dataForest);
            for (std::size_t i = block.begin; i < block.end && !progress.cancelled(); ++i)
                norms[i] = known(RowId(i));
        },
        progress);
    if (!done)
        return done.error();
    return norms;
}

template <class N>
Result<void> PerceptronScorer::predictWith(const DagPerceptron<N>& engine, PerceptronPredictions& predictions,
                                           const ProgressToken& progress) const
{
    const std::size_t columns = predictions.columns;
    const std::size_t trees = m_data->size();
    std::vector<typename N::Score> scores(trees * columns);
    std::vector<KernelStatus> statuses(trees, KernelStatus::Cancelled);
    const ProgressToken stage = progress.stage("Classifying", 0, 0.8);
    const Result<void> done = parallelForBlocks(
        trees, 8,
        [&](const Block& block) {
            const std::size_t size = block.end - block.begin;
            engine.scoreRange(block.begin, block.end,
                              std::span(scores).subspan(block.begin * columns, size * columns),
                              std::span(statuses).subspan(block.begin, size), stage);
        },
        stage);
    if (!done)
        return done;
    const Result<std::vector<double>> norms = dataNorms(progress.stage("Classifying", 0.8, 1));
    if (!norms)
        return norms.error();
    const bool averaged = m_model->parameters.variant == PerceptronVariant::Averaged;
    const double steps = averaged ? static_cast<double>(std::max<std::uint64_t>(1, m_model->steps)) : 1;
    for (std::size_t i = 0; i < trees; ++i) {
        if (statuses[i] == KernelStatus::TooLarge)
            return tooManyFragments("The tree " + treeName(*m_data, RowId(i)));
        const auto own = std::span(scores).subspan(i * columns, columns);
        const auto best = std::max_element(own.begin(), own.end()) - own.begin();
        predictions.predicted.push_back(columns == 1 ? (own[0] > 0 ? 0 : 1) : static_cast<std::size_t>(best));
        const double norm = norms->empty() ? 1 : (*norms)[i];
        for (const auto score : own)
            predictions.scores.push_back(norm > 0 ? static_cast<double>(score) / steps / norm : 0);
    }
    return {};
}

Result<PerceptronPredictions> PerceptronScorer::predict(ProgressToken progress) const
{
    PerceptronPredictions predictions;
    predictions.columns = m_model->classes.size();
    predictions.names = m_model->classes;
    if (predictions.columns == 1)
        predictions.names.push_back(m_model->rest);
    const Result<void> done =
        std::visit([&](const auto& engine) { return predictWith(*engine, predictions, progress); }, m_engine);
    if (!done)
        return done.error();
    return predictions;
}

Result<PerceptronPredictions> PerceptronScorer::predict(const Dataset& data, ProgressToken progress)
{
    if (const Result<void> used = use(data, progress.stage("Finding equal subtrees", 0, 0.1)); !used)
        return used.error();
    return predict(progress.stage("Classifying", 0.1, 1));
}

Result<std::vector<double>> PerceptronScorer::nodeScores(RowId row, std::size_t column,
                                                         ProgressToken progress) const
{
    const bool averaged = m_model->parameters.variant == PerceptronVariant::Averaged;
    Result<std::vector<double>> scores =
        std::visit([&](const auto& engine) { return engine->nodeScores(row, column, progress); }, m_engine);
    if (scores && averaged)
        for (double& score : *scores)
            score /= static_cast<double>(std::max<std::uint64_t>(1, m_model->steps));
    return scores;
}

std::vector<RowId> PerceptronScorer::rowsWith(DagNodeId subtree) const
{
    std::vector<RowId> rows;
    for (const NodeId node : m_dataForest->dag().occurrences(subtree))
        if (const RowId row = m_data->forest().treeOf(node); rows.empty() || rows.back() != row)
            rows.push_back(row);
    return rows;
}

namespace {

/// A subtree as bracketed text.
std::string subtreeText(const SubtreeIndex& index, SubtreeId root, const LabelDictionary& labels)
{
    constexpr std::size_t limit = 200;
    struct Open {
        SubtreeId node;
        std::size_t next = 0;
        std::size_t position = 0;
    };
    std::string text = "(" + labels.text(index.label(root));
    std::vector<Open> open{{root}};
    while (!open.empty()) {
        if (text.size() > limit) {
            std::size_t end = limit;
            while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U)
                --end; // not within a character
            return text.substr(0, end) + "...";
        }
        Open& top = open.back();
        if (top.next == index.childCount(top.node)) {
            text += ")";
            open.pop_back();
            continue;
        }
        for (; top.position < index.childPosition(top.node, top.next).index() && text.size() <= limit;
             ++top.position)
            text += " _";
        ++top.position;
        const SubtreeId child = index.child(top.node, top.next++);
        const bool leaf = index.childCount(child) == 0;
        text += (leaf ? " " : " (") + labels.text(index.label(child));
        if (!leaf)
            open.push_back({child});
    }
    return text;
}

/// Nodes of each subtree of an index.
std::vector<std::size_t> subtreeSizes(const SubtreeIndex& index)
{
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < index.nodeCount(); ++i) {
        std::size_t size = 1;
        for (std::size_t k = 0; k < index.childCount(SubtreeId(i)); ++k)
            size += sizes[index.child(SubtreeId(i), k).index()];
        sizes.push_back(size);
    }
    return sizes;
}

template <class Engine>
std::vector<PerceptronFragment> listFragments(const Engine& engine, const PerceptronModel& model,
                                              const std::vector<std::size_t>& sizes, std::size_t count,
                                              double scale, const KernelForest* data)
{
    struct Candidate {
        SubtreeId node;
        std::size_t column = 0;
        double weight = 0;
    };
    const SubtreeIndex& index = engine.index();
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < index.nodeCount(); ++i)
        for (std::size_t c = 0; c < model.classes.size(); ++c)
            if (const auto weight = static_cast<double>(engine.weight(SubtreeId(i), c));
                index.childCount(SubtreeId(i)) > 0 && weight != 0)
                candidates.push_back({SubtreeId(i), c, weight / scale});
    const auto stronger = [&](const Candidate& a, const Candidate& b) {
        const double difference = std::abs(a.weight) - std::abs(b.weight);
        if (difference != 0)
            return difference > 0;
        if (sizes[a.node.index()] != sizes[b.node.index()])
            return sizes[a.node.index()] > sizes[b.node.index()];
        return std::pair(a.node, a.column) < std::pair(b.node, b.column);
    };
    const std::size_t kept = std::min(count, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept),
                      candidates.end(), stronger);
    const std::vector<DagNodeId> places = data ? engine.placesInForest() : std::vector<DagNodeId>();
    std::vector<PerceptronFragment> fragments;
    for (std::size_t i = 0; i < kept; ++i) {
        const Candidate& candidate = candidates[i];
        const DagNodeId place = data ? places[candidate.node.index()] : DagNodeId();
        fragments.push_back({subtreeText(index, candidate.node, model.labels), sizes[candidate.node.index()],
                             engine.occurrences(candidate.node), candidate.column, candidate.weight, place,
                             place.valid() ? data->dag().frequency(place) : 0});
    }
    return fragments;
}

} // namespace

std::vector<PerceptronFragment> PerceptronScorer::fragments(std::size_t count) const
{
    const bool averaged = m_model->parameters.variant == PerceptronVariant::Averaged;
    const double scale = averaged ? static_cast<double>(std::max<std::uint64_t>(1, m_model->steps)) : 1;
    return std::visit(
        [&](const auto& engine) {
            return listFragments(*engine, *m_model, subtreeSizes(engine->index()), count, scale,
                                 m_dataForest.get());
        },
        m_engine);
}

} // namespace atlas
