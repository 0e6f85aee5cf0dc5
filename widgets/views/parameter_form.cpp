#include "widgets/views/parameter_form.h"

#include "widgets/views/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace atlas {

namespace {

QString text(const std::string& text) { return QString::fromStdString(text); }

QString suffix(const ParameterDescription& parameter)
{
    return parameter.unit.empty() ? QString() : QLatin1Char(' ') + text(parameter.unit);
}

/// The help, wrapped by Qt since it is rich text, and what is allowed.
QString tipText(const ParameterDescription& parameter)
{
    QString tip = "<p>" + text(parameter.help).toHtmlEscaped() + "</p>";
    return tip + "<p>" + text(describeType(parameter)).toHtmlEscaped() + "</p>";
}

/// A spin box for numbers of any magnitude: shortest text, steps that suit the number.
class NumberBox : public QDoubleSpinBox {
public:
    explicit NumberBox(QWidget* parent) : QDoubleSpinBox(parent)
    {
        setDecimals(mostDecimals);
        setKeyboardTracking(true);
    }
    QString textFromValue(double value) const override
    {
        return QString::fromStdString(toString(ParameterValue(value)));
    }
    double valueFromText(const QString& shown) const override { return cleaned(shown).toDouble(); }
    QValidator::State validate(QString& input, int& /*position*/) const override
    {
        bool number = false;
        const double value = cleaned(input).toDouble(&number);
        if (!number || !std::isfinite(value))
            return QValidator::Intermediate;
        return value >= minimum() && value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    }
    void stepBy(int steps) override
    {
        const double size = std::abs(value());
        const double step = size > 0 ? std::pow(10, std::floor(std::log10(size * 1.0000001)) - 1) : 0.1;
        setValue(std::round(value() / step + steps) * step);
    }

private:
    static constexpr int mostDecimals = 300; // no rounding: tolerances of 1e-12 must survive

    QString cleaned(QString shown) const
    {
        if (!suffix().isEmpty() && shown.endsWith(suffix()))
            shown.chop(suffix().size());
        return shown.trimmed();
    }
};

/// What is wrong with a text, in the form's words; "" = nothing.
QString problemOf(const ParameterDescription& parameter, const QString& given)
{
    const std::string trimmed = given.trimmed().toStdString();
    if (parseParameter(parameter, trimmed))
        return {};
    QString takes = QObject::tr("This takes %1.").arg(text(describeType(parameter)));
    if (const auto* type = std::get_if<TextType>(&parameter.type); type && type->check)
        if (const Result<void> checked = type->check(trimmed); !checked)
            return text(checked.error().message) + QLatin1Char(' ') + takes;
    return takes;
}

bool fitsSpinBox(const IntegerType& type)
{
    return type.minimum >= std::numeric_limits<int>::min() && type.maximum <= std::numeric_limits<int>::max();
}

} // namespace

ParameterForm::ParameterForm(QWidget* parent) : QWidget(parent)
{
    m_layout = new QFormLayout(this);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setHorizontalSpacing(2 * Theme::unit);
    m_layout->setVerticalSpacing(Theme::unit);
    m_layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    connect(this, &ParameterForm::changed, this, &ParameterForm::showWhatIsUsed);
}

void ParameterForm::setParameters(const std::vector<ParameterDescription>& parameters)
{
    m_fields.clear();
    while (m_layout->rowCount() > 0)
        m_layout->removeRow(0);
    for (const ParameterDescription& description : parameters) {
        m_fields.push_back(makeField(description));
        addRow(m_fields.back());
    }
    setDefaults();
}

ParameterForm::Field ParameterForm::makeField(const ParameterDescription& description)
{
    Field field;
    field.description = description;
    std::visit([&](const auto& type) { makeEditor(field, type); }, description.type);
    field.editor->setObjectName(text(description.name));
    field.editor->setAccessibleName(text(description.title));
    field.editor->setAccessibleDescription(text(description.help));
    field.editor->setWhatsThis(tipText(description));
    if (field.editor->toolTip().isEmpty())
        field.editor->setToolTip(tipText(description));
    return field;
}

void ParameterForm::addRow(Field& field)
{
    auto* label = new QLabel(text(field.description.title), this);
    label->setToolTip(tipText(field.description));
    label->setWhatsThis(tipText(field.description));
    label->setBuddy(field.editor);
    if (!field.problem) {
        m_layout->addRow(label, field.editor);
        return;
    }
    auto* column = new QVBoxLayout;
    column->setSpacing(Theme::unit / 4);
    column->addWidget(field.editor);
    column->addWidget(field.problem);
    m_layout->addRow(label, column);
}

void ParameterForm::makeEditor(Field& field, const FlagType& /*type*/)
{
    auto* box = new QCheckBox(this);
    field.editor = box;
    field.value = [box] { return ParameterValue(box->isChecked()); };
    field.set = [box](const ParameterValue& value) { box->setChecked(std::get<bool>(value)); };
    connect(box, &QCheckBox::toggled, this, &ParameterForm::changed);
}

