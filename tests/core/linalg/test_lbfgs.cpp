// L-BFGS: the maximum of a quadratic and of a softmax fit, and that no start is ever made worse.

#include "core/linalg/lbfgs.h"
#include "core/support/random.h"

#include <QtTest>

using namespace atlas;
using Eigen::Index;

namespace {

const Preconditioner identity = [](Eigen::VectorXd&) {};

Eigen::VectorXd randomVector(Index size, Random& random)
{
    Eigen::VectorXd vector(size);
    for (double& value : vector)
        value = random.uniform(-1, 1);
    return vector;
}

} // namespace

class TestLbfgs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheTopOfAQuadratic()
    {
        // -1/2 (x - c)^T H (x - c), with eigenvalues from 1 to 100.
        const Eigen::VectorXd curvatures = Eigen::VectorXd::LinSpaced(20, 1, 100);
        Random random(1);
        const Eigen::VectorXd centre = randomVector(20, random);
        const Differentiable f = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
            gradient = -curvatures.cwiseProduct(x - centre);
            return 0.5 * gradient.dot(x - centre);
        };
        Eigen::VectorXd x = Eigen::VectorXd::Zero(20);
        const LbfgsResult result = lbfgsMaximise(f, identity, x, {200, 8, 1e-16});
        QVERIFY2((x - centre).norm() < 1e-6, qPrintable(QString::number((x - centre).norm())));
        QVERIFY(result.value <= 0 && result.value > -1e-10);
    }

    void aPerfectPreconditionerNeedsOneStep()
    {
        const Eigen::VectorXd curvatures = Eigen::VectorXd::LinSpaced(10, 1, 1e6);
        const Differentiable f = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
            gradient = -curvatures.cwiseProduct(x);
            return 0.5 * gradient.dot(x);
        };
        Eigen::VectorXd x = Eigen::VectorXd::Ones(10);
        const LbfgsResult result = lbfgsMaximise(
            f, [&](Eigen::VectorXd& v) { v = v.cwiseQuotient(curvatures).eval(); }, x, {1, 8, 0});
        QCOMPARE(result.steps, 1);
        QVERIFY(x.norm() < 1e-12);
    }

    void fitsASoftmax()
    {
        // The maximum of sum_k c_k log softmax(x)_k is reached where softmax(x) = c / sum c.
        const Eigen::VectorXd counts = (Eigen::VectorXd(4) << 1, 2, 3, 10).finished();
        const Differentiable f = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
            const Eigen::VectorXd e = (x.array() - x.maxCoeff()).exp();
            const Eigen::VectorXd p = e / e.sum();
            gradient = counts - counts.sum() * p;
            return counts.dot(p.array().log().matrix());
        };
        Eigen::VectorXd x = Eigen::VectorXd::Zero(4);
        lbfgsMaximise(f, identity, x, {100, 8, 1e-15});
        const Eigen::VectorXd p = x.array().exp() / x.array().exp().sum();
        QVERIFY((p - counts / 16).norm() < 1e-6);
    }

    void neverEndsBelowItsStart()
    {
        // Rough and not concave: whatever happens, the result is no worse than the start.
        for (std::uint64_t seed = 1; seed <= 50; ++seed) {
            Random random(seed);
            const Eigen::VectorXd scales = 30 * randomVector(5, random);
            const Differentiable f = [&](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
                gradient = scales.cwiseProduct(scales.cwiseProduct(x).array().cos().matrix()) - 2 * x;
                return scales.cwiseProduct(x).array().sin().sum() - x.squaredNorm();
            };
            Eigen::VectorXd x = randomVector(5, random);
            Eigen::VectorXd gradient(5);
            const double before = f(x, gradient);
            const LbfgsResult result = lbfgsMaximise(f, identity, x);
            QVERIFY(result.value >= before);
            QCOMPARE(f(x, gradient), result.value);
        }
    }

    void staysWhereItIsAtTheTop()
    {
        const Differentiable f = [](const Eigen::VectorXd& x, Eigen::VectorXd& gradient) {
            gradient = -x;
            return -0.5 * x.squaredNorm();
        };
        Eigen::VectorXd x = Eigen::VectorXd::Zero(3);
        const LbfgsResult result = lbfgsMaximise(f, identity, x);
        QCOMPARE(result.steps, 0);
        QCOMPARE(x.norm(), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestLbfgs)
#include "test_lbfgs.moc"
