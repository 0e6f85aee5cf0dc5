#include "core/data/dataset.h"

namespace atlas {

const char* toString(StructureKind kind)
{
    switch (kind) {
    case StructureKind::Tree:
        return "tree";
    case StructureKind::Graph:
        return "graph";
    case StructureKind::Molecule:
        return "molecule";
    }
    return "structure";
}

std::string Dataset::name(RowId row) const
{
    const Record& record = m_records[row.index()];
    return record.name.empty() ? std::string(toString(m_kind)) + " " + std::to_string(record.number.value())
                               : record.name;
}

} // namespace atlas
