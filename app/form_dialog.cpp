#include "app/form_dialog.h"

#include "widgets/views/parameter_form.h"
#include "widgets/views/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace atlas {

FormDialog::FormDialog(const QString& title, const QString& explanation, const QString& verb,
                       const std::vector<ParameterDescription>& parameters, QWidget* parent)
    : QDialog(parent), m_form(new ParameterForm)
{
    setWindowTitle(title);
    setMinimumWidth(60 * Theme::unit);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Theme::unit);
    auto* label = new QLabel(explanation);
    label->setObjectName(QStringLiteral("explanation"));
    label->setWordWrap(true);
    layout->addWidget(label);
    m_form->setParameters(parameters);
    layout->addWidget(m_form);
    layout->addStretch();
    auto* buttons = new QDialogButtonBox;
    QPushButton* accept = buttons->addButton(verb, QDialogButtonBox::AcceptRole);
    accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    connect(buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole), &QPushButton::clicked, m_form,
            &ParameterForm::setDefaults);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_form, &ParameterForm::changed, this,
            [this, accept] { accept->setEnabled(m_form->check().ok()); });
    layout->addWidget(buttons);
    // A dialog asks wrapped words for their height only after it has taken its size: the fields would be
    // squeezed.
    const QMargins margins = layout->contentsMargins();
    const int height = label->heightForWidth(minimumWidth() - margins.left() - margins.right());
    label->setMinimumHeight(std::max(0, height)); // -1 where there are no words
}

ParameterValues FormDialog::values() const { return m_form->values(); }

} // namespace atlas