void ParameterForm::makeEditor(Field& field, const IntegerType& type)
{
    if (!fitsSpinBox(type)) {
        QLineEdit* edit = makeTextEditor(field);
        field.value = [edit, description = field.description] {
            const auto parsed = parseParameter(description, edit->text().trimmed().toStdString());
            return parsed ? *parsed : defaultValue(description);
        };
        return;
    }
    auto* box = new QSpinBox(this);
    box->setRange(static_cast<int>(type.minimum), static_cast<int>(type.maximum));
    box->setSuffix(suffix(field.description));
    box->setGroupSeparatorShown(false);
    field.editor = box;
    field.value = [box] { return ParameterValue(static_cast<std::int64_t>(box->value())); };
    field.set = [box](const ParameterValue& value) {
        box->setValue(static_cast<int>(std::get<std::int64_t>(value)));
    };
    connect(box, &QSpinBox::valueChanged, this, &ParameterForm::changed);
}

void ParameterForm::makeEditor(Field& field, const RealType& type)
{
    auto* box = new NumberBox(this);
    box->setRange(type.minimum, type.maximum);
    box->setSuffix(suffix(field.description));
    field.editor = box;
    field.value = [box] { return ParameterValue(box->value()); };
    field.set = [box](const ParameterValue& value) { box->setValue(std::get<double>(value)); };
    connect(box, &QDoubleSpinBox::valueChanged, this, &ParameterForm::changed);
}

void ParameterForm::makeEditor(Field& field, const ChoiceType& type)
{
    auto* box = new QComboBox(this);
    for (const ChoiceType::Option& option : type.options) {
        box->addItem(text(option.name));
        box->setItemData(box->count() - 1, "<p>" + text(option.help).toHtmlEscaped() + "</p>",
                         Qt::ToolTipRole);
    }
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    field.editor = box;
    field.value = [box] { return ParameterValue(box->currentText().toStdString()); };
    field.set = [box](const ParameterValue& value) {
        box->setCurrentText(text(std::get<std::string>(value)));
    };
    connect(box, &QComboBox::currentIndexChanged, this, &ParameterForm::changed);
}

void ParameterForm::makeEditor(Field& field, const TextType& type)
{
    QLineEdit* edit = makeTextEditor(field);
    edit->setPlaceholderText(text(type.syntax));
    field.value = [edit] { return ParameterValue(edit->text().toStdString()); };
}

QLineEdit* ParameterForm::makeTextEditor(Field& field)
{
    auto* edit = new QLineEdit(this);
    field.editor = edit;
    field.problem = new QLabel(this);
    field.problem->setObjectName(text(field.description.name + " problem"));
    field.problem->setWordWrap(true);
    field.problem->setTextFormat(Qt::PlainText);
    field.problem->hide();
    field.set = [edit](const ParameterValue& value) { edit->setText(text(toString(value))); };
    connect(edit, &QLineEdit::textChanged, this, [this] {
        showProblems();
        Q_EMIT changed();
    });
    return edit;
}

void ParameterForm::showProblems()
{
    for (const Field& field : m_fields) {
        if (!field.problem)
            continue;
        const auto* edit = static_cast<const QLineEdit*>(field.editor);
        const QString problem = problemOf(field.description, edit->text());
        QPalette palette = field.problem->palette();
        palette.setColor(QPalette::WindowText, Theme::current().warning);
        field.problem->setPalette(palette);
        field.problem->setText(problem);
        field.problem->setVisible(!problem.isEmpty());
    }
}

void ParameterForm::showWhatIsUsed()
{
    const ParameterValues now = values();
    for (std::size_t i = 0; i < m_fields.size(); ++i)
        m_layout->setRowVisible(static_cast<int>(i), isUsed(m_fields[i].description, now));
    for (const Field& field : m_fields) // a row brings its label back, too
        if (field.problem)
            field.problem->setVisible(!field.problem->text().isEmpty() && isUsed(field.description, now));
}

ParameterValues ParameterForm::values() const
{
    ParameterValues values;
    for (const Field& field : m_fields)
        values.set(field.description.name, field.value());
    return values;
}

void ParameterForm::setValues(const ParameterValues& values)
{
    for (const Field& field : m_fields)
        if (const auto found = values.all().find(field.description.name); found != values.all().end())
            field.set(found->second);
    showProblems();
    showWhatIsUsed();
}

void ParameterForm::setDefaults()
{
    for (const Field& field : m_fields)
        field.set(defaultValue(field.description));
    showProblems();
    showWhatIsUsed();
}

Result<void> ParameterForm::check() const
{
    for (const Field& field : m_fields)
        if (field.problem) {
            const auto* edit = static_cast<const QLineEdit*>(field.editor);
            const QString problem = problemOf(field.description, edit->text());
            if (!problem.isEmpty())
                return Error{ErrorCode::BadUse, field.description.title + ": " + problem.toStdString()};
        }
    return {};
}

} // namespace atlas
