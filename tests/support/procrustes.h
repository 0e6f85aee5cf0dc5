// How far two maps differ but for shift, rotation, reflection and size: 0 equal, 1 unrelated.
#pragma once

#include <Eigen/Dense>

namespace atlas::test {

inline double procrustesResidual(Eigen::MatrixXd a, Eigen::MatrixXd b)
{
    a.rowwise() -= a.colwise().mean().eval();
    b.rowwise() -= b.colwise().mean().eval();
    a /= a.norm();
    b /= b.norm();
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a.transpose() * b);
    const double overlap = svd.singularValues().sum();
    return 1 - overlap * overlap;
}

} // namespace atlas::test
