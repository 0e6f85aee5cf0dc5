#include "widgets/jobs/job_view.h"

#include "widgets/views/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <cmath>

namespace atlas {

namespace {

constexpr int progressSteps = 1000;

QString timeText(double seconds)
{
    if (seconds < 60)
        return QStringLiteral("%1 s").arg(seconds, 0, 'f', 1);
    const auto whole = static_cast<int>(seconds);
    return QStringLiteral("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

/// A label that shortens its text to its width instead of being cut; the whole text is its tool tip.
class ShorteningLabel : public QLabel {
public:
    explicit ShorteningLabel(QWidget* parent) : QLabel(parent)
    {
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }
    void setFullText(const QString& text)
    {
        if (text == m_text)
            return;
        m_text = text;
        setToolTip(text);
        setAccessibleName(text);
        shorten();
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QLabel::resizeEvent(event);
        shorten();
    }

private:
    void shorten() { setText(fontMetrics().elidedText(m_text, Qt::ElideRight, width())); }
    QString m_text;
};

} // namespace

class JobView::Row : public QWidget {
public:
    Row(const QString& title, bool canFinish, QWidget* parent) : QWidget(parent)
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
        layout->setSpacing(Theme::unit);
        m_title = new QLabel(title, this);
        m_title->setTextFormat(Qt::PlainText);
        m_stage = new ShorteningLabel(this);
        m_stage->setTextFormat(Qt::PlainText);
        m_stage->setForegroundRole(QPalette::PlaceholderText);
        m_progress = new QProgressBar(this);
        m_progress->setRange(0, progressSteps);
        m_progress->setTextVisible(false);
        m_progress->setFixedWidth(20 * Theme::unit);
        m_progress->setAccessibleName(QObject::tr("Progress of %1").arg(title));
        m_time = new QLabel(this);
        m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        m_time->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("00 min 00 s")));
        m_cancel = new QPushButton(QObject::tr("Cancel"), this);
        m_cancel->setAccessibleName(QObject::tr("Cancel %1").arg(title));
        m_cancel->setToolTip(QObject::tr("Stop this job (Esc)"));
        layout->addWidget(m_title);
        layout->addWidget(m_stage, 1);
        layout->addWidget(m_progress);
        m_finish = new QPushButton(QObject::tr("Stop and keep"), this);
        m_finish->setAccessibleName(QObject::tr("Stop %1 and keep what it has").arg(title));
        m_finish->setToolTip(QObject::tr("Stop after this iteration and keep its result"));
        m_finish->setVisible(canFinish);
        layout->addWidget(m_time);
        layout->addWidget(m_finish);
        layout->addWidget(m_cancel);
    }

    QPushButton* cancelButton() const { return m_cancel; }
    QPushButton* finishButton() const { return m_finish; }

    void setProgress(double fraction, const QString& stage, double seconds)
    {
        m_progress->setValue(static_cast<int>(std::lround(fraction * progressSteps)));
        m_stage->setFullText(stage);
        m_time->setText(timeText(seconds));
    }

    void setOutcome(const QString& outcome, const QString& message)
    {
        m_progress->hide();
        m_cancel->hide();
        m_finish->hide();
        m_stage->setFullText(message);
        m_time->setText(outcome);
    }

private:
    QLabel* m_title = nullptr;
    ShorteningLabel* m_stage = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_time = nullptr;
    QPushButton* m_finish = nullptr;
    QPushButton* m_cancel = nullptr;
};

JobView::JobView(JobRunner& runner, QWidget* parent) : QWidget(parent), m_runner(runner)
{
    // Many jobs scroll: the window around does not grow and shrink with them.
    auto* rows = new QWidget;
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setMinimumHeight(5 * Theme::unit);
    scroll->setWidget(rows);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    m_layout = new QVBoxLayout(rows);
    m_layout->setContentsMargins(0, Theme::unit / 2, 0, Theme::unit / 2);
    m_layout->setSpacing(Theme::unit / 2);
    m_idle = new QLabel(tr("Nothing is running."));
    m_idle->setForegroundRole(QPalette::PlaceholderText);
    m_idle->setContentsMargins(Theme::unit, 0, Theme::unit, 0);
    m_layout->addWidget(m_idle);
    m_layout->addStretch(1);
    setFocusPolicy(Qt::ClickFocus);
    setAccessibleName(tr("Running jobs"));
    connect(&runner, &JobRunner::jobStarted, this, &JobView::addRow);
    connect(&runner, &JobRunner::jobProgressed, this, &JobView::showProgress);
    connect(&runner, &JobRunner::jobFinished, this, &JobView::showOutcome);
}

JobView::~JobView() = default;

void JobView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_runner.isIdle())
        m_runner.cancelNewest();
    else
        QWidget::keyPressEvent(event);
}

void JobView::addRow(JobId job, const QString& title)
{
    auto* row = new Row(title, m_runner.canFinish(job), this);
    row->setProgress(0, {}, 0);
    connect(row->cancelButton(), &QPushButton::clicked, this, [this, job] { m_runner.cancel(job); });
    connect(row->finishButton(), &QPushButton::clicked, this, [this, job] { m_runner.requestFinish(job); });
    m_layout->insertWidget(0, row); // the newest is in sight
    m_rows.emplace(job, row);
    m_idle->hide();
}

void JobView::showProgress(JobId job, double fraction, const QString& stage, double seconds)
{
    if (const auto row = m_rows.find(job); row != m_rows.end())
        row->second->setProgress(fraction, stage, seconds);
}

void JobView::showOutcome(JobId job, JobOutcome outcome, double seconds, const QString& message)
{
    const auto row = m_rows.find(job);
    if (row == m_rows.end())
        return;
    switch (outcome) {
    case JobOutcome::Superseded:
        removeRow(job);
        return;
    case JobOutcome::Done:
        row->second->setOutcome(tr("done %1").arg(timeText(seconds)), message);
        break;
    case JobOutcome::Cancelled:
        row->second->setOutcome(tr("cancelled"), message);
        break;
    case JobOutcome::Failed:
        row->second->setOutcome(tr("failed"), message);
        break;
    }
    QTimer::singleShot(m_lingerMilliseconds, this, [this, job] { removeRow(job); });
}

void JobView::removeRow(JobId job)
{
    if (const auto row = m_rows.find(job); row != m_rows.end()) {
        // The row's own button may be on the stack above us.
        row->second->hide();
        m_layout->removeWidget(row->second);
        row->second->deleteLater();
        m_rows.erase(row);
        m_idle->setVisible(m_rows.empty());
    }
}

} // namespace atlas
