// How much the map stretches the space of emissions at each centre of the grid (Bishop, Svensen & Williams,
// "Magnification factors for the GTM algorithm", 1997): sqrt(det(J^T F J)), J the derivatives of the
// emission's parameters by the two map coordinates. Large values are borders between groups.
//   Gaussian: J = W dPhi/dx (means), F = I.
//   Multinomial: J = W dPhi/dx (logits), F = diag(m) - m m^T, the Fisher information of the symbols.
// O(C P K) time.
#pragma once

#include "core/gtm/emission.h"
#include "core/gtm/latent_grid.h"

namespace atlas {

/// One value a state.
Eigen::VectorXd magnificationFactors(const Emission& emission, const GridSize& grid, const GridSize& basis,
                                     double widthFactor);

} // namespace atlas
