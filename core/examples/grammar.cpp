#include "core/examples/grammar.h"

#include "core/data/dataset_builder.h"
#include "core/examples/tree_sketch.h"
#include "core/support/random.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace atlas {

namespace {

using Expansion = std::array<std::string_view, 2>; // every rule has two symbols on its right

Expansion drawRule(std::string_view symbol, double recursion, Random& random)
{
    if (symbol == "s")
        return random.chance(0.5) ? Expansion{"np", "vp"} : Expansion{"np", "V"};
    if (symbol == "np") {
        if (random.chance(recursion))
            return {"np", "pp"};
        return random.chance(0.5) ? Expansion{"D", "ap"} : Expansion{"D", "N"};
    }
    if (symbol == "vp")
        return random.chance(0.5) ? Expansion{"V", "np"} : Expansion{"V", "pp"};
    if (symbol == "pp")
        return {"P", "np"};
    return random.chance(recursion) ? Expansion{"A", "ap"} : Expansion{"A", "N"};
}

bool isTerminal(std::string_view symbol)
{
    return symbol.size() == 1 && symbol[0] >= 'A' && symbol[0] <= 'Z';
}

struct ParseTree {
    TreeSketch nodes; // node 0 is the root
    std::string text; // the symbols in the order of expansion, which identifies the tree
};

/// A random derivation from s, or nothing where it grows too large.
std::optional<ParseTree> derive(const GrammarParameters& parameters, Random& random, LabelDictionary& labels)
{
    struct Open {
        std::size_t node;
        std::string_view symbol;
        std::size_t level;
    };
    ParseTree tree;
    tree.nodes.push_back({labels.intern("s"), {}});
    std::vector<Open> open{{0, "s", 1}};
    for (std::size_t next = 0; next < open.size(); ++next) {
        const Open parent = open[next];
        tree.text += std::string(parent.symbol) + " ";
        if (isTerminal(parent.symbol))
            continue;
        if (parent.level == parameters.maximumDepth || tree.nodes.size() + 2 > parameters.maximumNodes)
            return std::nullopt;
        for (const std::string_view symbol : drawRule(parent.symbol, parameters.recursion, random)) {
            tree.nodes[parent.node].children.push_back(tree.nodes.size());
            open.push_back({tree.nodes.size(), symbol, parent.level + 1});
            tree.nodes.push_back({labels.intern(symbol), {}});
        }
    }
    return tree;
}

} // namespace

Result<DatasetPtr> makeGrammar(std::uint64_t seed, const GrammarParameters& parameters,
                               ProgressToken progress)
{
    DatasetBuilder builder(StructureKind::Tree, {"example:grammar", "example", "made by the program"});
    builder.beginFile("example:grammar");
    Random random(seed);
    std::set<std::string> seen;
    // A grammar held to too few nodes has too few trees: give up rather than search for ever.
    for (std::size_t attempt = 0; seen.size() < parameters.trees && attempt < 1000 * parameters.trees;
         ++attempt) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Making the example was cancelled."};
        const std::optional<ParseTree> tree = derive(parameters, random, builder.nodeLabels());
        if (!tree || !seen.insert(tree->text).second)
            continue;
        addSketch(tree->nodes, 0, builder.forest());
        builder.acceptTree({"sentence " + std::to_string(seen.size()), std::nullopt, seen.size()});
        progress.report(static_cast<double>(seen.size()) / static_cast<double>(parameters.trees));
    }
    if (seen.size() < parameters.trees)
        return Error{ErrorCode::BadUse,
                     "The grammar has fewer than " + std::to_string(parameters.trees)
                         + " distinct trees of this size."};
    return builder.finish();
}

} // namespace atlas
