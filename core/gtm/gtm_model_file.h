// A GTM-SD map as a JSON file that people may read and edit, and what it says of other trees.
//
//   format          "structatlas gtm-sd"
//   version         1
//   grid, basis     [rows, columns] of the latent grid (C centres, row by row) and of the RBF centres
//   width_factor    the width of an RBF in spacings of their centres
//   regularisation  lambda
//   projection      "mean" or "mode"
//   stationarity    "positional" (one table of pi and A a position) or "full" (one for all)
//   emission        {"kind": "multinomial", "alphabet": [K texts], "weights": K rows of P numbers}
//                   or {"kind": "gaussian", "variance": v, "weights": d rows of P numbers}; P is the number
//                   of RBF centres + 1 (bias last)
//   prior           one row of C probabilities a table
//   switching       phi, one number a position; normalised to sum 1
//   transitions     a table each: C rows of C numbers, row i column j = P(parent i | child j)
//   classes         names of the training classes (may be empty)
//   places          [x, y, [votes of each class]]: the training trees' places, for 1-NN (may be empty)
//   provenance      source, trees, seed, iterations, loglikelihood: for people only
//
// Probabilities of a row of `prior` and of a column of a transition table must be non-negative and sum to 1
// within 1e-6, and are normalised. Entries may be 0.
//
// New trees: a label that training never saw is as likely in every state (probability 1/K): it tells nothing
// about where its node lies. Positions beyond those of training use the last table and weight. A Gaussian map
// needs vectors of its dimension.
#pragma once

#include "core/gtm/gtm_sd.h"
#include "core/gtm/map_vote.h"
#include "core/methods/method.h"

namespace atlas {

constexpr const char* gtmSdFormat = "structatlas gtm-sd";

struct GtmSdFile {
    GtmSdModel model;
    std::vector<std::string> alphabet; ///< multinomial: by label
    Projection projection = Projection::Mean;
    MapVoter voter;
    std::string source;
    std::size_t trees = 0;
    std::uint64_t seed = 0;
    std::size_t iterations = 0;
    double logLikelihood = 0;
};

std::string gtmSdText(const GtmSdFile& file);
/// ErrorCode::Malformed says which field is wrong, and how.
Result<GtmSdFile> readGtmSd(std::string_view text);

/// states x the labels of other trees: log P(label | state). ErrorCode::BadUse where the labels are of
/// another kind or dimension. `unseen` counts labels that training never saw.
Result<Eigen::MatrixXd> emissionsFor(const GtmSdModel& model, const std::vector<std::string>& alphabet,
                                     const LabelDictionary& labels, std::size_t* unseen = nullptr);

/// Where other trees lie: places of their roots (mean and mode), log-likelihoods.
struct GtmSdPlacement {
    std::shared_ptr<const MinimalDag> dag;
    TreePosteriors posteriors;
    Eigen::MatrixXd rowMeans; ///< 2 x rows
    Eigen::MatrixXd rowModes;
    std::vector<double> rowScores; ///< log-likelihoods
    std::size_t unseenLabels = 0;
};
Result<GtmSdPlacement> placeTrees(const GtmSdModel& model, const std::vector<std::string>& alphabet,
                                  const Dataset& trees, ProgressToken progress = {});

/// What `structatlas apply MODEL DATA` gives: projection.csv, subtrees.csv, responsibilities.csv,
/// trees.csv, predictions.csv where the model has classes; the figures map and levels; the metrics
/// loglikelihood and test_error_1nn. Details are a TreeMapReport.
Result<MethodOutput> applyGtmSd(const std::string& modelText, const MethodInput& input,
                                ProgressToken progress = {});

} // namespace atlas
