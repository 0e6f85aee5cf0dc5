#include "core/mining/subtree_patterns.h"

#include "core/data/structure_text.h"
#include "core/mining/pattern_score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace atlas {

namespace {

/// A pattern while it is visited; its text is made only where it is kept.
struct SubtreeView {
    std::span<const std::uint32_t> support;
    std::uint64_t occurrences;
    NodeId example;
    std::function<TreePattern()> tree;
    std::function<std::string()> text;
};

/// Says whether larger patterns should be visited.
using SubtreeVisitor = std::function<bool(const SubtreeView&)>;

class SubtreeEnumerator {
public:
    SubtreeEnumerator(const Dataset& data, const MinimalDag& dag, const SubtreeParameters& parameters,
                      ProgressToken progress)
        : m_data(data), m_dag(dag), m_parameters(parameters), m_progress(std::move(progress)),
          m_marks(data.size(), 0)
    {
        findTrees();
    }

    void run(const SubtreeVisitor& visit)
    {
        m_visit = &visit;
        if (m_parameters.kind == SubtreeKind::BottomUp)
            visitSubtrees();
        else
            visitFragments();
    }

private:
    std::span<const std::uint32_t> treesOf(std::size_t node) const
    {
        return std::span(m_trees).subspan(m_firstTrees[node], m_firstTrees[node + 1] - m_firstTrees[node]);
    }

    void findTrees()
    {
        m_firstTrees.push_back(0);
        for (std::size_t i = 0; i < m_dag.nodeCount() && !m_progress.cancelled(); ++i) {
            for (const NodeId node : m_dag.occurrences(DagNodeId(i))) {
                const auto row = static_cast<std::uint32_t>(m_data.forest().treeOf(node).index());
                if (m_trees.size() == m_firstTrees.back() || m_trees.back() != row)
                    m_trees.push_back(row);
            }
            m_firstTrees.push_back(m_trees.size());
        }
    }

    /// Where only closed subtrees are asked for: those with a parent that is in the same trees.
    std::vector<bool> coveredSubtrees() const
    {
        std::vector<bool> covered(m_dag.nodeCount(), false);
        for (std::size_t i = 0; m_parameters.closedOnly && i < m_dag.nodeCount(); ++i)
            for (const DagArc& arc : m_dag.children(DagNodeId(i)))
                if (treesOf(i).size() == treesOf(arc.child.index()).size())
                    covered[arc.child.index()] = true;
        return covered;
    }

    void visitSubtrees()
    {
        std::vector<std::size_t> sizes(m_dag.nodeCount(), 1);
        const std::vector<bool> covered = coveredSubtrees();
        for (std::size_t i = 0; i < m_dag.nodeCount() && !m_progress.cancelled(); ++i) {
            const DagNodeId node(i);
            for (const DagArc& arc : m_dag.children(node))
                sizes[i] += sizes[arc.child.index()];
            if (treesOf(i).size() < m_parameters.minimumSupport || sizes[i] < m_parameters.minimumNodes
                || sizes[i] > m_parameters.maximumNodes || covered[i])
                continue;
            const NodeId example = m_dag.occurrences(node).front();
            (*m_visit)({treesOf(i), m_dag.frequency(node), example,
                        [this, example] { return wholeSubtree(m_data.forest(), example); },
                        [this, example] { return bracketedText(m_data, example); }});
            m_progress.report(static_cast<double>(i) / static_cast<double>(m_dag.nodeCount()));
        }
    }

    void numberProductions()
    {
        std::map<std::vector<std::uint32_t>, std::uint32_t> known;
        m_productions.assign(m_dag.nodeCount(), 0); // 0 = a leaf
        for (std::size_t i = 0; i < m_dag.nodeCount(); ++i) {
            const auto children = m_dag.children(DagNodeId(i));
            if (children.empty())
                continue;
            std::vector<std::uint32_t> key{m_dag.label(DagNodeId(i)).value()};
            for (const DagArc& arc : children) {
                key.push_back(arc.position.value());
                key.push_back(m_dag.label(arc.child).value());
            }
            m_productions[i] =
                known.try_emplace(key, static_cast<std::uint32_t>(known.size() + 1)).first->second;
        }
    }

    using Rows = std::vector<std::vector<std::uint32_t>>; // the DAG node of each fragment node, a row a place

    void visitFragments()
    {
        numberProductions();
        std::map<std::uint32_t, Rows> starts;
        for (std::uint32_t i = 0; i < m_dag.nodeCount(); ++i)
            if (m_productions[i] != 0)
                starts[m_productions[i]].push_back({i});
        std::size_t done = 0;
        for (const auto& start : starts) {
            m_fragment.nodes.assign(1, {m_dag.label(DagNodeId(start.second.front()[0])), 0, Position(0)});
            grow(0, start.second);
            m_progress.report(static_cast<double>(++done) / static_cast<double>(starts.size()));
        }
    }

    std::vector<std::uint32_t> supportOf(const Rows& rows)
    {
        ++m_mark;
        std::vector<std::uint32_t> support;
        for (const auto& row : rows)
            for (const std::uint32_t tree : treesOf(row[0]))
                if (m_marks[tree] != m_mark) {
                    m_marks[tree] = m_mark;
                    support.push_back(tree);
                }
        std::sort(support.begin(), support.end());
        return support;
    }

