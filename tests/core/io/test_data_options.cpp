#include "core/io/data_options.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestDataOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaultsAreTheDefaultOptions()
    {
        const ReadOptions options = toReadOptions(defaults());
        QVERIFY(!options.format);
        QCOMPARE(options.as, StructureView::AsRead);
        QCOMPARE(options.hydrogens, Hydrogens::Implicit);
        QCOMPARE(options.sentiment, Sentiment::Five);
        QVERIFY(givenDataOptions(options).empty());
    }

    // What givenDataOptions() writes must read back as the same options.
    void everyOptionRoundTrips()
    {
        const std::vector<std::pair<std::string, std::string>> given{
            {"format", "sdf"},       {"smiles-column", "s"},
            {"class-column", "c"},   {"name-column", "n"},
            {"as", "graph"},         {"hydrogens", "explicit"},
            {"sentiment", "binary"}, {"xml-attributes", "true"},
            {"xml-text", "true"},    {"xml-record", "r"}};
        QCOMPARE(given.size(), dataParameters().size()); // a new option needs a line here
        ParameterValues values = defaults();
        for (const auto& [name, text] : given)
            for (const ParameterDescription& parameter : dataParameters())
                if (parameter.name == name)
                    values.set(name, *parseParameter(parameter, text));
        QVERIFY(givenDataOptions(toReadOptions(values)) == given);
    }

    void everyFormatCanBeChosen()
    {
        for (const FormatInfo& format : formats()) {
            const Result<ParameterValue> value = parseParameter(dataParameters().front(), format.name);
            ATLAS_VERIFY_OK(value);
            QCOMPARE(formatByName(format.name), std::optional(format.id));
            QCOMPARE(formatInfo(format.id).name, format.name);
        }
        QVERIFY(!formatByName("detect"));
    }

private:
    static ParameterValues defaults()
    {
        ParameterValues values;
        for (const ParameterDescription& parameter : dataParameters())
            values.set(parameter.name, defaultValue(parameter));
        return values;
    }
};

QTEST_APPLESS_MAIN(TestDataOptions)
#include "test_data_options.moc"
