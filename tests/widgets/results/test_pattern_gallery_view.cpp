#include "widgets/results/pattern_gallery_view.h"

#include "core/mining/explain_method.h"
#include "support/hand_made.h"
#include "support/pattern_galleries.h"
#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QSlider>

using namespace atlas;

namespace {

OutputPtr outputOf(const std::string& method, const DatasetPtr& data,
                   const std::vector<std::pair<std::string, std::string>>& given)
{
    return std::make_shared<const MethodOutput>(test::runOutput(method, data, given));
}

struct Shown {
    SelectionHub hub;
    std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> runs;
    std::unique_ptr<PatternGalleryView> view;

    explicit Shown(const OutputPtr& output, std::size_t rows = 8)
    {
        hub.reset(rows);
        ResultContext context;
        context.hub = &hub;
        context.run = [this](const std::string& method, const auto& parameters) {
            runs.emplace_back(method, parameters);
        };
        view = std::make_unique<PatternGalleryView>(context);
        view->resize(900, 600);
        if (output)
            view->setOutput(output);
        view->show();
        if (!QTest::qWaitForWindowExposed(view.get()))
            qWarning("the view is not exposed");
    }
    QPoint placeOf(int row) const { return view->list()->visualRect(view->model()->index(row)).center(); }
    void click(int row, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(view->list()->viewport(), Qt::LeftButton, modifiers, placeOf(row));
    }
    const GalleryPattern& pattern(int row) const
    {
        return view->model()->gallery()->patterns[*view->model()->patternAt(row)];
    }
};

} // namespace