    /// Expands fragment node `place` by the production that all rows have there; at most maximumNodes deep.
    void grow(std::size_t place, Rows rows)
    {
        if (m_progress.cancelled())
            return;
        const auto arcs = m_dag.children(DagNodeId(rows.front()[place]));
        std::vector<TreePatternNode>& nodes = m_fragment.nodes;
        if (nodes.size() + arcs.size() > std::min<std::size_t>(64, m_parameters.maximumNodes))
            return;
        const std::vector<std::uint32_t> support = supportOf(rows);
        if (support.size() < m_parameters.minimumSupport)
            return;
        const std::size_t before = nodes.size();
        for (const DagArc& arc : arcs)
            nodes.push_back({m_dag.label(arc.child), static_cast<std::uint32_t>(place), arc.position});
        for (auto& row : rows)
            for (const DagArc& arc : m_dag.children(DagNodeId(row[place])))
                row.push_back(arc.child.value());
        std::uint64_t occurrences = 0;
        for (const auto& row : rows)
            occurrences += m_dag.frequency(DagNodeId(row[0]));
        const NodeId example = m_dag.occurrences(DagNodeId(rows.front()[0])).front();
        bool goOn = true;
        if (nodes.size() >= m_parameters.minimumNodes)
            goOn = (*m_visit)({support, occurrences, example, [this] { return m_fragment; },
                               [this] { return fragmentText(m_fragment, m_data.nodeLabels()); }});
        for (std::size_t next = place + 1; goOn && next < nodes.size(); ++next) {
            std::map<std::uint32_t, Rows> groups;
            for (const auto& row : rows)
                if (m_productions[row[next]] != 0)
                    groups[m_productions[row[next]]].push_back(row);
            for (auto& group : groups)
                grow(next, std::move(group.second));
        }
        nodes.resize(before);
    }

    const Dataset& m_data;
    const MinimalDag& m_dag;
    const SubtreeParameters& m_parameters;
    ProgressToken m_progress;
    const SubtreeVisitor* m_visit = nullptr;
    std::vector<std::size_t> m_firstTrees;
    std::vector<std::uint32_t> m_trees;
    std::vector<std::uint32_t> m_productions;
    TreePattern m_fragment{{}, false};
    std::vector<std::uint32_t> m_marks;
    std::uint32_t m_mark = 0;
};

SubtreePattern keep(const SubtreeView& view)
{
    return {view.text(),      view.tree(),  {view.support.begin(), view.support.end()},
            view.occurrences, view.example, 0};
}

Result<void> enumerate(const Dataset& data, const SubtreeParameters& parameters,
                       const ProgressToken& progress, const SubtreeVisitor& visit)
{
    assert(data.kind() == StructureKind::Tree);
    if (parameters.minimumSupport == 0 || parameters.minimumSupport > data.size())
        return Error{ErrorCode::BadUse,
                     "A minimum support of " + std::to_string(parameters.minimumSupport) + " does not fit "
                         + std::to_string(data.size()) + " trees; give a number from 1 to that."};
    if (parameters.closedOnly && parameters.kind == SubtreeKind::Subset)
        return Error{ErrorCode::BadUse,
                     "Closed patterns are found among graphs and whole subtrees, not among fragments; ask "
                     "for one or the other."};
    const Result<MinimalDag> dag =
        buildMinimalDag(data.forest(), {}, progress.stage("Finding equal subtrees", 0, 0.2));
    if (!dag)
        return dag.error();
    SubtreeEnumerator(data, *dag, parameters, progress.stage("Looking up subtrees", 0.2, 1)).run(visit);
    if (progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    return {};
}

} // namespace

Result<SubtreePatterns> frequentSubtrees(const Dataset& data, const SubtreeParameters& parameters,
                                         ProgressToken progress)
{
    SubtreePatterns result;
    const Result<void> done = enumerate(data, parameters, progress, [&](const SubtreeView& view) {
        result.complete = result.complete && result.patterns.size() < parameters.maximumPatterns;
        if (result.complete)
            result.patterns.push_back(keep(view));
        return result.complete;
    });
    if (!done)
        return done.error();
    result.tested = result.patterns.size();
    std::stable_sort(result.patterns.begin(), result.patterns.end(),
                     [](const auto& a, const auto& b) { return a.support.size() > b.support.size(); });
    return result;
}

Result<SubtreePatterns> bestSubtrees(const Dataset& data, std::span<const double> weights, std::size_t count,
                                     const SubtreeParameters& parameters, ProgressToken progress)
{
    if (count == 0 || weights.size() != data.size())
        return Error{ErrorCode::BadUse, "Give one weight a tree, and a number of patterns of at least 1."};
    if (!std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); }))
        return Error{ErrorCode::NonFinite,
                     "A weight is not a finite number; every tree needs a finite weight."};
    const GraphWeights fixed(weights, parameters.minimumSupport);
    SubtreePatterns result;
    using Ranked = std::pair<std::int64_t, SubtreePattern>;
    std::vector<Ranked> heap; // the worst on top; of equal ones the latest
    std::size_t tested = 0;
    const auto better = [](const Ranked& a, const Ranked& b) {
        return a.first != b.first ? a.first > b.first : a.second.example < b.second.example;
    };
    const Result<void> done = enumerate(data, parameters, progress, [&](const SubtreeView& view) {
        const PatternScore score = fixed.score(view.support);
        ++tested;
        if (heap.size() < count || score.gain() > heap.front().first) {
            if (heap.size() == count) {
                std::pop_heap(heap.begin(), heap.end(), better);
                heap.pop_back();
            }
            heap.emplace_back(score.gain(), keep(view));
            heap.back().second.sum = fixed.toReal(score.sum);
            std::push_heap(heap.begin(), heap.end(), better);
        }
        return heap.size() < count || score.bound > heap.front().first; // Theorem 1
    });
    if (!done)
        return done.error();
    result.tested = tested;
    std::sort(heap.begin(), heap.end(), better);
    for (Ranked& ranked : heap)
        result.patterns.push_back(std::move(ranked.second));
    return result;
}

} // namespace atlas
