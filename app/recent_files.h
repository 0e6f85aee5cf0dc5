// The sources that were opened last, kept between starts.
#pragma once

#include <QStringList>

namespace atlas {

class RecentFiles {
public:
    static constexpr qsizetype limit = 10;

    static QStringList list(); ///< the newest first; files that are gone are left out
    static void add(const QString& source); ///< a path; examples are not remembered
    static void clear();
};

} // namespace atlas
