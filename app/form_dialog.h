// A dialog with a form made from parameter descriptions: options for reading, parameters of a
// method, size of a figure.
#pragma once

#include "core/methods/parameter.h"

#include <QDialog>

#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

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
    /// Above the form, under the explanation.
    void addSection(QWidget* section);
    /// Under the form, made anew whenever the values change and can be read.
    void setRemark(std::function<QString(const ParameterValues&)> remark);

protected:
    virtual bool isReady() const { return true; } ///< beside the form: whether the button may be pressed
    void updateButton();
    void updateRemark();

private:
    ParameterForm* m_form;
    QVBoxLayout* m_layout;
    QPushButton* m_accept;
    int m_sections = 1; ///< before the form
    QLabel* m_remark;
    std::function<QString(const ParameterValues&)> m_makeRemark;
};

} // namespace atlas
