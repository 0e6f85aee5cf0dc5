#include "core/methods/parameter.h"

#include "support/qtest_text.h"

using namespace atlas;

namespace {

ParameterDescription flag() { return {"figures", "Figures", "Draws figures.", "", FlagType{true}}; }
ParameterDescription integer()
{
    return {"rows", "Rows", "Rows of the map.", "nodes", IntegerType{10, 1, 100}};
}
ParameterDescription real() { return {"rate", "Rate", "Learning rate.", "", RealType{0.5, 0, 1}}; }
ParameterDescription choice()
{
    return {"engine", "Engine", "Where to compute.", "", ChoiceType{"dag", {{"dag", ""}, {"forest", ""}}}};
}
ParameterDescription text()
{
    const auto check = [](std::string_view value) -> Result<void> {
        if (value.find('x') == std::string_view::npos)
            return Error{ErrorCode::BadUse, "The 'x' is missing."};
        return {};
    };
    return {"size", "Size", "Size of the map.", "", TextType{"10x10", "ROWSxCOLUMNS", check}};
}

ParameterDescription byName(const QString& name)
{
    for (const ParameterDescription& parameter : {flag(), integer(), real(), choice(), text()})
        if (parameter.name == name.toStdString())
            return parameter;
    return {};
}

} // namespace

class TestParameter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaults()
    {
        QVERIFY(defaultValue(flag()) == ParameterValue(true));
        QVERIFY(defaultValue(integer()) == ParameterValue(std::int64_t{10}));
        QVERIFY(defaultValue(real()) == ParameterValue(0.5));
        QVERIFY(defaultValue(choice()) == ParameterValue(std::string("dag")));
        QVERIFY(defaultValue(text()) == ParameterValue(std::string("10x10")));
    }

    void defaultsAreAllowed()
    {
        for (const ParameterDescription& parameter : {flag(), integer(), real(), choice(), text()}) {
            const Result<ParameterValue> value = parseParameter(parameter, toString(defaultValue(parameter)));
            ATLAS_VERIFY_OK(value);
            QVERIFY(*value == defaultValue(parameter));
        }
    }

    void accepted_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::newRow("flag") << "figures"
                              << "false";
        QTest::newRow("smallest") << "rows"
                                  << "1";
        QTest::newRow("largest") << "rows"
                                 << "100";
        QTest::newRow("real bound") << "rate"
                                    << "0";
        QTest::newRow("real") << "rate"
                              << "0.25";
        QTest::newRow("choice") << "engine"
                                << "forest";
        QTest::newRow("text") << "size"
                              << "3x4";
    }
    void accepted()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        const Result<ParameterValue> value = parseParameter(byName(name), text.toStdString());
        ATLAS_VERIFY_OK(value);
        QCOMPARE(toString(*value), text.toStdString());
    }

    void refused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("flag") << "figures"
                              << "yes"
                              << "true or false";
        QTest::newRow("below") << "rows"
                               << "0"
                               << "from 1 to 100";
        QTest::newRow("above") << "rows"
                               << "101"
                               << "from 1 to 100";
        QTest::newRow("not whole") << "rows"
                                   << "3.5"
                                   << "an integer";
        QTest::newRow("empty") << "rows"
                               << ""
                               << "an integer";
        QTest::newRow("trailing") << "rows"
                                  << "3 "
                                  << "an integer";
        QTest::newRow("overflow") << "rows"
                                  << "99999999999999999999"
                                  << "an integer";
        QTest::newRow("nan") << "rate"
                             << "nan"
                             << "a number";
        QTest::newRow("infinite") << "rate"
                                  << "inf"
                                  << "a number";
        QTest::newRow("real above") << "rate"
                                    << "1.01"
                                    << "from 0 to 1";
        QTest::newRow("choice") << "engine"
                                << "Dag"
                                << "one of dag, forest";
        QTest::newRow("own check") << "size"
                                   << "10"
                                   << "The 'x' is missing.";
    }
    void refused()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, says);
        const Result<ParameterValue> value = parseParameter(byName(name), text.toStdString());
        QVERIFY(!value);
        QVERIFY(value.error().code == ErrorCode::BadUse);
        QVERIFY(value.error().message.find("--" + name.toStdString()) != std::string::npos);
        QVERIFY2(value.error().message.find(says.toStdString()) != std::string::npos,
                 value.error().message.c_str());
    }

    void describesTypes()
    {
        QCOMPARE(describeType(flag()), std::string("true or false, default true"));
        QCOMPARE(describeType(integer()), std::string("an integer from 1 to 100, default 10"));
        QCOMPARE(describeType(choice()), std::string("one of dag, forest; default dag"));
        QCOMPARE(describeType(text()), std::string("ROWSxCOLUMNS, default 10x10"));
        ParameterDescription open = integer();
        open.type = IntegerType{3, 1};
        QCOMPARE(describeType(open), std::string("an integer of at least 1, default 3"));
        open.type = RealType{3};
        QCOMPARE(describeType(open), std::string("a number, default 3"));
    }

    void values()
    {
        ParameterValues values;
        values.set("rows", std::int64_t{3});
        values.set("rate", 0.5);
        values.set("figures", true);
        values.set("engine", std::string("dag"));
        values.set("rows", std::int64_t{4}); // the last one counts
        QCOMPARE(values.integer("rows"), std::int64_t{4});
        QCOMPARE(values.real("rate"), 0.5);
        QVERIFY(values.flag("figures"));
        QCOMPARE(values.text("engine"), std::string("dag"));
        QCOMPARE(values.all().size(), std::size_t{4});
    }

    void someAreUsedWithSomeChoicesOnly()
    {
        ParameterDescription rate = real();
        ParameterValues values;
        QVERIFY(isUsed(rate, values));
        QCOMPARE(describeUse(rate), std::string());
        rate.usedWith = ParameterUse{"engine", {"forest", "list"}};
        QCOMPARE(describeUse(rate), std::string("Used with --engine forest, list."));
        QVERIFY(isUsed(rate, values)); // nothing of that name to choose
        values.set("engine", std::string("dag"));
        QVERIFY(!isUsed(rate, values));
        values.set("engine", std::string("list"));
        QVERIFY(isUsed(rate, values));
    }
};

QTEST_APPLESS_MAIN(TestParameter)
#include "test_parameter.moc"
