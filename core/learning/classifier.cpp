#include "core/learning/classifier.h"

#include "core/linalg/memory_limit.h"
#include "core/linalg/nearest_neighbours.h"
#include "core/parallel/parallel_for.h"

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
/// Dots of libsvm's output, one for as many iterations as a machine has examples, at most 1,000.
constexpr int mostDots = 4000;

/// Thrown from libsvm's progress output, the one place where its training can be stopped. Its large cache is
/// freed on the way; some vectors of the length of the training set are lost (7 KB for 135 examples).
struct CancelTraining { };
struct NotConverging { };

thread_local const ProgressToken* trainingToken = nullptr;
thread_local int trainingDots = 0;

void listen(const char* text)
{
    if (trainingToken && trainingToken->cancelled())
        throw CancelTraining{};
    if (text[0] == '\n') // "optimization finished": the next of one against one begins
        trainingDots = 0;
    else if (++trainingDots > mostDots)
        throw NotConverging{};
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

void listenToTraining()
{
    static std::once_flag once;
    std::call_once(once, [] { svm_set_print_string_function(&listen); });
}

struct ModelDeleter {
    void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
using ModelPtr = std::unique_ptr<svm_model, ModelDeleter>;

/// Null where the person cancelled. Some problems (points that nearly coincide, a large cost) creep towards
/// their optimum for millions of iterations: these are trained anew with ten times the tolerance. It ends: the
/// start violates no condition by more than 2.
ModelPtr trainMachine(const svm_problem& problem, svm_parameter parameters, const ProgressToken& progress)
{
    listenToTraining();
    trainingToken = &progress;
    ModelPtr model;
    for (; !model; parameters.eps *= 10) {
        trainingDots = 0;
        try {
            model.reset(svm_train(&problem, &parameters));
        } catch (const NotConverging&) {
            continue;
        } catch (const CancelTraining&) {
            break;
        }
    }
    trainingToken = nullptr;
    return model;
}

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
    const ModelPtr model = trainMachine(problem, parametersFor(cost), progress);
    if (!model)
        return std::vector<ClassId>(test.size(), classes[train.front()]);
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

namespace {

using Nodes = std::vector<svm_node>;

Nodes nodesOf(const Eigen::RowVectorXd& row)
{
    Nodes nodes;
    for (Eigen::Index c = 0; c < row.size(); ++c)
        nodes.push_back({static_cast<int>(c + 1), row(c)});
    nodes.push_back({-1, 0});
    return nodes;
}

/// One against one: w x - rho > 0 votes for the first of a pair of classes. libsvm would go through all
/// support vectors at every point.
class LinearMachine {
public:
    LinearMachine(const svm_model& model, Eigen::Index dimension) : m_classes(model.nr_class)
    {
        const auto count = static_cast<std::size_t>(m_classes);
        for (std::size_t c = 0; c < count; ++c)
            m_labels.emplace_back(static_cast<std::size_t>(model.label[c]));
        std::vector<std::size_t> first(count + 1, 0);
        for (std::size_t c = 0; c < count; ++c)
            first[c + 1] = first[c] + static_cast<std::size_t>(model.nSV[c]);
        for (std::size_t a = 0, pair = 0; a < count; ++a)
            for (std::size_t b = a + 1; b < count; ++b, ++pair) {
                Eigen::VectorXd weights = Eigen::VectorXd::Zero(dimension);
                for (std::size_t v = first[a]; v < first[a + 1]; ++v)
                    add(model.sv_coef[b - 1][v], model.SV[v], weights);
                for (std::size_t v = first[b]; v < first[b + 1]; ++v)
                    add(model.sv_coef[a][v], model.SV[v], weights);
                m_weights.push_back(std::move(weights));
                m_offsets.push_back(model.rho[pair]);
            }
    }

    ClassId predict(const Eigen::RowVectorXd& point) const
    {
        std::vector<int> votes(static_cast<std::size_t>(m_classes), 0);
        std::size_t pair = 0;
        for (std::size_t a = 0; a < votes.size(); ++a)
            for (std::size_t b = a + 1; b < votes.size(); ++b, ++pair)
                ++votes[point.dot(m_weights[pair]) - m_offsets[pair] > 0 ? a : b];
        return m_labels[static_cast<std::size_t>(std::max_element(votes.begin(), votes.end())
                                                 - votes.begin())];
    }

private:
    static void add(double factor, const svm_node* nodes, Eigen::VectorXd& weights)
    {
        for (; nodes->index > 0; ++nodes)
            weights(nodes->index - 1) += factor * nodes->value;
    }

    int m_classes;
    std::vector<ClassId> m_labels;
    std::vector<Eigen::VectorXd> m_weights; // by pair of classes
    std::vector<double> m_offsets;
};

/// Trains on nodes that libsvm refers to; null where the person cancelled.
ModelPtr trainLinear(std::vector<Nodes>& nodes, std::vector<double>& labels, double cost,
                     const ProgressToken& progress)
{
    std::vector<svm_node*> rows;
    rows.reserve(nodes.size());
    for (Nodes& row : nodes)
        rows.push_back(row.data());
    const svm_problem problem{static_cast<int>(rows.size()), labels.data(), rows.data()};
    svm_parameter parameters = parametersFor(cost);
    parameters.kernel_type = LINEAR;
    return trainMachine(problem, parameters, progress);
}

} // namespace

Result<std::vector<ClassId>> linearRegions(const Eigen::MatrixXd& coordinates,
                                           std::span<const ClassId> classes, const Eigen::MatrixXd& grid,
                                           double cost, const ProgressToken& progress)
{
    const auto n = static_cast<std::size_t>(coordinates.rows());
    const Eigen::RowVectorXd mean = coordinates.colwise().mean();
    const double spread = std::sqrt((coordinates.rowwise() - mean).squaredNorm()
                                    / static_cast<double>(std::max<std::size_t>(n, 1)));
    const double scale = spread > 0 ? 1 / spread : 1;
    std::vector<Nodes> nodes;
    std::vector<double> labels;
    for (std::size_t i = 0; i < n; ++i)
        if (classes[i].valid()) {
            nodes.push_back(nodesOf((coordinates.row(static_cast<Eigen::Index>(i)) - mean) * scale));
            labels.push_back(static_cast<double>(classes[i].value()));
        }
    if (labels.empty())
        return Error{ErrorCode::BadUse, "Regions need structures with a class."};
    if (std::all_of(labels.begin(), labels.end(), [&](double label) { return label == labels.front(); }))
        return std::vector<ClassId>(static_cast<std::size_t>(grid.rows()),
                                    ClassId(static_cast<std::size_t>(labels.front())));
    const ModelPtr model = trainLinear(nodes, labels, cost, progress);
    if (!model || progress.cancelled())
        return Error{ErrorCode::Cancelled, "The computation was cancelled."};
    const LinearMachine machine(*model, coordinates.cols());
    std::vector<ClassId> regions(static_cast<std::size_t>(grid.rows()));
    const auto judge = [&](std::size_t i) {
        regions[i] = machine.predict((grid.row(static_cast<Eigen::Index>(i)) - mean) * scale);
    };
    if (Result<void> done = parallelFor(regions.size(), 1024, judge, progress); !done)
        return done.error();
    return regions;
}

} // namespace atlas
