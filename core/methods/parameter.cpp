#include "core/methods/parameter.h"

#include "core/data/label_dictionary.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>

namespace atlas {

namespace {

template <class... Functions>
struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>; // clang 14 does not deduce it by itself

Error badValue(const ParameterDescription& parameter, std::string_view text, std::string_view detail = {})
{
    std::string message = "--" + parameter.name + " cannot be '" + std::string(text) + "': it takes "
        + describeType(parameter) + ".";
    if (!detail.empty())
        message += " " + std::string(detail);
    return {ErrorCode::BadUse, message};
}

template <class Number>
Result<ParameterValue> parseNumber(const ParameterDescription& parameter, std::string_view text,
                                   Number minimum, Number maximum)
{
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool finite = std::isfinite(static_cast<double>(value));
    if (error != std::errc() || end != text.data() + text.size() || !finite || value < minimum
        || value > maximum)
        return badValue(parameter, text);
    return ParameterValue(value);
}

template <class Number>
std::string describeRange(std::string_view kind, Number defaultValue, Number minimum, Number maximum)
{
    const auto text = [](Number value) { return toString(ParameterValue(value)); };
    std::string range(kind);
    const bool low = minimum != std::numeric_limits<Number>::lowest();
    const bool high = maximum != std::numeric_limits<Number>::max();
    if (low && high)
        range += " from " + text(minimum) + " to " + text(maximum);
    else if (low)
        range += " of at least " + text(minimum);
    else if (high)
        range += " of at most " + text(maximum);
    return range + ", default " + text(defaultValue);
}

} // namespace

ParameterValue defaultValue(const ParameterDescription& parameter)
{
    return std::visit([](const auto& type) { return ParameterValue(type.defaultValue); }, parameter.type);
}

void setDefault(ParameterDescription& parameter, const ParameterValue& value)
{
    std::visit(
        [&value](auto& type) {
            using Held = decltype(type.defaultValue);
            assert(std::holds_alternative<Held>(value));
            type.defaultValue = *std::get_if<Held>(&value);
        },
        parameter.type);
}

Result<ParameterValue> parseParameter(const ParameterDescription& parameter, std::string_view text)
{
    return std::visit(
        Overloaded{
            [&](const FlagType&) -> Result<ParameterValue> {
                if (text != "true" && text != "false")
                    return badValue(parameter, text);
                return ParameterValue(text == "true");
            },
            [&](const IntegerType& type) { return parseNumber(parameter, text, type.minimum, type.maximum); },
            [&](const RealType& type) { return parseNumber(parameter, text, type.minimum, type.maximum); },
            [&](const ChoiceType& type) -> Result<ParameterValue> {
                for (const ChoiceType::Option& option : type.options)
                    if (option.name == text)
                        return ParameterValue(std::string(text));
                return badValue(parameter, text);
            },
            [&](const TextType& type) -> Result<ParameterValue> {
                if (type.check)
                    if (const Result<void> checked = type.check(text); !checked)
                        return badValue(parameter, text, checked.error().message);
                return ParameterValue(std::string(text));
            },
        },
        parameter.type);
}

std::string toString(const ParameterValue& value)
{
    return std::visit(Overloaded{
                          [](bool flag) { return std::string(flag ? "true" : "false"); },
                          [](std::int64_t number) { return std::to_string(number); },
                          [](double number) { return shortestText(number); },
                          [](const std::string& text) { return text; },
                      },
                      value);
}

std::string describeType(const ParameterDescription& parameter)
{
    return std::visit(
        Overloaded{
            [](const FlagType& type) {
                return std::string("true or false, default ") + (type.defaultValue ? "true" : "false");
            },
            [](const IntegerType& type) {
                return describeRange("an integer", type.defaultValue, type.minimum, type.maximum);
            },
            [](const RealType& type) {
                return describeRange("a number", type.defaultValue, type.minimum, type.maximum);
            },
            [](const ChoiceType& type) {
                std::string text = "one of ";
                for (const ChoiceType::Option& option : type.options)
                    text += (&option == type.options.data() ? "" : ", ") + option.name;
                return text + "; default " + type.defaultValue;
            },
            [](const TextType& type) {
                return type.syntax + (type.defaultValue.empty() ? "" : ", default " + type.defaultValue);
            },
        },
        parameter.type);
}

std::string describeUse(const ParameterDescription& parameter)
{
    if (!parameter.usedWith)
        return {};
    std::string text = "Used with --" + parameter.usedWith->parameter + " ";
    for (const std::string& choice : parameter.usedWith->choices)
        text += (&choice == parameter.usedWith->choices.data() ? "" : ", ") + choice;
    return text + ".";
}

bool isUsed(const ParameterDescription& parameter, const ParameterValues& values)
{
    if (!parameter.usedWith)
        return true;
    const auto other = values.all().find(parameter.usedWith->parameter);
    const std::vector<std::string>& choices = parameter.usedWith->choices;
    return other == values.all().end()
        || std::find(choices.begin(), choices.end(), toString(other->second)) != choices.end();
}

void ParameterValues::set(std::string name, ParameterValue value)
{
    m_values.insert_or_assign(std::move(name), std::move(value));
}

template <class T>
const T& ParameterValues::get(std::string_view name) const
{
    const auto found = m_values.find(name);
    assert(found != m_values.end() && std::holds_alternative<T>(found->second));
    return *std::get_if<T>(&found->second);
}
template const bool& ParameterValues::get<bool>(std::string_view) const;
template const std::int64_t& ParameterValues::get<std::int64_t>(std::string_view) const;
template const double& ParameterValues::get<double>(std::string_view) const;
template const std::string& ParameterValues::get<std::string>(std::string_view) const;

} // namespace atlas
