// Figures of the real window into files: one, or several on a page, as they are on the screen.

#include "app/actions.h"
#include "app/figure_commands.h"
#include "app/run_area.h"
#include "support/qtest_text.h"
#include "support/window.h"
#include "widgets/views/figure_view.h"

#include <QClipboard>
#include <QListWidget>
#include <QPushButton>

#include <memory>

using namespace atlas;

class TestFigureExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useOwnSettings(m_folder); }
    void init()
    {
        m_window = test::newWindowWithTrees(m_folder);
        QVERIFY(m_window);
        QVERIFY(test::runAndWait(*m_window, "embed", {{"method", "pca"}, {"components", "3"}}));
        const FigureView* map = m_window->runArea()->currentFigure();
        QVERIFY(map && map->pointCloud());
        QTRY_VERIFY(!map->pointCloud()->scatterItem()->plotRect().isEmpty());
    }
    void cleanup() { m_window.reset(); }

    void theDialogOffersAllFiguresAndChoosesTheCurrent()
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<FigureExportDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            QTimer::singleShot(0, dialog, &QDialog::reject); // also where a comparison fails
            seen = true;
            QVERIFY(dialog->list()->count() >= 4); // the description's two, the map, the eigenvalues
            QCOMPARE(dialog->chosen().size(), std::size_t{1});
            QCOMPARE(dialog->chosen().front().figure, m_window->runArea()->currentFigure()->figure());
            QCOMPARE(dialog->style().metadata["method"], QString("embed"));
            QCOMPARE(dialog->style().metadata["--method"], QString("pca"));
            QCOMPARE(dialog->style().metadata["components"], QString("3"));
            QCOMPARE(dialog->style().metadata["seed"], QString("1"));
            for (int i = 0; i < dialog->list()->count(); ++i)
                dialog->list()->item(i)->setCheckState(i < 2 ? Qt::Checked : Qt::Unchecked);
            QCOMPARE(dialog->chosen().size(), std::size_t{2});
            QCOMPARE(dialog->style().metadata["b.method"], QString("describe"));
            QCOMPARE(dialog->suggestedName(), QString("figures"));
            for (int i = 0; i < 2; ++i)
                dialog->list()->item(i)->setCheckState(Qt::Unchecked);
            for (const QPushButton* button : dialog->findChildren<QPushButton*>())
                if (button->text() == "Choose file...")
                    QVERIFY(!button->isEnabled()); // nothing is chosen
        });
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(seen);
    }

    void aPageIsWrittenWithWhatIsSelectedAndTheHash()
    {
        m_window->session().hub().select({RowId(0)});
        const std::vector<ExportableFigure> all = m_window->runArea()->exportableFigures();
        const ShownFigure map = m_window->runArea()->currentFigure()->shown();
        QCOMPARE(std::count(map.states.begin(), map.states.end(), PointState::Muted), 39);
        const QString file = QString::fromStdString((m_folder.path() / "page.svg").string());
        m_window->findChild<FigureCommands*>()->write({map, all.front().shown}, {}, file);
        QTRY_VERIFY(QFile::exists(file));
        const QString svg = QString::fromStdString(test::readFile(file.toStdString()));
        static const QRegularExpression hash("sha256: [0-9a-f]{64}");
        QVERIFY(hash.match(svg).hasMatch());
        QVERIFY(svg.contains("trees.txt"));
        QVERIFY(svg.contains(Theme::of(ThemeKind::Print).muted.name()));
    }

    void theClipboardGetsWhatIsOnTheScreen()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        const QImage all = QApplication::clipboard()->image();
        QVERIFY(!all.isNull());
        m_window->runArea()->currentFigure()->pointCloud()->zoomAt(QPointF(200, 200), 3);
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(QApplication::clipboard()->image() != all);
    }

private:
    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestFigureExport)
#include "test_figure_export.moc"
