#include "core/rpca/rpca_coding.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace atlas {

namespace {

std::string labelText(const LabelDictionary& labels, LabelId id) { return id.valid() ? labels.text(id) : ""; }

/// Which labels occur, in the order of their ids; `inner` marks those of nodes with children.
struct UsedLabels {
    std::vector<LabelId> ids;
    std::vector<bool> inner;
};

UsedLabels usedLabels(const Dataset& data)
{
    const std::size_t count = data.nodeLabels().size();
    std::vector<bool> used(count + 1);
    std::vector<bool> inner(count + 1);
    const auto place = [&](LabelId id) { return id.valid() ? id.index() : count; };
    if (data.kind() == StructureKind::Tree) {
        const Forest& forest = data.forest();
        for (std::size_t i = 0; i < forest.nodeCount(); ++i) {
            used[place(forest.label(NodeId(i)))] = true;
            if (!forest.children(NodeId(i)).empty())
                inner[place(forest.label(NodeId(i)))] = true;
        }
    } else {
        for (std::size_t row = 0; row < data.size(); ++row)
            for (std::size_t i = 0; i < vertexCount(data.graph(RowId(row))); ++i)
                used[place(data.graph(RowId(row))[i].label)] = true;
    }
    UsedLabels result;
    for (std::size_t i = 0; i <= count; ++i)
        if (used[i]) {
            result.ids.push_back(i < count ? LabelId(i) : LabelId());
            result.inner.push_back(inner[i]);
        }
    return result;
}

void addPaperVectors(const UsedLabels& used, RpcaCoding& coding)
{
    std::uint32_t terminals = 0;
    std::uint32_t nonterminals = 0;
    for (const bool inner : used.inner) {
        if (inner) // section 4: 3 for nonterminal symbols, then one-hot
            coding.labelVectors.add(std::array<RpcaItems::Entry, 2>{{{0, 3.0}, {1 + nonterminals++, 1.0}}});
        else
            coding.labelVectors.add(std::array<RpcaItems::Entry, 1>{{{1 + terminals++, 1.0}}});
    }
    coding.labelDimension = 1 + std::max(terminals, nonterminals);
}

Result<void> addNumberVectors(const Dataset& data, const UsedLabels& used, RpcaCoding& coding)
{
    const LabelDictionary& labels = data.nodeLabels();
    if (labels.dimension() == 0)
        return Error{
            ErrorCode::BadUse,
            "The labels of this data set are texts, not vectors. Use --labels one-hot, or paper for parse "
            "trees."};
    const std::vector<double> null(labels.dimension(), 0);
    for (const LabelId id : used.ids) {
        const std::span<const double> vector = id.valid() ? labels.vector(id) : null;
        coding.labelNumbers.emplace_back(vector.begin(), vector.end());
        coding.presence = coding.presence || coding.labelNumbers.back() == null;
    }
    for (const std::vector<double>& vector : coding.labelNumbers)
        coding.labelVectors.add(vectorEntries(vector, coding.presence));
    coding.labelDimension = labels.dimension() + (coding.presence ? 1 : 0);
    return {};
}

std::optional<double> numberOf(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty())
        return std::nullopt;
    return value;
}

/// Numbers by value, then texts.
bool edgeTextBefore(const std::string& a, const std::string& b)
{
    const std::optional<double> x = numberOf(a);
    const std::optional<double> y = numberOf(b);
    if (x && y && *x != *y)
        return *x < *y;
    if (x.has_value() != y.has_value())
        return x.has_value();
    return a < b;
}

template <class F>
void forEachEdgeLabel(const Dataset& data, const F& visit)
{
    for (std::size_t row = 0; row < data.size(); ++row) {
        const Graph& graph = data.graph(RowId(row));
        for (auto [edge, end] = boost::edges(graph); edge != end; ++edge)
            visit(graph[*edge].label);
    }
}

} // namespace

std::vector<RpcaItems::Entry> vectorEntries(std::span<const double> numbers, bool presence)
{
    std::vector<RpcaItems::Entry> entries;
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] != 0)
            entries.push_back({i, numbers[i]});
    if (presence)
        entries.push_back({static_cast<std::uint32_t>(numbers.size()), 1.0});
    return entries;
}

