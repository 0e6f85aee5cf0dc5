// What tests of the whole window share: settings of their own, and waiting for data.
#pragma once

#include "app/main_window.h"
#include "support/temporary_folder.h"

#include <QAction>
#include <QApplication>
#include <QMessageBox>
#include <QSettings>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

namespace atlas::test {

/// Settings of the test, not of the person who runs it.
inline void useSettingsIn(const TemporaryFolder& folder)
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope,
                       QString::fromStdString(folder.path().string()));
    QApplication::setOrganizationName(QStringLiteral("StructAtlasTest"));
    QApplication::setApplicationName(QStringLiteral("StructAtlasTest"));
}

/// Nothing remembered, and no quick look: a test asks for what it wants to see.
inline void clearSettings()
{
    QSettings().clear();
    QSettings().setValue(QStringLiteral("quickLook"), false);
}

/// Opens and waits until nothing runs any more; false where that takes too long.
inline bool openAndWait(MainWindow& window, const QString& source)
{
    QSignalSpy spy(&window.session(), &Session::dataChanged);
    window.open(source);
    return QTest::qWaitFor(
        [&] {
            // What was analysed before need not be saved.
            if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
                if (QAbstractButton* discard = question->button(QMessageBox::Discard))
                    discard->click();
            return spy.count() == 1 && window.session().jobs().isIdle();
        },
        20'000);
}

/// Runs a method with parameters as on the command line and waits for its end.
inline bool runAndWait(MainWindow& window, const std::string& name,
                       const std::vector<std::pair<std::string, std::string>>& given)
{
    const Method* method = findMethod(name);
    const std::size_t before = window.session().runs().size();
    window.session().run(*method, *parameterValues(method->description, given), 1);
    return QTest::qWaitFor([&] { return window.session().runs().size() == before + 1; }, 20'000);
}

inline QAction* actionNamed(const QWidget& widget, const QString& text)
{
    for (QAction* action : widget.actions())
        if (action->text().remove('&') == text)
            return action;
    return nullptr;
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

} // namespace atlas::test
