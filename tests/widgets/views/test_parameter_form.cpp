#include "support/qtest_text.h"
#include "widgets/views/parameter_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QtTest>

using namespace atlas;

namespace {

Result<void> checkGrid(std::string_view text)
{
    if (text.find('x') == std::string_view::npos)
        return Error{ErrorCode::BadUse, "There is no x between the numbers."};
    return {};
}

std::vector<ParameterDescription> parameters()
{
    return {
        {"rows", "Rows", "How many rows the map has.", "", IntegerType{10, 1, 100}},
        {"tolerance", "Tolerance", "Training stops below it.", "nats", RealType{1e-6, 0, 1}},
        {"kernel", "Kernel", "What is compared.", "",
         ChoiceType{"dag", {{"dag", "Each subtree once."}, {"forest", "Each subtree as it comes."}}}},
        {"centre", "Centre", "Subtracts the mean.", "", FlagType{true}},
        {"grid", "Grid", "The size of the map.", "", TextType{"10x10", "ROWSxCOLUMNS", checkGrid}},
        {"large", "Large", "Any number.", "", IntegerType{5, 0}},
    };
}

template <class Widget>
Widget* child(ParameterForm& form, const char* name)
{
    return form.findChild<Widget*>(name);
}

} // namespace

class TestParameterForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaults()
    {
        ParameterForm form;
        form.setParameters(parameters());
        const ParameterValues values = form.values();
        QCOMPARE(values.integer("rows"), std::int64_t(10));
        QCOMPARE(values.real("tolerance"), 1e-6);
        QCOMPARE(values.text("kernel"), std::string("dag"));
        QCOMPARE(values.flag("centre"), true);
        QCOMPARE(values.text("grid"), std::string("10x10"));
        QCOMPARE(values.integer("large"), std::int64_t(5));
        QCOMPARE(values.all().size(), std::size_t(6));
        ATLAS_VERIFY_OK(form.check());
    }

    void whatHasNoUseIsHidden()
    {
        std::vector<ParameterDescription> all = parameters();
        all[0].usedWith = ParameterUse{"kernel", {"forest"}};
        all[4].usedWith = ParameterUse{"kernel", {"forest"}};
        all[5].usedWith = ParameterUse{"nowhere", {"x"}}; // the method has no such choice
        ParameterForm form;
        form.setParameters(all);
        form.show();
        QVERIFY(!child<QSpinBox>(form, "rows")->isVisible());
        QVERIFY(!child<QLineEdit>(form, "grid")->isVisible());
        QVERIFY(child<QLineEdit>(form, "large")->isVisible());
        const int height = form.sizeHint().height();
        child<QSpinBox>(form, "rows")->setValue(20);
        QTest::keyClick(child<QComboBox>(form, "kernel"), Qt::Key_Down); // forest
        QVERIFY(child<QSpinBox>(form, "rows")->isVisible());
        QVERIFY(child<QLineEdit>(form, "grid")->isVisible());
        QVERIFY(form.sizeHint().height() > height);
        child<QLineEdit>(form, "grid")->setText("ten");
        QVERIFY(child<QLabel>(form, "grid problem")->isVisible());
        QTest::keyClick(child<QComboBox>(form, "kernel"), Qt::Key_Up);
        QVERIFY(!child<QLabel>(form, "grid problem")->isVisible());
        QCOMPARE(form.values().integer("rows"), std::int64_t(20)); // it keeps its value
        form.setDefaults();
        QCOMPARE(form.values().integer("rows"), std::int64_t(10));
        QVERIFY(!child<QSpinBox>(form, "rows")->isVisible());
    }

    void rangesUnitsAndHelp()
    {
        ParameterForm form;
        form.setParameters(parameters());
        auto* rows = child<QSpinBox>(form, "rows");
        QCOMPARE(rows->minimum(), 1);
        QCOMPARE(rows->maximum(), 100);
        QVERIFY(rows->toolTip().contains("How many rows"));
        QCOMPARE(rows->accessibleName(), QString("Rows"));
        QCOMPARE(child<QDoubleSpinBox>(form, "tolerance")->text(), QString("1e-06 nats"));
        auto* kernel = child<QComboBox>(form, "kernel");
        QVERIFY(kernel->itemData(1, Qt::ToolTipRole).toString().contains("as it comes"));
    }

    void typing()
    {
        ParameterForm form;
        form.setParameters(parameters());
        form.show();
        QSignalSpy changed(&form, &ParameterForm::changed);
        auto* rows = child<QSpinBox>(form, "rows");
        rows->selectAll();
        QTest::keyClicks(rows, "25");
        QCOMPARE(form.values().integer("rows"), std::int64_t(25));
        auto* tolerance = child<QDoubleSpinBox>(form, "tolerance");
        tolerance->selectAll();
        QTest::keyClicks(tolerance, "2.5e-12");
        QTest::keyClick(tolerance, Qt::Key_Return);
        QCOMPARE(form.values().real("tolerance"), 2.5e-12);
        QTest::keyClick(tolerance, Qt::Key_Up);
        QCOMPARE(form.values().real("tolerance"), 2.6e-12);
        tolerance->selectAll();
        QTest::keyClicks(tolerance, "7"); // out of range: brought back
        QTest::keyClick(tolerance, Qt::Key_Return);
        QVERIFY(form.values().real("tolerance") <= 1);
        QTest::keyClick(child<QComboBox>(form, "kernel"), Qt::Key_Down);
        QCOMPARE(form.values().text("kernel"), std::string("forest"));
        QTest::keyClick(child<QCheckBox>(form, "centre"), Qt::Key_Space);
        QCOMPARE(form.values().flag("centre"), false);
        QVERIFY(changed.size() >= 5);
        form.setDefaults();
        QCOMPARE(form.values().text("kernel"), std::string("dag"));
    }

    void wrongTextsAreExplained()
    {
        ParameterForm form;
        form.setParameters(parameters());
        form.show();
        auto* grid = child<QLineEdit>(form, "grid");
        grid->selectAll();
        QTest::keyClicks(grid, "12");
        const Result<void> checked = form.check();
        QVERIFY(!checked);
        QVERIFY(QString::fromStdString(checked.error().message).contains("no x between"));
        bool shown = false;
        for (const QLabel* label : form.findChildren<QLabel*>())
            shown = shown || (label->isVisible() && label->text().contains("no x between"));
        QVERIFY(shown);
        QTest::keyClicks(grid, "x4");
        ATLAS_VERIFY_OK(form.check());
        auto* large = child<QLineEdit>(form, "large");
        large->setText("-3");
        QVERIFY(!form.check());
        large->setText("9007199254740993"); // exact, beyond a double
        QCOMPARE(form.values().integer("large"), std::int64_t(9007199254740993));
    }

    void setValuesAndRebuild()
    {
        ParameterForm form;
        form.setParameters(parameters());
        ParameterValues values;
        values.set("rows", std::int64_t(33));
        values.set("grid", std::string("3x4"));
        values.set("unknown", true);
        form.setValues(values);
        QCOMPARE(form.values().integer("rows"), std::int64_t(33));
        QCOMPARE(form.values().text("grid"), std::string("3x4"));
        QCOMPARE(form.values().text("kernel"), std::string("dag"));
        form.setParameters({});
        QVERIFY(form.values().all().empty());
        form.setParameters(parameters());
        QCOMPARE(form.values().integer("rows"), std::int64_t(10));
    }
};

QTEST_MAIN(TestParameterForm)
#include "test_parameter_form.moc"
