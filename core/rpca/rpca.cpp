#include "core/rpca/rpca.h"

#include "core/linalg/eigen_problems.h"
#include "core/linalg/memory_limit.h"
#include "core/rpca/rpca_solvers.h"
#include "core/rpca/substructure_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace atlas {

namespace {

constexpr std::array<std::pair<RpcaSolver, const char*>, 6> solverNames{
    {{RpcaSolver::Auto, "auto"},
     {RpcaSolver::Svd, "svd"},
     {RpcaSolver::QrSvd, "qr-svd"},
     {RpcaSolver::Gram, "gram"},
     {RpcaSolver::Covariance, "covariance"},
     {RpcaSolver::Lanczos, "lanczos"}}};

/// sum_t mu_t |X_t|^2
double squaredNorm(const RpcaInput& input)
{
    std::vector<double> norms(input.dag.size());
    double sum = 0;
    for (std::size_t t = 0; t < norms.size(); ++t) {
        norms[t] = input.items.squaredNorm(input.dag.items[t]);
        for (const RpcaDag::Arc& arc : input.dag.children(t))
            norms[t] += norms[arc.child];
        sum += input.dag.frequencies[t] * norms[t];
    }
    return sum;
}

/// The rule of fixSigns() for rows, without a copy of a matrix that may be the largest of all: the first of a
/// row's largest entries is positive. By the encodings, so that every solver gives the same.
void fixRowSigns(Eigen::MatrixXd& encodings)
{
    if (encodings.size() == 0)
        return;
    const Eigen::ArrayXd largest = encodings.cwiseAbs().rowwise().maxCoeff() * (1 - 1e-8);
    Eigen::ArrayXd signs = Eigen::ArrayXd::Zero(encodings.rows());
    for (Eigen::Index t = 0; t < encodings.cols(); ++t)
        for (Eigen::Index i = 0; i < encodings.rows(); ++i)
            if (signs(i) == 0 && std::abs(encodings(i, t)) >= largest(i))
                signs(i) = encodings(i, t) < 0 ? -1 : 1;
    encodings.array().colwise() *= signs;
}

/// Sigma^-2 as a vector.
Eigen::VectorXd inverseSquares(const RpcaResult& result)
{
    return result.singularValues.cwiseAbs2().cwiseInverse();
}

Result<RpcaSpectrum> solveSparse(const RpcaInput& input, RpcaResult& result, const ProgressToken& progress)
{
    const Result<SparseColumns> columns =
        sparseColumns(input, progress.stage("Writing the state space", 0, 0.1));
    if (!columns)
        return columns.error();
    const std::size_t side = std::min(columns->rows, columns->columns);
    if (result.solver == RpcaSolver::Auto) {
        const std::size_t asked = result.parameters.components;
        // Some components: Lanczos. All: the smaller of the kernel, which finds the rank
        // cheaply, and the covariance.
        if (asked > 0 && 4 * asked < side)
            result.solver = RpcaSolver::Lanczos;
        else
            result.solver = columns->columns <= 2 * columns->rows ? RpcaSolver::Gram : RpcaSolver::Covariance;
    }
    const ProgressToken stage = progress.stage("Finding components", 0.1, 1);
    if (result.solver == RpcaSolver::Gram)
        return solveGram(input, &*columns, result.parameters, stage);
    return result.solver == RpcaSolver::Lanczos ? solveLanczos(input, *columns, result.parameters, stage)
                                                : solveCovariance(input, *columns, result.parameters, stage);
}

Result<RpcaSpectrum> solve(const RpcaInput& input, RpcaResult& result, const ProgressToken& progress)
{
    switch (result.parameters.solver) {
    case RpcaSolver::Svd:
    case RpcaSolver::QrSvd:
        return solveDense(input, result.parameters, progress);
    case RpcaSolver::Gram:
        return solveGram(input, nullptr, result.parameters, progress);
    case RpcaSolver::Auto: // deep structures: the state space is large, and the kernel may fit
        if (sparseEntryCount(input) * 24 > static_cast<double>(memoryLimit())) {
            result.solver = RpcaSolver::Gram;
            return solveGram(input, nullptr, result.parameters, progress);
        }
        return solveSparse(input, result, progress);
    case RpcaSolver::Covariance:
    case RpcaSolver::Lanczos:
        return solveSparse(input, result, progress);
    }
    return Error{ErrorCode::BadUse, "There is no such solver."};
}

} // namespace

const char* toString(RpcaSolver solver)
{
    for (const auto& [value, name] : solverNames)
        if (value == solver)
            return name;
    return "";
}

std::optional<RpcaSolver> rpcaSolver(std::string_view name)
{
    for (const auto& [value, text] : solverNames)
        if (name == text)
            return value;
    return std::nullopt;
}

Result<RpcaResult> rpca(std::shared_ptr<const RpcaInput> input, const RpcaParameters& parameters,
                        ProgressToken progress)
{
    RpcaResult result;
    result.parameters = parameters;
    result.solver = parameters.solver;
    result.squaredNorm = squaredNorm(*input);
    Result<RpcaSpectrum> spectrum = solve(*input, result, progress);
    if (!spectrum)
        return spectrum.error();
    result.input = std::move(input);
    result.converged = spectrum->converged;
    result.rank = spectrum->rank;
    result.singularValues = std::move(spectrum->singularValues);
    result.encodings = std::move(spectrum->encodings);
    fixRowSigns(result.encodings);
    if (parameters.zeroMean)
        result.dummy = -result.encodings
            * Eigen::Map<const Eigen::VectorXd>(result.input->dag.frequencies.data(),
                                                result.encodings.cols());
    progress.report(1);
    return result;
}

