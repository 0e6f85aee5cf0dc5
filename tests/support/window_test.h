// What tests of the whole window share: settings of their own, and waiting for data.
#pragma once

#include "support/window.h"

#include <QAction>
#include <QWheelEvent>
#include <QtTest>

namespace atlas::test {

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