Result<CodedLabels> codeLabels(const Dataset& data, RpcaLabels labels, RpcaCoding& coding)
{
    coding.labels = labels;
    if (labels == RpcaLabels::Paper && data.kind() != StructureKind::Tree)
        return Error{
            ErrorCode::BadUse,
            "The paper's coding of labels tells inner nodes from leaves and is for trees. Use --labels "
            "one-hot for graphs."};
    const UsedLabels used = usedLabels(data);
    CodedLabels numbers(data.nodeLabels().size());
    for (std::uint32_t i = 0; i < used.ids.size(); ++i) {
        numbers.at(used.ids[i]) = i;
        coding.labelTexts.push_back(labelText(data.nodeLabels(), used.ids[i]));
        if (labels == RpcaLabels::OneHot)
            coding.labelVectors.add(std::array<RpcaItems::Entry, 1>{{{i, 1.0}}});
    }
    coding.labelDimension = used.ids.size();
    if (labels == RpcaLabels::Paper)
        addPaperVectors(used, coding);
    if (labels == RpcaLabels::Vector)
        if (Result<void> done = addNumberVectors(data, used, coding); !done)
            return done.error();
    return numbers;
}

CodedEdges codeEdges(const Dataset& data, RpcaCoding& coding)
{
    CodedEdges numbers(data.edgeLabels().size());
    forEachEdgeLabel(data, [&](LabelId id) { numbers.at(id) = 0; });
    std::vector<LabelId> used;
    for (std::size_t i = 0; i <= data.edgeLabels().size(); ++i) {
        const LabelId id = i < data.edgeLabels().size() ? LabelId(i) : LabelId();
        if (numbers.number(id) != CodedEdges::unused)
            used.push_back(id);
    }
    std::sort(used.begin(), used.end(), [&](LabelId a, LabelId b) {
        return edgeTextBefore(labelText(data.edgeLabels(), a), labelText(data.edgeLabels(), b));
    });
    for (std::uint32_t i = 0; i < used.size(); ++i) {
        numbers.at(used[i]) = i;
        coding.edgeTexts.push_back(labelText(data.edgeLabels(), used[i]));
    }
    return numbers;
}

Result<CodedLabels> codeNewLabels(const Dataset& data, std::size_t known, RpcaCoding& coding)
{
    const bool vectors = coding.labels == RpcaLabels::Vector;
    const std::size_t dimension = coding.labelDimension - (coding.presence ? 1 : 0);
    if (vectors && data.nodeLabels().dimension() != dimension)
        return Error{ErrorCode::BadUse,
                     "The model's labels are vectors of " + std::to_string(dimension)
                         + " numbers, and these have " + std::to_string(data.nodeLabels().dimension()) + "."};
    std::unordered_map<std::string, std::uint32_t> byText;
    for (std::uint32_t i = 0; i < known; ++i)
        byText.emplace(coding.labelTexts[i], i);
    auto next = static_cast<std::uint32_t>(coding.dimension()); // behind all components of the model
    CodedLabels numbers(data.nodeLabels().size());
    for (const LabelId id : usedLabels(data).ids) {
        const auto [found, isNew] = byText.try_emplace(labelText(data.nodeLabels(), id),
                                                       static_cast<std::uint32_t>(coding.labelTexts.size()));
        numbers.at(id) = found->second;
        if (!isNew)
            continue;
        coding.labelTexts.push_back(found->first);
        if (!vectors) {
            coding.labelVectors.add(std::array<RpcaItems::Entry, 1>{{{next++, 1.0}}});
            continue;
        }
        const std::span<const double> vector = data.nodeLabels().vector(id);
        coding.labelNumbers.emplace_back(vector.begin(), vector.end());
        const std::vector<RpcaItems::Entry> entries = vectorEntries(vector, coding.presence);
        if (entries.empty())
            return Error{
                ErrorCode::BadUse,
                "A label is the null vector, which the model cannot tell from a missing child: it was made "
                "of structures without such labels."};
        coding.labelVectors.add(entries);
    }
    return numbers;
}

CodedEdges codeNewEdges(const Dataset& data, RpcaCoding& coding)
{
    CodedEdges numbers(data.edgeLabels().size());
    forEachEdgeLabel(data, [&](LabelId id) {
        if (numbers.number(id) != CodedEdges::unused)
            return;
        const std::string text = labelText(data.edgeLabels(), id);
        const auto found = std::find(coding.edgeTexts.begin(), coding.edgeTexts.end(), text);
        numbers.at(id) = static_cast<std::uint32_t>(found - coding.edgeTexts.begin());
        if (found == coding.edgeTexts.end())
            coding.edgeTexts.push_back(text);
    });
    return numbers;
}

} // namespace atlas
