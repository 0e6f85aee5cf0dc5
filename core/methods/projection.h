// Structures as places: the table projection.csv and the scatter figure that all maps share.
#pragma once

#include "core/data/dataset.h"
#include "core/linalg/dense.h"
#include "core/methods/figure.h"
#include "core/methods/table.h"

#include <string>
#include <vector>

namespace atlas {

/// id, name, class, x, y[, z, c4, ...]. `places` has a column a structure and a row a component; a map has at
/// least x and y: what is missing is 0.
Table projectionTable(std::string name, const Dataset& data, const Eigen::MatrixXd& places);

/// A point a structure, with its row and, where the data have classes, its class. Precondition: one x and one
/// y a structure. The axes' titles are left to the caller.
ScatterFigure structureScatter(const Dataset& data, std::vector<double> xs, std::vector<double> ys);

/// The same of two components of `places` (as above), counted from 0.
ScatterFigure structureScatter(const Dataset& data, const Eigen::MatrixXd& places, std::size_t x = 0,
                               std::size_t y = 1);

} // namespace atlas
