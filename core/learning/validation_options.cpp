#include "core/learning/validation_options.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace atlas {

namespace {

constexpr std::size_t largestNumber = 100'000;

std::vector<std::string_view> parts(std::string_view text, char separator)
{
    std::vector<std::string_view> result;
    for (;;) {
        const std::size_t end = text.find(separator);
        result.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return result;
        text.remove_prefix(end + 1);
    }
}

template <class Number>
bool parse(std::string_view text, Number& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

Error badRange(std::string_view text)
{
    return {ErrorCode::BadUse,
            "'" + std::string(text)
                + "' is no range: give whole numbers from 1 to 100000 such as 4, 1:30, 1:30:5 or 2,4,8."};
}

template <class T>
Result<void> withoutValue(const Result<T>& result)
{
    return result ? Result<void>() : Result<void>(result.error());
}

} // namespace

Result<std::vector<double>> parseCosts(std::string_view text)
{
    std::vector<double> costs;
    for (const std::string_view part : parts(text, ',')) {
        double cost = 0;
        if (!parse(part, cost) || !(cost > 0) || !std::isfinite(cost))
            return Error{ErrorCode::BadUse,
                         "'" + std::string(text)
                             + "' is no list of costs: give positive numbers such as 1,10,100."};
        costs.push_back(cost);
    }
    return costs;
}

Result<std::vector<std::size_t>> parseRange(std::string_view text)
{
    std::vector<std::size_t> numbers;
    for (const std::string_view part : parts(text, ',')) {
        const std::vector<std::string_view> ends = parts(part, ':');
        std::array<std::size_t, 3> values{0, 0, 1}; // from, to, step
        for (std::size_t i = 0; i < ends.size(); ++i)
            if (i >= values.size() || !parse(ends[i], values.at(i)))
                return badRange(text);
        if (ends.size() == 1)
            values[1] = values[0];
        if (values[0] < 1 || values[1] < values[0] || values[2] < 1 || values[1] > largestNumber)
            return badRange(text);
        for (std::size_t number = values[0]; number <= values[1]; number += values[2])
            numbers.push_back(number);
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

std::vector<ParameterDescription> validationParameters(std::int64_t repeats)
{
    return {{"folds", "Folds", "Parts of the data, each of which is tested once.", "",
             IntegerType{10, 2, 10'000}},
            {"repeats", "Repeats", "How often the whole is done, with fresh folds.", "",
             IntegerType{repeats, 1, 10'000}},
            {"cost", "Costs",
             "Costs of the support vector machine to choose from, by a cross-validation inside each training "
             "part.",
             "",
             TextType{"1,10,100", "NUMBER,NUMBER,...",
                      [](std::string_view text) { return withoutValue(parseCosts(text)); }},
             ParameterUse{"classifier", {"svm"}}}};
}

GivenParameters suitedFolds(const Dataset& data)
{
    constexpr std::size_t usual = 10;
    std::vector<std::size_t> sizes(data.classes().size(), 0);
    for (std::size_t row = 0; row < data.size(); ++row)
        if (const ClassId id = data.record(RowId(row)).classId; id.valid())
            ++sizes[id.index()];
    std::erase(sizes, std::size_t{0});
    const auto smallest = std::min_element(sizes.begin(), sizes.end());
    if (smallest == sizes.end() || *smallest >= usual)
        return {};
    return {{"folds", std::to_string(std::max<std::size_t>(2, *smallest))}};
}

CrossValidationParameters validationParametersOf(const ParameterValues& values, std::uint64_t seed)
{
    CrossValidationParameters parameters;
    parameters.folds = static_cast<std::size_t>(values.integer("folds"));
    parameters.repeats = static_cast<std::size_t>(values.integer("repeats"));
    parameters.costs = parseCosts(values.text("cost")).valueOr({1});
    parameters.seed = seed;
    return parameters;
}

Cost validationCost(const DataSize& size, const ParameterValues& values, double settings)
{
    constexpr double few = 1000; // structures; below, the inner folds are repeated
    constexpr double secondsAPair = 9e-8; // of one training
    const CrossValidationParameters parameters = validationParametersOf(values, 1);
    const double inner = parameters.costs.size() < 2
        ? 0
        : static_cast<double>(parameters.innerFolds * parameters.costs.size())
            * (size.structures < few ? 3 : 1);
    const double trainings =
        settings * static_cast<double>(parameters.folds * parameters.repeats) * (inner + 1);
    Cost cost;
    cost.parallelSeconds = secondsAPair * trainings * size.structures * size.structures;
    return cost;
}

} // namespace atlas
