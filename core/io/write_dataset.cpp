#include "core/io/write_dataset.h"

#include "core/io/csv_writer.h"
#include "core/io/gspan_writer.h"
#include "core/io/json_lines_writer.h"
#include "core/io/sdf_writer.h"
#include "core/io/smiles_writer.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <string>

namespace atlas {

namespace {

struct Writer {
    WriteFormat format;
    std::vector<StructureKind> kinds;
    std::function<Result<void>(const Dataset&, std::ostream&, ProgressToken)> write;
};

const std::vector<Writer>& writers()
{
    using enum StructureKind;
    static const std::vector<Writer> all{
        {{".jsonl", "JSON lines"}, {Tree}, writeJsonLines},
        {{".sdf", "SDF"}, {Molecule}, writeSdf},
        {{".smi", "SMILES lines"}, {Molecule}, writeSmiles},
        {{".gsp", "gSpan transactions"}, {Graph}, writeGSpan},
        {{".csv", "CSV"}, {Molecule, Tree, Graph}, writeCsv},
    };
    return all;
}

bool holds(const Writer& writer, StructureKind kind)
{
    return std::find(writer.kinds.begin(), writer.kinds.end(), kind) != writer.kinds.end();
}

} // namespace

std::vector<WriteFormat> writeFormats(StructureKind kind)
{
    std::vector<WriteFormat> formats;
    for (const Writer& writer : writers())
        if (holds(writer, kind))
            formats.push_back(writer.format);
    return formats;
}

Result<void> writeDataset(const Dataset& data, const std::filesystem::path& path, ProgressToken progress)
{
    const std::string ending = path.extension().string();
    for (const Writer& writer : writers()) {
        if (writer.format.ending != ending || !holds(writer, data.kind()))
            continue;
        // Beside the target first: a cancel or a full disk leaves an older file as it was.
        const std::filesystem::path temporary = path.string() + ".part";
        std::ofstream stream(temporary, std::ios::binary);
        Result<void> written = writer.write(data, stream, std::move(progress));
        stream.close();
        std::error_code status;
        if (written && stream)
            std::filesystem::rename(temporary, path, status);
        if (written && stream && !status)
            return {};
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        if (!written)
            return written;
        return Error{ErrorCode::WriteFailed,
                     "The file cannot be written; is the folder writable, the disk full?",
                     {path.string()}};
    }
    std::string endings;
    for (const WriteFormat& format : writeFormats(data.kind()))
        endings += (endings.empty() ? "" : ", ") + std::string(format.ending);
    return Error{ErrorCode::BadUse,
                 std::string("A file with ") + toString(data.kind()) + "s ends in one of: " + endings + ".",
                 {path.string()}};
}

} // namespace atlas
