// The method "som-sd": the neural rival of gtm-sd, with the same outputs; and its model file.
//
//   format "structatlas som-sd", version 1; grid [rows, columns]; mu1, mu2; alphabet: texts (symbols), or
//   dimension: the length of vector labels; weights: units rows of label weights; contexts: units rows of 2 L
//   numbers (x, y of each position); classes, places, provenance as in core/gtm/gtm_model_file.h.
//
// New trees: a label that training never saw costs the same at every unit (its term of eq. 1 is left out);
// children at positions beyond those of training are left out.
#pragma once

#include "core/gtm/map_vote.h"
#include "core/gtm/som_sd.h"
#include "core/methods/method.h"

namespace atlas {

constexpr const char* somSdFormat = "structatlas som-sd";

struct SomSdFile {
    SomSdModel model;
    std::vector<std::string> alphabet; ///< of symbols; empty for vectors
    MapVoter voter;
    std::string source;
    std::size_t trees = 0;
    std::uint64_t seed = 0;
};

std::string somSdText(const SomSdFile& file);
Result<SomSdFile> readSomSd(std::string_view text);

/// units x the labels of other trees: mu1 |y - w_i|^2. `unseen` counts labels that training never saw.
Result<Eigen::MatrixXd> somCostsFor(const SomSdModel& model, const std::vector<std::string>& alphabet,
                                    const LabelDictionary& labels, std::size_t* unseen = nullptr);

Result<MethodOutput> applySomSd(const std::string& modelText, const MethodInput& input,
                                ProgressToken progress = {});

Method somSdMethod();

} // namespace atlas
