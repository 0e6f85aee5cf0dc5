// "Open with options": shows what detection found in the chosen source, and lets the person override it.
#pragma once

#include "core/io/read_options.h"

#include <QDialog>

class QLabel;

namespace atlas {

class ParameterForm;

class OpenDialog : public QDialog {
    Q_OBJECT

public:
    OpenDialog(const QString& source, const ReadOptions& current, QWidget* parent = nullptr);

    ReadOptions options() const;

private:
    ParameterForm* m_form;
};

} // namespace atlas
