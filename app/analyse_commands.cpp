#include "app/analyse_commands.h"

#include "app/actions.h"
#include "app/cost_words.h"
#include "app/form_dialog.h"
#include "app/text.h"
#include "core/methods/quick_look.h"
#include "widgets/views/parameter_form.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QSettings>

#include <algorithm>
#include <limits>

namespace atlas {

namespace {

constexpr const char* seedName = "seed";

} // namespace

AnalyseCommands::AnalyseCommands(Session& session, Actions& actions, QWidget& window)
    : QObject(&window), m_session(session), m_actions(actions), m_window(window)
{
    fillAnalyseMenu();
    connect(actions.explainSelection, &QAction::triggered, this, &AnalyseCommands::explainSelection);
    actions.quickLook->setChecked(QSettings().value(QStringLiteral("quickLook"), true).toBool());
    connect(actions.quickLook, &QAction::toggled, this,
            [](bool wanted) { QSettings().setValue(QStringLiteral("quickLook"), wanted); });
    connect(&session, &Session::dataChanged, this, [this] { offerMethodsFor(m_session.data()->kind()); });
}

void AnalyseCommands::fillAnalyseMenu()
{
    QMenu* menu = m_actions.analyseMenu;
    std::vector<const Method*> sorted;
    for (const Method& method : methods())
        sorted.push_back(&method);
    std::stable_sort(sorted.begin(), sorted.end(), [](const Method* a, const Method* b) {
        return a->description.question < b->description.question;
    });
    const Question* section = nullptr;
    for (const Method* method : sorted) {
        const MethodDescription& description = method->description;
        if (!section || *section != description.question)
            menu->addSection(QString::fromUtf8(toString(description.question)));
        section = &description.question;
        QAction* action = menu->addAction(QString::fromStdString(description.title) + QStringLiteral("..."));
        action->setToolTip(QString::fromStdString(description.summary));
        action->setObjectName(QStringLiteral("method:") + QString::fromStdString(description.name));
        connect(action, &QAction::triggered, this, [this, method] { askAndRun(*method); });
    }
    menu->setToolTipsVisible(true);
}

void AnalyseCommands::offerMethodsFor(StructureKind kind)
{
    for (const Method& method : methods()) {
        const MethodDescription& description = method.description;
        QStringList accepted;
        bool fits = false;
        for (const StructureKind one : description.accepts) {
            accepted << QString::fromUtf8(toString(one)) + QLatin1Char('s');
            fits = fits || one == kind;
        }
        auto* action =
            m_actions.analyseMenu->findChild<QAction*>(QStringLiteral("method:") + text(description.name));
        action->setEnabled(fits);
        action->setToolTip(text(description.summary)
                           + (fits ? QString() : tr(" For %1 only.").arg(accepted.join(tr(" and ")))));
    }
}

/// What the form shows: the method's parameters with defaults for the open data, and the seed where it matters.
std::vector<ParameterDescription> AnalyseCommands::formParameters(const Method& method) const
{
    std::vector<ParameterDescription> parameters = suitedParameters(method, *m_session.data());
    if (const std::string ids = selectedIds(); method.description.name == "explain" && !ids.empty())
        for (ParameterDescription& parameter : parameters) {
            if (parameter.name == "selection")
                setDefault(parameter, ids);
            if (parameter.name == "positive")
                setDefault(parameter, std::string());
        }
    if (method.description.usesSeed)
        parameters.push_back(
            {seedName, tr("Seed").toStdString(),
             tr("The same seed gives the same result; another one another start.").toStdString(), "",
             IntegerType{1, 0, std::numeric_limits<int>::max()}});
    return parameters;
}

void AnalyseCommands::askAndRun(const Method& method, const SessionRun* before)
{
    const MethodDescription& description = method.description;
    if (description.parameters.empty()) {
        m_session.run(method, {}, 1);
        return;
    }
    FormDialog dialog(QString::fromStdString(description.title), QString::fromStdString(description.help),
                      tr("Run"), formParameters(method), &m_window);
    dialog.setRemark(
        [this, &method](const ParameterValues& values) { return costWords(m_session, method, values); });
    if (before) {
        ParameterValues start = before->parameters;
        start.set(seedName, static_cast<std::int64_t>(before->seed));
        dialog.form().setValues(start);
    }
    if (dialog.exec() != QDialog::Accepted)
        return;
    const ParameterValues given = dialog.values();
    ParameterValues parameters; // the seed is the run's, not the method's
    for (const ParameterDescription& parameter : description.parameters)
        parameters.set(parameter.name, given.all().find(parameter.name)->second);
    m_session.run(method, parameters,
                  description.usesSeed ? static_cast<std::uint64_t>(given.integer(seedName)) : 1);
}

/// "id:0,4,10"; "" where nothing is selected, or everything.
std::string AnalyseCommands::selectedIds() const
{
    const std::vector<RowId> rows = m_session.hub().selectedRows();
    if (rows.empty() || rows.size() == m_session.hub().rowCount())
        return {};
    std::string ids = "id:";
    for (const RowId row : rows)
        ids +=
            (row == rows.front() ? "" : ",") + std::to_string(m_session.data()->record(row).number.value());
    return ids;
}

void AnalyseCommands::lookAtNewData()
{
    const Method* describe = findMethod("describe");
    m_session.run(*describe, *parameterValues(describe->description, {}), 1);
    if (m_actions.quickLook->isChecked())
        lookQuickly();
}

void AnalyseCommands::lookQuickly()
{
    const QuickLook look = quickLook(*m_session.data());
    for (const QuickStep& step : look.steps) {
        const Method* method = findMethod(step.method);
        m_session.run(*method, *parameterValues(method->description, step.parameters), 1,
                      Asked::ByTheProgram);
    }
    if (!look.advice.empty())
        Q_EMIT message(text(look.advice));
}

void AnalyseCommands::copyCommand(RunId id)
{
    const Recipe recipe = m_session.recipe();
    const auto& runs = m_session.runs();
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->id == id) {
            QApplication::clipboard()->setText(text(commandLine(recipe, recipe.steps[i])));
            Q_EMIT message(tr("The command is on the clipboard."));
        }
}

void AnalyseCommands::explainSelection()
{
    const std::string ids = selectedIds();
    if (ids.empty()) {
        Q_EMIT message(tr("Select some structures first, on a map or in the table; the others are what they "
                          "are compared with."));
        return;
    }
    const Method* explain = findMethod("explain");
    if (const Result<ParameterValues> values = parameterValues(explain->description, {{"selection", ids}}))
        m_session.run(*explain, *values, 1);
    else
        Q_EMIT failed(tr("The selection could not be explained"),
                      QString::fromStdString(toString(values.error())));
}

} // namespace atlas
