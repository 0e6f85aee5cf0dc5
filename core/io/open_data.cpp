#include "core/io/open_data.h"

#include "core/examples/examples.h"

#include <algorithm>

namespace atlas {

namespace {

constexpr std::string_view examplePrefix = "example:";

} // namespace

std::string_view exampleName(std::string_view spec)
{
    return spec.starts_with(examplePrefix) ? spec.substr(examplePrefix.size()) : std::string_view();
}

Result<DatasetPtr> openData(const std::string& spec, const ReadOptions& options, std::uint64_t seed,
                            ProgressToken progress)
{
    if (spec.starts_with(examplePrefix)) {
        Result<DatasetPtr> made =
            makeExample(exampleName(spec), seed, progress.stage("Making the example", 0, 0.8));
        if (!made)
            return made;
        return convertDataset(std::move(*made), options, progress.stage("Converting", 0.8, 1));
    }
    Result<DatasetPtr> data = readDataset(spec, options, progress);
    const auto known = examples();
    if (!data && data.error().code == ErrorCode::NotFound
        && std::any_of(known.begin(), known.end(), [&](const ExampleInfo& e) { return e.name == spec; }))
        return Error{ErrorCode::NotFound,
                     "There is no such file or folder; the example of this name is 'example:" + spec + "'.",
                     {spec}};
    return data;
}

} // namespace atlas
