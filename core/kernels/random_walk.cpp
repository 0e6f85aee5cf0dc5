#include "core/kernels/random_walk.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace atlas {

namespace {

/// From above: max_v (A x)_v / x_v for any positive x (Collatz), sharpened by iterations with A + I.
double spectralRadiusBound(const FlatGraphs& graphs, std::size_t graph)
{
    constexpr int iterations = 50;
    const std::size_t first = graphs.firstVertex(graph);
    const std::size_t n = graphs.vertexCount(graph);
    std::vector<double> x(n, 1.0);
    std::vector<double> y(n);
    double bound = std::numeric_limits<double>::infinity();
    for (int i = 0; i < iterations; ++i) {
        double quotient = 0;
        double largest = 0;
        for (std::size_t v = 0; v < n; ++v) {
            double sum = 0;
            for (const std::uint32_t u : graphs.neighbours(first + v))
                sum += x[u - first];
            quotient = std::max(quotient, sum / x[v]);
            y[v] = sum + x[v];
            largest = std::max(largest, y[v]);
        }
        bound = std::min(bound, quotient);
        // Far from the dominant component entries shrink; kept positive, the bound stays valid.
        for (std::size_t v = 0; v < n; ++v)
            x[v] = std::max(y[v] / largest, 1e-100);
    }
    return n == 0 ? 0 : bound;
}

/// lambda A_x as an operator on matrices of vertices by vertices (columns: the first graph's).
class ProductGraph {
public:
    ProductGraph(const FlatGraphs& graphs, std::size_t a, std::size_t b, double lambda)
        : m_graphs(graphs), m_a(a), m_b(b), m_lambda(lambda),
          m_mask(static_cast<Eigen::Index>(graphs.vertexCount(b)),
                 static_cast<Eigen::Index>(graphs.vertexCount(a))),
          m_half(m_mask.rows(), m_mask.cols())
    {
        for (Eigen::Index u = 0; u < m_mask.cols(); ++u)
            for (Eigen::Index v = 0; v < m_mask.rows(); ++v)
                m_mask(v, u) = labelOf(m_a, u) == labelOf(m_b, v) ? 1 : 0;
    }

    const Eigen::MatrixXd& mask() const { return m_mask; }

    /// result = x - lambda A_x x.
    void apply(const Eigen::MatrixXd& x, Eigen::MatrixXd& result)
    {
        const std::size_t firstA = m_graphs.firstVertex(m_a);
        const std::size_t firstB = m_graphs.firstVertex(m_b);
        for (Eigen::Index u = 0; u < m_half.cols(); ++u) {
            m_half.col(u).setZero();
            for (const std::uint32_t w : m_graphs.neighbours(firstA + static_cast<std::size_t>(u)))
                m_half.col(u) += x.col(static_cast<Eigen::Index>(w - firstA));
        }
        for (Eigen::Index u = 0; u < m_half.cols(); ++u)
            for (Eigen::Index v = 0; v < m_half.rows(); ++v) {
                double sum = 0;
                for (const std::uint32_t w : m_graphs.neighbours(firstB + static_cast<std::size_t>(v)))
                    sum += m_half(static_cast<Eigen::Index>(w - firstB), u);
                result(v, u) = x(v, u) - m_lambda * m_mask(v, u) * sum;
            }
    }

private:
    std::uint32_t labelOf(std::size_t graph, Eigen::Index vertex) const
    {
        return m_graphs.label(m_graphs.firstVertex(graph) + static_cast<std::size_t>(vertex));
    }

    const FlatGraphs& m_graphs;
    std::size_t m_a;
    std::size_t m_b;
    double m_lambda;
    Eigen::MatrixXd m_mask;
    Eigen::MatrixXd m_half;
};

double inner(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) { return a.cwiseProduct(b).sum(); }

} // namespace

double randomWalkLambda(const FlatGraphs& graphs, double decay)
{
    double radius = 0;
    for (std::size_t g = 0; g < graphs.size(); ++g)
        radius = std::max(radius, spectralRadiusBound(graphs, g));
    return radius > 0 ? decay / (radius * radius) : decay; // without edges every value serves
}

Eigen::MatrixXd walksFromPairs(const FlatGraphs& graphs, std::size_t a, std::size_t b, double lambda,
                               double tolerance, bool* converged)
{
    constexpr int maximumIterations = 1000;
    ProductGraph product(graphs, a, b, lambda);
    Eigen::MatrixXd x = product.mask(); // the right-hand side is also a good start
    Eigen::MatrixXd image(x.rows(), x.cols());
    product.apply(x, image);
    Eigen::MatrixXd residual = product.mask() - image;
    Eigen::MatrixXd direction = residual;
    double rho = inner(residual, residual);
    const double goal = tolerance * tolerance * inner(product.mask(), product.mask());
    int iteration = 0;
    for (; iteration < maximumIterations && rho > goal; ++iteration) {
        product.apply(direction, image);
        const double alpha = rho / inner(direction, image);
        x += alpha * direction;
        residual -= alpha * image;
        const double next = inner(residual, residual);
        direction = residual + next / rho * direction;
        rho = next;
    }
    if (converged)
        *converged = rho <= goal;
    return x;
}

Result<RandomWalkResult> randomWalkKernel(const FlatGraphs& graphs, const RandomWalkParameters& parameters,
                                          const ProgressToken& progress)
{
    const std::size_t n = graphs.size();
    if (Result<void> fits = checkMemory(n * n * sizeof(double), "The Gram matrix"); !fits)
        return fits.error();
    RandomWalkResult result;
    result.lambda = parameters.lambda > 0 ? parameters.lambda : randomWalkLambda(graphs, parameters.decay);
    result.gram.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
    std::atomic<std::size_t> notConverged{0};
    const auto pair = [&](std::size_t number) {
        // number = j (j + 1) / 2 + i with i <= j
        auto j = static_cast<std::size_t>((std::sqrt(8.0 * static_cast<double>(number) + 1) - 1) / 2);
        while (j * (j + 1) / 2 > number)
            --j;
        while ((j + 1) * (j + 2) / 2 <= number)
            ++j;
        const std::size_t i = number - j * (j + 1) / 2;
        bool converged = true;
        const double value =
            walksFromPairs(graphs, i, j, result.lambda, parameters.tolerance, &converged).sum();
        notConverged += converged ? 0 : 1;
        result.gram(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = value;
        result.gram(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = value;
    };
    if (Result<void> done =
            parallelFor(n * (n + 1) / 2, 1, pair, progress.stage("Walking pairs of graphs", 0, 1));
        !done)
        return done.error();
    result.notConverged = notConverged;
    return result;
}

} // namespace atlas
