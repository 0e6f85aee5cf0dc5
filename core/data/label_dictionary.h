// Every distinct label of a data set, stored once. A label is a text, or a real vector of one dimension for
// the whole dictionary (the GTM-SD paper's Gaussian labels). Nodes hold the 32-bit ids, whatever the kind, so
// that equal labels are equal ids and the minimal DAG needs to know nothing about what a label is.
#pragma once

#include "core/data/ids.h"

#include <cstddef>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace atlas {

class LabelDictionary {
public:
    LabelDictionary() = default;
    LabelDictionary(LabelDictionary&&) = default;
    LabelDictionary& operator=(LabelDictionary&&) = default;
    LabelDictionary(const LabelDictionary&) = delete; // views into the texts are keys
    LabelDictionary& operator=(const LabelDictionary&) = delete;

    /// The id of a text label, new or known. Ids are given in the order of first use.
    LabelId intern(std::string_view text);

    /// The id of a vector label. -0.0 counts as 0.0. Preconditions: every component finite; not empty; the
    /// same length each time; no text label in this dictionary other than the empty one.
    LabelId intern(std::span<const double> vector);

    /// The invalid id where the text was never interned.
    LabelId find(std::string_view text) const;

    /// Forgets the labels from id `size` on: those of a record that turned out to be bad. An empty dictionary
    /// is open to either kind again.
    void truncate(std::size_t size);

    std::size_t size() const { return m_texts.size(); }

    /// The text of a label; for a vector label "(0.1, 2)" in the shortest form that reads back equal.
    const std::string& text(LabelId id) const { return m_texts[id.index()]; }

    /// 0 for text labels, else the length of every vector.
    std::size_t dimension() const { return m_dimension; }
    std::span<const double> vector(LabelId id) const
    {
        return std::span(m_values).subspan(id.index() * m_dimension, m_dimension);
    }

private:
    std::deque<std::string> m_texts; // a deque: the keys below point into it
    std::unordered_map<std::string_view, LabelId> m_ids;
    std::vector<double> m_values; // m_dimension numbers per label
    std::size_t m_dimension = 0;
};

/// The shortest decimal text that reads back as exactly this number.
std::string shortestText(double value);

} // namespace atlas
