#include "core/gtm/emission.h"
#include "core/gtm/model_json.h"
#include "core/gtm/som_sd_method.h"

#include <unordered_map>

namespace atlas {

using Eigen::Index;
using modeljson::Json;

std::string somSdText(const SomSdFile& file)
{
    const SomSdModel& model = file.model;
    std::string text = std::string("{\n \"format\": \"") + somSdFormat + "\",\n \"version\": 1,\n \"grid\": "
        + modeljson::gridText(model.grid) + ",\n \"mu1\": " + shortestText(model.labelWeight)
        + ",\n \"mu2\": " + shortestText(model.contextWeight);
    if (file.alphabet.empty())
        text += ",\n \"dimension\": " + std::to_string(model.weights.cols());
    else
        text += ",\n \"alphabet\": " + modeljson::textsText(file.alphabet);
    text += ",\n \"weights\": " + modeljson::matrixText(model.weights)
        + ",\n \"contexts\": " + modeljson::matrixText(model.contexts) + modeljson::voterText(file.voter);
    return text + ",\n \"provenance\": {\"source\": "
        + Json(file.source).dump(-1, ' ', false, Json::error_handler_t::replace) + ", \"trees\": "
        + std::to_string(file.trees) + ", \"seed\": " + std::to_string(file.seed) + "}\n}\n";
}

Result<SomSdFile> readSomSd(std::string_view text)
{
    return modeljson::read<SomSdFile>(text, somSdFormat, [](const Json& json) {
        SomSdFile file;
        file.model.grid = modeljson::grid(json, "grid");
        file.model.labelWeight = modeljson::number(json, "mu1");
        file.model.contextWeight = modeljson::number(json, "mu2");
        if (file.model.labelWeight < 0 || file.model.contextWeight < 0)
            throw std::invalid_argument("'mu1' and 'mu2' must be at least 0");
        double dimension = 0;
        if (json.contains("alphabet")) {
            file.alphabet = modeljson::texts(json, "alphabet");
            dimension = static_cast<double>(file.alphabet.size());
        } else {
            dimension = modeljson::number(json, "dimension");
        }
        if (!(dimension >= 1 && dimension <= 1e9))
            throw std::invalid_argument("the labels need an 'alphabet' or a 'dimension' of at least 1");
        const auto units = static_cast<Index>(file.model.grid.count());
        file.model.weights = modeljson::matrix(json, "weights", units, static_cast<Index>(dimension));
        const Json& contexts = modeljson::field(json, "contexts");
        const std::size_t columns =
            contexts.is_array() && !contexts.empty() && contexts[0].is_array() ? contexts[0].size() : 0;
        if (columns == 0 || columns % 2 != 0)
            throw std::invalid_argument("rows of 'contexts' need x and y of at least one position");
        file.model.contexts = modeljson::matrixOf(contexts, "contexts", units, static_cast<Index>(columns));
        file.voter = modeljson::voter(json);
        return file;
    });
}

Result<Eigen::MatrixXd> somCostsFor(const SomSdModel& model, const std::vector<std::string>& alphabet,
                                    const LabelDictionary& labels, std::size_t* unseen)
{
    if (alphabet.empty()) {
        if (labels.dimension() != static_cast<std::size_t>(model.weights.cols()))
            return Error{ErrorCode::BadUse,
                         "This map is of labels with " + std::to_string(model.weights.cols())
                             + " numbers each; these trees have other labels."};
        return somLabelCosts(model, labels);
    }
    if (labels.dimension() > 0)
        return Error{ErrorCode::BadUse, "This map is of symbols; these trees have vector labels."};
    std::unordered_map<std::string_view, Index> columns;
    for (std::size_t k = 0; k < alphabet.size(); ++k)
        columns.emplace(alphabet[k], static_cast<Index>(k));
    const Eigen::MatrixXd known = somLabelCosts(model, LabelDictionary());
    Eigen::MatrixXd costs = Eigen::MatrixXd::Zero(known.rows(), static_cast<Index>(labels.size()));
    for (std::size_t k = 0; k < labels.size(); ++k) {
        const auto found = columns.find(labels.text(LabelId(k)));
        if (found != columns.end())
            costs.col(static_cast<Index>(k)) = known.col(found->second);
        if (unseen)
            *unseen += found == columns.end() ? 1 : 0;
    }
    return costs;
}

} // namespace atlas
