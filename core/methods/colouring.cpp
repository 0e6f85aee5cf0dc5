#include "core/methods/colouring.h"

#include "core/data/structure_numbers.h"

#include <limits>
#include <map>

namespace atlas {

namespace {

constexpr std::size_t mostGroups = 24; // more cannot be told apart by colour and shape

struct SizeWords {
    const char* parts;
    const char* extent;
};

SizeWords wordsFor(StructureKind kind)
{
    switch (kind) {
    case StructureKind::Tree:
        return {"Nodes", "Depth (levels)"};
    case StructureKind::Graph:
        return {"Vertices", "Edges"};
    case StructureKind::Molecule:
        break;
    }
    return {"Atoms", "Bonds"};
}

using Groups = std::map<std::string_view, ClassId>;

/// Numbered by the order of their names. Empty where the values are too many, or all the same.
Groups groupsOf(const std::vector<std::string>& values)
{
    Groups groups;
    for (const std::string& value : values) {
        if (!value.empty())
            groups.try_emplace(value);
        if (groups.size() > mostGroups)
            return {};
    }
    if (groups.size() < 2)
        return {};
    std::size_t number = 0;
    for (auto& [name, id] : groups)
        id = ClassId(number++);
    return groups;
}

Colouring byText(const std::string& title, const std::vector<std::string>& values)
{
    const Groups groups = groupsOf(values);
    Colouring colouring{title};
    for (const auto& [name, id] : groups)
        colouring.groupNames.emplace_back(name);
    colouring.groups.reserve(values.size());
    for (const std::string& value : values)
        colouring.groups.push_back(value.empty() ? ClassId() : groups.at(value));
    return colouring;
}

Colouring bySize(const Dataset& data, const char* title, std::uint32_t StructureSize::*number)
{
    Colouring colouring{title};
    colouring.numbers.reserve(data.size());
    for (const StructureSize& size : structureSizes(data))
        colouring.numbers.push_back(size.*number);
    return colouring;
}

template <class T>
std::vector<T> byPoint(const std::vector<RowId>& rows, const std::vector<T>& byRow, T none)
{
    std::vector<T> values;
    values.reserve(rows.size());
    for (const RowId row : rows)
        values.push_back(row.valid() && row.index() < byRow.size() ? byRow[row.index()] : none);
    return values;
}

} // namespace

std::vector<std::string> colouringTitles(const Dataset& data)
{
    const SizeWords words = wordsFor(data.kind());
    std::vector<std::string> titles{words.parts, words.extent};
    for (const Property& property : data.properties()) {
        const auto* texts = std::get_if<std::vector<std::string>>(&property.values);
        if (!texts || !groupsOf(*texts).empty())
            titles.push_back(property.name);
    }
    return titles;
}

ColouringPtr colouringOf(const Dataset& data, std::string_view title)
{
    const SizeWords words = wordsFor(data.kind());
    if (title == words.parts)
        return std::make_shared<const Colouring>(bySize(data, words.parts, &StructureSize::parts));
    if (title == words.extent)
        return std::make_shared<const Colouring>(bySize(data, words.extent, &StructureSize::extent));
    for (const Property& property : data.properties()) {
        if (property.name != title)
            continue;
        if (const auto* numbers = std::get_if<std::vector<double>>(&property.values))
            return std::make_shared<const Colouring>(Colouring{property.name, *numbers});
        const auto& texts = std::get<std::vector<std::string>>(property.values);
        if (!groupsOf(texts).empty())
            return std::make_shared<const Colouring>(byText(property.name, texts));
    }
    return nullptr;
}

void recolour(ScatterFigure& figure, const Colouring& colouring)
{
    if (figure.rows.size() != figure.xs.size() || !figure.values.empty())
        return;
    if (!colouring.groups.empty()) {
        if (figure.regions.rows > 0)
            return;
        figure.classes = byPoint(figure.rows, colouring.groups, ClassId());
        figure.classNames = colouring.groupNames;
        return;
    }
    figure.values = byPoint(figure.rows, colouring.numbers, std::numeric_limits<double>::quiet_NaN());
    figure.valueTitle = colouring.title;
}

} // namespace atlas
