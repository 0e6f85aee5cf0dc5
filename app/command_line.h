// What the person typed, understood. No work is done here.
#pragma once

#include "core/io/read_options.h"
#include "core/support/result.h"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace atlas {

/// Options of every command that reads data.
struct CommonOptions {
    ReadOptions read;
    std::uint64_t seed = 1;
    std::size_t threads = 0; ///< 0 = all
    bool figures = true;
};

struct WindowCommand { ///< structatlas [DATA]
    std::string data;
    CommonOptions options;
};
struct MethodsCommand { ///< structatlas methods [NAME]
    std::string name;
};
struct ExampleCommand { ///< structatlas example NAME --out FILE
    std::string name;
    std::string out;
    CommonOptions options;
};
/// structatlas run METHOD DATA [--parameter value ...] --out DIR, or structatlas apply MODEL DATA --out DIR
struct RunCommand {
    std::string method; ///< empty where `model` is given: the model knows
    std::string model; ///< a file; empty = run the method
    std::string data;
    std::string out;
    std::string test;
    CommonOptions options;
    std::vector<std::pair<std::string, std::string>> parameters; ///< the method's own, unchecked
};
struct RecipeCommand { ///< structatlas recipe FILE [--data DATA] --out DIR
    std::string recipe;
    std::string data; ///< instead of the recipe's own; "" = its own
    std::string out;
    CommonOptions options;
};
struct DecodeCommand { ///< structatlas decode MODEL VECTORS.csv --out FILE
    std::string model;
    std::string vectors;
    std::string out;
    CommonOptions options;
};
struct HelpCommand { };
struct VersionCommand { };

using Command = std::variant<WindowCommand, MethodsCommand, ExampleCommand, RunCommand, RecipeCommand,
                             DecodeCommand, HelpCommand, VersionCommand>;

/// `arguments` without the program's name. Errors are ErrorCode::BadUse.
Result<Command> parseCommandLine(const std::vector<std::string>& arguments);

std::string helpText();

} // namespace atlas
