// Sessions to store: of real runs, and of one output that has every kind of everything.
#pragma once

#include "core/io/open_data.h"
#include "core/session/output_codec.h"
#include "core/session/session_file.h"

#include <limits>
#include <string>
#include <vector>

namespace atlas::test {

/// Every kind of figure, metric and file, with values that text formats lose.
inline MethodOutput oneOfEach()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    MethodOutput output;
    output.status = "not converged after 3 iterations";
    output.note = "a note\nwith \"quotes\" and \xc3\xa9";
    output.metrics = {{"count", std::int64_t{-7}}, {"share", 0.1 + 0.2}, {"none", nan}, {"word", "x,y"}};
    Table table("odd", {"a", "b"});
    table.addRow("line\nbreak", 1e-300);
    table.addRow("", 3);
    output.tables = {table, Table("empty", {"only"})};
    ScatterFigure scatter{
        {"x"},     {"y"},    {0, nan}, {-0.0, 1e300}, {RowId(1), RowId(0)}, {ClassId(0), ClassId()},
        {"class"}, {1, nan}, "value"};
    scatter.regions = {0, 1, 2, 3, 2, 1, {ClassId(0), ClassId()}};
    scatter.layers.field = {0, 1, 2, 3, 1, 2, {0.5, nan}, "field"};
    scatter.layers.links = {{1, 2, 3, 4}};
    scatter.layers.remarks = {{5, 6, "12"}};
    const BarFigure bars{{"size"}, {"count"}, {"1", "2"}, {{"a", {1, 2}}, {"b", {0, 3}}}};
    const CurveFigure curves{{"t"}, {"loss"}, {{"train", {0, 1}, {2, 1}}, {"test", {}, {}, true}}};
    HeatmapFigure heat{{"c"}, {"r"}, "similarity", false, true, {"k"}, {}};
    heat.panels = {{"p", 1, 2, {1, nan}, {"r"}, {"c", "d"}, {ClassId(0)}}};
    output.figures = {{"scatter", "Scatter", scatter},
                      {"bars", "Bars", bars},
                      {"curves", "Curves", curves},
                      {"heat", "Heat", heat}};
    output.files = {{"model.json", std::string("{\0}", 3)}, {"empty", ""}};
    return output;
}

/// All that is stored of an output, as one text: equal outputs are equal bytes.
inline std::string storedText(const MethodOutput& output)
{
    std::string text = encodeOutcome(output);
    for (const Table& table : output.tables)
        text += encodeTable(table);
    for (const Figure& figure : output.figures)
        text += encodeFigure(figure);
    for (const OutputFile& file : output.files)
        text += file.name + '\n' + file.content + '\n';
    return text;
}

inline StoredRun storedRun(const std::string& key, MethodOutput output)
{
    const Method* method = findMethod("mine");
    StoredRun run;
    run.key = key;
    run.method = method;
    run.parameters = *parameterValues(method->description, {{"min-support", "5%"}});
    run.seed = 0xffff'ffff'ffff'fff1;
    run.seconds = 1.5;
    run.hasDetails = true;
    run.output = std::make_shared<const MethodOutput>(std::move(output));
    return run;
}

/// An example with two runs and two selections.
inline StoredSession storedSession(const std::string& example)
{
    StoredSession session;
    session.program = "0.1.0";
    session.dataKey = newSessionKey();
    session.source.path = "example:" + example;
    session.source.sha256 = std::string(64, 'a');
    session.source.seed = 3;
    session.source.options.classColumn = "kind";
    session.source.options.hydrogens = Hydrogens::Explicit;
    session.data = *openData(session.source.path);
    const Method* describe = findMethod("describe");
    StoredRun run = storedRun("first", {});
    run.method = describe;
    run.parameters = *parameterValues(describe->description, {});
    run.automatic = true;
    run.output = std::make_shared<const MethodOutput>(*describe->run({session.data}, run.parameters, {}));
    session.runs = {run, storedRun("second", oneOfEach())};
    session.selections = {{"", {RowId(1), RowId(3)}}, {"named", {}}};
    session.layout = std::string("\0layout\xff", 8);
    session.currentTab = 1;
    session.colouring = "Atoms";
    session.file = "/home/someone/x.atlas";
    return session;
}

} // namespace atlas::test
