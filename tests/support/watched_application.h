// An application that tells a watchdog of every event.
#pragma once

#include "support/watchdog.h"

#include <QApplication>
#include <QThread>

namespace atlas::test {

class WatchedApplication : public QApplication {
public:
    WatchedApplication(int& argc, char** argv) : QApplication(argc, argv) { }

    Watchdog& watchdog() { return m_watchdog; }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (thread() != QThread::currentThread())
            return QApplication::notify(receiver, event);
        const char* receiverClass = receiver->metaObject()->className(); // it may be gone afterwards
        const int type = event->type();
        m_watchdog.enter();
        const bool handled = QApplication::notify(receiver, event);
        m_watchdog.leave(receiverClass, type);
        return handled;
    }

private:
    Watchdog m_watchdog;
};

} // namespace atlas::test
