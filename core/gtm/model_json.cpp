#include "core/gtm/model_json.h"

#include <cmath>
#include <set>

namespace atlas::modeljson {

namespace {

using Eigen::Index;

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

double finite(const Json& json, const std::string& name)
{
    if (!json.is_number() || !std::isfinite(json.get<double>()))
        refuse("'" + name + "' must be " + (json.is_array() ? "numbers" : "a number"));
    return json.get<double>();
}

} // namespace

std::string numbersText(std::span<const double> values)
{
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "" : ", ") + shortestText(values[i]);
    return text + "]";
}

std::string matrixText(const Eigen::MatrixXd& matrix)
{
    std::string text = "[";
    std::vector<double> row(static_cast<std::size_t>(matrix.cols()));
    for (Index i = 0; i < matrix.rows(); ++i) {
        for (Index j = 0; j < matrix.cols(); ++j)
            row[static_cast<std::size_t>(j)] = matrix(i, j);
        text += (i == 0 ? "\n  " : ",\n  ") + numbersText(row);
    }
    return text + "]";
}

std::string textsText(const std::vector<std::string>& texts)
{
    return Json(texts).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string gridText(const GridSize& grid)
{
    return "[" + std::to_string(grid.rows) + ", " + std::to_string(grid.columns) + "]";
}

std::string voterText(const MapVoter& voter)
{
    std::string text = ",\n \"classes\": " + textsText(voter.classNames()) + ",\n \"places\": [";
    for (std::size_t i = 0; i < voter.places().size(); ++i) {
        const MapPlace& place = voter.places()[i];
        std::vector<double> votes(voter.classNames().size(), 0);
        for (const auto& [id, count] : place.votes)
            votes[id] = static_cast<double>(count);
        text += (i == 0 ? "\n  [" : ",\n  [") + shortestText(place.x) + ", " + shortestText(place.y) + ", "
            + numbersText(votes) + "]";
    }
    return text + "]";
}

const Json& field(const Json& json, const char* name)
{
    if (!json.is_object() || !json.contains(name))
        refuse(std::string("the field '") + name + "' is missing");
    return json[name];
}

double number(const Json& json, const char* name) { return finite(field(json, name), name); }

std::string text(const Json& json, const char* name)
{
    const Json& value = field(json, name);
    if (!value.is_string())
        refuse(std::string("'") + name + "' must be a text");
    return value.get<std::string>();
}

std::vector<double> numbers(const Json& json, const char* name)
{
    const Json& value = field(json, name);
    if (!value.is_array())
        refuse(std::string("'") + name + "' must be a list of numbers");
    std::vector<double> result;
    for (const Json& entry : value)
        result.push_back(finite(entry, name));
    return result;
}

std::vector<std::string> texts(const Json& json, const char* name)
{
    const Json& value = field(json, name);
    std::vector<std::string> result;
    std::set<std::string> seen;
    for (const Json& entry : value) {
        if (!entry.is_string())
            refuse(std::string("'") + name + "' must be a list of texts");
        result.push_back(entry.get<std::string>());
        if (!seen.insert(result.back()).second)
            refuse(std::string("'") + name + "' has \"" + result.back() + "\" twice");
    }
    return result;
}

GridSize grid(const Json& json, const char* name)
{
    const std::vector<double> values = numbers(json, name);
    const auto whole = [](double v) { return v >= 1 && v <= 10'000 && v == std::floor(v); };
    if (values.size() != 2 || !whole(values[0]) || !whole(values[1]) || values[0] * values[1] > 10'000)
        refuse(std::string("'") + name + "' must be [rows, columns] with at most 10,000 centres");
    return {static_cast<std::size_t>(values[0]), static_cast<std::size_t>(values[1])};
}

Eigen::MatrixXd matrixOf(const Json& json, const std::string& name, Index rows, Index columns)
{
    if (!json.is_array() || json.empty() || (rows >= 0 && json.size() != static_cast<std::size_t>(rows)))
        refuse("'" + name + "' must have " + (rows < 0 ? "at least 1" : std::to_string(rows)) + " rows");
    Eigen::MatrixXd matrix(static_cast<Index>(json.size()), columns);
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (!json[i].is_array() || json[i].size() != static_cast<std::size_t>(columns))
            refuse("row " + std::to_string(i) + " of '" + name + "' must have " + std::to_string(columns)
                   + " numbers");
        for (std::size_t j = 0; j < json[i].size(); ++j)
            matrix(static_cast<Index>(i), static_cast<Index>(j)) = finite(json[i][j], name);
    }
    return matrix;
}

Eigen::MatrixXd matrix(const Json& json, const char* name, Index rows, Index columns)
{
    return matrixOf(field(json, name), name, rows, columns);
}

MapVoter voter(const Json& json)
{
    if (!json.contains("classes") || !json.contains("places"))
        return {};
    const std::vector<std::string> names = texts(json, "classes");
    std::vector<MapPlace> places;
    for (const Json& entry : json["places"]) {
        if (!entry.is_array() || entry.size() != 3 || !entry[2].is_array() || entry[2].size() != names.size())
            refuse("each of 'places' must be [x, y, [a count for each class]]");
        MapPlace place{finite(entry[0], "places"), finite(entry[1], "places"), {}};
        for (std::size_t c = 0; c < names.size(); ++c) {
            const double count = finite(entry[2][c], "places");
            if (count < 0 || count > 1e15 || count != std::floor(count))
                refuse("the counts of 'places' must be whole numbers from 0");
            if (count > 0)
                place.votes.emplace_back(c, static_cast<std::size_t>(count));
        }
        places.push_back(std::move(place));
    }
    return {std::move(places), names};
}

Result<Json> parse(std::string_view text, const std::string& format)
{
    try {
        Json json = Json::parse(text);
        if (!json.is_object() || json.value("format", "") != format)
            return Error{ErrorCode::Malformed, "This is not a model of the format \"" + format + "\"."};
        if (!json.contains("version") || json["version"] != 1)
            return Error{ErrorCode::Malformed, "This model is not of version 1, the only one known."};
        return json;
    } catch (const std::exception& problem) {
        return Error{ErrorCode::Malformed, std::string("This model is not valid JSON: ") + problem.what()};
    }
}

} // namespace atlas::modeljson
