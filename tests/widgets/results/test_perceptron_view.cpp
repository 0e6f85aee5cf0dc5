#include "widgets/results/perceptron_view.h"

#include "core/learning/perceptron_method.h"
#include "support/qtest_text.h"
#include "support/tree_data.h"
#include "widgets/results/confusion_model.h"
#include "widgets/results/fragment_model.h"
#include "widgets/results/result_views.h"
#include "widgets/views/figure_view.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabBar>
#include <QTableView>
#include <QtTest>

using namespace atlas;

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

} // namespace

class TestPerceptronView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_method = perceptronMethod();
        m_data = test::randomTrees(3, {200, 14, 3, 3, 3, true});
        m_dag = std::make_shared<const MinimalDag>(*buildMinimalDag(m_data->forest()));
        m_hub = std::make_unique<SelectionHub>();
        m_hub->reset(m_data->size());
        makeView();
    }

    void cleanup()
    {
        m_view.reset();
        m_hub.reset();
    }

    void isTheViewOfTheMethod()
    {
        const std::vector<ResultView*> views = makeResultViews(context());
        QCOMPARE(views.size(), std::size_t(1));
        QVERIFY(qobject_cast<PerceptronView*>(views[0]));
        delete views[0];
    }

    void showsCurvesWhileItLearns()
    {
        std::vector<OutputPtr> previews;
        MethodInput input{m_data, nullptr, 1, [&](const MethodOutput& output) {
                              previews.push_back(std::make_shared<const MethodOutput>(output));
                          }};
        ATLAS_VERIFY_OK(
            m_method.run(input, *parameterValues(m_method.description, {{"compare", "true"}}), {}));
        QVERIFY(!previews.empty());
        m_view->setOutput(previews.front());
        QVERIFY(!m_view->confusionTable()->isVisible()); // nothing is known yet
        QVERIFY(!m_view->fragmentTable()->isVisible());
        QCOMPARE(m_view->curve()->figure()->name, std::string("learning"));
        for (const auto& [tab, name] : std::vector<std::pair<int, std::string>>{
                 {1, "vertices"}, {2, "time"}, {3, "speed"}, {0, "learning"}}) {
            QTest::mouseClick(m_view->curveTabs(), Qt::LeftButton, {},
                              m_view->curveTabs()->tabRect(tab).center());
            QCOMPARE(m_view->curve()->figure()->name, name);
        }
        QVERIFY(!m_hub->marks());
    }

    void modelsKeepTheRules()
    {
        auto* proxy = qobject_cast<QSortFilterProxyModel*>(m_view->fragmentTable()->model());
        QVERIFY(proxy);
        const QAbstractItemModelTester fragments(proxy->sourceModel(),
                                                 QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester sorted(proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester confusion(m_view->confusionTable()->model(),
                                                 QAbstractItemModelTester::FailureReportingMode::QtTest);
        show({{"multiclass", "true"}});
        QVERIFY(proxy->rowCount() > 10);
        show({{"positive", "class1"}});
        QVERIFY(proxy->rowCount() > 10);
        QCOMPARE(m_view->confusionTable()->model()->rowCount(), 2);
    }

    void aCellSelectsItsTrees()
    {
        show({{"multiclass", "true"}});
        const Confusion& confusion = m_details->confusion;
        const auto [truth, guess] = wrongCell();
        QVERIFY(confusion.at(truth, guess) > 0);
        clickCell(truth, guess);
        QCOMPARE(m_hub->selectedRows(), confusion.rows(truth, guess));
        clickCell(truth, truth);
        QCOMPARE(m_hub->selectedRows(), confusion.rows(truth, truth));
        clickCell(truth, guess, Qt::ControlModifier); // both
        QCOMPARE(m_hub->selectedCount(), confusion.at(truth, truth) + confusion.at(truth, guess));
        // With the keyboard.
        QTest::keyClick(m_view->confusionTable(), Qt::Key_Home);
        QCOMPARE(m_hub->selectedRows(), confusion.rows(truth, 0));
        QTest::keyClick(m_view->confusionTable(), Qt::Key_Right);
        QCOMPARE(m_hub->selectedRows(), confusion.rows(truth, 1));
    }

    void buttonsSelectWhatWentWrong()
    {
        show({{"multiclass", "true"}});
        QTest::mouseClick(m_view->misclassifiedButton(), Qt::LeftButton);
        QCOMPARE(m_hub->selectedRows(), m_details->confusion.wrongRows());
        QVERIFY(m_hub->selectedCount() > 0);
        for (const RowId row : m_hub->selectedRows())
            QVERIFY(m_details->predictions.names[m_details->predictions.predicted[row.index()]]
                    != m_data->classes().text(LabelId(m_data->record(row).classId.index())));
        QVERIFY(m_view->misclassifiedButton()->text().contains(QString::number(m_hub->selectedCount())));
        QTest::mouseClick(m_view->mistakesButton(), Qt::LeftButton);
        QCOMPARE(m_hub->selectedRows(), m_details->mistakenRows());
    }

    void aSubtreeIsChosenAndItsTreesSelected()
    {
        show({{"multiclass", "true"}});
        QTableView* table = m_view->fragmentTable();
        const QModelIndex third = table->model()->index(2, FragmentModel::TextColumn);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(third).center());
        const PerceptronFragment& fragment = m_details->fragments[2];
        QVERIFY(fragment.subtree.valid());
        QCOMPARE(m_hub->chosenSubtree(), fragment.subtree);
        std::vector<RowId> expected; // the slow way, on the DAG that views share
        for (std::size_t i = 0; i < m_data->size(); ++i) {
            const Tree tree = m_data->tree(RowId(i));
            for (std::size_t n = tree.firstNode().index(); n <= tree.root().index(); ++n)
                if (m_dag->nodeOf(NodeId(n)) == fragment.subtree) {
                    expected.emplace_back(i);
                    break;
                }
        }
        QCOMPARE(m_hub->selectedRows(), expected);
        // Sorted by another column a row still means its own subtree.
        const auto* proxy = qobject_cast<const QSortFilterProxyModel*>(table->model());
        table->sortByColumn(FragmentModel::NodesColumn, Qt::AscendingOrder);
        const QModelIndex top = proxy->index(0, FragmentModel::NodesColumn);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(top).center());
        const auto row = static_cast<std::size_t>(proxy->mapToSource(top).row());
        QCOMPARE(m_hub->chosenSubtree(), m_details->fragments[row].subtree);
        const auto least = std::min_element(
            m_details->fragments.begin(), m_details->fragments.end(),
            [](const PerceptronFragment& a, const PerceptronFragment& b) { return a.nodes < b.nodes; });
        QCOMPARE(m_details->fragments[row].nodes, least->nodes);
    }

    void followsASubtreeChosenElsewhere()
    {
        show({{"multiclass", "true"}});
        QTableView* table = m_view->fragmentTable();
        m_hub->select({RowId(7)});
        m_hub->chooseSubtree(m_details->fragments[5].subtree);
        QCOMPARE(table->currentIndex().row(), 5);
        QCOMPARE(m_hub->selectedRows(), std::vector<RowId>{RowId(7)}); // following selects nothing
        m_hub->chooseSubtree({});
        QVERIFY(!table->selectionModel()->hasSelection());
    }

    void findsSubtrees()
    {
        show({{"multiclass", "true"}});
        QAbstractItemModel* model = m_view->fragmentTable()->model();
        const int all = model->rowCount();
        m_view->fragmentFilter()->setFocus();
        QTest::keyClicks(m_view->fragmentFilter(), QStringLiteral("(a b"));
        QVERIFY(model->rowCount() > 0 && model->rowCount() < all);
        for (int i = 0; i < model->rowCount(); ++i)
            QVERIFY(model->index(i, FragmentModel::TextColumn)
                        .data()
                        .toString()
                        .contains(QStringLiteral("(a b")));
    }

    void wordsSayWhatASubtreeSpeaksFor()
    {
        show({{"positive", "class0"}});
        const QAbstractItemModel* model = m_view->fragmentTable()->model();
        bool pro = false;
        bool contra = false;
        for (int i = 0; i < model->rowCount(); ++i) {
            const QString weight = model->index(i, FragmentModel::WeightColumn).data().toString();
            const QString words = model->index(i, FragmentModel::ClassColumn).data().toString();
            QCOMPARE(words, weight.startsWith('+') ? QStringLiteral("class0") : QStringLiteral("not class0"));
            pro = pro || weight.startsWith('+');
            contra = contra || weight.startsWith(QChar(0x2212));
        }
        QVERIFY(pro && contra);
    }

    void paintsTrees()
    {
        show({{"multiclass", "true"}});
        QVERIFY(m_hub->marks());
        QCOMPARE(m_hub->marks()->kind, StructureMarks::Kind::Weight);
        QCOMPARE(m_hub->marks()->values(RowId(4)), m_details->contributions(RowId(4), std::nullopt));
        choosePainting(QStringLiteral("class class1"));
        QVERIFY(m_hub->marks()->title.contains(QStringLiteral("class1")));
        const auto names = m_details->result->model.classes;
        const auto column =
            static_cast<std::size_t>(std::find(names.begin(), names.end(), "class1") - names.begin());
        QCOMPARE(m_hub->marks()->values(RowId(4)), m_details->contributions(RowId(4), column));
        choosePainting(QStringLiteral("nothing"));
        QVERIFY(!m_hub->marks());
        // Another view's marks are not ours to take away.
        choosePainting(QStringLiteral("their predicted class"));
        m_hub->setMarks(StructureMarks{});
        QCOMPARE(m_view->paintChoice()->currentText(), QStringLiteral("nothing"));
        m_view.reset();
        QVERIFY(m_hub->marks());
    }

    void marksGoWithTheView()
    {
        show({{"multiclass", "true"}});
        QVERIFY(m_hub->marks());
        m_view.reset();
        QVERIFY(!m_hub->marks());
    }

    void rowsOfTestDataAreNotLinked()
    {
        const DatasetPtr other = test::randomTrees(9, {40, 14, 3, 3, 3, true});
        const Result<MethodOutput> output =
            m_method.run({m_data, other, 1}, *parameterValues(m_method.description, {}), {});
        ATLAS_VERIFY_OK(output);
        m_view->setOutput(std::make_shared<const MethodOutput>(*output));
        QVERIFY(!m_view->misclassifiedButton()->isEnabled());
        QVERIFY(!m_hub->marks());
        QCoreApplication::processEvents();
        clickCell(0, 0);
        QCOMPARE(m_hub->selectedCount(), std::size_t(0));
    }

