// A dialog with a form made from parameter descriptions: options for reading, parameters of a method, size of
// a figure.
#pragma once

#include "core/methods/parameter.h"

#include <QDialog>

#include <vector>

namespace atlas {

class ParameterForm;

class FormDialog : public QDialog {
    Q_OBJECT

public:
    /// `explanation` stands above the form, `verb` on the button: "Open", "Run", "Export".
    FormDialog(const QString& title, const QString& explanation, const QString& verb,
               const std::vector<ParameterDescription>& parameters, QWidget* parent = nullptr);

    ParameterForm& form() { return *m_form; }
    ParameterValues values() const;

private:
    ParameterForm* m_form;
};

} // namespace atlas
