#include "widgets/results/result_views.h"

#include "widgets/results/confusion_view.h"
#include "widgets/results/embedding_view.h"
#include "widgets/results/levels_view.h"
#include "widgets/results/map_view.h"
#include "widgets/results/matrix_view.h"
#include "widgets/results/pattern_gallery_view.h"
#include "widgets/results/perceptron_view.h"
#include "widgets/results/projection_view.h"
#include "widgets/results/rpca_view.h"
#include "widgets/results/sweep_view.h"

#include <map>
#include <string>

namespace atlas {

namespace {

using Factory = ResultView* (*)(const ResultContext&);

template <class View>
ResultView* make(const ResultContext& context)
{
    return new View(context);
}

/// One line a method.
const std::map<std::string, std::vector<Factory>>& factories()
{
    static const std::map<std::string, std::vector<Factory>> all{
        {"classify", {make<ConfusionView>}},
        {"embed", {make<EmbeddingView>, make<MatrixView>}},
        {"explain", {make<PatternGalleryView>}},
        {"gpca", {make<PatternGalleryView>, make<ProjectionView>}},
        {"gtm-sd", {make<MapView>, make<LevelsView>}},
        {"kernel", {make<MatrixView>}},
        {"mine", {make<PatternGalleryView>}},
        {"perceptron", {make<PerceptronView>}},
        {"rpca", {make<RpcaView>}},
        {"som-sd", {make<MapView>, make<LevelsView>}},
        {"sweep", {make<SweepView>}},
    };
    return all;
}

} // namespace

std::vector<ResultView*> makeResultViews(const ResultContext& context)
{
    std::vector<ResultView*> views;
    if (const auto found = factories().find(context.method->description.name); found != factories().end())
        for (const Factory factory : found->second)
            views.push_back(factory(context));
    return views;
}

bool hasResultViews(const Method& method) { return factories().contains(method.description.name); }

} // namespace atlas
