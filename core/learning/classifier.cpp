#include "core/learning/classifier.h"

#include "core/linalg/memory_limit.h"
#include "core/linalg/nearest_neighbours.h"

#include <libsvm/svm.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numeric>

namespace atlas {

namespace {

constexpr double cacheMegabytes = 40;
constexpr double stoppingTolerance = 1e-3; // libsvm's own

/// Thrown from libsvm's progress output, the one place where its training can be stopped. Its large cache is
/// freed on the way; some vectors of the length of the training set are lost.
struct CancelTraining { };

thread_local const ProgressToken* trainingToken = nullptr;

void listen(const char* /*text*/)
{
    if (trainingToken && trainingToken->cancelled())
        throw CancelTraining{};
}

svm_parameter parametersFor(double cost)
{
    svm_parameter parameters{};
    parameters.svm_type = C_SVC;
    parameters.kernel_type = PRECOMPUTED;
    parameters.C = cost;
    parameters.eps = stoppingTolerance;
    parameters.cache_size = cacheMegabytes;
    parameters.shrinking = 1;
    return parameters;
}

struct ModelDeleter {
    void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};

} // namespace

/// Row i is (0: i + 1), (1: k_i1), ..., (n: k_in): libsvm looks the value for row j up by j's own number, so
/// that parts of the rows can be trained on without copying.
struct SvmKernel::Nodes {
    std::size_t n = 0;
    std::vector<svm_node> nodes;

