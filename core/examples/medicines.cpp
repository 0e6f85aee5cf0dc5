#include "core/examples/medicines.h"

#include "core/data/dataset_builder.h"
#include "core/io/readers.h"

namespace atlas {

Result<DatasetPtr> makeMedicines(ProgressToken progress)
{
    DatasetBuilder builder(StructureKind::Molecule, {"example:medicines", "table", "made by the program"});
    TextInput input = TextInput::fromMemory("example:medicines", medicinesCsv());
    builder.beginFile(input.name());
    ReadOptions options;
    options.smilesColumn = "smiles";
    options.classColumn = "class";
    options.nameColumn = "name";
    if (const Result<void> read = readTable(input, options, builder, progress); !read)
        return read.error();
    return builder.finish();
}

} // namespace atlas
