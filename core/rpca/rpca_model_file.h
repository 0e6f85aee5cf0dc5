// A recursive PCA as files: model.json (the coding, the distinct substructures with their frequencies,
// singular values) and CSV matrices beside it: model_encodings.csv (a row each substructure; with it new
// structures are encoded and vectors decoded), and for other programs model_w_x.csv and model_w_0.csv, ...
// (the paper's W_x and W_c, a row a component), the latter where they are not too large.
#pragma once

#include "core/methods/method.h"
#include "core/rpca/rpca.h"

#include <filesystem>

namespace atlas {

/// The "format" of its JSON.
inline constexpr const char* rpcaModelFormat = "structatlas rpca";

/// The files, model.json first. Empty where the matrices would hold more than ten million numbers.
std::vector<OutputFile> rpcaModelFiles(const RpcaResult& result);

/// Whether a JSON text is a model of this kind.
bool isRpcaModel(std::string_view modelText);

/// Reads model.json and the matrix beside it. Every number is checked: a damaged
/// model is ErrorCode::Malformed.
Result<RpcaResult> loadRpcaModel(const std::filesystem::path& model);

/// Encodes new structures: encoding.csv, projection.csv, and outside.csv (id, name, outside, unseen: the
/// share of a structure that lies outside the space, and its nodes with labels never seen).
Result<MethodOutput> applyRpca(const std::filesystem::path& model, const MethodInput& input,
                               ProgressToken progress = {});

/// Rebuilds structures from vectors: CSV with a header as encoding.csv has (y1, y2, ...; a column "name" or
/// "id" names the structures), or rows of numbers alone. Missing components count as 0. The data set has the
/// properties "confidence" and "mean_confidence"; trees are best written as JSON lines, graphs as gSpan.
Result<DatasetPtr> decodeVectors(const std::filesystem::path& model, const std::string& vectorsCsv,
                                 ProgressToken progress = {});

} // namespace atlas
