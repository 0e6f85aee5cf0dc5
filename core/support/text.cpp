#include "core/support/text.h"

#include <algorithm>
#include <numeric>

namespace atlas {

namespace {

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

std::string nearestName(std::string_view text, const std::vector<std::string>& names)
{
    std::string best;
    std::size_t bestDistance = text.size() / 3 + 1;
    for (const std::string& name : names) {
        const std::size_t distance = editDistance(text, name);
        if (distance <= bestDistance && (best.empty() || distance < bestDistance)) {
            best = name;
            bestDistance = distance;
        }
    }
    return best;
}

std::string countText(std::size_t count, std::string_view singular, std::string_view plural)
{
    std::string digits = std::to_string(count);
    for (std::size_t place = digits.size(); place > 3; place -= 3)
        digits.insert(place - 3, ",");
    return digits + " " + std::string(count == 1 ? singular : plural);
}

} // namespace atlas
