#include "core/io/csv_writer.h"

#include "core/data/dataset_builder.h"
#include "core/io/gspan_writer.h"
#include "core/io/sdf_writer.h"
#include "core/io/smiles_writer.h"
#include "support/qtest_text.h"

#include <sstream>

using namespace atlas;

class TestCsvWriter : public QObject {
    Q_OBJECT

    static DatasetPtr trees()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("memory");
        builder.reject(ErrorCode::Malformed, 1, 1, "bad");
        ForestBuilder& forest = builder.forest();
        forest.open(builder.nodeLabels().intern("S"));
        forest.skip();
        forest.open(builder.nodeLabels().intern("a (b"));
        forest.close();
        forest.close();
        builder.acceptTree({"one, two", "left", 2});
        builder.setProperty("size", "2");
        return *builder.finish();
    }

private Q_SLOTS:
    void writesTrees()
    {
        std::ostringstream text;
        ATLAS_VERIFY_OK(writeCsv(*trees(), text));
        QCOMPARE(text.str(),
                 std::string("id,name,class,structure,size\n1,\"one, two\",left,(S _ (a\\ \\(b)),2\n"));
    }

    void writesDeepTrees()
    {
        DatasetBuilder builder(StructureKind::Tree, {});
        builder.beginFile("memory");
        const LabelId label = builder.nodeLabels().intern("a");
        constexpr int depth = 100'000;
        for (int i = 0; i < depth; ++i)
            builder.forest().open(label);
        for (int i = 0; i < depth; ++i)
            builder.forest().close();
        builder.acceptTree({});
        std::ostringstream text;
        ATLAS_VERIFY_OK(writeCsv(**builder.finish(), text));
        QVERIFY(text.str().size() > 3 * depth);
    }

    void refusesOtherKinds()
    {
        std::ostringstream text;
        QCOMPARE(writeSmiles(*trees(), text).error().code, ErrorCode::BadUse);
        QCOMPARE(writeSdf(*trees(), text).error().code, ErrorCode::BadUse);
        QCOMPARE(writeGSpan(*trees(), text).error().code, ErrorCode::BadUse);
    }

    void reportsAFailedStream()
    {
        std::ostringstream text;
        text.setstate(std::ios::badbit);
        QCOMPARE(writeCsv(*trees(), text).error().code, ErrorCode::WriteFailed);
    }

    void cancels()
    {
        ProgressMonitor monitor;
        monitor.cancel();
        std::ostringstream text;
        QCOMPARE(writeCsv(*trees(), text, monitor.token()).error().code, ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestCsvWriter)
#include "test_csv_writer.moc"
