// A walk through the window: a card beside one part after the other says what it is for. It stays out of the
// way of the mouse, follows the window's size, and ends with Escape, its button, or when all was seen.
#pragma once

#include <QFrame>
#include <QRect>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;

namespace atlas {

struct TourStep {
    QString title;
    QString words;
    std::function<QWidget*()> part; ///< null = nothing to point at: the card stands in the middle
    std::function<QRect()> area = {}; ///< of the part; empty = the whole part
};

class Tour : public QFrame {
    Q_OBJECT

public:
    /// `window` is what it walks through.
    Tour(std::vector<TourStep> steps, QWidget* window);

    void start();
    void next(); ///< ends after the last step
    void stop();
    bool isRunning() const { return !isHidden(); }
    std::size_t step() const { return m_step; } ///< from 0

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void showStep();
    void place();

    std::vector<TourStep> m_steps;
    std::size_t m_step = 0;
    QWidget* m_window;
    QFrame* m_frame; ///< around the part
    QLabel* m_title;
    QLabel* m_words;
    QLabel* m_count;
    QPushButton* m_next;
};

} // namespace atlas
