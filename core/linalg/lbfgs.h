// Maximises a smooth concave function by limited-memory BFGS with a preconditioner and a backtracking
// line search (Nocedal & Wright, Numerical Optimization, 2nd ed., algorithms 7.4 and 3.1).
// Every step taken raises the function (Armijo condition); where none can be found it stops.
// So the result is never worse than the start.
#pragma once

#include "core/linalg/dense.h"

#include <functional>

namespace atlas {

struct LbfgsParameters {
    int steps = 15;
    int memory = 8; ///< pairs kept
    double tolerance = 1e-9; ///< stops where a step raises the value by less than this share of it
};

struct LbfgsResult {
    double value = 0;
    int steps = 0; ///< taken
    int evaluations = 0; ///< of the function
};

/// value = f(x, gradient): the function and its gradient at x.
using Differentiable = std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)>;
/// Replaces v by B v, where B approximates the inverse of minus the Hessian and is positive definite.
using Preconditioner = std::function<void(Eigen::VectorXd& v)>;

/// Starts at x, leaves the best point found there.
LbfgsResult lbfgsMaximise(const Differentiable& f, const Preconditioner& precondition, Eigen::VectorXd& x,
                          const LbfgsParameters& parameters = {});

} // namespace atlas
