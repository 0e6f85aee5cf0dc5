#include "widgets/views/tree_view.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <cmath>

using namespace atlas;

Q_DECLARE_METATYPE(atlas::ThemeKind)

namespace {

const char* const sentence = "(S (NP (DT the) (NN dog)) (VP (VBZ barks) (NP (DT the) (NN dog))))";
// Post-order: the 0, DT 1, dog 2, NN 3, NP 4, barks 5, VBZ 6, the 7, DT 8, dog 9, NN 10, NP 11, VP 12, S 13
constexpr NodeId firstPhrase(4);
constexpr NodeId verb(6);
constexpr NodeId secondPhrase(11);
constexpr NodeId verbPhrase(12);
constexpr NodeId root(13);

double contrast(const QColor& a, const QColor& b)
{
    const auto luminance = [](const QColor& color) {
        const auto linear = [](double c) {
            return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
            + 0.0722 * linear(color.blueF()) + 0.05;
    };
    const double one = luminance(a);
    const double two = luminance(b);
    return one > two ? one / two : two / one;
}

DatasetPtr largeTree(bool deep)
{
    DatasetBuilder builder(StructureKind::Tree, {});
    builder.beginFile("large");
    const LabelId label = builder.nodeLabels().intern("a");
    if (deep) {
        for (int i = 0; i < 100'000; ++i)
            builder.forest().open(label);
        for (int i = 0; i < 100'000; ++i)
            builder.forest().close();
    } else {
        builder.forest().open(label);
        for (int i = 1; i < 100'000; ++i) {
            builder.forest().open(label);
            builder.forest().close();
        }
        builder.forest().close();
    }
    builder.acceptTree({"large", std::nullopt, 1});
    return test::finished(builder);
}

} // namespace

class TestTreeView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_view = std::make_unique<TreeView>();
        m_view->resize(700, 500);
        m_view->show();
        m_data = test::trees({{sentence, "sentence"}});
        m_view->setTree(m_data, RowId(0));
    }

    void cleanup() { m_view.reset(); }

    void clickChoosesANode()
    {
        QSignalSpy activated(m_view.get(), &TreeView::nodeActivated);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, m_view->widgetPlace(firstPhrase).toPoint());
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated[0][0].value<NodeId>(), firstPhrase);
        QCOMPARE(m_view->currentNode(), firstPhrase);
        QTest::mouseClick(m_view.get(), Qt::LeftButton, {}, QPoint(5, 495)); // beside the tree
        QCOMPARE(activated.count(), 1);
        QVERIFY(!m_view->currentNode().valid());
    }

    void doubleClickFolds()
    {
        const QPoint place = m_view->widgetPlace(verbPhrase).toPoint();
        QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, place);
        QVERIFY(m_view->isCollapsed(verbPhrase));
        QCOMPARE(m_view->layout().nodes.size(), std::size_t(7));
        // The folded node stays where it was.
        QVERIFY((m_view->widgetPlace(verbPhrase) - QPointF(place)).manhattanLength() < 2);
        QTest::mouseDClick(m_view.get(), Qt::LeftButton, {}, place);
        QVERIFY(!m_view->isCollapsed(verbPhrase));
        QCOMPARE(m_view->layout().nodes.size(), std::size_t(14));
    }

    void keysWalkAndFold()
    {
        QSignalSpy activated(m_view.get(), &TreeView::nodeActivated);
        QTest::keyClick(m_view.get(), Qt::Key_Down); // nothing chosen: the root
        QCOMPARE(m_view->currentNode(), root);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentNode(), firstPhrase);
        QTest::keyClick(m_view.get(), Qt::Key_Right);
        QCOMPARE(m_view->currentNode(), verbPhrase);
        QTest::keyClick(m_view.get(), Qt::Key_Right); // the last of its level
        QCOMPARE(m_view->currentNode(), verbPhrase);
        QTest::keyClick(m_view.get(), Qt::Key_Down);
        QCOMPARE(m_view->currentNode(), verb);
        QTest::keyClick(m_view.get(), Qt::Key_Up);
        QCOMPARE(m_view->currentNode(), verbPhrase);
        QTest::keyClick(m_view.get(), Qt::Key_Left);
        QCOMPARE(m_view->currentNode(), firstPhrase);
        QCOMPARE(activated.count(), 0);
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QTest::keyClick(m_view.get(), Qt::Key_Minus);
        QVERIFY(m_view->isCollapsed(firstPhrase));
        QTest::keyClick(m_view.get(), Qt::Key_Plus);
        QVERIFY(!m_view->isCollapsed(firstPhrase));
    }

    void choosingAHiddenNodeUnfoldsTheWay()
    {
        m_view->setCollapsed(verbPhrase, true);
        m_view->setCurrentNode(secondPhrase);
        QVERIFY(!m_view->isCollapsed(verbPhrase));
        QVERIFY(m_view->rect().contains(m_view->widgetPlace(secondPhrase).toPoint()));
    }

    void dragPansAndWheelZooms()
    {
        const QPointF before = m_view->widgetPlace(root);
        QTest::mousePress(m_view.get(), Qt::LeftButton, {}, QPoint(20, 480));
        QTest::mouseMove(m_view.get(), QPoint(60, 470));
        QTest::mouseMove(m_view.get(), QPoint(80, 460));
        QTest::mouseRelease(m_view.get(), Qt::LeftButton, {}, QPoint(80, 460));
        QVERIFY((m_view->widgetPlace(root) - before - QPointF(60, -20)).manhattanLength() < 2);
        const double scale = m_view->scale();
        const QPointF pivot = m_view->widgetPlace(verb);
        QWheelEvent wheel(pivot, m_view->mapToGlobal(pivot), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view.get(), &wheel);
        QVERIFY(m_view->scale() > scale);
        QVERIFY((m_view->widgetPlace(verb) - pivot).manhattanLength() < 2);
        QTest::keyClick(m_view.get(), Qt::Key_F);
        QCOMPARE(m_view->widgetPlace(root), before);
    }

    void equalSubtreesAreMarked()
    {
        m_view->setCurrentNode(firstPhrase);
        const QImage without = m_view->grab().toImage();
        m_view->setDag(std::make_shared<const MinimalDag>(*buildMinimalDag(m_data->forest())));
        const QImage with = m_view->grab().toImage();
        const auto changed = [&](NodeId node) {
            const QPoint place = (m_view->widgetPlace(node) + QPointF(-8, -8)).toPoint();
            return with.pixel(place) != without.pixel(place);
        };
        QVERIFY(changed(secondPhrase));
        QVERIFY(!changed(verb));
        QVERIFY(!changed(root));
    }

    void aChosenSubtreeIsMarkedInTheNextTreesToo()
    {
        const auto dag = std::make_shared<const MinimalDag>(*buildMinimalDag(m_data->forest()));
        m_view->setDag(dag);
        const QImage without = m_view->grab().toImage();
        m_view->setChosenSubtree(dag->nodeOf(secondPhrase));
        m_view->setTree(m_data, RowId(0));
        m_view->setDag(dag);
        const QImage with = m_view->grab().toImage();
        const auto changed = [&](NodeId node) {
            const QPoint place = (m_view->widgetPlace(node) + QPointF(-8, -8)).toPoint();
            return with.pixel(place) != without.pixel(place);
        };
        QVERIFY(changed(firstPhrase));
        QVERIFY(changed(secondPhrase));
        QVERIFY(!changed(verb));
        QVERIFY(!m_view->currentNode().valid());
    }

    void weightsAreColours_data()
    {
        QTest::addColumn<ThemeKind>("theme");
        QTest::newRow("light") << ThemeKind::Light;
        QTest::newRow("dark") << ThemeKind::Dark;
    }

    void weightsAreColours()
    {
        QFETCH(ThemeKind, theme);
        Theme::setCurrent(theme);
        const auto back = qScopeGuard([] { Theme::setCurrent(ThemeKind::Light); });
        StructureMarks marks{StructureMarks::Kind::Weight, QStringLiteral("Weights"), [](RowId) {
                                 std::vector<double> values(14, 0.0);
                                 values[firstPhrase.index()] = 2;
                                 values[secondPhrase.index()] = -4;
                                 values[verb.index()] = 0.1;
                                 return values;
                             }};
        m_view->setMarks(PartMarks::of(marks, RowId(0)));
        const QImage image = m_view->grab().toImage();
        const auto behind = [&](NodeId node) {
            return image.pixelColor((m_view->widgetPlace(node) + QPointF(-8, -7)).toPoint());
        };
        QCOMPARE(behind(root), Theme::current().surface); // 0 is neutral
        QVERIFY(behind(firstPhrase).hsvHue() > 20 && behind(firstPhrase).hsvHue() < 60); // orange
        QVERIFY(behind(secondPhrase).hsvHue() > 180 && behind(secondPhrase).hsvHue() < 250); // blue
        QCOMPARE(behind(secondPhrase), weightColor(-1, Theme::current())); // the largest magnitude
        QCOMPARE(behind(firstPhrase), weightColor(0.5, Theme::current()));
        QVERIFY(behind(verb) != Theme::current().surface); // small, and yet seen
        const double without = m_view->pictureSize().height();
        m_view->setMarks({});
        QVERIFY(m_view->pictureSize().height() < without); // the legend is part of the picture
        const QImage plain = m_view->grab().toImage();
        QCOMPARE(plain.pixelColor((m_view->widgetPlace(firstPhrase) + QPointF(-8, -7)).toPoint()),
                 Theme::current().surface);
    }

    void wordsOnColoursCanBeRead()
    {
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark, ThemeKind::Print})
            for (int i = -10; i <= 10; ++i) {
                const QColor back = weightColor(i / 10.0, Theme::of(kind));
                QVERIFY2(contrast(back, textOn(back)) >= 4.5, // WCAG AA
                         qPrintable(QString::number(contrast(back, textOn(back)))));
            }
    }

    void largeTreesOpenAtOnce_data()
    {
        QTest::addColumn<bool>("deep");
        QTest::newRow("deep") << true;
        QTest::newRow("wide") << false;
    }

    void largeTreesOpenAtOnce()
    {
        QFETCH(bool, deep);
        const DatasetPtr data = largeTree(deep);
        QElapsedTimer timer;
        timer.start();
        m_view->setTree(data, RowId(0));
        (void)m_view->grab();
        const qint64 opened = timer.restart();
        m_view->expandAll();
        (void)m_view->grab();
        const qint64 expanded = timer.elapsed();
        qInfo("opened in %lld ms, everything unfolded in %lld ms", opened, expanded);
        QVERIFY(opened < 1000);
        QVERIFY(expanded < 2000);
        if (deep)
            m_view->setCurrentNode(data->tree(RowId(0)).firstNode()); // 100,000 levels down
    }

    void largeTreesStartFolded()
    {
        m_view->setTree(largeTree(true), RowId(0));
        QVERIFY(m_view->layout().nodes.size() < 40);
        QVERIFY(m_view->layout().nodes.back().hiddenNodes > 99'000);
    }

    void pictures()
    {
        QTemporaryDir folder;
        for (const char* name : {"tree.svg", "tree.pdf", "tree.png"}) {
            const QString path = folder.filePath(QLatin1String(name));
            ATLAS_VERIFY_OK(writePicture(*m_view, path));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(file.size() > 500);
        }
        QVERIFY(!writePicture(*m_view, folder.filePath(QStringLiteral("tree.txt"))).ok());
        QVERIFY(!writePicture(*m_view, folder.filePath(QStringLiteral("no/such/folder.svg"))).ok());
    }

    void emptyStateSaysWhatToDo()
    {
        m_view->clear();
        (void)m_view->grab();
        QVERIFY(!m_view->hasPicture());
        for (const int key : {Qt::Key_Down, Qt::Key_Plus, Qt::Key_Return, Qt::Key_F})
            QTest::keyClick(m_view.get(), static_cast<Qt::Key>(key));
        QTest::mouseClick(m_view.get(), Qt::LeftButton);
        QTest::mouseDClick(m_view.get(), Qt::LeftButton);
    }

private:
    std::unique_ptr<TreeView> m_view;
    DatasetPtr m_data;
};

QTEST_MAIN(TestTreeView)
#include "test_tree_view.moc"
