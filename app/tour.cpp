#include "app/tour.h"

#include "widgets/views/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace atlas {

namespace {

constexpr int cardWidth = 42 * Theme::unit;

/// Beside the part: below it, above it, to the right, to the left, or over its middle,
/// wherever there is room.
QPoint placeBeside(const QRect& part, QSize card, const QRect& window)
{
    const int gap = Theme::unit;
    const std::array places{QPoint(part.center().x() - card.width() / 2, part.bottom() + gap),
                            QPoint(part.center().x() - card.width() / 2, part.top() - gap - card.height()),
                            QPoint(part.right() + gap, part.center().y() - card.height() / 2),
                            QPoint(part.left() - gap - card.width(), part.center().y() - card.height() / 2)};
    for (QPoint place : places) {
        const bool beside = place.y() >= part.bottom() || place.y() + card.height() <= part.top();
        // Along the part's side the card may slide; away from it, it must fit as it is.
        if (beside)
            place.setX(std::clamp(place.x(), gap, std::max(gap, window.width() - card.width() - gap)));
        else
            place.setY(std::clamp(place.y(), gap, std::max(gap, window.height() - card.height() - gap)));
        if (window.contains(QRect(place, card)))
            return place;
    }
    return part.center() - QPoint(card.width(), card.height()) / 2;
}

} // namespace

Tour::Tour(std::vector<TourStep> steps, QWidget* window)
    : QFrame(window), m_steps(std::move(steps)), m_window(window), m_frame(new QFrame(window)),
      m_title(new QLabel(this)), m_words(new QLabel(this)), m_count(new QLabel(this)),
      m_next(new QPushButton(this))
{
    setObjectName(QStringLiteral("tour"));
    setAccessibleName(tr("Tour"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setFixedWidth(cardWidth);
    m_frame->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_frame->setObjectName(QStringLiteral("tourFrame"));
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
    m_words->setWordWrap(true);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* close = new QPushButton(tr("End the tour"), this);
    m_next->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2 * Theme::unit, 2 * Theme::unit, 2 * Theme::unit, 2 * Theme::unit);
    column->setSpacing(Theme::unit);
    column->addWidget(m_title);
    column->addWidget(m_words);
    column->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &Tour::stop);
    connect(m_next, &QPushButton::clicked, this, &Tour::next);
    window->installEventFilter(this);
    hide();
    m_frame->hide();
}

void Tour::start()
{
    m_step = 0;
    if (!m_steps.empty())
        showStep();
}

void Tour::next()
{
    if (++m_step < m_steps.size())
        showStep();
    else
        stop();
}

void Tour::stop()
{
    hide();
    m_frame->hide();
}

void Tour::showStep()
{
    const TourStep& step = m_steps[m_step];
    m_title->setText(step.title);
    m_words->setText(step.words);
    m_count->setText(tr("%1 of %2").arg(m_step + 1).arg(m_steps.size()));
    m_next->setText(m_step + 1 < m_steps.size() ? tr("Next") : tr("Done"));
    const QColor accent = Theme::current().accent;
    m_frame->setStyleSheet(
        QStringLiteral("QFrame#tourFrame { border: 2px solid %1; border-radius: 4px; }").arg(accent.name()));
    show();
    place();
    raise();
    m_next->setFocus();
}

void Tour::place()
{
    adjustSize();
    const TourStep& step = m_steps[std::min(m_step, m_steps.size() - 1)];
    QWidget* part = step.part ? step.part() : nullptr;
    m_frame->setVisible(part && part->isVisible());
    if (!part || !part->isVisible()) {
        move(m_window->rect().center() - rect().center());
        return;
    }
    const QRect inPart = step.area ? step.area() : part->rect();
    const QRect area(part->mapTo(m_window, inPart.topLeft()), inPart.size());
    m_frame->setGeometry(area.adjusted(-2, -2, 2, 2).intersected(m_window->rect()));
    m_frame->raise();
    move(placeBeside(area, size(), m_window->rect()));
    raise();
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (isRunning() && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest))
        place();
    return QFrame::eventFilter(watched, event);
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        stop();
    else
        QFrame::keyPressEvent(event);
}

} // namespace atlas
