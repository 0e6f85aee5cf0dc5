#include "core/methods/colouring.h"

#include "core/io/read_dataset.h"
#include "core/methods/projection.h"
#include "support/graph_data.h"
#include "support/qtest_text.h"

#include <cmath>

using namespace atlas;

namespace {

/// Four molecules with a number, a text of two values with one missing, and a text that says one thing only.
DatasetPtr molecules()
{
    const Result<DatasetPtr> data = readText("m.csv",
                                             "smiles,class,logp,colour,same\n"
                                             "CC,a,1.5,red,x\nC,b,,blue,x\nCCC,a,2.5,red,x\nCCO,b,3,,x\n",
                                             FormatId::Table);
    return data ? *data : nullptr;
}

ScatterFigure pointsOf(const Dataset& data)
{
    return structureScatter(data, std::vector<double>(data.size(), 1), std::vector<double>(data.size(), 2));
}

} // namespace

class TestColouring : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersSizesAndProperties()
    {
        const DatasetPtr data = molecules();
        QVERIFY(data);
        QCOMPARE(colouringTitles(*data), (std::vector<std::string>{"Atoms", "Bonds", "logp", "colour"}));
        QVERIFY(!colouringOf(*data, "same"));
        QVERIFY(!colouringOf(*data, "nowhere"));
        QVERIFY(!colouringOf(*data, ""));
        const DatasetPtr graphs = test::graphDataset({{{"a", "b"}, {{0, 1}}}, {{"a"}, {}}});
        QCOMPARE(colouringTitles(*graphs), (std::vector<std::string>{"Vertices", "Edges"}));
        QCOMPARE(colouringOf(*graphs, "Vertices")->numbers, (std::vector<double>{2, 1}));
        QCOMPARE(colouringOf(*graphs, "Edges")->numbers, (std::vector<double>{1, 0}));
    }

    void tooManyTextsAreNoGroups()
    {
        std::string table = "smiles,word\n";
        for (int i = 0; i < 25; ++i)
            table += "C,w" + std::to_string(i) + "\n";
        const Result<DatasetPtr> data = readText("m.csv", table, FormatId::Table);
        ATLAS_VERIFY_OK(data);
        QCOMPARE(colouringTitles(**data), (std::vector<std::string>{"Atoms", "Bonds"}));
    }

    void numbersColourPoints()
    {
        const DatasetPtr data = molecules();
        ScatterFigure figure = pointsOf(*data);
        recolour(figure, *colouringOf(*data, "logp"));
        QCOMPARE(figure.valueTitle, std::string("logp"));
        QCOMPARE(figure.values[2], 2.5);
        QVERIFY(std::isnan(figure.values[1]));
        QCOMPARE(figure.classNames.size(), std::size_t{2}); // shapes still say the class
        // Its own numbers stay, and a point that is no structure has none.
        recolour(figure, *colouringOf(*data, "Atoms"));
        QCOMPARE(figure.valueTitle, std::string("logp"));
        ScatterFigure odd = pointsOf(*data);
        odd.rows[0] = RowId();
        odd.rows[3] = RowId(99);
        recolour(odd, *colouringOf(*data, "Atoms"));
        QVERIFY(std::isnan(odd.values[0]) && std::isnan(odd.values[3]));
        QCOMPARE(odd.values[2], 3.0);
    }

    void textsColourAsClassesDo()
    {
        const DatasetPtr data = molecules();
        ScatterFigure figure = pointsOf(*data);
        recolour(figure, *colouringOf(*data, "colour"));
        QVERIFY(figure.values.empty());
        QCOMPARE(figure.classNames, (std::vector<std::string>{"blue", "red"}));
        QVERIFY(figure.classes == (std::vector<ClassId>{ClassId(1), ClassId(0), ClassId(1), ClassId()}));
        // Regions of classes and groups of another kind would share colours.
        ScatterFigure regions = pointsOf(*data);
        regions.regions.rows = 1;
        recolour(regions, *colouringOf(*data, "colour"));
        QCOMPARE(regions.classNames, (std::vector<std::string>{"a", "b"}));
    }

    void pointsWithoutRowsStay()
    {
        const DatasetPtr data = molecules();
        ScatterFigure figure = pointsOf(*data);
        figure.rows.clear();
        recolour(figure, *colouringOf(*data, "Atoms"));
        QVERIFY(figure.values.empty());
    }
};

QTEST_APPLESS_MAIN(TestColouring)
#include "test_colouring.moc"