class TestPatternGalleryView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clickSelectsStructuresAndMarksParts()
    {
        Shown shown(
            outputOf("explain", test::eightMolecules(), {{"positive", "amine"}, {"min-support", "1"}}));
        QVERIFY(shown.view->model()->rowCount() > 3);
        shown.click(0);
        QVERIFY(shown.hub.selectedRows() == shown.pattern(0).support);
        QVERIFY(shown.hub.marks());
        QVERIFY(shown.hub.marks()->kind == StructureMarks::Kind::Highlight);
        const PatternGallery& gallery = *shown.view->model()->gallery();
        for (std::size_t row = 0; row < 8; ++row) {
            const std::vector<double> values = shown.hub.marks()->values(RowId(row));
            const bool holds = shown.hub.isSelected(RowId(row));
            QCOMPARE(values.empty(), !holds);
            if (!holds)
                continue;
            QCOMPARE(values.size(), gallery.data->molecule(RowId(row)).atomCount());
            QVERIFY(std::count(values.begin(), values.end(), 1.0) > 0);
        }
        QVERIFY(shown.view->details()->text().contains("<b>"));
    }

    void severalPatternsTogether()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(0);
        const std::vector<RowId> first = shown.hub.selectedRows();
        const int last = std::min(8, shown.view->model()->rowCount() - 1);
        shown.click(last, Qt::ControlModifier);
        QCOMPARE(shown.view->chosenPatterns().size(), std::size_t{2});
        for (const RowId row : shown.pattern(last).support)
            QVERIFY(shown.hub.isSelected(row));
        for (const RowId row : first)
            QVERIFY(shown.hub.isSelected(row));
        QVERIFY(shown.view->details()->text().startsWith("2 patterns"));
    }

    void tileStaysWhenTheSelectionChangesElsewhere()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(1);
        const std::vector<RowId> all = shown.hub.selectedRows();
        shown.hub.select({all.front()});
        QCOMPARE(shown.view->chosenPatterns().size(), std::size_t{1});
        QVERIFY(shown.hub.marks());
        shown.click(1); // again: its structures are selected again
        QVERIFY(shown.hub.selectedRows() == all);
    }

    void keysWalkThroughThePatterns()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(0);
        QTest::keyClick(shown.view->list(), Qt::Key_Right);
        QVERIFY(shown.view->chosenPatterns() == std::vector<std::size_t>{*shown.view->model()->patternAt(1)});
        QVERIFY(shown.hub.selectedRows() == shown.pattern(1).support);
    }

    void sliderHidesRarePatterns()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        QSlider* slider = shown.view->supportSlider();
        QCOMPARE(slider->minimum(), 1);
        QCOMPARE(slider->maximum(), 8);
        const int before = shown.view->model()->rowCount();
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_Right);
        QCOMPARE(slider->value(), 2);
        QVERIFY(shown.view->model()->rowCount() < before);
        for (const std::size_t pattern : shown.view->model()->shownPatterns())
            QVERIFY(shown.view->model()->gallery()->patterns[pattern].support.size() >= 2);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(shown.view->model()->rowCount(), before);
    }

    void chosenTileMovesWithItsPattern()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(0);
        const std::vector<std::size_t> chosen = shown.view->chosenPatterns();
        const std::vector<RowId> selected = shown.hub.selectedRows();
        const QSignalSpy changed(&shown.hub, &SelectionHub::selectionChanged);
        QComboBox* box = shown.view->orderBox();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_End); // by size
        QCOMPARE(shown.view->model()->arrangement().order.by, PatternOrder::By::Size);
        QVERIFY(shown.view->chosenPatterns() == chosen);
        QVERIFY(changed.isEmpty() && shown.hub.selectedRows() == selected);
    }

    void groupsHaveHeadings()
    {
        Shown shown(outputOf("gpca", test::eightMolecules(), {{"components", "2"}, {"min-support", "1"}}));
        QVERIFY(shown.view->groupBox()->isVisible() && shown.view->groupBox()->isChecked());
        const QRect heading = shown.view->list()->visualRect(shown.view->model()->index(0));
        QVERIFY(heading.width() > shown.view->list()->viewport()->width() - 20);
        QVERIFY(shown.view->list()->visualRect(shown.view->model()->index(1)).top() >= heading.bottom());
        shown.click(0); // a heading cannot be chosen
        QVERIFY(shown.view->chosenPatterns().empty());
        QCOMPARE(shown.hub.selectedCount(), std::size_t{0});
        QTest::mouseClick(shown.view->groupBox(), Qt::LeftButton, {},
                          QPoint(8, shown.view->groupBox()->height() / 2));
        QVERIFY(!shown.view->model()->arrangement().grouped);
        QVERIFY(!shown.view->model()->index(0).data(PatternModel::HeadingRole).isValid());
    }

    void previewsKeepTheChosenPattern()
    {
        const std::vector<std::pair<std::string, std::string>> given{{"positive", "amine"},
                                                                     {"min-support", "1"}};
        const OutputPtr whole = outputOf("explain", test::eightMolecules(), given);
        auto partial = std::make_shared<MethodOutput>(*whole);
        auto fewer = std::make_shared<PatternGallery>(*test::galleryOf(*whole));
        fewer->patterns.erase(fewer->patterns.begin()); // places move
        partial->details = PatternGalleryPtr(fewer);
        Shown shown(nullptr);
        QVERIFY(shown.view->findChild<QListView*>()->isHidden() || !shown.view->list()->isVisible());
        shown.view->setOutput(std::make_shared<const MethodOutput>()); // a preview without patterns
        QCOMPARE(shown.view->model()->rowCount(), 0);
        shown.view->setOutput(partial);
        QTRY_VERIFY(shown.view->list()->isVisible());
        shown.click(0);
        const std::string text = shown.view->model()->gallery()->text(shown.view->chosenPatterns()[0]);
        const QSignalSpy changed(&shown.hub, &SelectionHub::selectionChanged);
        shown.view->setOutput(whole);
        QCOMPARE(shown.view->chosenPatterns().size(), std::size_t{1});
        QCOMPARE(shown.view->model()->gallery()->text(shown.view->chosenPatterns()[0]), text);
        QVERIFY(changed.isEmpty());
    }

    void explainsTheStructuresOfAPattern()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(2);
        Q_EMIT shown.view->list()->customContextMenuRequested(shown.placeOf(2));
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        for (QAction* action : menu->actions())
            if (action->text().startsWith("Explain"))
                action->trigger();
        menu->close();
        QCOMPARE(shown.runs.size(), std::size_t{1});
        QCOMPARE(shown.runs[0].first, std::string("explain"));
        QCOMPARE(shown.runs[0].second[0].first, std::string("selection"));
        QCOMPARE(shown.runs[0].second[0].second,
                 selectionText(*shown.view->model()->gallery()->data, shown.pattern(2).support));
    }

    void treesAndGraphs()
    {
        const DatasetPtr trees = test::trees({{"(s (a x) (b y))"}, {"(s (a x) (b z))"}, {"(s (c x) (b y))"}});
        Shown shown(outputOf("mine", trees, {{"min-support", "1"}, {"trees", "subset"}}), 3);
        QVERIFY(shown.view->model()->rowCount() > 3);
        shown.click(0);
        QVERIFY(shown.hub.marks());
        for (const RowId row : shown.hub.selectedRows()) {
            const std::vector<double> values = shown.hub.marks()->values(row);
            QCOMPARE(values.size(), trees->tree(row).nodeCount());
            QVERIFY(std::count(values.begin(), values.end(), 1.0) > 0);
        }
    }

    void exports_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("csv") << "csv" << QByteArray("pattern,smarts");
        QTest::newRow("smarts") << "sma" << QByteArray("[#6]");
        QTest::newRow("smiles") << "smi" << QByteArray("c1");
        QTest::newRow("gspan") << "gsp" << QByteArray("t # 0");
        QTest::newRow("svg") << "svg" << QByteArray("<?xml");
        QTest::newRow("pdf") << "pdf" << QByteArray("%PDF");
        QTest::newRow("png") << "png" << QByteArray("\x89PNG");
    }

    void exports()
    {
        QFETCH(QString, ending);
        QFETCH(QByteArray, begins);
        const test::TemporaryFolder folder;
        Shown shown(outputOf("gpca", test::eightMolecules(), {{"components", "2"}, {"min-support", "1"}}));
        const QString path = QString::fromStdString(folder.path().string()) + "/patterns." + ending;
        ATLAS_VERIFY_OK(shown.view->exportPatterns(shown.view->model()->shownPatterns(), path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray written = file.readAll();
        QVERIFY2(written.startsWith(begins), written.left(80).constData());
        QCOMPARE(shown.view->exportPatterns({}, path).error().code, ErrorCode::Empty);
        QVERIFY(!shown.view->exportPatterns({0}, path + "x").ok());
    }

    void marksGoWithTheView()
    {
        Shown shown(outputOf("mine", test::eightMolecules(), {{"min-support", "1"}}));
        shown.click(0);
        QVERIFY(shown.hub.marks());
        shown.view.reset();
        QVERIFY(!shown.hub.marks());
    }

    void manyPatternsAreShownAtOnce()
    {
        auto many = std::make_shared<PatternGallery>(*test::frequentGallery());
        const std::vector<GalleryPattern> few = many->patterns;
        while (many->patterns.size() < 30'000)
            many->patterns.insert(many->patterns.end(), few.begin(), few.end());
        auto output = std::make_shared<MethodOutput>();
        output->details = PatternGalleryPtr(many);
        Shown shown(nullptr);
        QElapsedTimer timer;
        timer.start();
        shown.view->setOutput(output);
        shown.view->grab();
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_MAIN(TestPatternGalleryView)
#include "test_pattern_gallery_view.moc"
