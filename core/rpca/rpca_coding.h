// The numbers of labels and edge labels: which vector stands for which label of a data
// set (see rpca_input.h).
#pragma once

#include "core/rpca/rpca_input.h"

namespace atlas {

/// A data set's label ids as numbers of a coding. Labels that are not there (graphs without
/// labels) have a number too.
class CodedLabels {
public:
    static constexpr std::uint32_t unused = 0xffff'ffff;

    explicit CodedLabels(std::size_t labels) : m_numbers(labels + 1, unused) { }
    std::uint32_t& at(LabelId label)
    {
        return m_numbers[label.valid() ? label.index() : m_numbers.size() - 1];
    }
    std::uint32_t number(LabelId label) const
    {
        return m_numbers[label.valid() ? label.index() : m_numbers.size() - 1];
    }

private:
    std::vector<std::uint32_t> m_numbers;
};
using CodedEdges = CodedLabels;

/// Numbers the labels that occur and makes their vectors.
Result<CodedLabels> codeLabels(const Dataset& data, RpcaLabels labels, RpcaCoding& coding);
CodedEdges codeEdges(const Dataset& data, RpcaCoding& coding);

/// Numbers the labels of new data: those known keep theirs, others come behind. A label never seen gets a
/// component of its own, behind all known ones; vectors are taken as they are.
Result<CodedLabels> codeNewLabels(const Dataset& data, std::size_t known, RpcaCoding& coding);
CodedEdges codeNewEdges(const Dataset& data, RpcaCoding& coding);

/// The label's numbers as sparse entries, with the presence component where the coding has one.
std::vector<RpcaItems::Entry> vectorEntries(std::span<const double> numbers, bool presence);

} // namespace atlas
