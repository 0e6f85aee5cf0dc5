#include "core/methods/method.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <algorithm>
#include <set>

using namespace atlas;

namespace {

MethodDescription sample()
{
    MethodDescription method;
    method.name = "sample";
    method.title = "A sample";
    method.summary = "It serves as an example.";
    method.help = "A paragraph.";
    method.accepts = {StructureKind::Tree, StructureKind::Graph};
    method.parameters = {
        {"min-support", "Minimum support", "How often at least.", "structures", IntegerType{2, 1}},
        {"rate", "Rate", "How fast.", "", RealType{0.5}}};
    return method;
}

/// A choice that the parameter says it is used with, and that the method does not offer; "" = none.
std::string unknownChoice(const MethodDescription& method, const ParameterDescription& parameter)
{
    for (const ParameterDescription& other : method.parameters) {
        if (!parameter.usedWith || other.name != parameter.usedWith->parameter)
            continue;
        for (const std::string& choice : parameter.usedWith->choices)
            if (!parseParameter(other, choice))
                return choice;
    }
    return {};
}

} // namespace

class TestMethod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void registryIsComplete()
    {
        std::set<std::string> names;
        for (const Method& method : methods()) {
            const MethodDescription& description = method.description;
            QVERIFY2(names.insert(description.name).second, description.name.c_str());
            QVERIFY(!description.title.empty() && !description.summary.empty() && !description.help.empty());
            QVERIFY(!description.accepts.empty());
            QVERIFY(method.run != nullptr);
            QVERIFY(findMethod(description.name) == &method);
            QVERIFY(!std::string(toString(description.question)).empty());
            ATLAS_VERIFY_OK(parameterValues(description, {}));
            for (const ParameterDescription& parameter : description.parameters) {
                QVERIFY2(!parameter.title.empty() && !parameter.help.empty(), parameter.name.c_str());
                if (const std::string wrong = unknownChoice(description, parameter); !wrong.empty())
                    QFAIL((description.name + " " + parameter.name + ": " + wrong).c_str());
            }
        }
        QVERIFY(names.contains("describe"));
    }

    void dataOfAnotherKindAreRefused()
    {
        // Graph PCA of trees stopped the program.
        const std::vector<DatasetPtr> kinds{test::trees({{"(a (b c))"}}), test::graphs(2),
                                            test::molecules({{"CCO"}})};
        for (const Method& method : methods())
            for (const DatasetPtr& data : kinds) {
                const auto& accepts = method.description.accepts;
                if (std::find(accepts.begin(), accepts.end(), data->kind()) != accepts.end())
                    continue;
                MethodInput input;
                input.data = data;
                const Result<MethodOutput> output =
                    method.run(input, *parameterValues(method.description, {}), {});
                QVERIFY2(!output.ok(), method.description.name.c_str());
                QCOMPARE(output.error().code, ErrorCode::BadUse);
                QVERIFY2(output.error().message.find(std::string("these are ") + toString(data->kind()))
                             != std::string::npos,
                         output.error().message.c_str());
            }
    }

    void formsSuitTheData()
    {
        const DatasetPtr few =
            test::trees({{"(a b)", "1", "x"}, {"(a c)", "2", "x"}, {"(a (b c))", "3", "y"}});
        const auto proposed = [&](const char* method, const char* parameter) {
            for (const ParameterDescription& each : suitedParameters(*findMethod(method), *few))
                if (each.name == parameter)
                    return toString(defaultValue(each));
            return std::string("no such parameter");
        };
        QCOMPARE(proposed("gtm-sd", "grid"), std::string("5x5"));
        QCOMPARE(proposed("som-sd", "grid"), std::string("5x5"));
        QCOMPARE(proposed("embed", "neighbours"), std::string("1"));
        QCOMPARE(proposed("classify", "folds"), std::string("2")); // y has one member only
        QCOMPARE(proposed("sweep", "neighbours"), std::string("1:2"));
        QCOMPARE(proposed("explain", "positive"), std::string("x"));
        QCOMPARE(proposed("describe", "nothing"), std::string("no such parameter"));
        // On the command line the defaults are the same for all data.
        QCOMPARE(parameterValues(findMethod("gtm-sd")->description, {})->text("grid"), std::string("10x10"));
        for (const Method& method : methods()) // every proposal is a value that the method takes
            for (const ParameterDescription& each : suitedParameters(method, *few))
                QVERIFY2(parseParameter(each, toString(defaultValue(each))), each.name.c_str());
    }

    void unknownMethod() { QVERIFY(findMethod("no-such-method") == nullptr); }

    void defaultsAndGivenValues()
    {
        const Result<ParameterValues> values = parameterValues(sample(), {{"min-support", "7"}});
        ATLAS_VERIFY_OK(values);
        QCOMPARE(values->integer("min-support"), std::int64_t{7});
        QCOMPARE(values->real("rate"), 0.5);
    }

    void unknownParameterNamesTheNearest()
    {
        const Result<ParameterValues> values = parameterValues(sample(), {{"min-suport", "7"}});
        QVERIFY(!values);
        QVERIFY(values.error().code == ErrorCode::BadUse);
        QVERIFY(values.error().message.find("--min-support") != std::string::npos);
    }

    void valueOutOfRange()
    {
        const Result<ParameterValues> values = parameterValues(sample(), {{"min-support", "0"}});
        QVERIFY(!values);
        QVERIFY(values.error().code == ErrorCode::BadUse);
    }

    void manualPage()
    {
        const std::string page = manual(sample());
        for (const char* part :
             {"sample: A sample", "It serves as an example.", "A paragraph.", "Accepts: trees, graphs",
              "--min-support", "(structures)", "an integer of at least 1, default 2", "--rate"})
            QVERIFY2(page.find(part) != std::string::npos, part);
    }
};

QTEST_APPLESS_MAIN(TestMethod)
#include "test_method.moc"
