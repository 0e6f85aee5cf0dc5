#include "core/learning/sweep.h"

#include "core/learning/classifier.h"
#include "core/support/text.h"

#include <algorithm>

namespace atlas {

namespace {

/// Drops what the data cannot have, but for the largest possible.
std::vector<std::size_t> cutDown(std::vector<std::size_t> values, std::size_t n, const char* what,
                                 std::vector<std::string>& notes)
{
    const std::size_t most = n - 1;
    if (values.back() <= most)
        return values;
    for (std::size_t& value : values)
        value = std::min(value, most);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    notes.push_back("There are " + countText(n, "structure", "structures") + ": at most "
                    + std::to_string(most) + " " + what + " are tried.");
    return values;
}

Result<SweepParameters> checked(const DistanceSource& source, SweepParameters parameters,
                                std::vector<std::string>& notes)
{
    if (source.size() < 2)
        return Error{ErrorCode::BadUse, "A sweep needs at least two structures."};
    if (!usesNeighbours(parameters.method))
        return Error{ErrorCode::BadUse,
                     "A sweep needs a method that uses neighbours: isomap, lle or laplacian."};
    if (parameters.neighbours.empty() || parameters.components.empty() || parameters.neighbours.front() == 0
        || parameters.components.front() == 0)
        return Error{ErrorCode::BadUse, "A sweep needs numbers of neighbours and components from 1 on."};
    parameters.neighbours = cutDown(std::move(parameters.neighbours), source.size(), "neighbours", notes);
    parameters.components = cutDown(std::move(parameters.components), source.size(), "components", notes);
    return parameters;
}

} // namespace

Result<std::vector<Embedding>> sweepEmbeddings(const DistanceSource& source,
                                               const SweepParameters& parameters,
                                               const ProgressToken& progress)
{
    const Result<NeighbourLists> lists =
        nearestNeighbours(source, parameters.neighbours.back(), progress.stage("Finding neighbours", 0, 0.1));
    if (!lists)
        return lists.error();
    EmbeddingParameters embedding;
    embedding.method = parameters.method;
    embedding.components = parameters.components.back();
    std::vector<Embedding> embeddings;
    const double share = 0.9 / static_cast<double>(parameters.neighbours.size());
    for (const std::size_t k : parameters.neighbours) {
        const double from = 0.1 + share * static_cast<double>(embeddings.size());
        embedding.neighbours = k;
        Result<Embedding> made =
            embed(source, *lists, embedding, progress.stage("Embedding", from, from + share));
        if (!made)
            return made.error();
        embeddings.push_back(std::move(*made));
    }
    return embeddings;
}

Result<SweepResult> sweep(const DistanceSource& source, std::span<const ClassId> classes,
                          std::size_t classCount, const SweepParameters& given, const ProgressToken& progress)
{
    SweepResult result;
    const Result<SweepParameters> parameters = checked(source, given, result.notes);
    if (!parameters)
        return parameters.error();
    const Result<std::vector<Embedding>> embeddings =
        sweepEmbeddings(source, *parameters, progress.stage("Embedding", 0, 0.3));
    if (!embeddings)
        return embeddings.error();
    const std::size_t total = parameters->neighbours.size() * parameters->components.size();
    for (std::size_t k = 0; k < parameters->neighbours.size(); ++k)
        for (const std::size_t components : parameters->components) {
            const double done = static_cast<double>(result.cells.size()) / static_cast<double>(total);
            const Result<CrossValidationResult> validated = crossValidate(
                linearKernel((*embeddings)[k].coordinates.leftCols(static_cast<Eigen::Index>(components))),
                classes, classCount, parameters->validation,
                progress.stage("Training and testing", 0.3 + 0.7 * done,
                               0.3 + 0.7 * (done + 1.0 / static_cast<double>(total))));
            if (!validated)
                return validated.error();
            result.cells.push_back({parameters->neighbours[k], components, validated->accuracy,
                                    validated->minimum, validated->maximum, validated->deviation});
            if (result.cells.back().accuracy > result.cells[result.best].accuracy)
                result.best = result.cells.size() - 1;
            if (result.cells.size() == 1)
                result.notes.insert(result.notes.end(), validated->notes.begin(), validated->notes.end());
        }
    return result;
}

} // namespace atlas
