// The columns of every reader's table of malformed inputs, and the check of a row.
#pragma once

#include "support/qtest_text.h"
#include "tests/support/tree_reading.h"

namespace atlas::test {

inline void malformedColumns()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<ErrorCode>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("trees"); // that survive
    QTest::addColumn<QByteArray>("reason"); // a part of it
}

inline void malformedRow(const char* name, const QByteArray& text, ErrorCode code, int line, int column,
                         int trees, const QByteArray& reason)
{
    QTest::newRow(name) << text << code << line << column << trees << reason;
}

/// One problem, with its code, place, reason and excerpt, one rejected record, and the rest read.
inline void checkMalformedRow(const TreeReader& reader, const ReadOptions& options = {})
{
    QFETCH(QByteArray, text);
    QFETCH(ErrorCode, code);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(int, trees);
    QFETCH(QByteArray, reason);
    const std::string bytes = text.toStdString();
    const Outcome outcome = readTrees(reader, bytes, options);
    ATLAS_VERIFY_OK(outcome.status);
    QCOMPARE(findContradiction(outcome), std::string());
    QCOMPARE(outcome.problems().size(), std::size_t{1});
    const Problem& problem = outcome.problems().front();
    QVERIFY2(problem.reason.find(reason.toStdString()) != std::string::npos, problem.reason.c_str());
    QCOMPARE(std::string(toString(problem.code)), std::string(toString(code)));
    QCOMPARE(problem.location.file, std::string("memory.txt"));
    QCOMPARE(problem.location.line, static_cast<std::uint64_t>(line));
    QCOMPARE(problem.location.column, static_cast<std::uint64_t>(column));
    QCOMPARE(outcome.rejected(), std::size_t{1});
    QCOMPARE(outcome.trees, static_cast<std::size_t>(trees));
    QCOMPARE(tryPieces(reader, bytes, options), std::string());
}

} // namespace atlas::test
