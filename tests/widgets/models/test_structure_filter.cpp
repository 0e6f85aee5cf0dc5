#include "widgets/models/structure_filter.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/selection/selection_hub.h"

using namespace atlas;

namespace {

DatasetPtr medicines()
{
    DatasetBuilder builder(StructureKind::Molecule, {});
    builder.beginFile("medicines.csv");
    const std::vector<test::HandMade> rows = {{"CCO", "Ethanol", "solvent"},
                                              {"c1ccccc1O", "phenol", "antiseptic"},
                                              {"c1ccccc1", "benzene", "solvent"},
                                              {"CC(=O)O", "acetic acid", std::nullopt}};
    int value = 10;
    for (const test::HandMade& row : rows) {
        builder.acceptMolecule({row.name, row.className, 1}, *Molecule::fromSmiles(row.text));
        builder.setProperty("use", row.name == "benzene" ? "none any more" : "");
        builder.setProperty("rank", std::to_string(value++));
    }
    return test::finished(builder);
}

std::string shown(const SelectionHub& hub)
{
    std::string text;
    for (std::size_t row = 0; row < hub.rowCount(); ++row)
        text += hub.isVisible(RowId(row)) ? '1' : '0';
    return text;
}

std::string bits(const std::vector<bool>& values)
{
    std::string text;
    for (const bool value : values)
        text += value ? '1' : '0';
    return text;
}

} // namespace

class TestStructureFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void text_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::string>("rows");
        QTest::newRow("name, any case") << QStringLiteral("ETHANOL") << std::string("1000");
        QTest::newRow("part of names") << QStringLiteral("ol") << std::string("1110"); // solvent too
        QTest::newRow("class") << QStringLiteral("solvent") << std::string("1010");
        QTest::newRow("text property") << QStringLiteral("any more") << std::string("0010");
        QTest::newRow("all words") << QStringLiteral("solvent benzene") << std::string("0010");
        QTest::newRow("record number") << QStringLiteral("3") << std::string("0001");
        QTest::newRow("number property") << QStringLiteral("11") << std::string("0100");
        QTest::newRow("not part of a number") << QStringLiteral("0") << std::string("1000");
        QTest::newRow("blank") << QStringLiteral("  ") << std::string("1111");
        QTest::newRow("nothing") << QStringLiteral("xyz") << std::string("0000");
    }

    void text()
    {
        QFETCH(QString, text);
        QFETCH(std::string, rows);
        const DatasetPtr data = medicines();
        QCOMPARE(bits(matchText(*data, text)), rows);
        SelectionHub hub;
        hub.reset(data->size());
        StructureFilter filter(hub);
        filter.setDataset(data);
        filter.setText(text);
        QCOMPARE(shown(hub), rows);
        filter.setText({});
        QCOMPARE(shown(hub), std::string("1111"));
    }

    void classes()
    {
        const DatasetPtr data = medicines();
        SelectionHub hub;
        hub.reset(data->size());
        StructureFilter filter(hub);
        filter.setDataset(data);
        filter.setClasses(std::set<ClassId>{ClassId(1), ClassId()});
        QCOMPARE(shown(hub), std::string("0101"));
        filter.setClasses(std::set<ClassId>{});
        QCOMPARE(shown(hub), std::string("0000"));
        filter.setClasses({});
        QCOMPARE(shown(hub), std::string("1111"));
        QVERIFY(!filter.isActive());
    }

    void smartsInTheBackground()
    {
        const DatasetPtr data = medicines();
        SelectionHub hub;
        hub.reset(data->size());
        StructureFilter filter(hub);
        filter.setDataset(data);
        QSignalSpy spy(&hub, &SelectionHub::filterChanged);
        filter.setSmarts(QStringLiteral("C")); // superseded at once
        filter.setSmarts(QStringLiteral("c1ccccc1"));
        QVERIFY(filter.isMatching());
        QTRY_VERIFY(!filter.isMatching());
        QCOMPARE(shown(hub), std::string("0110"));
        QCOMPARE(spy.count(), 1);
        filter.setText(QStringLiteral("phenol"));
        QCOMPARE(shown(hub), std::string("0100"));
        filter.clear();
        QCOMPARE(shown(hub), std::string("1111"));
    }

    void badSmartsKeepsWhatIsShown()
    {
        const DatasetPtr data = medicines();
        SelectionHub hub;
        hub.reset(data->size());
        StructureFilter filter(hub);
        filter.setDataset(data);
        filter.setSmarts(QStringLiteral("[OH]"));
        QTRY_VERIFY(!filter.isMatching());
        const std::string before = shown(hub);
        QVERIFY(before != "1111");
        filter.setSmarts(QStringLiteral("[OH"));
        QVERIFY(!filter.smartsError().isEmpty());
        QVERIFY(!filter.isMatching());
        QCOMPARE(shown(hub), before);
        filter.setSmarts({});
        QVERIFY(filter.smartsError().isEmpty());
        QCOMPARE(shown(hub), std::string("1111"));
    }

    void aNewDataSetDropsLateResults()
    {
        SelectionHub hub;
        const DatasetPtr data = medicines();
        hub.reset(data->size());
        StructureFilter filter(hub);
        filter.setDataset(data);
        filter.setSmarts(QStringLiteral("c1ccccc1"));
        const DatasetPtr other = test::molecules({{"C"}, {"CC"}});
        hub.reset(other->size());
        filter.setDataset(other);
        QTest::qWait(100);
        QCOMPARE(shown(hub), std::string("11"));
        QVERIFY(!filter.isActive());
    }
};

QTEST_MAIN(TestStructureFilter)
#include "test_structure_filter.moc"
