// A form made from the descriptions of a method's parameters: the same text, ranges and defaults as on the
// command line. Parameters without a use under the other values are hidden, and keep theirs.
#pragma once

#include "core/methods/parameter.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;

namespace atlas {

class ParameterForm : public QWidget {
    Q_OBJECT

public:
    explicit ParameterForm(QWidget* parent = nullptr);

    /// Builds the form anew with the defaults.
    void setParameters(const std::vector<ParameterDescription>& parameters);

    /// As the person sees them; a text that breaks its syntax is there as it stands.
    ParameterValues values() const;
    /// Precondition: the values have the types of the descriptions. Names that the form lacks are ignored.
    void setValues(const ParameterValues& values);
    void setDefaults();

    /// What has to be mended before a run: the first text that breaks its syntax.
    Result<void> check() const;

Q_SIGNALS:
    void changed();

private:
    struct Field {
        ParameterDescription description;
        QWidget* editor = nullptr;
        QLabel* problem = nullptr; ///< of texts: what is wrong, under the editor
        std::function<ParameterValue()> value;
        std::function<void(const ParameterValue&)> set;
    };
    Field makeField(const ParameterDescription& description);
    void addRow(Field& field);
    void makeEditor(Field& field, const FlagType& type);
    void makeEditor(Field& field, const IntegerType& type);
    void makeEditor(Field& field, const RealType& type);
    void makeEditor(Field& field, const ChoiceType& type);
    void makeEditor(Field& field, const TextType& type);
    QLineEdit* makeTextEditor(Field& field);
    void showProblems();
    void showWhatIsUsed();

    QFormLayout* m_layout = nullptr;
    std::vector<Field> m_fields;
};

} // namespace atlas