private:
    ResultContext context()
    {
        ResultContext made;
        made.method = &m_method;
        made.data = m_data;
        made.hub = m_hub.get();
        made.dag = [this] { return m_dag; };
        return made;
    }

    void makeView()
    {
        m_view = std::make_unique<PerceptronView>(context());
        m_view->resize(1000, 800);
        m_view->show();
    }

    void show(const Given& given)
    {
        const Result<ParameterValues> values = parameterValues(m_method.description, given);
        ATLAS_VERIFY_OK(values);
        const Result<MethodOutput> output = m_method.run({m_data, nullptr, 1}, *values, {});
        ATLAS_VERIFY_OK(output);
        m_details = std::any_cast<PerceptronDetailsPtr>(output->details);
        m_view->setOutput(std::make_shared<const MethodOutput>(*output));
        QCoreApplication::processEvents(); // the layout
    }

    std::pair<std::size_t, std::size_t> wrongCell() const
    {
        const Confusion& confusion = m_details->confusion;
        for (std::size_t truth = 0; truth < confusion.names.size(); ++truth)
            for (std::size_t guess = 0; guess < confusion.predictable; ++guess)
                if (truth != guess && confusion.at(truth, guess) > 0)
                    return {truth, guess};
        return {0, 1};
    }

    void clickCell(std::size_t row, std::size_t column, Qt::KeyboardModifiers modifiers = {})
    {
        QTableView* table = m_view->confusionTable();
        const QModelIndex index = table->model()->index(static_cast<int>(row), static_cast<int>(column));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers, table->visualRect(index).center());
    }

    void choosePainting(const QString& text)
    {
        QComboBox* box = m_view->paintChoice();
        QVERIFY2(box->findText(text) >= 0, qPrintable(text));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < box->findText(text); ++i)
            QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(box->currentText(), text);
    }

    Method m_method;
    DatasetPtr m_data;
    std::shared_ptr<const MinimalDag> m_dag;
    std::unique_ptr<SelectionHub> m_hub;
    std::unique_ptr<PerceptronView> m_view;
    PerceptronDetailsPtr m_details;
};

QTEST_MAIN(TestPerceptronView)
#include "test_perceptron_view.moc"
