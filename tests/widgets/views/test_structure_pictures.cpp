// Grabs the widgets as pictures into "pictures" beside the test, to be looked at, and checks
// that each shows something.
#include "core/dag/minimal_dag.h"
#include "core/support/random.h"
#include "support/hand_made.h"
#include "support/qtest_text.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/graph_view.h"
#include "widgets/views/inspector.h"
#include "widgets/views/molecule_view.h"
#include "widgets/views/occurrence_panel.h"
#include "widgets/views/problem_list.h"
#include "widgets/views/structure_painter.h"
#include "widgets/views/structure_table.h"
#include "widgets/views/tree_view.h"

#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QPainter>
#include <QSet>
#include <QTableView>

using namespace atlas;

namespace {

const char* const sentence =
    "(S (NP (DT The) (JJ extraordinarily-long-and-compounded-adjective) (NN dog)) (VP (VBZ barks) "
    "(PP (IN at) (NP (DT the) (NN dog)))) (. .))";

DatasetPtr sentences()
{
    return test::trees({{sentence, "first sentence", "statement"},
                        {"(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))", "second", "statement"},
                        {"(SQ (VBZ Does) (NP (DT the) (NN dog)) (VP (VB bark)) (. ?))", "third", "question"},
                        {"(a (b _ (c _ (d _ _ e))) f)", "missing children", "question"},
                        {"(single)", "one node", "statement"}});
}

DatasetPtr randomTrees()
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("random.jsonl");
    Random random(4);
    for (const std::size_t size : {std::size_t(400), std::size_t(5000), std::size_t(100'000)}) {
        std::vector<std::vector<std::size_t>> children(size);
        for (std::size_t i = 1; i < size; ++i)
            children[i < 4 ? 0 : random.below(i)].push_back(i);
        std::vector<std::pair<std::size_t, bool>> stack{{0, false}};
        while (!stack.empty()) {
            const auto [node, closing] = stack.back();
            stack.pop_back();
            if (closing) {
                builder.forest().close();
                continue;
            }
            builder.forest().open(builder.nodeLabels().intern("tag" + std::to_string(node % 97)));
            stack.emplace_back(node, true);
            for (auto child = children[node].rbegin(); child != children[node].rend(); ++child)
                stack.emplace_back(*child, false);
        }
        builder.acceptTree({"random " + std::to_string(size), "large", 1});
    }
    const LabelId label = builder.nodeLabels().intern("deep");
    for (int i = 0; i < 100'000; ++i)
        builder.forest().open(label);
    for (int i = 0; i < 100'000; ++i)
        builder.forest().close();
    builder.acceptTree({"a chain of 100,000", "deep", 2});
    builder.forest().open(label);
    for (int i = 0; i < 2000; ++i) {
        builder.forest().open(label);
        builder.forest().close();
    }
    builder.forest().close();
    builder.acceptTree({"wide", "deep", 3});
    return test::finished(builder);
}

DatasetPtr medicines()
{
    DatasetBuilder builder(StructureKind::Molecule, {});
    builder.beginFile("/data/medicines.csv");
    const std::vector<test::HandMade> rows = {
        {"CC(=O)Oc1ccccc1C(=O)O", "aspirin", "analgesic"},
        {"CN1C=NC2=C1C(=O)N(C(=O)N2C)C", "caffeine", "stimulant"},
        {"CC(C)Cc1ccc(cc1)C(C)C(=O)O", "ibuprofen", "analgesic"},
        {"C[C@]12CC[C@H]3[C@H]([C@@H]1CC[C@@H]2O)CCC4=CC(=O)CC[C@]34C", "testosterone", "hormone"},
        {"[Na+].[Cl-]", "salt with a rather long name that does not fit the column", "other"}};
    std::uint64_t line = 1;
    for (const test::HandMade& row : rows) {
        builder.acceptMolecule({row.name, row.className, ++line}, *Molecule::fromSmiles(row.text));
        builder.setProperty("smiles", row.text);
        if (line != 3)
            builder.setProperty("logP", std::to_string(1.25 * static_cast<double>(line) - 4));
    }
    builder.reject(ErrorCode::Malformed, 7, 5, "The ring bond 1 is opened and never closed.",
                   "C1CCCC,broken,other");
    builder.reject(
        ErrorCode::Malformed, 9, 60,
        "The atom N has 5 bonds, more than its valence allows; check its charge.",
        "some-long-name-before-it,and-more,and-still-more,0.1234,CN(C)(C)(C)C,analgesic,rest of the line");
    return test::finished(builder);
}

QString pictureFolder()
{
    QDir folder(QCoreApplication::applicationDirPath());
    folder.mkpath(QStringLiteral("pictures"));
    return folder.filePath(QStringLiteral("pictures"));
}

/// Saves a picture; true where it holds more than a few colours.
bool keep(const QImage& image, const QString& name)
{
    image.save(pictureFolder() + QLatin1Char('/') + name + QStringLiteral(".png"));
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 3)
        for (int x = 0; x < image.width(); x += 3)
            colours.insert(image.pixel(x, y));
    return colours.size() > 4;
}

bool grab(QWidget& widget, const QString& name) { return keep(widget.grab().toImage(), name); }

} // namespace

class TestStructurePictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<ThemeKind>("kind");
        QTest::addColumn<QString>("theme");
        QTest::newRow("light") << ThemeKind::Light << QStringLiteral("light");
        QTest::newRow("dark") << ThemeKind::Dark << QStringLiteral("dark");
    }

