// The tool bar's "Colour by": one choice for the points of all figures.
#pragma once

#include <QObject>

class QComboBox;

namespace atlas {

class Session;

class ColourCommands : public QObject {
    Q_OBJECT

public:
    /// Everything given outlives this.
    ColourCommands(Session& session, QComboBox& box, QObject& parent);

private:
    void fill();
    void choose(int index);
    void receive();

    Session& m_session;
    QComboBox& m_box;
};

} // namespace atlas
