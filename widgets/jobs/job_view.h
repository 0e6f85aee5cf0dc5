// The running jobs, a row each: title, stage, progress, time, Cancel. A finished job stays for some seconds
// with how it ended. Esc cancels the newest job while the view or a child has the focus.
#pragma once

#include "widgets/jobs/job_runner.h"

#include <QWidget>

#include <map>
#include <memory>

class QLabel;
class QVBoxLayout;

namespace atlas {

class JobView : public QWidget {
    Q_OBJECT

public:
    explicit JobView(JobRunner& runner, QWidget* parent = nullptr);
    ~JobView() override;

    /// How long a finished job stays; the default is six seconds.
    void setLingerTime(int milliseconds) { m_lingerMilliseconds = milliseconds; }

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Row;

    void addRow(JobId job, const QString& title);
    void showProgress(JobId job, double fraction, const QString& stage, double seconds);
    void showOutcome(JobId job, JobOutcome outcome, double seconds, const QString& message);
    void removeRow(JobId job);

    JobRunner& m_runner;
    QVBoxLayout* m_layout = nullptr;
    QLabel* m_idle = nullptr; // says so while there is no row
    std::map<JobId, Row*> m_rows;
    int m_lingerMilliseconds = 6000;
};

} // namespace atlas
