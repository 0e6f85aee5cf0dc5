#include "core/kernels/tree_kernel.h"

#include "core/kernels/plain_tree_kernel.h"

#include <cmath>

namespace atlas {

const char* toString(TreeKernelKind kind)
{
    switch (kind) {
    case TreeKernelKind::SubsetTree:
        return "sst";
    case TreeKernelKind::Subtree:
        return "st";
    case TreeKernelKind::PartialTree:
        return "ptk";
    }
    return "";
}

Result<TreeKernelKind> treeKernelKind(std::string_view name)
{
    for (const TreeKernelKind kind :
         {TreeKernelKind::SubsetTree, TreeKernelKind::Subtree, TreeKernelKind::PartialTree})
        if (name == toString(kind))
            return kind;
    return Error{ErrorCode::BadUse,
                 "There is no tree kernel '" + std::string(name) + "'; choose sst, st or ptk."};
}

Result<void> check(const TreeKernelParameters& parameters)
{
    if (!(parameters.decay > 0 && parameters.decay <= 1))
        return Error{ErrorCode::BadUse, "The decay of a tree kernel must be above 0 and at most 1."};
    return {};
}

PlainTree plainTree(const Tree& tree, SequenceTable& productions)
{
    PlainTree plain;
    const std::size_t first = tree.firstNode().index();
    std::vector<std::uint32_t> key;
    for (std::size_t i = first; i <= tree.root().index(); ++i) {
        key.assign(1, tree.label(NodeId(i)).value());
        for (const Arc& arc : tree.children(NodeId(i))) {
            key.push_back(arc.position.value());
            key.push_back(tree.label(arc.child).value());
            plain.children.push_back(static_cast<std::uint32_t>(arc.child.index() - first));
        }
        plain.labels.push_back(key.front());
        plain.productions.push_back(productions.intern(key));
        plain.firstChildren.push_back(static_cast<std::uint32_t>(plain.children.size()));
    }
    return plain;
}

Result<double> treeKernel(const Tree& a, const Tree& b, const TreeKernelParameters& parameters)
{
    if (const Result<void> checked = check(parameters); !checked)
        return checked.error();
    SequenceTable productions;
    const PlainTree plainA = plainTree(a, productions);
    const PlainTree plainB = plainTree(b, productions);
    PlainTreeKernel<double> kernel(parameters);
    double value = 0;
    double selfA = 1;
    double selfB = 1;
    bool done = kernel.compute(plainA, plainB, value);
    if (parameters.normalise)
        done = done && kernel.compute(plainA, plainA, selfA) && kernel.compute(plainB, plainB, selfB);
    if (!done || !std::isfinite(value) || !std::isfinite(selfA) || !std::isfinite(selfB))
        return Error{ErrorCode::TooLarge,
                     "The trees share more fragments than a number can hold; use a smaller decay."};
    if (!parameters.normalise)
        return value;
    return selfA == 0 || selfB == 0 ? 0.0 : value / std::sqrt(selfA) / std::sqrt(selfB);
}

Result<UInt128> exactTreeKernel(const Tree& a, const Tree& b, TreeKernelKind kind)
{
    SequenceTable productions;
    const PlainTree plainA = plainTree(a, productions);
    const PlainTree plainB = plainTree(b, productions);
    UInt128 value = 0;
    if (!PlainTreeKernel<UInt128>({kind}).compute(plainA, plainB, value))
        return Error{ErrorCode::TooLarge,
                     "The trees share 2^128 fragments or more; use a decay below 1 to count them rounded."};
    return value;
}

} // namespace atlas
