#include "core/kernels/tree_explanation.h"

#include "core/kernels/plain_tree_kernel.h"
#include "core/support/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace atlas {

namespace {

constexpr std::size_t mostPairs = 200'000'000;
constexpr std::size_t longestText = 80;

/// A number for each subtree, the same for equal ones.
std::vector<std::uint32_t> subtreeNumbers(const PlainTree& tree, SequenceTable& table)
{
    std::vector<std::uint32_t> numbers(tree.nodeCount());
    std::vector<std::uint32_t> sequence;
    for (std::size_t node = 0; node < tree.nodeCount(); ++node) {
        sequence = {tree.productions[node]};
        for (const std::uint32_t child : tree.childrenOf(node))
            sequence.push_back(numbers[child]);
        numbers[node] = table.intern(sequence);
    }
    return numbers;
}

/// What the terms are put together by.
std::vector<std::uint32_t> keysOf(const PlainTree& tree, TreeKernelKind kind, SequenceTable& subtrees)
{
    switch (kind) {
    case TreeKernelKind::Subtree:
        return subtreeNumbers(tree, subtrees);
    case TreeKernelKind::SubsetTree:
        return tree.productions;
    case TreeKernelKind::PartialTree:
        break;
    }
    return tree.labels;
}

class Words {
public:
    Words(const LabelDictionary& labels, const PlainTree& tree) : m_labels(labels), m_tree(tree) { }

    std::string of(std::size_t node, TreeKernelKind kind) const
    {
        if (kind == TreeKernelKind::PartialTree)
            return "partial trees from " + label(node);
        return kind == TreeKernelKind::Subtree ? subtree(node) : "fragments from " + production(node);
    }

private:
    std::string label(std::size_t node) const
    {
        const std::string& text = m_labels.text(LabelId(m_tree.labels[node]));
        return text.empty() ? "(no label)" : text;
    }

    static std::string shortened(std::string text)
    {
        if (text.size() <= longestText)
            return text;
        std::size_t end = longestText;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
            --end; // not inside a character
        return text.substr(0, end) + "...";
    }

    std::string production(std::size_t node) const
    {
        std::string text = label(node) + " with";
        for (const std::uint32_t child : m_tree.childrenOf(node))
            text += (child == m_tree.childrenOf(node).front() ? " " : ", ") + label(child);
        return shortened(std::move(text));
    }

    /// In brackets, as far as there is room.
    std::string subtree(std::size_t root) const
    {
        struct Open {
            std::size_t node = 0;
            std::size_t next = 0;
        };
        std::string text = "(" + label(root);
        std::vector<Open> open{{root, 0}};
        while (!open.empty() && text.size() <= longestText) {
            const auto children = m_tree.childrenOf(open.back().node);
            if (open.back().next == children.size()) {
                text += ")";
                open.pop_back();
                continue;
            }
            const std::size_t child = children[open.back().next++];
            if (m_tree.childrenOf(child).empty()) {
                text += " " + label(child);
            } else {
                text += " (" + label(child);
                open.push_back({child, 0});
            }
        }
        return shortened(std::move(text));
    }

    const LabelDictionary& m_labels;
    const PlainTree& m_tree;
};

/// The nodes that show a key where it is rooted at `roots`.
std::vector<std::uint32_t> coveredNodes(const PlainTree& tree, TreeKernelKind kind,
                                        const std::vector<std::uint32_t>& roots)
{
    std::vector<bool> covered(tree.nodeCount(), false);
    for (const std::uint32_t root : roots) {
        covered[root] = true;
        if (kind != TreeKernelKind::PartialTree)
            for (const std::uint32_t child : tree.childrenOf(root))
                covered[child] = true;
    }
    if (kind == TreeKernelKind::Subtree) // parents come after their children: from the end they come before
        for (std::size_t node = tree.nodeCount(); node-- > 0;)
            if (covered[node])
                for (const std::uint32_t child : tree.childrenOf(node))
                    covered[child] = true;
    std::vector<std::uint32_t> nodes;
    for (std::size_t node = 0; node < covered.size(); ++node)
        if (covered[node])
            nodes.push_back(static_cast<std::uint32_t>(node));
    return nodes;
}

void sortUnique(std::vector<std::uint32_t>& nodes)
{
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

struct Term {
    double sum = 0;
    std::vector<std::uint32_t> rootsA;
    std::vector<std::uint32_t> rootsB;
};

} // namespace

Result<KernelExplanation> explainTreeKernel(const Dataset& trees, const TreeKernelParameters& parameters,
                                            RowId a, RowId b)
{
    if (Result<void> checked = check(parameters); !checked)
        return checked.error();
    SequenceTable productions;
    const PlainTree plainA = plainTree(trees.tree(a), productions);
    const PlainTree plainB = plainTree(trees.tree(b), productions);
    if (plainA.nodeCount() * plainB.nodeCount() > mostPairs)
        return Error{ErrorCode::TooLarge,
                     "Two trees of " + countText(plainA.nodeCount(), "node", "nodes") + " and "
                         + countText(plainB.nodeCount(), "node", "nodes") + " are too large to explain."};
    SequenceTable subtrees;
    const std::vector<std::uint32_t> keys = keysOf(plainA, parameters.kind, subtrees);
    std::map<std::uint32_t, Term> terms;
    PlainTreeKernel<double> kernel(parameters);
    double value = 0;
    const auto visit = [&](std::size_t i, std::size_t j, double c) {
        if (c == 0)
            return;
        Term& term = terms[keys[i]];
        term.sum += c;
        term.rootsA.push_back(static_cast<std::uint32_t>(i));
        term.rootsB.push_back(static_cast<std::uint32_t>(j));
    };
    (void)kernel.compute(plainA, plainB, value, visit); // doubles do not overflow: they become infinite
    double scale = 1;
    if (parameters.normalise) {
        double selfA = 0;
        double selfB = 0;
        (void)kernel.compute(plainA, plainA, selfA);
        (void)kernel.compute(plainB, plainB, selfB);
        scale = selfA > 0 && selfB > 0 ? 1 / (std::sqrt(selfA) * std::sqrt(selfB)) : 0;
    }
    if (!std::isfinite(value) || !std::isfinite(scale))
        return Error{ErrorCode::TooLarge,
                     "The trees have more fragments than a number can hold; use a smaller decay."};
    KernelExplanation explanation;
    const Words words(trees.nodeLabels(), plainA);
    for (auto& [key, term] : terms) {
        const std::string text = words.of(term.rootsA.front(), parameters.kind);
        sortUnique(term.rootsA);
        sortUnique(term.rootsB);
        explanation.shared.push_back({text, term.sum * scale, static_cast<double>(term.rootsA.size()),
                                      static_cast<double>(term.rootsB.size()),
                                      coveredNodes(plainA, parameters.kind, term.rootsA),
                                      coveredNodes(plainB, parameters.kind, term.rootsB)});
        explanation.value += explanation.shared.back().contribution;
    }
    std::stable_sort(
        explanation.shared.begin(), explanation.shared.end(),
        [](const SharedFeature& x, const SharedFeature& y) { return x.contribution > y.contribution; });
    return explanation;
}

} // namespace atlas
