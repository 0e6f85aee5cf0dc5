// What the fuzzers of text readers share: read the bytes, and check that every record was counted once.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/readers.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace atlas::fuzz {

inline void require(bool condition)
{
    if (!condition)
        std::abort();
}

/// Every record that was counted is a row or was rejected with a reason.
inline void checkDataset(const Dataset& data)
{
    require(data.recordCount() == data.size() + data.rejectedCount());
    require(data.rejectedCount() <= data.problems().size());
    for (std::size_t row = 0; row < data.size(); ++row)
        require(data.record(RowId(row)).number.index() < data.recordCount());
    for (std::size_t row = 1; row < data.size(); ++row)
        require(data.record(RowId(row - 1)).number < data.record(RowId(row)).number);
    for (const Problem& problem : data.problems())
        require(!problem.reason.empty());
}

template <class Reader>
int readBytes(Reader reader, StructureKind kind, const std::uint8_t* bytes, std::size_t size,
              const ReadOptions& options = {})
{
    const std::string_view text(reinterpret_cast<const char*>(bytes), size);
    TextInput input = TextInput::fromMemory("fuzz", text);
    DatasetBuilder builder(kind, {"fuzz", "", ""});
    builder.beginFile("fuzz");
    const Result<void> read = reader(input, options, builder, ProgressToken());
    require(read.ok() || !read.error().message.empty());
    if (const Result<DatasetPtr> data = builder.finish())
        checkDataset(**data);
    return 0;
}

} // namespace atlas::fuzz
