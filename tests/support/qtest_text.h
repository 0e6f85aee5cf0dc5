// Lets QCOMPARE print our types.
#pragma once

#include "core/support/result.h"

#include <QtTest>

#include <string>
#include <string_view>

namespace QTest {
template <>
inline char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}
template <>
inline char* toString(const std::string_view& text)
{
    return qstrdup(std::string(text).c_str());
}
} // namespace QTest

/// Fails the test with the error's text where a Result is not ok.
#define ATLAS_VERIFY_OK(result)                                                                              \
    do {                                                                                                     \
        const auto& verified = (result);                                                                     \
        QVERIFY2(verified.ok(), verified.ok() ? "" : atlas::toString(verified.error()).c_str());             \
    } while (false)
