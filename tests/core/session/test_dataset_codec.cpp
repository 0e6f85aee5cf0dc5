#include "core/session/dataset_codec.h"

#include "core/examples/examples.h"
#include "core/io/read_dataset.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "support/random_forest.h"
#include "support/same_dataset.h"
#include "support/shared_data.h"

#include <QtTest>

using namespace atlas;

namespace {

constexpr const char* sdf = R"(water of sorts
  test

  3  2  0  0  1  0  0  0  0  0999 V2000
    0.1234   -1.5000    0.3333 C   0  0  1  0  0  0  0  0  0  0  0  0
    1.0001    0.2000   -0.1250 O   0  0
   -0.9000    0.7000    0.0000 Cl  0  0
  1  2  1  0
  1  3  1  1
M  END
> <weight>
12.5

$$$$
benzene
  test

  2  1  0  0  0  0  0  0  0  0999 V2000
    0.0000    0.0000    0.0000 N   0  0
    1.4000    0.0000    0.0000 N   0  0
  1  2  3  0
M  END
> <weight>
unknown

$$$$
)";

DatasetPtr read(const char* text, FormatId format, const ReadOptions& options = {})
{
    const Result<DatasetPtr> data = readText("memory", text, format, options);
    return data ? *data : nullptr;
}

} // namespace

class TestDatasetCodec : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyExampleComesBackExactly_data()
    {
        QTest::addColumn<QString>("name");
        for (const ExampleInfo& example : examples())
            QTest::newRow(std::string(example.name).c_str())
                << QString::fromStdString(std::string(example.name));
    }
    void everyExampleComesBackExactly()
    {
        QFETCH(QString, name);
        const Result<DatasetPtr> data = makeExample(name.toStdString());
        ATLAS_VERIFY_OK(data);
        compareAfterRoundTrip(**data);
    }

    void everyKindComesBackExactly_data()
    {
        QTest::addColumn<DatasetPtr>("data");
        Random random(5);
        QTest::newRow("symbols with gaps") << test::randomForest({}, random);
        QTest::newRow("vectors") << test::randomForest({.dimension = 3}, random);
        QTest::newRow("graphs") << test::graphs(7);
        QTest::newRow("sequences") << read("a b c\nb\nc a a a\n", FormatId::Sequences);
        QTest::newRow("graphs without labels, a problem") << read(
            "t # 0 1 first\nv 0 2\nv 1 3\ne 0 1 1\nt # 1\nv 0 x\ne 0 9 1\nt # 2\nv 0 2\n", FormatId::GSpan);
        QTest::newRow("molecules with problems")
            << read("CCO ethanol\nC1CC broken\nC[C@H](N)C(=O)O alanine\nF/C=C/F trans\n[13CH4+2] odd\n",
                    FormatId::Smiles);
        QTest::newRow("molecules with coordinates, text property") << read(sdf, FormatId::Sdf);
        QTest::newRow("table with missing values")
            << read("smiles,class,logP,remark\nCC,a,1.25,x\nCO,,,\nCN,b,nan,\"y,z\"\n", FormatId::Table);
        ReadOptions graphs;
        graphs.as = StructureView::Graph;
        graphs.hydrogens = Hydrogens::Explicit;
        QTest::newRow("molecules as graphs") << read("CCO\nc1ccccc1\n", FormatId::Smiles, graphs);
        ReadOptions binary;
        binary.sentiment = Sentiment::Binary;
        QTest::newRow("records left out") << read(
            "(3 (2 good) (2 film))\n(2 (2 a) (2 b))\n(1 (0 bad) (2 film))\n", FormatId::Bracketed, binary);
    }
    void everyKindComesBackExactly()
    {
        QFETCH(DatasetPtr, data);
        QVERIFY(data);
        compareAfterRoundTrip(*data);
    }

    void realDataComesBackExactly()
    {
        const auto file = test::sharedData("inex2005/inex05.train.elastic.tree");
        ATLAS_REQUIRE_SHARED(file);
        const Result<DatasetPtr> data = readDataset(file);
        ATLAS_VERIFY_OK(data);
        compareAfterRoundTrip(**data);
    }

    // Bytes of trees and graphs may be anything: no crash, and what is read is a data set.
    void damagedBytesAreRefused()
    {
        Random random(11);
        for (const DatasetPtr& data : {test::randomForest({.trees = 4}, random), test::graphs(3)}) {
            const std::string whole = *encodeDataset(*data);
            for (std::size_t length = 0; length < whole.size(); ++length)
                QVERIFY(!decodeDataset(std::string_view(whole).substr(0, length)).ok());
            QVERIFY(!decodeDataset(whole + '\0').ok());
            for (int i = 0; i < 20'000; ++i) {
                std::string damaged = whole;
                const std::size_t place = random.below(whole.size());
                damaged[place] = static_cast<char>(random.below(256));
                if (place < 4) // another kind: RDKit would be given bytes that no checksum vouched for
                    continue;
                if (const Result<DatasetPtr> read = decodeDataset(damaged))
                    QCOMPARE((*read)->size(), data->size());
            }
        }
    }

    void aCancelIsHeard()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        const DatasetPtr data = *makeExample("medicines");
        const Result<std::string> encoded = encodeDataset(*data, monitor.token());
        QVERIFY(!encoded.ok());
        QCOMPARE(encoded.error().code, ErrorCode::Cancelled);
    }

private:
    static void compareAfterRoundTrip(const Dataset& data)
    {
        const Result<std::string> bytes = encodeDataset(data);
        ATLAS_VERIFY_OK(bytes);
        const Result<DatasetPtr> again = decodeDataset(*bytes);
        ATLAS_VERIFY_OK(again);
        QVERIFY(*encodeDataset(**again) == *bytes);
        QCOMPARE(test::difference(data, **again), std::string());
    }
};

QTEST_GUILESS_MAIN(TestDatasetCodec)
#include "test_dataset_codec.moc"
