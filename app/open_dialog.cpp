#include "app/open_dialog.h"

#include "core/io/data_options.h"
#include "core/io/read_dataset.h"
#include "widgets/views/parameter_form.h"
#include "widgets/views/theme.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace atlas {

namespace {

QString detectionText(const QString& source)
{
    const Result<Detection> detection = detectFormat(std::filesystem::path(source.toStdString()));
    if (!detection)
        return OpenDialog::tr("Detection: %1").arg(QString::fromStdString(detection.error().message));
    const std::string_view title = formatInfo(detection->format).title;
    return OpenDialog::tr("Detected: %1 (%2)")
        .arg(QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size())),
             QString::fromStdString(detection->reason));
}

} // namespace

OpenDialog::OpenDialog(const QString& source, const ReadOptions& current, QWidget* parent)
    : QDialog(parent), m_form(new ParameterForm(dataParameters()))
{
    setWindowTitle(tr("Open %1").arg(QFileInfo(source).fileName()));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(2 * Theme::unit);
    auto* detection = new QLabel(detectionText(source));
    detection->setObjectName(QStringLiteral("detection"));
    detection->setWordWrap(true);
    layout->addWidget(detection);
    for (const auto& [name, text] : givenDataOptions(current))
        m_form->setText(QString::fromStdString(name), QString::fromStdString(text));
    layout->addWidget(m_form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_form, &ParameterForm::changed, this,
            [this, buttons] { buttons->button(QDialogButtonBox::Open)->setEnabled(m_form->isValid()); });
    layout->addWidget(buttons);
}

ReadOptions OpenDialog::options() const { return toReadOptions(m_form->values()); }

} // namespace atlas
