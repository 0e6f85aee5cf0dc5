#include "widgets/models/problem_model.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QAbstractItemModelTester>

using namespace atlas;

namespace {

DatasetPtr withProblems()
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("/data/some, trees.mrg");
    test::buildTree(builder.forest(), builder.nodeLabels(), "(a b)");
    builder.acceptTree({"good", std::nullopt, 1});
    builder.reject(ErrorCode::Malformed, 2, 5, "A bracket is missing.", "(a (b");
    std::string longLine(200, 'x');
    longLine[120] = '?';
    builder.reject(ErrorCode::Malformed, 3, 121, "A label is missing.", longLine);
    builder.warn(ErrorCode::Malformed, 0, 0, "The file ends early.");
    return test::finished(builder);
}

} // namespace

class TestProblemModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void table()
    {
        ProblemModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setDataset(withProblems());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(0, ProblemModel::FileColumn).data().toString(),
                 QStringLiteral("some, trees.mrg"));
        QCOMPARE(model.index(0, ProblemModel::LineColumn).data().toString(), QStringLiteral("2"));
        QCOMPARE(model.index(0, ProblemModel::ColumnColumn).data().toString(), QStringLiteral("5"));
        QCOMPARE(model.index(0, ProblemModel::ReasonColumn).data().toString(),
                 QStringLiteral("A bracket is missing."));
        QCOMPARE(model.index(2, ProblemModel::LineColumn).data().toString(), QString()); // not known
        model.setDataset({});
        QCOMPARE(model.rowCount(), 0);
    }

    void caretStandsUnderTheColumn()
    {
        ProblemModel model;
        model.setDataset(withProblems());
        QCOMPARE(problemText(model.problem(0)),
                 QStringLiteral("/data/some, trees.mrg:2:5\nA bracket is missing.\n\n(a (b\n    ^"));
        const QStringList lines = problemText(model.problem(1)).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 5);
        QCOMPARE(lines[3].at(lines[4].indexOf(QLatin1Char('^'))), QLatin1Char('?'));
        QVERIFY(!problemText(model.problem(2)).contains(QLatin1Char('^')));
    }

    void csv()
    {
        ProblemModel model;
        model.setDataset(withProblems());
        const std::string csv = model.toCsv();
        QCOMPARE(csv.substr(0, csv.find('\n')), std::string("file,line,column,reason,excerpt"));
        QVERIFY(csv.find("\"/data/some, trees.mrg\",2,5,A bracket is missing.,(a (b\n") != std::string::npos);
    }
};

QTEST_MAIN(TestProblemModel)
#include "test_problem_model.moc"
