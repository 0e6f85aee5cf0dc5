// One description of a parameter, from which the form in the window, the command line
// and the manual are made.
#pragma once

#include "core/support/result.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace atlas {

using ParameterValue = std::variant<bool, std::int64_t, double, std::string>;

struct FlagType {
    bool defaultValue = false;
};
struct IntegerType {
    std::int64_t defaultValue = 0;
    std::int64_t minimum = std::numeric_limits<std::int64_t>::min();
    std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
};
struct RealType {
    double defaultValue = 0;
    double minimum = std::numeric_limits<double>::lowest();
    double maximum = std::numeric_limits<double>::max();
};
struct ChoiceType {
    struct Option {
        std::string name; ///< as on the command line
        std::string help;
    };
    std::string defaultValue;
    std::vector<Option> options;
};
/// A text with a syntax of its own: "10x10", "1:30", "5%", a file name.
struct TextType {
    std::string defaultValue;
    std::string syntax; ///< for the help: "ROWSxCOLUMNS"
    std::function<Result<void>(std::string_view)> check = {}; ///< empty = any text
};

/// Some choices of another parameter make no use of this one: the form hides it then, the command line takes
/// and ignores it.
struct ParameterUse {
    /// A choice of the same method; where the method has no such parameter, this one is always used.
    std::string parameter;
    std::vector<std::string> choices; ///< that use it
};

struct ParameterDescription {
    std::string name; ///< as on the command line, without the dashes: "min-support"
    std::string title; ///< in the form: "Minimum support"
    std::string help; ///< what it does, in a sentence or two; the paper's equation where there is one
    std::string unit = {}; ///< "" = a plain number
    std::variant<FlagType, IntegerType, RealType, ChoiceType, TextType> type = FlagType{};
    std::optional<ParameterUse> usedWith = {}; ///< none = always
};

ParameterValue defaultValue(const ParameterDescription& parameter);
/// Precondition: the value is of the parameter's type.
void setDefault(ParameterDescription& parameter, const ParameterValue& value);

/// Reads a value from the command line's text and checks its range. The error names the parameter, what was
/// given and what is allowed.
Result<ParameterValue> parseParameter(const ParameterDescription& parameter, std::string_view text);

/// As the command line would write it.
std::string toString(const ParameterValue& value);

/// "integer from 1 to 100, default 10", "one of dag, forest; default dag".
std::string describeType(const ParameterDescription& parameter);

/// "Used with --kernel graphlet, random-walk."; "" = always.
std::string describeUse(const ParameterDescription& parameter);

/// The values of all parameters of one run, by name.
class ParameterValues {
public:
    void set(std::string name, ParameterValue value);

    /// Precondition: the method has a parameter of that name and type.
    bool flag(std::string_view name) const { return get<bool>(name); }
    std::int64_t integer(std::string_view name) const { return get<std::int64_t>(name); }
    double real(std::string_view name) const { return get<double>(name); }
    const std::string& text(std::string_view name) const { return get<std::string>(name); } ///< choices too

    const std::map<std::string, ParameterValue, std::less<>>& all() const { return m_values; }

private:
    template <class T>
    const T& get(std::string_view name) const;
    std::map<std::string, ParameterValue, std::less<>> m_values;
};

/// Whether the other values leave a use for this parameter.
bool isUsed(const ParameterDescription& parameter, const ParameterValues& values);

} // namespace atlas
