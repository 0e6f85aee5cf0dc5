// The steps of a session as a file: which data, how they were read, which methods ran with which parameters
// and seeds. `structatlas recipe FILE --out DIR` repeats them without a display and gives the same tables.
//
// The JSON: {"format": "structatlas recipe", "version": 1, "data": {"source": "x.smi" or "example:grammar",
// "sha256": "...", "seed": 1, "options": {"format": "smiles", ...}}, "steps": [{"name": "01-describe",
// "method": "describe", "seed": 1, "parameters": {"name": "text as on the command line", ...}}, ...]}.
// Options and parameters that are left out have their defaults. A relative source is looked for
// beside the recipe.
#pragma once

#include "core/io/read_options.h"
#include "core/methods/method.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace atlas {

struct RecipeStep {
    std::string name; ///< of its folder of results: "02-embed"
    const Method* method = nullptr;
    ParameterValues values = {};
    std::uint64_t seed = 1;
};

struct Recipe {
    std::string source;
    std::string sourceHash = {}; ///< "" = not known
    std::uint64_t dataSeed = 1; ///< of an example
    ReadOptions readOptions = {};
    std::vector<RecipeStep> steps = {};
};

/// "02-embed" for the second step.
std::string stepName(std::size_t index, const Method& method);

std::string recipeText(const Recipe& recipe);
/// ErrorCode::Malformed says which step or option is wrong; unknown methods and parameters are refused.
Result<Recipe> readRecipe(std::string_view text);

/// Where the data are: `given` where the person names them anew, else the recipe's own, beside the recipe
/// where it is relative.
std::string recipeSource(const Recipe& recipe, const std::filesystem::path& folder, const std::string& given);

/// The command that repeats one step, quoted for a shell: structatlas run METHOD DATA --parameter value ...
/// --out DIR. Only what differs from the defaults.
std::string commandLine(const Recipe& recipe, const RecipeStep& step);

} // namespace atlas
