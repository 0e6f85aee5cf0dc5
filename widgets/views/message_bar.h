// A line above the views that says what happened and offers what to do about it, without stopping anybody:
// "The source is missing. [Find...] [Close]". It goes when a button is pressed.
#pragma once

#include <QFrame>
#include <QString>

#include <functional>
#include <vector>

namespace atlas {

class MessageBar : public QFrame {
    Q_OBJECT

public:
    struct Offer {
        QString text; ///< on the button
        QString tip;
        std::function<void()> act;
    };

    /// The offers, then "Close".
    MessageBar(const QString& text, const std::vector<Offer>& offers, QWidget* parent = nullptr);

    const QString& text() const { return m_text; }

private:
    void addButton(const Offer& offer);

    QString m_text;
};

} // namespace atlas
