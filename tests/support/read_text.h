// Reads text in memory with one reader, and checks what every reader owes.
#pragma once

#include "core/data/dataset_builder.h"
#include "core/io/read_options.h"
#include "core/io/text_input.h"
#include "core/parallel/progress_token.h"

#include <QtTest>

#include <string>
#include <string_view>

namespace atlas::test {

using Reader = Result<void> (*)(TextInput&, const ReadOptions&, DatasetBuilder&, ProgressToken);

inline Result<DatasetPtr> readInput(Reader reader, StructureKind kind, Result<TextInput> input,
                                    const ReadOptions& options, const ProgressToken& progress)
{
    if (!input)
        return input.error();
    DatasetBuilder builder(kind, {input->name(), "test", ""});
    builder.beginFile(input->name());
    if (const Result<void> read = reader(*input, options, builder, progress); !read)
        return read.error();
    return builder.finish();
}

inline Result<DatasetPtr> readMemory(Reader reader, StructureKind kind, std::string_view text,
                                     const ReadOptions& options = {}, const ProgressToken& progress = {})
{
    return readInput(reader, kind, TextInput::fromMemory("memory", text), options, progress);
}

inline Result<DatasetPtr> readShared(Reader reader, StructureKind kind, const std::filesystem::path& path,
                                     const ReadOptions& options = {})
{
    return readInput(reader, kind, TextInput::open(path), options, {});
}

/// Reads every prefix of `text`: no crash, and no more records than the whole has and the one that was cut.
inline void checkTruncation(Reader reader, StructureKind kind, std::string_view text)
{
    const Result<DatasetPtr> whole = readMemory(reader, kind, text);
    QVERIFY(whole.ok());
    for (std::size_t length = 0; length < text.size(); ++length) {
        const Result<DatasetPtr> cut = readMemory(reader, kind, text.substr(0, length));
        if (cut)
            QVERIFY((*cut)->recordCount() <= (*whole)->recordCount() + 1);
        else
            QVERIFY(!cut.error().message.empty());
    }
}

inline void checkCancel(Reader reader, StructureKind kind, std::string_view text)
{
    ProgressMonitor monitor;
    monitor.cancel();
    const Result<DatasetPtr> read = readMemory(reader, kind, text, {}, monitor.token());
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, ErrorCode::Cancelled);
}

inline void checkProgressReachesEnd(Reader reader, StructureKind kind, std::string_view text)
{
    ProgressMonitor monitor;
    QVERIFY(readMemory(reader, kind, text, {}, monitor.token()).ok());
    QCOMPARE(monitor.fraction(), 1.0);
    QVERIFY(!monitor.stageName().empty());
}

} // namespace atlas::test
