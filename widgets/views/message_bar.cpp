#include "widgets/views/message_bar.h"

#include "widgets/views/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace atlas {

MessageBar::MessageBar(const QString& text, const std::vector<Offer>& offers, QWidget* parent)
    : QFrame(parent), m_text(text)
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Highlight);
    setAccessibleName(text);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Theme::unit, Theme::unit / 2, Theme::unit, Theme::unit / 2);
    row->setSpacing(Theme::unit);
    auto* words = new QLabel(text, this);
    words->setTextFormat(Qt::PlainText);
    words->setForegroundRole(QPalette::HighlightedText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(words, 1);
    for (const Offer& offer : offers)
        addButton(offer);
    addButton({tr("Close"), tr("Close this message"), [] {}});
}

void MessageBar::addButton(const Offer& offer)
{
    auto* button = new QPushButton(offer.text, this);
    button->setToolTip(offer.tip);
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, act = offer.act] {
        hide();
        deleteLater();
        act();
    });
}

} // namespace atlas
