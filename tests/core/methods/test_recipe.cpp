#include "core/methods/recipe.h"
#include "support/qtest_text.h"

#include <QtTest>

using namespace atlas;

namespace {

Recipe twoSteps()
{
    Recipe recipe{"data/my molecules.smi", "abc123"};
    recipe.dataSeed = 7;
    recipe.readOptions.format = FormatId::Smiles;
    const Method* describe = findMethod("describe");
    const Method* mine = findMethod("mine");
    recipe.steps.push_back(
        {stepName(0, *describe), describe, *parameterValues(describe->description, {}), 1});
    recipe.steps.push_back(
        {stepName(1, *mine), mine, *parameterValues(mine->description, {{"min-support", "5%"}}), 3});
    return recipe;
}

} // namespace

class TestRecipe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBackWhatItWrote()
    {
        const Recipe recipe = twoSteps();
        const Result<Recipe> read = readRecipe(recipeText(recipe));
        ATLAS_VERIFY_OK(read);
        QCOMPARE(read->source, recipe.source);
        QCOMPARE(read->sourceHash, recipe.sourceHash);
        QCOMPARE(read->dataSeed, std::uint64_t{7});
        QVERIFY(read->readOptions.format == FormatId::Smiles);
        QCOMPARE(read->steps.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(read->steps[i].name, recipe.steps[i].name);
            QCOMPARE(read->steps[i].method, recipe.steps[i].method);
            QCOMPARE(read->steps[i].seed, recipe.steps[i].seed);
            QVERIFY(read->steps[i].values.all() == recipe.steps[i].values.all());
        }
        QCOMPARE(recipeText(*read), recipeText(recipe));
    }

    void aRecipeByHandMayBeShort()
    {
        const Result<Recipe> read = readRecipe(
            R"({"format":"structatlas recipe","version":1,"data":{"source":"example:grammar"},
                "steps":[{"method":"mine","parameters":{"max-edges":3}}]})");
        ATLAS_VERIFY_OK(read);
        QCOMPARE(read->steps[0].name, std::string("01-mine"));
        QCOMPARE(read->steps[0].values.integer("max-edges"), std::int64_t{3});
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("expected");
        const QString start = R"({"format":"structatlas recipe","version":1,"data":{"source":"a.smi")";
        QTest::newRow("no JSON") << "hello"
                                 << "parse error";
        QTest::newRow("another file") << R"({"a":1})"
                                      << "does not say that it is one";
        QTest::newRow("newer")
            << R"({"format":"structatlas recipe","version":2,"data":{"source":"a"},"steps":[]})"
            << "newer version";
        QTest::newRow("no steps") << start + R"(},"steps":[]})"
                                  << "no steps";
        QTest::newRow("method") << start + R"(},"steps":[{"method":"magic"}]})"
                                << "'magic'";
        QTest::newRow("parameter") << start + R"(},"steps":[{"method":"mine","parameters":{"x":1}}]})"
                                   << "'--x'";
        QTest::newRow("value") << start
                + R"(},"steps":[{"method":"mine","parameters":{"max-edges":"many"}}]})"
                               << "max-edges";
        QTest::newRow("option") << start + R"(,"options":{"x":"y"}},"steps":[{"method":"mine"}]})"
                                << "option 'x'";
        QTest::newRow("folder") << start + R"(},"steps":[{"method":"mine","name":"../up"}]})"
                                << "'../up'";
        QTest::newRow("twice") << start
                + R"(},"steps":[{"method":"mine","name":"a"},{"method":"mine","name":"a"}]})"
                               << "two steps";
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(const QString, json);
        QFETCH(const QString, expected);
        const Result<Recipe> read = readRecipe(json.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Malformed);
        QVERIFY2(QString::fromStdString(read.error().message).contains(expected),
                 read.error().message.c_str());
    }

    void aRelativeSourceIsBesideTheRecipe()
    {
        Recipe recipe = twoSteps();
        QCOMPARE(recipeSource(recipe, "/work", ""), std::string("/work/data/my molecules.smi"));
        QCOMPARE(recipeSource(recipe, "/work", "other.smi"), std::string("other.smi"));
        recipe.source = "/abs/x.smi";
        QCOMPARE(recipeSource(recipe, "/work", ""), std::string("/abs/x.smi"));
        recipe.source = "example:grammar";
        QCOMPARE(recipeSource(recipe, "/work", ""), std::string("example:grammar"));
    }

    void theCommandIsQuotedAndHasOnlyWhatDiffers()
    {
        const Recipe recipe = twoSteps();
        QCOMPARE(commandLine(recipe, recipe.steps[0]),
                 std::string(
                     "structatlas run describe 'data/my molecules.smi' --format smiles --out 01-describe"));
        QCOMPARE(commandLine(recipe, recipe.steps[1]),
                 std::string("structatlas run mine 'data/my molecules.smi' --format smiles --min-support 5% "
                             "--seed 3 --out 02-mine"));
        Recipe quote = recipe;
        quote.source = "it's.smi";
        QVERIFY(commandLine(quote, quote.steps[0]).find("'it'\\''s.smi'") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestRecipe)
#include "test_recipe.moc"
