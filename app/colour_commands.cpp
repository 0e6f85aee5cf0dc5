#include "app/colour_commands.h"

#include "app/session.h"
#include "app/text.h"

#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace atlas {

ColourCommands::ColourCommands(Session& session, QComboBox& box, QObject& parent)
    : QObject(&parent), m_session(session), m_box(box)
{
    connect(&session, &Session::dataChanged, this, &ColourCommands::fill);
    connect(&session.hub(), &SelectionHub::colouringChanged, this, &ColourCommands::receive);
    connect(&box, &QComboBox::activated, this, &ColourCommands::choose);
}

/// The first entry is no colouring: the classes, where there are some.
void ColourCommands::fill()
{
    const QSignalBlocker quiet(&m_box);
    const DatasetPtr& data = m_session.data();
    m_box.clear();
    m_box.addItem(data->classes().size() > 0 ? tr("class") : tr("nothing"));
    for (const std::string& title : colouringTitles(*data))
        m_box.addItem(text(title), text(title));
    receive();
}

void ColourCommands::choose(int index)
{
    m_session.hub().setColouring(
        index <= 0 ? nullptr
                   : colouringOf(*m_session.data(), m_box.itemData(index).toString().toStdString()));
}

void ColourCommands::receive()
{
    const ColouringPtr& colouring = m_session.hub().colouring();
    m_box.setCurrentIndex(colouring ? std::max(0, m_box.findData(text(colouring->title))) : 0);
}

} // namespace atlas
