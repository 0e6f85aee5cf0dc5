// Runs of methods for the tests of result views, with the context that the window would give.
#pragma once

#include "core/methods/method.h"
#include "support/graph_data.h"
#include "widgets/results/result_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace atlas::test {

using Given = std::vector<std::pair<std::string, std::string>>;

/// Rings and paths of growing size in two classes.
inline DatasetPtr ringsAndPaths(std::size_t count)
{
    std::vector<PlainGraph> graphs;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t n = 4 + i / 2 % 9;
        PlainGraph graph;
        graph.className = i % 2 == 0 ? "ring" : "path";
        for (std::size_t v = 0; v < n; ++v) {
            graph.labels.emplace_back(v % (2 + i % 3) == 0 ? "N" : "C");
            if (v > 0)
                graph.edges.emplace_back(v - 1, v);
        }
        if (i % 2 == 0)
            graph.edges.emplace_back(n - 1, 0);
        graphs.push_back(graph);
    }
    return graphDataset(graphs);
}

/// Everything that a view needs; what it asks to run is kept.
struct ResultRun {
    SelectionHub hub;
    JobRunner jobs;
    ResultContext context;
    OutputPtr output; ///< null where the run failed
    std::vector<std::pair<std::string, Given>> asked;

    ResultRun(const char* method, const DatasetPtr& data, const Given& given)
    {
        hub.reset(data->size());
        context.method = findMethod(method);
        context.parameters = *parameterValues(context.method->description, given);
        context.data = data;
        context.hub = &hub;
        context.jobs = &jobs;
        context.run = [this](const std::string& name, const Given& wanted) {
            asked.emplace_back(name, wanted);
        };
        Result<MethodOutput> result = context.method->run({data}, context.parameters, {});
        if (result)
            output = std::make_shared<const MethodOutput>(std::move(*result));
    }
};

inline void moveMouse(QWidget* widget, QPointF place, Qt::MouseButtons buttons = Qt::NoButton,
                      Qt::KeyboardModifiers modifiers = {})
{
    QMouseEvent event(QEvent::MouseMove, place, widget->mapToGlobal(place), Qt::NoButton, buttons, modifiers);
    QApplication::sendEvent(widget, &event);
}

inline void dragMouse(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button,
                      Qt::KeyboardModifiers modifiers = {})
{
    QTest::mousePress(widget, button, modifiers, from);
    moveMouse(widget, (from + to) / 2, button, modifiers);
    moveMouse(widget, to, button, modifiers);
    QTest::mouseRelease(widget, button, modifiers, to);
}

inline void turnWheel(QWidget* widget, QPointF place, int notches)
{
    QWheelEvent event(place, widget->mapToGlobal(place), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

} // namespace atlas::test