    void init()
    {
        QFETCH_GLOBAL(ThemeKind, kind);
        Theme::setCurrent(kind);
        QApplication::setPalette(Theme::current().palette());
    }

    void cleanupTestCase() { Theme::setCurrent(ThemeKind::Light); }

    void inspectorWithATree()
    {
        QFETCH_GLOBAL(QString, theme);
        const DatasetPtr data = sentences();
        const auto dag = std::make_shared<const MinimalDag>(*buildMinimalDag(data->forest()));
        SelectionHub hub;
        hub.reset(data->size());
        Inspector inspector(hub);
        inspector.resize(420, 800);
        inspector.setDataset(data);
        QVERIFY(grab(inspector, QStringLiteral("inspector-empty-") + theme));
        inspector.setDag(dag);
        inspector.show();
        inspector.showStructure(RowId(0));
        QTest::qWait(50);
        const NodeId nounPhrase = data->tree(RowId(1)).children(data->tree(RowId(1)).root())[0].child;
        inspector.showStructure(RowId(1), nounPhrase);
        QTest::qWait(50);
        QVERIFY(grab(inspector, QStringLiteral("inspector-tree-") + theme));
        inspector.showStructure(RowId(3));
        QTest::qWait(20);
        QVERIFY(grab(inspector, QStringLiteral("inspector-missing-") + theme));
    }

    void treeViews()
    {
        QFETCH_GLOBAL(QString, theme);
        TreeView view;
        view.resize(900, 420);
        view.show();
        view.setTree(sentences(), RowId(0));
        QVERIFY(grab(view, QStringLiteral("tree-sentence-") + theme));
        const DatasetPtr large = randomTrees();
        for (std::size_t row = 0; row < large->size(); ++row) {
            view.setTree(large, RowId(row));
            QVERIFY(grab(view, QStringLiteral("tree-large-%1-").arg(row) + theme));
        }
        view.setTree(large, RowId(0));
        view.expandAll();
        QVERIFY(grab(view, QStringLiteral("tree-expanded-") + theme));
    }

