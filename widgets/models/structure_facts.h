// What the inspector says about one structure, as pairs of a name and a value.
#pragma once

#include "core/dag/minimal_dag.h"
#include "core/data/dataset.h"

#include <QString>

#include <vector>

namespace atlas {

struct Fact {
    QString name;
    QString value;
};

/// Its numbers; the count of distinct subtrees only where a DAG is given.
std::vector<Fact> structureNumbers(const Dataset& data, RowId row, const MinimalDag* dag);

/// Its properties that have a value, in the order of the source.
std::vector<Fact> structureProperties(const Dataset& data, RowId row);

QString classText(const Dataset& data, RowId row); ///< empty where there is none
QString sourceText(const Dataset& data, RowId row); ///< "trees.mrg:12"; empty where it is not known

} // namespace atlas
