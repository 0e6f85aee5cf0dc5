// Reading and writing the numbers of a map's model file: each reader throws std::invalid_argument that names
// the field; read() turns that into an Error. Numbers are written in the shortest form that reads back equal.
#pragma once

#include "core/gtm/latent_grid.h"
#include "core/gtm/map_vote.h"
#include "core/support/result.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace atlas::modeljson {

using Json = nlohmann::json;

std::string numbersText(std::span<const double> values);
std::string matrixText(const Eigen::MatrixXd& matrix); ///< row by row, a line each
std::string textsText(const std::vector<std::string>& texts);
std::string gridText(const GridSize& grid);
std::string voterText(const MapVoter& voter); ///< the fields "classes" and "places", with a comma before

const Json& field(const Json& json, const char* name);
double number(const Json& json, const char* name); ///< finite
std::string text(const Json& json, const char* name);
std::vector<double> numbers(const Json& json, const char* name);
std::vector<std::string> texts(const Json& json, const char* name); ///< distinct
GridSize grid(const Json& json, const char* name);
/// -1 rows = any number of them, at least one.
Eigen::MatrixXd matrix(const Json& json, const char* name, Eigen::Index rows, Eigen::Index columns);
Eigen::MatrixXd matrixOf(const Json& json, const std::string& name, Eigen::Index rows, Eigen::Index columns);
MapVoter voter(const Json& json); ///< empty where the fields are not there

/// Parses, checks "format" and "version" 1, and calls make(json).
Result<Json> parse(std::string_view text, const std::string& format);

template <class T>
Result<T> read(std::string_view text, const std::string& format, const std::function<T(const Json&)>& make)
{
    const Result<Json> json = parse(text, format);
    if (!json)
        return json.error();
    try {
        return make(*json);
    } catch (const std::exception& problem) {
        return Error{ErrorCode::Malformed, std::string("This map cannot be used: ") + problem.what() + "."};
    }
}

} // namespace atlas::modeljson