    void inspectorWithAMolecule()
    {
        QFETCH_GLOBAL(QString, theme);
        const DatasetPtr data = medicines();
        SelectionHub hub;
        hub.reset(data->size());
        Inspector inspector(hub);
        inspector.resize(380, 640);
        inspector.setDataset(data);
        inspector.show();
        inspector.setPattern(*SmartsPattern::compile("c1ccccc1"));
        QSignalSpy ready(inspector.moleculeView(), &MoleculeView::pictureReady);
        inspector.showStructure(RowId(0));
        QVERIFY(ready.wait());
        QTest::qWait(200);
        QVERIFY(grab(inspector, QStringLiteral("inspector-molecule-") + theme));
    }

    void graphViews()
    {
        QFETCH_GLOBAL(QString, theme);
        GraphView view;
        view.resize(500, 400);
        view.show();
        QSignalSpy ready(&view, &GraphView::layoutReady);
        view.setGraph(test::graphs(5), RowId(4));
        QVERIFY(ready.wait());
        QVERIFY(grab(view, QStringLiteral("graph-small-") + theme));
        DatasetBuilder builder(StructureKind::Graph, {});
        builder.beginFile("ppi");
        Random random(3);
        Graph graph(240);
        for (int i = 0; i < 1400; ++i) {
            const std::size_t a = random.below(180);
            const std::size_t b = (a + random.below(30)) % 180;
            if (a != b && !boost::edge(a, b, graph).second)
                boost::add_edge(a, b, graph);
        }
        builder.acceptGraph({"like a protein network", "p", 1}, graph);
        view.setGraph(test::finished(builder), RowId(0));
        QVERIFY(ready.wait());
        QVERIFY(grab(view, QStringLiteral("graph-large-") + theme));
    }

    void tables()
    {
        QFETCH_GLOBAL(QString, theme);
        for (const auto& [data, name] :
             {std::pair(medicines(), "molecules"), std::pair(sentences(), "trees"),
              std::pair(randomTrees(), "large"), std::pair(test::graphs(5), "graphs")}) {
            SelectionHub hub;
            StructureTable table(hub);
            table.resize(640, 460);
            table.show();
            hub.reset(data->size());
            table.setDataset(data);
            hub.select({RowId(1)});
            hub.highlight(RowId(2));
            QTest::qWait(180);
            QVERIFY(grab(table, QStringLiteral("table-%1-").arg(QLatin1String(name)) + theme));
            if (data->kind() == StructureKind::Molecule) {
                table.smartsField()->setText(QStringLiteral("c1ccc("));
                QTest::qWait(190);
                QVERIFY(grab(table, QStringLiteral("table-smarts-error-") + theme));
                table.smartsField()->clear();
                table.textField()->setText(QStringLiteral("nothing has this name"));
                QTest::qWait(190);
                QVERIFY(grab(table, QStringLiteral("table-no-match-") + theme));
            }
        }
    }

    void problems()
    {
        QFETCH_GLOBAL(QString, theme);
        ProblemList list;
        list.resize(760, 320);
        list.setDataset(medicines());
        list.table()->selectRow(1);
        QVERIFY(grab(list, QStringLiteral("problems-") + theme));
    }

    void thumbnails()
    {
        QFETCH_GLOBAL(QString, theme);
        const StructurePainter painter(Theme::current(), QApplication::font());
        QImage sheet(880, 320, QImage::Format_ARGB32_Premultiplied);
        sheet.fill(Theme::current().surface);
        QPainter sheetPainter(&sheet);
        int y = 10;
        for (const DatasetPtr& data : {medicines(), sentences(), randomTrees(), test::graphs(5)}) {
            for (std::size_t row = 0; row < data->size(); ++row) {
                const QRectF area(10 + static_cast<double>(row) * 170, y, 160, 68);
                sheetPainter.setPen(Theme::current().grid);
                sheetPainter.setBrush(Qt::NoBrush);
                sheetPainter.drawRect(area);
                painter.paint(sheetPainter, area, data, RowId(row));
            }
            y += 78;
        }
        sheetPainter.end();
        QVERIFY(keep(sheet, QStringLiteral("thumbnails-") + theme));
    }
};

QTEST_MAIN(TestStructurePictures)
#include "test_structure_pictures.moc"
