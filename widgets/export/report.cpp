#include "widgets/export/report.h"

#include "core/support/text.h"
#include "widgets/export/figure_writer.h"

#include <algorithm>

namespace atlas {

namespace {

constexpr std::size_t tableRows = 50;
constexpr std::size_t problemRows = 200;

QString escaped(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

const char* const head = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%1</title><style>
body { font-family: sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; color: #222; line-height: 1.45; }
h1, h2, h3 { line-height: 1.2; } h2 { border-top: 1px solid #bbb; padding-top: 1em; margin-top: 2em; }
table { border-collapse: collapse; margin: .5em 0; font-size: 90%; }
td, th { text-align: left; padding: .15em .8em .15em 0; border-bottom: 1px solid #ddd; vertical-align: top; }
pre { background: #f3f3f3; padding: .6em; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1em 0; } figcaption, .remark { color: #666; font-size: 90%; }
details { margin: .5em 0; } svg { max-width: 100%; height: auto; }
</style></head><body>
)";

QString row(const QStringList& cells, const char* tag)
{
    QString text = QStringLiteral("<tr>");
    for (const QString& cell : cells)
        text += QStringLiteral("<%1>%2</%1>").arg(QLatin1String(tag), cell);
    return text + QStringLiteral("</tr>\n");
}

QString dataPart(const Report& report)
{
    const Dataset& data = *report.data;
    QString html = QStringLiteral("<table>\n");
    html += row({"Source", report.source.toHtmlEscaped()}, "td");
    html += row(
        {"Structures",
         escaped(countText(data.size(), toString(data.kind()), std::string(toString(data.kind())) + "s"))},
        "td");
    html += row({"Read as",
                 escaped(data.source().format
                         + (data.source().detection.empty() ? "" : " (" + data.source().detection + ")"))},
                "td");
    if (data.classes().size() > 0)
        html += row({"Classes", QString::number(data.classes().size())}, "td");
    html += row({"Problems", QString::number(data.problems().size())}, "td");
    return html + QStringLiteral("</table>\n");
}

QString problemPart(const Dataset& data)
{
    if (data.problems().empty())
        return {};
    QString html = QStringLiteral("<h2>Problems</h2>\n<table>\n") + row({"Place", "Reason", "Excerpt"}, "th");
    for (std::size_t i = 0; i < std::min(problemRows, data.problems().size()); ++i) {
        const Problem& problem = data.problems()[i];
        html += row({escaped(toString(problem.location)), escaped(problem.reason),
                     "<code>" + escaped(problem.excerpt) + "</code>"},
                    "td");
    }
    html += QStringLiteral("</table>\n");
    if (data.problems().size() > problemRows)
        html +=
            QStringLiteral("<p class=\"remark\">%1 more.</p>\n").arg(data.problems().size() - problemRows);
    return html;
}

QString tablePart(const Table& table)
{
    QStringList names;
    for (const std::string& name : table.header())
        names << escaped(name);
    QString html = QStringLiteral("<details><summary>%1 (%2)</summary><table>\n")
                       .arg(escaped(table.name()), escaped(countText(table.rows(), "row", "rows")))
        + row(names, "th");
    for (std::size_t i = 0; i < std::min(tableRows, table.rows()); ++i) {
        QStringList cells;
        for (std::size_t j = 0; j < table.columns(); ++j)
            cells << escaped(table.cell(i, j));
        html += row(cells, "td");
    }
    html += QStringLiteral("</table>");
    if (table.rows() > tableRows)
        html += QStringLiteral("<p class=\"remark\">The first %1 rows of %2.</p>")
                    .arg(tableRows)
                    .arg(table.rows());
    return html + QStringLiteral("</details>\n");
}

QString numbersPart(const ReportRun& run)
{
    QString html;
    if (!run.output->metrics.empty()) {
        html += QStringLiteral("<table>\n");
        for (const auto& [name, value] : run.output->metrics) {
            const std::string text =
                std::visit([](const auto& held) { return toString(ParameterValue(held)); }, value);
            html += row({escaped(name), escaped(text)}, "td");
        }
        html += QStringLiteral("</table>\n");
    }
    for (const std::string& remark :
         {run.output->status == "ok" ? std::string() : run.output->status, run.output->note})
        if (!remark.empty())
            html += QStringLiteral("<p class=\"remark\">%1</p>\n").arg(escaped(remark));
    return html;
}

} // namespace

ReportBuilder::ReportBuilder(Report report) : m_report(std::move(report))
{
    for (const ReportRun& run : m_report.runs)
        for (const Figure& figure : run.output->figures)
            m_figures.push_back(&figure);
}

double ReportBuilder::fraction() const
{
    return finished() ? 1 : static_cast<double>(m_pictures.size()) / static_cast<double>(m_figures.size());
}

Result<void> ReportBuilder::drawNext()
{
    const Result<QByteArray> svg = figureSvg(*m_figures[m_pictures.size()], {});
    if (!svg)
        return svg.error();
    m_pictures.push_back(svg->toBase64());
    return {};
}

QString ReportBuilder::runPart(const ReportRun& run, std::size_t& picture) const
{
    QString html = QStringLiteral("<h2>%1</h2>\n").arg(run.title.toHtmlEscaped()) + numbersPart(run);
    for (const Figure& figure : run.output->figures)
        // A base64 picture keeps the ids of one figure's gradients apart from another's.
        html += QStringLiteral(
                    "<figure><img alt=\"%1\" src=\"data:image/svg+xml;base64,%2\" style=\"max-width:100%\">"
                    "<figcaption>%1</figcaption></figure>\n")
                    .arg(escaped(figure.title), QString::fromLatin1(m_pictures[picture++]));
    for (const Table& table : run.output->tables)
        html += tablePart(table);
    html += QStringLiteral("<details><summary>Parameters</summary><table>\n");
    for (const auto& [name, value] : run.parameters)
        html += row({escaped(name), escaped(value)}, "td");
    return html + QStringLiteral("</table></details>\n<pre>%1</pre>\n").arg(run.command.toHtmlEscaped());
}

QByteArray ReportBuilder::html() const
{
    const QString source = m_report.source.toHtmlEscaped();
    QString html = QString::fromLatin1(head).arg(source);
    html += QStringLiteral("<h1>%1</h1>\n").arg(source) + dataPart(m_report);
    std::size_t picture = 0;
    for (const ReportRun& run : m_report.runs)
        html += runPart(run, picture);
    html += problemPart(*m_report.data);
    html +=
        QStringLiteral("<p class=\"remark\">%1</p>\n</body></html>\n").arg(m_report.program.toHtmlEscaped());
    return html.toUtf8();
}

} // namespace atlas
