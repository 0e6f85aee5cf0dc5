#include "core/learning/perceptron_support.h"

namespace atlas {

std::vector<LabelId> mapLabels(const LabelDictionary& from, LabelDictionary& to)
{
    std::vector<LabelId> map;
    map.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        map.push_back(to.intern(from.text(LabelId(i))));
    return map;
}

LabelDictionary copyLabels(const LabelDictionary& labels)
{
    LabelDictionary copy;
    mapLabels(labels, copy);
    return copy;
}

bool fitsWord(const TreeKernelParameters& kernel, const KernelForest& forest)
{
    switch (kernel.kind) {
    case TreeKernelKind::SubsetTree:
        return forest.largestFragmentCount() < UInt128{1} << 63U;
    case TreeKernelKind::Subtree:
        return true;
    case TreeKernelKind::PartialTree:
        return false; // not known beforehand
    }
    return false;
}

Error tooManyFragments(const std::string& name)
{
    return {ErrorCode::TooLarge,
            name
                + " has more fragments than an exact score can count (2^127). Use a decay below 1, or the "
                  "kernel st, or leave the tree out."};
}

Error learningCancelled() { return {ErrorCode::Cancelled, "The computation was cancelled."}; }

std::string treeName(const Dataset& data, RowId row)
{
    std::string name = "'" + data.name(row) + "'";
    if (const std::uint64_t line = data.record(row).line; line > 0)
        name += " (line " + std::to_string(line) + ")";
    return name;
}

TreeNorms::TreeNorms(const TreeKernelParameters& kernel, const KernelForest& forest)
    : m_parameters(kernel), m_forest(&forest), m_kernel(kernel),
      m_norms(kernel.normalise ? forest.dag().nodeCount() : 0, -1.0)
{
}

double TreeNorms::operator()(RowId tree)
{
    if (!m_parameters.normalise)
        return 1;
    double& norm = m_norms[m_forest->dag().root(tree).index()];
    if (norm < 0) {
        SequenceTable productions;
        const PlainTree plain = plainTree(m_forest->forest().tree(tree), productions);
        double self = 0;
        norm = m_kernel.compute(plain, plain, self) ? std::sqrt(self) : HUGE_VAL;
    }
    return norm;
}

} // namespace atlas
