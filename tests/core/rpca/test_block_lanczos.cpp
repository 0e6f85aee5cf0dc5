// The iteration against known spectra: many copies of a value, restarts, exhausted spaces, a cancel.
#include "core/parallel/progress_token.h"
#include "core/rpca/block_lanczos.h"
#include "core/support/random.h"
#include "support/qtest_text.h"

#include <Eigen/Dense>

using namespace atlas;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// v -> H diag(values) H v with a Householder reflection H: no coordinate is an eigenvector.
class Reflected {
public:
    explicit Reflected(VectorXd values) : m_values(std::move(values))
    {
        Random random(3);
        m_mirror = VectorXd::NullaryExpr(m_values.size(), [&] { return random.normal(); }).normalized();
    }
    void operator()(const MatrixXd& in, MatrixXd& out) const
    {
        out = m_values.asDiagonal() * reflect(in);
        out = reflect(out);
    }

private:
    MatrixXd reflect(const MatrixXd& in) const { return in - 2 * m_mirror * (m_mirror.transpose() * in); }

    VectorXd m_values;
    VectorXd m_mirror;
};

void compare(const VectorXd& values, std::size_t count)
{
    const Reflected matrix(values);
    BlockLanczosParameters parameters;
    parameters.count = count;
    const Result<EigenPairs> pairs =
        blockLanczos(static_cast<std::size_t>(values.size()), matrix, parameters);
    ATLAS_VERIFY_OK(pairs);
    QVERIFY(pairs->converged);
    VectorXd sorted = values;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const auto p = static_cast<Index>(count);
    QCOMPARE(pairs->values.size(), p);
    const double largest = sorted.cwiseAbs().maxCoeff();
    const double difference = (pairs->values - sorted.head(p)).cwiseAbs().maxCoeff();
    QVERIFY2(difference < 1e-10 * largest, qPrintable(QString::number(difference)));
    MatrixXd images;
    matrix(pairs->vectors, images);
    QVERIFY((images - pairs->vectors * pairs->values.asDiagonal()).colwise().norm().maxCoeff()
            < 2e-10 * largest);
    QVERIFY((pairs->vectors.transpose() * pairs->vectors - MatrixXd::Identity(p, p)).norm() < 1e-10);
}

} // namespace

class TestBlockLanczos : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distinctValues() { compare(VectorXd::LinSpaced(700, 0, 1).array().pow(2).matrix(), 20); }

    void severalRestarts()
    {
        // Close together at the top, so that the basis fills more than once.
        compare(VectorXd::LinSpaced(3000, 0, 1), 6);
    }

    void copiesOfAValue_data()
    {
        QTest::addColumn<int>("copies");
        for (const int copies : {3, 4, 5, 8, 9, 30})
            QTest::addRow("%d", copies) << copies;
    }
    void copiesOfAValue()
    {
        // More copies than the block has vectors, in the middle of the wanted values.
        QFETCH(int, copies);
        VectorXd values = VectorXd::LinSpaced(600, 0, 1);
        values.tail(10) = VectorXd::LinSpaced(10, 3, 4);
        values.segment(100, copies).setConstant(2);
        compare(values, 25);
    }

    void twoValuesWithCopies()
    {
        VectorXd values = VectorXd::Zero(500);
        values.head(14).setConstant(5);
        values.segment(20, 17).setConstant(3);
        values.tail(30) = VectorXd::LinSpaced(30, 0.1, 1);
        compare(values, 35);
    }

    void allValuesEqual() { compare(VectorXd::Ones(300), 12); }
    void moreThanTheRank()
    {
        VectorXd values = VectorXd::Zero(200);
        values.tail(4) << 1, 2, 3, 4;
        compare(values, 9);
    }
    void wholeSpace() { compare(VectorXd::LinSpaced(15, 1, 2), 15); }
    void oneDimension() { compare(VectorXd::Constant(1, 3), 1); }

    void cancelled()
    {
        ProgressMonitor source;
        std::size_t calls = 0;
        const Reflected matrix(VectorXd::LinSpaced(2000, 0, 1));
        BlockLanczosParameters parameters;
        parameters.count = 40;
        const Result<EigenPairs> pairs = blockLanczos(
            2000,
            [&](const MatrixXd& in, MatrixXd& out) {
                if (++calls == 5)
                    source.cancel();
                matrix(in, out);
            },
            parameters, source.token());
        QVERIFY(!pairs.ok());
        QCOMPARE(pairs.error().code, ErrorCode::Cancelled);
        QVERIFY(calls < 8);
    }
};

QTEST_GUILESS_MAIN(TestBlockLanczos)
#include "test_block_lanczos.moc"
