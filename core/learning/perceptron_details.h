// What a run of the perceptron method leaves for a view: the curves while it learns; in the end also the
// model at work on the data, its predictions and its strongest subtrees.
#pragma once

#include "core/learning/perceptron_report.h"

#include <optional>

namespace atlas {

struct PerceptronDetails {
    std::vector<LearningPoint> curve;
    PerceptronEngineKind engine = PerceptronEngineKind::Dag;
    std::vector<LearningPoint> compared; ///< the same trees with the other engine; empty = not asked for

    // Missing in previews, which have no scorer:
    std::shared_ptr<const PerceptronResult> result;
    DatasetPtr data; ///< what the following is about
    bool isTestData = false; ///< other trees than those learned from
    std::shared_ptr<const PerceptronScorer> scorer; ///< with `data` in use
    PerceptronPredictions predictions;
    Confusion confusion;
    std::vector<PerceptronFragment> fragments;

    /// The trees learned from that were wrong when they came by, increasing, each once.
    std::vector<RowId> mistakenRows() const;

    /// What each node of a tree adds to a column's score, or without a column to the score of the class
    /// predicted for it, on a logarithmic scale that keeps signs: asinh(1000 s / largest |s|). Under SST with
    /// decay 1 a root can count a million times its children, and yet people want to see both. Empty where
    /// the scores pass what numbers can hold.
    std::vector<double> contributions(RowId row, std::optional<std::size_t> column) const;
};

using PerceptronDetailsPtr = std::shared_ptr<const PerceptronDetails>;

} // namespace atlas
