#include "core/io/smiles_writer.h"

#include "core/io/write_rows.h"

#include <algorithm>

namespace atlas {

namespace {

std::string withoutCommas(std::string text)
{
    std::replace(text.begin(), text.end(), ',', '_');
    return oneLine(std::move(text));
}

} // namespace

Result<void> writeSmiles(const Dataset& dataset, std::ostream& stream, ProgressToken progress)
{
    if (dataset.kind() != StructureKind::Molecule)
        return Error{ErrorCode::BadUse, "Only molecules can be written as SMILES."};
    const bool classes = dataset.classes().size() > 0;
    return writeRows(dataset, stream, progress, [&](RowId row) {
        const std::string smiles = dataset.molecule(row).canonicalSmiles();
        const std::string& name = dataset.record(row).name;
        if (classes)
            return withoutCommas(dataset.name(row)) + "," + withoutCommas(className(dataset, row)) + ","
                + smiles + "\n";
        return smiles + (name.empty() ? "" : " " + oneLine(name)) + "\n";
    });
}

} // namespace atlas
