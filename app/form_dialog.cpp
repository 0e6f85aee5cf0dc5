#include "app/form_dialog.h"

#include "widgets/views/parameter_form.h"
#include "widgets/views/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWhatsThis>

#include <algorithm>

namespace atlas {

FormDialog::FormDialog(const QString& title, const QString& explanation, const QString& verb,
                       const std::vector<ParameterDescription>& parameters, QWidget* parent)
    : QDialog(parent), m_form(new ParameterForm), m_layout(new QVBoxLayout(this))
{
    setWindowTitle(title);
    setMinimumWidth(60 * Theme::unit);
    m_layout->setSpacing(2 * Theme::unit);
    auto* label = new QLabel(explanation);
    label->setObjectName(QStringLiteral("explanation"));
    label->setWordWrap(true);
    m_layout->addWidget(label);
    m_form->setParameters(parameters);
    m_layout->addWidget(m_form);
    m_remark = new QLabel;
    m_remark->setObjectName(QStringLiteral("remark"));
    m_remark->setWordWrap(true);
    m_remark->hide();
    m_layout->addWidget(m_remark);
    m_layout->addStretch();
    auto* buttons = new QDialogButtonBox;
    m_accept = buttons->addButton(verb, QDialogButtonBox::AcceptRole);
    m_accept->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
    QPushButton* reset = buttons->addButton(tr("Defaults"), QDialogButtonBox::ResetRole);
    connect(reset, &QPushButton::clicked, m_form, &ParameterForm::setDefaults);
    QPushButton* ask = buttons->addButton(tr("What is this?"), QDialogButtonBox::HelpRole);
    ask->setToolTip(tr("Press, then click a parameter; or Shift+F1 where you are"));
    connect(ask, &QPushButton::clicked, this, [] { QWhatsThis::enterWhatsThisMode(); });
    for (QPushButton* other : {reset, ask})
        other->setAutoDefault(false); // Return starts, wherever one is in the form
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_form, &ParameterForm::changed, this, &FormDialog::updateButton);
    m_layout->addWidget(buttons);
    // A dialog asks wrapped words for their height only after it has taken its size:
    // the fields would be squeezed.
    const QMargins margins = m_layout->contentsMargins();
    const int height = label->heightForWidth(minimumWidth() - margins.left() - margins.right());
    label->setMinimumHeight(std::max(0, height)); // -1 where there are no words
}

void FormDialog::setRemark(std::function<QString(const ParameterValues&)> remark)
{
    m_makeRemark = std::move(remark);
    m_remark->show();
    connect(m_form, &ParameterForm::changed, this, &FormDialog::updateRemark);
    updateRemark();
}

void FormDialog::updateRemark() { m_remark->setText(m_form->check() ? m_makeRemark(values()) : QString()); }

void FormDialog::updateButton() { m_accept->setEnabled(m_form->check().ok() && isReady()); }

void FormDialog::addSection(QWidget* section) { m_layout->insertWidget(m_sections++, section); }

ParameterValues FormDialog::values() const { return m_form->values(); }

} // namespace atlas
