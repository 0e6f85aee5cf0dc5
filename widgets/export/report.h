// The report of a session: one HTML file with everything in it (figures as SVG inside), to send to somebody.
#pragma once

#include "core/data/dataset.h"
#include "core/methods/method.h"

#include <QByteArray>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace atlas {

struct ReportRun {
    QString title;
    QString command; ///< the line that repeats it
    std::vector<std::pair<std::string, std::string>> parameters; ///< all, as on the command line
    std::shared_ptr<const MethodOutput> output;
};

struct Report {
    QString source;
    QString program; ///< name and version
    DatasetPtr data;
    std::vector<ReportRun> runs;
};

/// Tables are cut after 50 rows, with a remark. Needs a QApplication, on the GUI thread.
Result<QByteArray> reportHtml(const Report& report);

} // namespace atlas
