#include "core/io/sdf_writer.h"

#include "core/io/write_rows.h"

namespace atlas {

namespace {

/// A value ends at the first blank line, so its own blank lines are dropped.
std::string field(const std::string& name, const std::string& value)
{
    if (value.empty())
        return {};
    std::string text = ">  <" + oneLine(name) + ">\n";
    std::size_t begin = 0;
    while (begin < value.size()) {
        const std::size_t end = std::min(value.find_first_of("\r\n", begin), value.size());
        if (end > begin)
            text += value.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    return text + "\n";
}

} // namespace

Result<void> writeSdf(const Dataset& dataset, std::ostream& stream, ProgressToken progress)
{
    if (dataset.kind() != StructureKind::Molecule)
        return Error{ErrorCode::BadUse, "Only molecules can be written as SDF."};
    return writeRows(dataset, stream, progress, [&](RowId row) {
        const std::string block = dataset.molecule(row).molBlock();
        std::string text =
            oneLine(dataset.record(row).name) + block.substr(std::min(block.find('\n'), block.size()));
        text += field("class", className(dataset, row));
        for (const Property& property : dataset.properties())
            text += field(property.name, propertyText(property, row));
        return text + "$$$$\n";
    });
}

} // namespace atlas
