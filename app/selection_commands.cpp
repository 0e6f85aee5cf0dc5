#include "app/selection_commands.h"

#include "app/actions.h"
#include "core/io/selection_table.h"
#include "core/methods/run_files.h"
#include "core/support/text.h"
#include "widgets/views/selection_list.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>

namespace atlas {

namespace {

QString countOf(std::size_t count, const char* one, const char* many)
{
    return QString::fromStdString(countText(count, one, many));
}

} // namespace

SelectionCommands::SelectionCommands(Session& session, Actions& actions, QWidget& window)
    : QObject(&window), m_session(session), m_actions(actions), m_window(window),
      m_list(new SelectionList(session.hub()))
{
    m_list->addCommands({actions.saveSelection, actions.exportSelections, actions.importSelections});
    connect(actions.saveSelection, &QAction::triggered, this, &SelectionCommands::saveAs);
    connect(actions.exportSelections, &QAction::triggered, this, &SelectionCommands::exportTable);
    connect(actions.importSelections, &QAction::triggered, this, &SelectionCommands::importTable);
    connect(actions.namedMenu, &QMenu::aboutToShow, this, &SelectionCommands::fillMenu);
    connect(&session, &Session::dataChanged, m_list, [this] { m_list->setDataset(m_session.data()); });
    connect(&session.hub(), &SelectionHub::namedSelectionsChanged, this, &SelectionCommands::updateActions);
    updateActions();
}

void SelectionCommands::updateActions()
{
    const bool any = !m_session.hub().namedSelections().empty();
    m_actions.namedMenu->setEnabled(any);
    m_actions.exportSelections->setEnabled(any);
}

void SelectionCommands::saveAs()
{
    SelectionHub& hub = m_session.hub();
    if (hub.selectedCount() == 0) {
        Q_EMIT message(tr("Select some structures first, on a map or in the table."));
        return;
    }
    bool accepted = false;
    const QString name =
        QInputDialog::getText(&m_window, tr("Name selection"),
                              tr("Name for %1 (an equal name is replaced):")
                                  .arg(countOf(hub.selectedCount(), "structure", "structures")),
                              QLineEdit::Normal, tr("Selection %1").arg(hub.namedSelections().size() + 1),
                              &accepted)
            .simplified();
    if (accepted && !name.isEmpty())
        hub.saveSelectionAs(name);
}

void SelectionCommands::fillMenu()
{
    m_actions.namedMenu->clear();
    for (const NamedSelection& selection : m_session.hub().namedSelections()) {
        const QString title = QString(selection.name).replace('&', QStringLiteral("&&"));
        QAction* action = m_actions.namedMenu->addAction(
            tr("%1 (%2)").arg(title).arg(static_cast<qulonglong>(selection.rows.size())));
        connect(action, &QAction::triggered, this, [this, name = selection.name] {
            if (const NamedSelection* chosen = m_session.hub().findSelection(name))
                m_session.hub().select(chosen->rows);
        });
    }
}

Result<void> SelectionCommands::writeTable(const QString& file) const
{
    std::vector<NamedRows> selections;
    for (const NamedSelection& selection : m_session.hub().namedSelections())
        selections.emplace_back(selection.name.toStdString(), selection.rows);
    return writeFile(file.toStdString(), selectionTable(*m_session.data(), selections));
}

void SelectionCommands::exportTable()
{
    const QString file = QFileDialog::getSaveFileName(&m_window, tr("Export named selections"),
                                                      QStringLiteral("selections.csv"), tr("Table (*.csv)"));
    if (file.isEmpty())
        return;
    if (const Result<void> written = writeTable(file); !written)
        Q_EMIT failed(tr("The selections could not be written"),
                      QString::fromStdString(toString(written.error())));
    else
        Q_EMIT message(tr("%1 is written.").arg(QFileInfo(file).fileName()));
}

void SelectionCommands::importTable()
{
    const QString file = QFileDialog::getOpenFileName(&m_window, tr("Import named selections"), {},
                                                      tr("Tables (*.csv *.tsv);;All files (*)"));
    if (!file.isEmpty())
        readTable(file);
}

void SelectionCommands::readTable(const QString& file)
{
    const Result<ReadSelections> read = readSelectionTable(*m_session.data(), file.toStdString());
    if (!read) {
        Q_EMIT failed(tr("The selections could not be read"), QString::fromStdString(toString(read.error())));
        return;
    }
    std::vector<NamedSelection> all = m_session.hub().namedSelections();
    for (const auto& [name, rows] : read->selections)
        all.push_back({QString::fromStdString(name), rows});
    m_session.hub().setNamedSelections(std::move(all));
    QString words = tr("%1 read.").arg(countOf(read->selections.size(), "selection", "selections"));
    if (read->unknown > 0)
        words +=
            tr(" %1 no record of the open data.").arg(countOf(read->unknown, "line names", "lines name"));
    Q_EMIT message(words);
}

} // namespace atlas
