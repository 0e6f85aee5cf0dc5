#include "core/data/label_dictionary.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>

namespace atlas {

std::string shortestText(double value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

LabelId LabelDictionary::intern(std::string_view text)
{
    const auto known = m_ids.find(text);
    if (known != m_ids.end())
        return known->second;
    assert(m_dimension == 0);
    const LabelId id(m_texts.size());
    m_texts.emplace_back(text);
    m_ids.emplace(m_texts.back(), id);
    return id;
}

LabelId LabelDictionary::intern(std::span<const double> vector)
{
    assert(!vector.empty() && (m_texts.empty() || vector.size() == m_dimension));
    // The shortest text that reads back equal identifies the vector, and is what people see.
    std::string text = "(";
    for (const double component : vector) {
        assert(std::isfinite(component));
        text += (text.size() > 1 ? ", " : "") + shortestText(component + 0.0); // + 0.0 turns -0.0 into 0.0
    }
    text += ")";
    const auto known = m_ids.find(text);
    if (known != m_ids.end())
        return known->second;
    m_dimension = vector.size();
    const LabelId id(m_texts.size());
    m_texts.push_back(std::move(text));
    m_ids.emplace(m_texts.back(), id);
    for (const double component : vector)
        m_values.push_back(component + 0.0);
    return id;
}

void LabelDictionary::truncate(std::size_t size)
{
    while (m_texts.size() > size) {
        m_ids.erase(m_texts.back());
        m_texts.pop_back();
    }
    m_values.resize(m_texts.size() * m_dimension);
    if (m_texts.empty())
        m_dimension = 0;
}

LabelId LabelDictionary::find(std::string_view text) const
{
    const auto known = m_ids.find(text);
    return known == m_ids.end() ? LabelId() : known->second;
}

} // namespace atlas
