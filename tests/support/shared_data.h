// The papers' real data, beside the checkout. Where it is absent, a test that needs it skips with a message.
#pragma once

#include <QtTest>

#include <filesystem>
#include <string>

namespace atlas::test {

inline std::filesystem::path sharedFolder() { return ATLAS_SHARED_FOLDER; }
inline std::filesystem::path sharedData(const std::string& relative)
{
    return sharedFolder() / "data" / relative;
}

} // namespace atlas::test

#define ATLAS_REQUIRE_SHARED(path)                                                                           \
    do {                                                                                                     \
        if (!std::filesystem::exists(path))                                                                  \
            QSKIP(qPrintable(QStringLiteral("the shared data is not here: ")                                 \
                             + QString::fromStdString((path).string())));                                    \
    } while (false)
