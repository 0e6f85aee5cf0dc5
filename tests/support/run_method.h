// Runs a method as the command line would: defaults, overridden by "name", "value" pairs.
#pragma once

#include "core/methods/method.h"

#include <QtTest>

#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

inline ParameterValues valuesOf(const MethodDescription& method, const GivenParameters& given)
{
    ParameterValues values;
    for (const ParameterDescription& parameter : method.parameters) {
        values.set(parameter.name, defaultValue(parameter));
        for (const auto& [name, text] : given)
            if (name == parameter.name)
                values.set(name, *parseParameter(parameter, text));
    }
    return values;
}

inline double metric(const MethodOutput& output, const std::string& name)
{
    for (const auto& [key, value] : output.metrics)
        if (key == name)
            return std::get<double>(value);
    return std::numeric_limits<double>::quiet_NaN();
}

inline const Table* table(const MethodOutput& output, const std::string& name)
{
    for (const Table& table : output.tables)
        if (table.name() == name)
            return &table;
    return nullptr;
}

/// All tables and files as one text: equal results are equal bytes.
inline std::string allText(const MethodOutput& output)
{
    std::string text;
    for (const Table& table : output.tables)
        text += table.name() + "\n" + table.toCsv();
    for (const OutputFile& file : output.files)
        text += file.name + "\n" + file.content;
    return text;
}

} // namespace atlas::test
