#include "core/io/read_dataset.h"

#include "support/qtest_text.h"
#include "support/shared_data.h"
#include "support/temporary_folder.h"

#include <zlib.h>

using namespace atlas;

class TestDetectFormat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byContent_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<QString>("format");
        const QByteArray mol = "name\n  program\n\n  1  0  0  0  0  0  0  0  0  0999 V2000\n";
        QTest::newRow("sdf") << mol << "x"
                             << "sdf";
        QTest::newRow("sdf v3000") << QByteArray("\n\n\n  0  0  0     0  0            999 V3000\n") << "x"
                                   << "sdf";
        QTest::newRow("sdf, CR LF") << QByteArray(mol).replace("\n", "\r\n") << "x"
                                    << "sdf";
        QTest::newRow("damaged sdf") << QByteArray("name\nM  END\n$$$$\n") << "x.txt"
                                     << "sdf";
        QTest::newRow("gspan") << QByteArray("t # 0\nv 0 C\n") << "x.txt"
                               << "gspan";
        QTest::newRow("jsonl") << QByteArray("\n{\"id\":\"a\",\"tree\":{\"label\":\"x\"}}\n") << "x"
                               << "jsonl";
        QTest::newRow("xml") << QByteArray("\xef\xbb\xbf<?xml version='1.0'?><a/>") << "x"
                             << "xml";
        QTest::newRow("xml, utf-16") << QByteArray("\xff\xfe<\0a\0/\0>\0", 10) << "x"
                                     << "xml";
        QTest::newRow("bracketed") << QByteArray("  (S (NP a) (VP b))\n") << "x.txt"
                                   << "bracketed";
        QTest::newRow("prefixed") << QByteArray("1:354(364($) 366($))\n") << "x.txt"
                                  << "prefixed";
        QTest::newRow("table") << QByteArray("Name,Canonical_SMILES\nethanol,CCO\n") << "x"
                               << "table";
        QTest::newRow("table, tabs") << QByteArray("id\tSMILES\n1\tCCO\n") << "x.txt"
                                     << "table";
        QTest::newRow("table, quotes") << QByteArray("\"id\",\"smiles\"\n1,CCO\n") << "x"
                                       << "table";
        QTest::newRow("smiles") << QByteArray("CCO ethanol\nc1ccccc1 benzene\n") << "x"
                                << "smiles";
        QTest::newRow("smiles, some bad") << QByteArray("C1CC\nCCO\n") << "x"
                                          << "smiles";
        QTest::newRow("smiles, id class") << QByteArray("TR000,1,ClC(Cl)Cl\nTR001,0,CCO\n") << "x"
                                          << "smiles";
        QTest::newRow("sequences") << QByteArray("the dog barks\nthe cat\n") << "x.txt"
                                   << "sequences";
        QTest::newRow("sequences by ending") << QByteArray("C C N O\n") << "x.seq"
                                             << "sequences";
        QTest::newRow("smiles by ending") << QByteArray("C1CC(\n") << "x.smi"
                                          << "smiles";
        QTest::newRow("csv without smiles") << QByteArray("a,b\n1,2\n") << "x.csv"
                                            << "table";
        QTest::newRow("ending of a gzip") << QByteArray("C1CC(\n") << "x.smi.gz"
                                          << "smiles";
        QTest::newRow("content before ending") << QByteArray("(S (NP a))") << "x.smi"
                                               << "bracketed";
    }
    void byContent()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fileName);
        QFETCH(QString, format);
        const Result<Detection> detection = detectFormat(text.toStdString(), fileName.toStdString());
        ATLAS_VERIFY_OK(detection);
        QCOMPARE(std::string(formatInfo(detection->format).name), format.toStdString());
        QVERIFY(detection->reason.starts_with("by "));
    }

    void undecided_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("fileName");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto code = [](ErrorCode c) { return static_cast<int>(c); };
        QTest::newRow("empty") << QByteArray() << "x" << code(ErrorCode::Empty) << "empty";
        QTest::newRow("blank") << QByteArray(" \n\t\r\n") << "x" << code(ErrorCode::Empty) << "empty";
        QTest::newRow("binary") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << "x"
                                << code(ErrorCode::Unreadable) << "not a text file";
        QTest::newRow("utf-16") << QByteArray("\xff\xfe\x41\x00", 4) << "x.smi" << code(ErrorCode::Unreadable)
                                << "iconv";
        QTest::newRow("prose in txt") << QByteArray("Some text (of a kind), and more.\n") << "x.txt"
                                      << code(ErrorCode::Ambiguous) << "bracketed, sequences";
        QTest::newRow("unknown") << QByteArray("1\n-1\n1\n") << "x.dat" << code(ErrorCode::Ambiguous)
                                 << "--format";
        QTest::newRow("json without tree")
            << QByteArray("{\"a\": 1}\n") << "x.json" << code(ErrorCode::Ambiguous) << "jsonl";
    }
    void undecided()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, fileName);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Result<Detection> detection = detectFormat(text.toStdString(), fileName.toStdString());
        QVERIFY(!detection);
        QCOMPARE(static_cast<int>(detection.error().code), code);
        QVERIFY2(detection.error().message.find(says.toStdString()) != std::string::npos,
                 detection.error().message.c_str());
    }

    void cutAnywhereNeverCrashes()
    {
        const std::string text = "1:354(364($) 366($))\nTR000,1,ClC(Cl)Cl\n(S (NP a))\n{\"tree\":{}}\n";
        for (std::size_t begin = 0; begin < text.size(); ++begin)
            for (std::size_t end = begin; end <= text.size(); ++end)
                (void)detectFormat(std::string_view(text).substr(begin, end - begin), "x.txt").ok();
    }

    void longFirstLine()
    {
        std::string line = "(S ";
        while (line.size() < 200'000)
            line += "(N word) ";
        const Result<Detection> detection = detectFormat(line, "x");
        ATLAS_VERIFY_OK(detection);
        QVERIFY(detection->format == FormatId::Bracketed);
    }

    void files()
    {
        const test::TemporaryFolder folder;
        const Result<Detection> missing = detectFormat(folder.path() / "none.smi");
        QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
        const std::filesystem::path zipped = folder.path() / "trees.txt.gz";
        gzFile file = gzopen(zipped.c_str(), "wb");
        gzputs(file, "1:a(b($))\n");
        gzclose(file);
        const Result<Detection> detection = detectFormat(zipped);
        ATLAS_VERIFY_OK(detection);
        QVERIFY(detection->format == FormatId::Prefixed);
    }

    void lists()
    {
        const test::TemporaryFolder folder;
        folder.write("docs/a.xml", "<a/>");
        folder.write("docs/b.xml", "<b/>");
        const auto list = folder.write("list.txt", "docs/a.xml\ndocs/b.xml\n");
        const auto table = folder.write("list.csv", "path,class\ndocs/a.xml,one\ndocs/b.xml,two\n");
        const auto wrong = folder.write("wrong.txt", "docs/a.xml\ndocs/(none).xml\n");
        for (const auto& path : {list, table}) {
            const Result<Detection> detection = detectFormat(path);
            ATLAS_VERIFY_OK(detection);
            QVERIFY(detection->format == FormatId::Xml);
        }
        QVERIFY(!detectFormat(wrong));
    }

    void folders_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("expected"); // a format or an error code
        QTest::addColumn<QString>("says");
        QTest::newRow("tu") << QStringList{"DS_A.txt", "DS_graph_indicator.txt"} << "tu"
                            << "DS_A.txt";
        QTest::newRow("xml") << QStringList{"one/a.xml", "two/b.xml"} << "xml"
                             << "2 .xml documents";
        QTest::newRow("two tu sets") << QStringList{"A_A.txt", "B_A.txt"} << "ambiguous"
                                     << "B_A.txt";
        QTest::newRow("tu and xml") << QStringList{"A_A.txt", "b.xml"} << "ambiguous"
                                    << "1 XML documents";
        QTest::newRow("nothing") << QStringList{} << "empty"
                                 << "*_A.txt";
        QTest::newRow("other files") << QStringList{"data.smi"} << "empty"
                                     << "data.smi";
    }
    void folders()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, expected);
        QFETCH(QString, says);
        const test::TemporaryFolder folder;
        for (const QString& file : files)
            folder.write(file.toStdString(), "<a/>");
        const Result<Detection> detection = detectFormat(folder.path());
        const std::string actual = detection ? std::string(formatInfo(detection->format).name)
                                             : std::string(toString(detection.error().code));
        QCOMPARE(actual, expected.toStdString());
        const std::string text = detection ? detection->reason : detection.error().message;
        QVERIFY2(text.find(says.toStdString()) != std::string::npos, text.c_str());
    }

    void sharedData_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("format");
        QTest::newRow("inex") << "inex2005/inex05.train.elastic.tree"
                              << "prefixed";
        QTest::newRow("ppi") << "ppi"
                             << "tu";
        QTest::newRow("ppi file") << "ppi/PPI_A.txt"
                                  << "tu";
        QTest::newRow("cpdb sdf") << "cpdb/cpdb.sdf"
                                  << "sdf";
        QTest::newRow("cpdb gspan") << "cpdb/cpdb.gsp"
                                    << "gspan";
        QTest::newRow("nctrer") << "nctrer_er/NCTRER_v4b_232_15Feb2008.sdf"
                                << "sdf";
        QTest::newRow("mutag can") << "mutag/mutag_188_data.can"
                                   << "smiles";
        QTest::newRow("mutag sdf") << "mutag/mutag.sdf"
                                   << "sdf";
        QTest::newRow("ptc") << "ptc/PTC_pn_FM.smi"
                             << "smiles";
        QTest::newRow("gspan small") << "gspan_small/Chemical_340"
                                     << "gspan";
        QTest::newRow("hiv") << "moleculenet/HIV.csv"
                             << "table";
        QTest::newRow("esol") << "moleculenet/delaney-processed.csv"
                              << "table";
        QTest::newRow("sst") << "sst/dev.txt"
                             << "bracketed";
        QTest::newRow("sigmod") << "sigmod_xml"
                                << "xml";
    }
    void sharedData()
    {
        QFETCH(QString, path);
        QFETCH(QString, format);
        const std::filesystem::path file = test::sharedData(path.toStdString());
        ATLAS_REQUIRE_SHARED(file);
        const Result<Detection> detection = detectFormat(file);
        ATLAS_VERIFY_OK(detection);
        QCOMPARE(std::string(formatInfo(detection->format).name), format.toStdString());
    }
};

QTEST_APPLESS_MAIN(TestDetectFormat)
#include "test_detect_format.moc"
