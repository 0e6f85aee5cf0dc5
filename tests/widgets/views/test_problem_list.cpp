#include "widgets/views/problem_list.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/models/problem_model.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

using namespace atlas;

namespace {

DatasetPtr withProblems()
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("/data/trees.mrg");
    test::buildTree(builder.forest(), builder.nodeLabels(), "(a b)");
    builder.acceptTree({"good", std::nullopt, 1});
    builder.reject(ErrorCode::Malformed, 2, 5, "A bracket is missing.", "(a (b");
    builder.reject(ErrorCode::Malformed, 3, 1, "A label is missing.", "()");
    return test::finished(builder);
}

QLabel* visibleLabel(ProblemList& list, const QString& text)
{
    for (QLabel* label : list.findChildren<QLabel*>())
        if (label->isVisible() && label->text() == text)
            return label;
    return nullptr;
}

} // namespace

class TestProblemList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clickShowsTheProblem()
    {
        ProblemList list;
        list.resize(800, 400);
        list.show();
        list.setDataset(withProblems());
        QVERIFY(list.detailText().contains(QStringLiteral("A bracket is missing."))); // the first, at once
        QString activated;
        connect(&list, &ProblemList::problemActivated, &list,
                [&](const Problem& problem) { activated = QString::fromStdString(problem.reason); });
        const QRect cell = list.table()->visualRect(list.model()->index(1, 0));
        QTest::mouseClick(list.table()->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(activated, QStringLiteral("A label is missing."));
        QCOMPARE(list.detailText(), QStringLiteral("/data/trees.mrg:3:1\nA label is missing.\n\n()\n^"));
    }

    void copyPutsTextOnTheClipboard()
    {
        ProblemList list;
        list.show();
        list.setDataset(withProblems());
        list.table()->selectAll();
        for (QPushButton* button : list.findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("&Copy"))
                QTest::mouseClick(button, Qt::LeftButton);
        const QString text = QApplication::clipboard()->text();
        QVERIFY(text.contains(QStringLiteral("A bracket is missing.")));
        QVERIFY(text.contains(QStringLiteral("A label is missing.")));
    }

    void emptyStates()
    {
        ProblemList list;
        list.show();
        QVERIFY(
            visibleLabel(list, QStringLiteral("Open a file: records that cannot be read are listed here.")));
        list.setDataset(test::trees({{"(a)"}}));
        QVERIFY(visibleLabel(list, QStringLiteral("Every record was read.")));
        list.setDataset(withProblems());
        QVERIFY(!visibleLabel(list, QStringLiteral("Every record was read.")));
        QVERIFY(visibleLabel(list, QStringLiteral("2 problems; 2 records of 3 left out")));
    }
};

QTEST_MAIN(TestProblemList)
#include "test_problem_list.moc"
