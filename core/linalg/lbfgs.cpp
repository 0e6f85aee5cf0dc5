#include "core/linalg/lbfgs.h"

#include <cmath>
#include <deque>
#include <vector>

namespace atlas {

namespace {

struct Correction {
    Eigen::VectorXd step; // s = x' - x
    Eigen::VectorXd decrease; // y = gradient - gradient' (f is concave: s.y > 0)
    double rho = 0; // 1 / s.y
};

/// The two-loop recursion: an ascent direction.
Eigen::VectorXd direction(const Eigen::VectorXd& gradient, const std::deque<Correction>& corrections,
                          const Preconditioner& precondition)
{
    Eigen::VectorXd d = gradient;
    std::vector<double> alphas(corrections.size());
    for (std::size_t i = corrections.size(); i-- > 0;) {
        alphas[i] = corrections[i].rho * corrections[i].step.dot(d);
        d -= alphas[i] * corrections[i].decrease;
    }
    precondition(d);
    for (std::size_t i = 0; i < corrections.size(); ++i) {
        const double beta = corrections[i].rho * corrections[i].decrease.dot(d);
        d += (alphas[i] - beta) * corrections[i].step;
    }
    return d;
}

} // namespace

LbfgsResult lbfgsMaximise(const Differentiable& f, const Preconditioner& precondition, Eigen::VectorXd& x,
                          const LbfgsParameters& parameters)
{
    constexpr double armijo = 1e-4;
    constexpr double smallestStep = 1e-10;
    Eigen::VectorXd gradient(x.size());
    Eigen::VectorXd nextGradient(x.size());
    LbfgsResult result;
    result.value = f(x, gradient);
    result.evaluations = 1;
    std::deque<Correction> corrections;
    while (result.steps < parameters.steps) {
        Eigen::VectorXd d = direction(gradient, corrections, precondition);
        double slope = d.dot(gradient);
        if (!(slope > 0)) { // rounding spoilt the curvature: start over from the preconditioned gradient
            corrections.clear();
            d = direction(gradient, corrections, precondition);
            slope = d.dot(gradient);
            if (!(slope > 0))
                return result;
        }
        double length = 1;
        Eigen::VectorXd next = x + d;
        double value = f(next, nextGradient);
        ++result.evaluations;
        while (!(value >= result.value + armijo * length * slope) && length > smallestStep) {
            length /= 2;
            next = x + length * d;
            value = f(next, nextGradient);
            ++result.evaluations;
        }
        if (!(value > result.value))
            return result;
        Correction correction{next - x, gradient - nextGradient, 0};
        const double curvature = correction.step.dot(correction.decrease);
        if (curvature > 1e-12 * correction.step.norm() * correction.decrease.norm()) {
            correction.rho = 1 / curvature;
            corrections.push_back(std::move(correction));
            if (corrections.size() > static_cast<std::size_t>(parameters.memory))
                corrections.pop_front();
        }
        const double gain = value - result.value;
        x = next;
        gradient.swap(nextGradient);
        result.value = value;
        ++result.steps;
        if (gain <= parameters.tolerance * std::abs(value))
            return result;
    }
    return result;
}

} // namespace atlas
