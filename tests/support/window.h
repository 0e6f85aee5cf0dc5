// What the tests of the whole window share: settings of their own, data opened and waited for, and steps that
// wait for a dialog whose event loop blocks the test.
#pragma once

#include "app/main_window.h"
#include "app/run_tabs.h"
#include "support/temporary_folder.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QMessageBox>
#include <QPointer>
#include <QSettings>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

inline QAction* actionNamed(const QWidget& widget, const QString& text)
{
    for (QAction* action : widget.actions())
        if (action->text().remove('&') == text)
            return action;
    return nullptr;
}

/// Nothing remembered, and no quick look: a test asks for what it wants to see.
inline void clearSettings()
{
    QSettings().clear();
    QSettings().setValue(QStringLiteral("quickLook"), false);
}

/// Settings of the test, not of the person who runs it.
inline void useOwnSettings(const TemporaryFolder& folder)
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString(folder.path().string()));
    qputenv("XDG_DATA_HOME", QByteArray::fromStdString(folder.path().string())); // recovery files
    QApplication::setOrganizationName("StructAtlasTest");
    QApplication::setApplicationName("StructAtlasTest");
    clearSettings();
}

/// What was analysed before need not be saved.
inline void answerWithDiscard()
{
    if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
        if (QAbstractButton* discard = question->button(QMessageBox::Discard))
            discard->click();
}

/// Whether the data arrived and everything that starts with them is done.
inline bool openAndWait(MainWindow& window, const QString& source, const ReadOptions& options = {})
{
    QSignalSpy opened(&window.session(), &Session::dataChanged);
    window.open(source, options);
    const auto arrived = [&] {
        answerWithDiscard();
        return opened.count() == 1;
    };
    const bool came = QTest::qWaitFor(arrived, 30'000);
    if (window.isVisible()) { // nobody gives the keys back to it after the question
        window.activateWindow();
        (void)QTest::qWaitForWindowActive(&window);
    }
    return came
        && QTest::qWaitFor(
               [&] { return window.session().jobs().isIdle() && !window.session().runs().empty(); }, 30'000);
}

/// Forty small trees of two classes.
inline std::string fortyTrees()
{
    const std::string left[] = {"left:S(NP(cat) VP(V NP(N)))\n", "left:S(NP(dog) VP(V NP(N)))\n",
                                "left:S(NP(dog) VP(V NP(D N)))\n"};
    const std::string right[] = {"right:S(VP(V) NP(cat))\n", "right:S(VP(V V) NP(dog))\n"};
    std::string text;
    for (std::size_t i = 0; i < 20; ++i) {
        text += left[i % 3];
        text += right[i % 2];
    }
    return text;
}

/// A window of its own, in sight; null where it does not come.
inline std::unique_ptr<MainWindow> newShownWindow()
{
    clearSettings();
    auto window = std::make_unique<MainWindow>();
    window->show();
    return QTest::qWaitForWindowExposed(window.get()) ? std::move(window) : nullptr;
}

/// The same with forty small trees open, from a file in the folder.
inline std::unique_ptr<MainWindow> newWindowWithTrees(const TemporaryFolder& folder)
{
    std::unique_ptr<MainWindow> window = newShownWindow();
    const auto file = folder.write("trees.txt", fortyTrees());
    return window && openAndWait(*window, QString::fromStdString(file.string())) ? std::move(window)
                                                                                 : nullptr;
}

/// Runs a method on the open data with these parameters, as on the command line; whether it finished.
inline bool runAndWait(MainWindow& window, const std::string& name,
                       const std::vector<std::pair<std::string, std::string>>& given = {})
{
    const Method* method = findMethod(name);
    const Result<ParameterValues> values = parameterValues(method->description, given);
    if (!values)
        return false;
    QSignalSpy finished(&window.session(), &Session::runFinished);
    window.session().run(*method, *values, 1);
    return QTest::qWaitFor([&] { return finished.count() > 0 && window.session().jobs().isIdle(); }, 120'000);
}

/// Acts once, from inside its event loop, on the first modal dialog of this kind that is ready. A dialog
/// that never is gets closed after 20 seconds, so that a test fails rather than hangs.
template <class Dialog>
void whenModal(std::function<bool(Dialog&)> ready, std::function<void(Dialog&)> act)
{
    auto* timer = new QTimer(qApp);
    QElapsedTimer clock;
    clock.start();
    QObject::connect(timer, &QTimer::timeout, qApp, [=] {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        if (dialog && dialog->isVisible() && ready(*dialog)) {
            timer->stop(); // the act may open the next dialog, whose loop would come here again
            timer->deleteLater();
            const QPointer<QWidget> acted = dialog;
            act(*dialog);
            if (QTest::currentTestFailed() && acted)
                acted->close();
        } else if (clock.elapsed() > 20'000) {
            timer->stop();
            timer->deleteLater();
            if (QWidget* modal = QApplication::activeModalWidget())
                modal->close();
        }
    });
    timer->start(10);
}

/// The button with this text (mnemonics left out); null where there is none in sight.
inline QAbstractButton* buttonOf(const QWidget& widget, const QString& text)
{
    for (QAbstractButton* button : widget.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->text().remove('&') == text)
            return button;
    return nullptr;
}

} // namespace atlas::test
