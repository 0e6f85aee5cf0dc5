// Recursive principal component analysis of structures (A. Sperduti, "Efficient Computation of Recursive
// Principal Component Analysis for Structured Input"): vectors for trees, sequences and graphs, and for all
// their substructures, from which the structures can be rebuilt.
//
// X has a column X_t for every substructure t: all the items of t, each at its path (state_space.h). With U
// the eigenvectors of X X^T to the p largest eigenvalues sigma^2,
//
//   y_t = U^T X_t,   W_x = U^T [I; 0],   W_c = U^T P_c U     (section 2.3; W_v and W_y of eq. 9 for graphs)
//
// with P_c the push to child position c. At p = rank, y_u = W_x x_u + sum_c W_c y_ch_c[u] (eq. 7) holds
// exactly, and W_x^T y_u = x_u, W_c^T y_u = y_ch_c[u] rebuild the structure (eqs. 3, 4). Columns that are
// equal enter once, times the square root of their frequency mu (section 3.4).
//
// Everything follows from the encodings y_t of the distinct substructures alone, without U or the state
// space: U = X D Y^T Sigma^-2 with D = diag(mu), so that
//
//   W_x = Sigma^-2 sum_t mu_t y_t x_t^T,   W_c = Sigma^-2 sum_t mu_t y_t y_ch_c[t]^T,
//
// and a vector y stands for the state U y = sum_t a_t X_t with a = D Y^T Sigma^-2 y (decoder.h reads it).
//
// Solvers, which give the same: direct SVD of the dense matrix and QR+SVD (section 3.5), on all columns or
// on the distinct ones; *gram*: the kernel K = X^T X by recursion (substructure_kernel.h), K = L L^T (rank r)
// and the eigenproblem of L^T D L (r x r); *covariance*: the eigenproblem of X D X^T on the merged rows of
// the sparse state space; *lanczos*: the same, applied and never formed, for some components of large data.
// gram, covariance and lanczos find squares: singular values below 1e-7 of the largest are not resolved.
// auto: lanczos for some components, else gram (with only those columns of K that the decomposition
// asks for) or covariance, whichever is smaller. LAPACK cannot be interrupted: a cancel leaves
// it behind (core/parallel/abandonable.h).
//
// Zero mean: one dummy column -sum_t mu_t X_t of frequency 1 makes the columns sum to 0 (the paper's
// y_dummy). It adds no dimension; it makes the mean's direction the first component.
//
// Departures: below the rank, y_t is the projection U^T X_t (eq. 7 would project again at every node), so
// that the first components are the same for every p and error(p) is the least there is.
//
// Cost: see the solvers. Memory is checked before it is taken: ErrorCode::TooLarge says the numbers.
#pragma once

#include "core/linalg/dense.h"
#include "core/rpca/rpca_input.h"
#include "core/rpca/state_space.h"

#include <memory>
#include <optional>

namespace atlas {

enum class RpcaSolver { Auto, Svd, QrSvd, Gram, Covariance, Lanczos };
enum class RpcaColumns { All, Dag };
const char* toString(RpcaSolver solver); ///< as on the command line
std::optional<RpcaSolver> rpcaSolver(std::string_view name);

struct RpcaParameters {
    std::size_t components = 0; ///< p; 0 = all. More than the rank: as many as the rank
    RpcaSolver solver = RpcaSolver::Auto;
    RpcaColumns columns = RpcaColumns::Dag; ///< svd and qr-svd only
    RpcaState state = RpcaState::Minimal; ///< svd and qr-svd only
    bool zeroMean = false;
};

struct RpcaResult {
    std::shared_ptr<const RpcaInput> input;
    RpcaParameters parameters;
    RpcaSolver solver = RpcaSolver::Gram; ///< the one that was used
    bool converged = true; ///< false: Lanczos stopped at its limit, and these are its last
    Eigen::VectorXd singularValues; ///< p of them, falling
    Eigen::MatrixXd encodings; ///< Y: p x DAG nodes
    Eigen::VectorXd dummy; ///< the dummy column's encoding; empty without zero mean
    std::optional<std::size_t> rank; ///< of X, where the solver finds it
    double squaredNorm = 0; ///< sum_t mu_t |X_t|^2

    std::size_t components() const { return static_cast<std::size_t>(singularValues.size()); }
};

Result<RpcaResult> rpca(std::shared_ptr<const RpcaInput> input, const RpcaParameters& parameters = {},
                        ProgressToken progress = {});

/// The rank of X by the kernel and Cholesky's decomposition, for results of a truncated solver.
Result<std::size_t> rpcaRank(const RpcaInput& input, ProgressToken progress = {});

/// W_x (or W_v): p x dimension of an item.
Eigen::MatrixXd inputMatrix(const RpcaResult& result);
/// W_c (or W_y with position 0): p x p. Precondition: position < outdegree.
Eigen::MatrixXd childMatrix(const RpcaResult& result, std::size_t position);

/// error(p) = sum_t mu_t |X_t - U_p U_p^T X_t|^2 / sum_t mu_t |X_t|^2, for p = 0 ... components(): the share
/// of all labels' squares that p components lose. The first is 1, the last 0 where p is the rank.
Eigen::VectorXd reconstructionErrors(const RpcaResult& result);

/// Encodings of new structures, by U^T X_t = Sigma^-2 Y D k_t with k_t the kernel to the known substructures.
struct RpcaEncoding {
    Eigen::MatrixXd encodings; ///< p x structures
    /// |X - U U^T X| / |X|: the part that lies outside the space of the encodings.
    std::vector<double> outside;
    std::vector<std::size_t> unseen; ///< nodes whose label was never seen
};
Result<RpcaEncoding> encode(const RpcaResult& model, const Dataset& data, ProgressToken progress = {});

} // namespace atlas
