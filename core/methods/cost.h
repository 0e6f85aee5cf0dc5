// What a run will need, said before it starts. A method's model counts its dominant terms and gives seconds
// of one core of the machine that the models were fitted on; what is shown is scaled to the machine at hand
// by a yardstick. Good to a factor of three or so: enough to tell a cup of coffee from a night.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"

#include <string>

namespace atlas {

/// What models are made of. Counted once for a data set.
struct DataSize {
    StructureKind kind = StructureKind::Tree;
    double structures = 0;
    double nodes = 0; ///< tree nodes, vertices, atoms
    double subtrees = 0; ///< distinct ones: nodes of the DAG; without one, as many as is usual
    double pairs = 0; ///< distinct (position, child)
    double positions = 0;
    double labels = 0;
};

/// O(nodes). The DAG, where it is there, is the plain one of the data's trees.
DataSize measureData(const Dataset& data, const MinimalDag* dag = nullptr);

struct Cost {
    double bytes = 0;
    double serialSeconds = 0; ///< of one core
    double parallelSeconds = 0; ///< of one core; threads share them
};

/// How many times slower this machine is than the models'. Measured once, in some milliseconds.
double machineFactor();

/// The wall clock on this machine with its threads.
double secondsOf(const Cost& cost);

/// "about 40 MB, a few seconds"; above the memory limit it says so.
std::string costText(const Cost& cost);
/// "less than a second", "about 3 minutes".
std::string durationText(double seconds);

} // namespace atlas