Eigen::MatrixXd inputMatrix(const RpcaResult& result)
{
    const RpcaInput& input = *result.input;
    Eigen::MatrixXd w =
        Eigen::MatrixXd::Zero(result.encodings.rows(), static_cast<Eigen::Index>(input.coding.dimension()));
    Eigen::VectorXd dummyItem = Eigen::VectorXd::Zero(w.cols()); // the dummy column's item is -sum_t mu_t x_t
    for (std::size_t t = 0; t < input.dag.size(); ++t)
        for (const RpcaItems::Entry& entry : input.items.entries(input.dag.items[t])) {
            const double weight = input.dag.frequencies[t] * entry.value;
            w.col(entry.component) += weight * result.encodings.col(static_cast<Eigen::Index>(t));
            dummyItem(entry.component) -= weight;
        }
    if (result.dummy.size() > 0)
        w += result.dummy * dummyItem.transpose();
    return inverseSquares(result).asDiagonal() * w;
}

Eigen::MatrixXd childMatrix(const RpcaResult& result, std::size_t position)
{
    const RpcaDag& dag = result.input->dag;
    const Eigen::Index p = result.encodings.rows();
    // sum_t mu_t y_t y_ch^T, the parents of one child added up first
    std::vector<std::int64_t> place(dag.size(), -1);
    std::vector<std::uint32_t> children;
    for (const RpcaDag::Arc& arc : dag.arcs)
        if (arc.position == position && place[arc.child] < 0) {
            place[arc.child] = static_cast<std::int64_t>(children.size());
            children.push_back(arc.child);
        }
    Eigen::MatrixXd parents = Eigen::MatrixXd::Zero(p, static_cast<Eigen::Index>(children.size()));
    Eigen::VectorXd counts = Eigen::VectorXd::Zero(parents.cols());
    for (std::size_t t = 0; t < dag.size(); ++t)
        for (const RpcaDag::Arc& arc : dag.children(t))
            if (arc.position == position) {
                parents.col(place[arc.child]) +=
                    dag.frequencies[t] * result.encodings.col(static_cast<Eigen::Index>(t));
                counts(place[arc.child]) += dag.frequencies[t];
            }
    Eigen::MatrixXd below(p, parents.cols());
    for (std::size_t i = 0; i < children.size(); ++i)
        below.col(static_cast<Eigen::Index>(i)) = result.encodings.col(children[i]);
    if (result.dummy.size() > 0) // the dummy's child is -sum_t mu_t X_ch_c[t]
        parents -= result.dummy * counts.transpose();
    useSingleThreadedBlas();
    const Eigen::MatrixXd product = parents * below.transpose();
    return inverseSquares(result).asDiagonal() * product;
}

Eigen::VectorXd reconstructionErrors(const RpcaResult& result)
{
    const Eigen::Map<const Eigen::VectorXd> mu(result.input->dag.frequencies.data(), result.encodings.cols());
    const Eigen::VectorXd kept = result.encodings.cwiseAbs2() * mu;
    Eigen::VectorXd errors(kept.size() + 1);
    double left = result.squaredNorm;
    errors(0) = 1;
    for (Eigen::Index i = 0; i < kept.size(); ++i) {
        left -= kept(i);
        errors(i + 1) = std::max(0.0, left / result.squaredNorm);
    }
    // What is left by rounding is nothing.
    if (result.rank && *result.rank == result.components())
        errors(kept.size()) = errors(kept.size()) < 1e-12 ? 0 : errors(kept.size());
    return errors;
}

Result<RpcaEncoding> encode(const RpcaResult& model, const Dataset& data, ProgressToken progress)
{
    Result<RpcaNewInput> fresh =
        rpcaNewInput(data, model.input->coding, progress.stage("Coding structures", 0, 0.2));
    if (!fresh)
        return fresh.error();
    const Result<Eigen::MatrixXd> k =
        substructureKernel(*model.input, fresh->input, progress.stage("Comparing substructures", 0.2, 0.9));
    if (!k)
        return k.error();
    useSingleThreadedBlas();
    const Eigen::Map<const Eigen::VectorXd> mu(model.input->dag.frequencies.data(), model.encodings.cols());
    const RpcaDag& dag = fresh->input.dag;
    Eigen::MatrixXd columns(k->rows(), static_cast<Eigen::Index>(dag.roots.size()));
    for (std::size_t row = 0; row < dag.roots.size(); ++row)
        columns.col(static_cast<Eigen::Index>(row)) = k->col(dag.roots[row]);
    const Eigen::MatrixXd weighted = mu.asDiagonal() * columns;
    Eigen::MatrixXd sums = model.encodings * weighted; // X^T X_t, weighted, and the dummy's product with X_t
    if (model.dummy.size() > 0)
        sums -= model.dummy * weighted.colwise().sum();
    RpcaEncoding result;
    result.encodings = inverseSquares(model).asDiagonal() * sums;
    result.unseen = std::move(fresh->unseen);
    std::vector<double> norms(dag.size());
    for (std::size_t t = 0; t < dag.size(); ++t) {
        norms[t] = fresh->input.items.squaredNorm(dag.items[t]);
        for (const RpcaDag::Arc& arc : dag.children(t))
            norms[t] += norms[arc.child];
    }
    for (std::size_t row = 0; row < dag.roots.size(); ++row) {
        const double inside = result.encodings.col(static_cast<Eigen::Index>(row)).squaredNorm();
        const double share = std::max(0.0, 1 - inside / norms[dag.roots[row]]);
        result.outside.push_back(share < 1e-13 ? 0 : std::sqrt(share));
    }
    progress.report(1);
    return result;
}

} // namespace atlas
