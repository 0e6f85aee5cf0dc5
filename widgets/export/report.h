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

/// Draws a report's figures one at a time, so that a window stays alive in between. Tables are cut after 50
/// rows, with a remark. Needs a QApplication, on the GUI thread.
class ReportBuilder {
public:
    explicit ReportBuilder(Report report);

    bool finished() const { return m_pictures.size() == m_figures.size(); }
    double fraction() const; ///< drawn so far, 0 to 1
    Result<void> drawNext(); ///< precondition: not finished
    QByteArray html() const; ///< precondition: finished

private:
    QString runPart(const ReportRun& run, std::size_t& picture) const;

    Report m_report;
    std::vector<const Figure*> m_figures; // of all runs, which the report holds
    std::vector<QByteArray> m_pictures; // SVG in base64
};

} // namespace atlas