    svm_node* row(std::size_t i) { return nodes.data() + i * (n + 2); }
};

SvmKernel::SvmKernel() : m_nodes(std::make_unique<Nodes>()) { }
SvmKernel::~SvmKernel() = default;
SvmKernel::SvmKernel(SvmKernel&&) noexcept = default;
SvmKernel& SvmKernel::operator=(SvmKernel&&) noexcept = default;
std::size_t SvmKernel::size() const { return m_nodes->n; }

Result<SvmKernel> SvmKernel::make(const Eigen::MatrixXd& kernel)
{
    static std::once_flag once;
    std::call_once(once, [] { svm_set_print_string_function(&listen); });
    const auto n = static_cast<std::size_t>(kernel.rows());
    if (Result<void> fits =
            checkMemory(n * (n + 2) * sizeof(svm_node), "The support vector machine's kernel");
        !fits)
        return fits.error();
    if (!kernel.allFinite())
        return Error{ErrorCode::NonFinite, "The kernel holds a value that is not a finite number."};
    SvmKernel result;
    result.m_nodes->n = n;
    result.m_nodes->nodes.resize(n * (n + 2));
    const double mean = n == 0 ? 0 : kernel.diagonal().mean();
    const double scale = mean > 0 ? 1 / mean : 1;
    for (std::size_t i = 0; i < n; ++i) {
        svm_node* const row = result.m_nodes->row(i);
        row[0] = {0, static_cast<double>(i + 1)};
        for (std::size_t j = 0; j < n; ++j)
            row[j + 1] = {static_cast<int>(j + 1),
                          kernel(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) * scale};
        row[n + 1] = {-1, 0};
    }
    return result;
}

std::vector<ClassId> SvmKernel::trainAndPredict(std::span<const ClassId> classes,
                                                std::span<const std::size_t> train,
                                                std::span<const std::size_t> test, double cost,
                                                const ProgressToken& progress) const
{
    const bool oneClass = std::all_of(train.begin(), train.end(),
                                      [&](std::size_t i) { return classes[i] == classes[train.front()]; });
    if (oneClass)
        return std::vector<ClassId>(test.size(), classes[train.front()]);
    std::vector<double> labels;
    std::vector<svm_node*> rows;
    for (const std::size_t i : train) {
        labels.push_back(static_cast<double>(classes[i].value()));
        rows.push_back(m_nodes->row(i));
    }
    const svm_problem problem{static_cast<int>(train.size()), labels.data(), rows.data()};
    const svm_parameter parameters = parametersFor(cost);
    trainingToken = &progress;
    std::unique_ptr<svm_model, ModelDeleter> model;
    try {
        model.reset(svm_train(&problem, &parameters));
    } catch (const CancelTraining&) {
        trainingToken = nullptr;
        return std::vector<ClassId>(test.size(), classes[train.front()]);
    }
    trainingToken = nullptr;
    std::vector<ClassId> predicted;
    for (const std::size_t i : test)
        predicted.emplace_back(static_cast<std::size_t>(svm_predict(model.get(), m_nodes->row(i))));
    return predicted;
}

std::vector<ClassId> nearestNeighbourClasses(const Eigen::MatrixXd& distances,
                                             std::span<const ClassId> classes,
                                             std::span<const std::size_t> train,
                                             std::span<const std::size_t> test, std::size_t votes)
{
    std::vector<ClassId> predicted;
    std::vector<double> row(train.size());
    for (const std::size_t i : test) {
        for (std::size_t t = 0; t < train.size(); ++t)
            row[t] = distances(static_cast<Eigen::Index>(train[t]), static_cast<Eigen::Index>(i));
        const auto nearest = nearestInRow(row, row.size(), std::min(votes, row.size()));
        std::map<ClassId, std::size_t> counts;
        std::size_t most = 0;
        for (const auto& [distance, t] : nearest)
            most = std::max(most, ++counts[classes[train[t]]]);
        const auto winner = std::find_if(nearest.begin(), nearest.end(), [&](const auto& neighbour) {
            return counts[classes[train[neighbour.second]]] == most;
        });
        predicted.push_back(classes[train[winner->second]]);
    }
    return predicted;
}

Eigen::MatrixXd linearKernel(const Eigen::MatrixXd& rows)
{
    useSingleThreadedBlas();
    return rows * rows.transpose();
}

Result<std::vector<ClassId>> linearRegions(const Eigen::MatrixXd& coordinates,
                                           std::span<const ClassId> classes, const Eigen::MatrixXd& grid,
                                           double cost)
{
    const auto n = static_cast<std::size_t>(coordinates.rows());
    std::vector<std::size_t> train;
    for (std::size_t i = 0; i < n; ++i)
        if (classes[i].valid())
            train.push_back(i);
    if (train.empty())
        return Error{ErrorCode::BadUse, "Regions need structures with a class."};
    const Eigen::RowVectorXd mean = coordinates.colwise().mean();
    const Eigen::MatrixXd centred = coordinates.rowwise() - mean;
    const double scale = centred.squaredNorm() / static_cast<double>(n);
    Eigen::MatrixXd scaled = centred / std::sqrt(scale > 0 ? scale : 1);
    const Eigen::MatrixXd points = (grid.rowwise() - mean) / std::sqrt(scale > 0 ? scale : 1);
    // Two coordinates and a constant: the linear machine's own features, in libsvm's sparse form.
    std::vector<std::vector<svm_node>> nodes;
    const auto nodesOf = [](const Eigen::RowVectorXd& row) {
        std::vector<svm_node> result;
        for (Eigen::Index c = 0; c < row.size(); ++c)
            result.push_back({static_cast<int>(c + 1), row(c)});
        result.push_back({-1, 0});
        return result;
    };
    std::vector<double> labels;
    for (const std::size_t i : train) {
        nodes.push_back(nodesOf(scaled.row(static_cast<Eigen::Index>(i))));
        labels.push_back(static_cast<double>(classes[i].value()));
    }
    std::vector<svm_node*> rows;
    rows.reserve(nodes.size());
    for (std::vector<svm_node>& row : nodes)
        rows.push_back(row.data());
    svm_set_print_string_function(&listen);
    const svm_problem problem{static_cast<int>(train.size()), labels.data(), rows.data()};
    svm_parameter parameters = parametersFor(cost);
    parameters.kernel_type = LINEAR;
    const std::unique_ptr<svm_model, ModelDeleter> model(svm_train(&problem, &parameters));
    std::vector<ClassId> regions;
    for (Eigen::Index i = 0; i < points.rows(); ++i)
        regions.emplace_back(
            static_cast<std::size_t>(svm_predict(model.get(), nodesOf(points.row(i)).data())));
    return regions;
}

} // namespace atlas
