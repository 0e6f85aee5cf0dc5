// A person who has never seen the program gets from its start to an exported map of their own table of
// SMILES. Every click of the mouse is counted; nothing is typed.

#include "app/actions.h"
#include "app/form_dialog.h"
#include "support/window.h"
#include "widgets/results/run_view.h"
#include "widgets/views/figure_view.h"

#include <QAbstractItemView>
#include <QFileDialog>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabWidget>
#include <QToolBar>

#include <memory>

using namespace atlas;

namespace {

constexpr const char* ownTable = "name,smiles,class\n"
                                 "methanol,CO,alcohol\n"
                                 "ethanol,CCO,alcohol\n"
                                 "propanol,CCCO,alcohol\n"
                                 "butanol,CCCCO,alcohol\n"
                                 "pentanol,CCCCCO,alcohol\n"
                                 "acetic acid,CC(=O)O,acid\n"
                                 "propionic acid,CCC(=O)O,acid\n"
                                 "butyric acid,CCCC(=O)O,acid\n"
                                 "valeric acid,CCCCC(=O)O,acid\n"
                                 "benzene,c1ccccc1,aromatic\n"
                                 "toluene,Cc1ccccc1,aromatic\n"
                                 "xylene,Cc1ccccc1C,aromatic\n"
                                 "phenol,Oc1ccccc1,aromatic\n";

} // namespace

class TestNewcomer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        test::useOwnSettings(m_folder);
        m_folder.write("data/mine.csv", ownTable);
        QVERIFY(QDir::setCurrent(QString::fromStdString((m_folder.path() / "data").string())));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void anOwnTableBecomesAMapInUnderTenClicks()
    {
        openOwnTable();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().data(), 10'000);
        QCOMPARE(m_window->session().data()->size(), std::size_t{13});

        QSignalSpy finished(&m_window->session(), &Session::runFinished);
        makeMap();
        QTRY_VERIFY_WITH_TIMEOUT(isDone(finished, "embed"), 20'000);
        const auto* run = qobject_cast<RunView*>(m_window->results()->currentWidget());
        QVERIFY(run && run->currentFigure() && run->currentFigure()->figure());

        exportMap();
        const auto file = m_folder.path() / "data" / "scatter.svg";
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(file), 10'000);
        const QString svg = QString::fromStdString(test::readFile(file));
        QVERIFY(svg.contains("<svg") && svg.contains("</svg>"));
        for (const char* name : {"alcohol", "acid", "aromatic"})
            QVERIFY2(svg.contains(name), name);

        qInfo("%d clicks from the start to the exported map", m_clicks);
        QVERIFY2(m_clicks < 10, qPrintable(QString::number(m_clicks)));
    }

private:
    /// The only way in which this test uses the mouse.
    void click(QWidget* widget, QPoint place)
    {
        QVERIFY(widget && widget->isVisible() && widget->isEnabled());
        QVERIFY2(widget->rect().contains(place), "out of sight");
        ++m_clicks;
        QTest::mouseClick(widget, Qt::LeftButton, {}, place);
    }
    void click(QWidget* widget)
    {
        QVERIFY(widget);
        click(widget, widget->rect().center());
    }

    void openOwnTable()
    {
        // The dialog shows its files in a list or with details, as the person had it last.
        const auto filesOf = [](QFileDialog& dialog) -> QAbstractItemView* {
            for (const char* name : {"listView", "treeView"})
                if (auto* view = dialog.findChild<QAbstractItemView*>(name); view && view->isVisible())
                    return view;
            return nullptr;
        };
        const auto placeOfFile = [filesOf](QFileDialog& dialog) {
            const QAbstractItemView* files = filesOf(dialog);
            const QModelIndexList found = files
                ? files->model()->match(files->model()->index(0, 0, files->rootIndex()), Qt::DisplayRole,
                                        "mine.csv", 1, Qt::MatchExactly)
                : QModelIndexList();
            return found.isEmpty() ? QRect() : files->visualRect(found.first());
        };
        test::whenModal<QFileDialog>(
            [placeOfFile](QFileDialog& dialog) { return !placeOfFile(dialog).isEmpty(); },
            [this, filesOf, placeOfFile](QFileDialog& dialog) {
                click(filesOf(dialog)->viewport(), placeOfFile(dialog).center());
                click(test::buttonOf(dialog, "Open"));
            });
        click(m_window->findChild<QPushButton*>("startOpenFile"));
    }

    void makeMap()
    {
        QMenu* menu = m_window->actions().analyseMenu;
        QMenuBar* bar = m_window->menuBar();
        click(bar, bar->actionGeometry(menu->menuAction()).center());
        QTRY_VERIFY(menu->isVisible());
        test::whenModal<FormDialog>(
            [](FormDialog& dialog) { return test::buttonOf(dialog, "Run") != nullptr; },
            [this](FormDialog& dialog) { click(test::buttonOf(dialog, "Run")); });
        auto* action = menu->findChild<QAction*>("method:embed");
        QVERIFY(action);
        click(menu, menu->actionGeometry(action).center());
    }

    void exportMap()
    {
        test::whenModal<FormDialog>(
            [](FormDialog& dialog) { return test::buttonOf(dialog, "Choose file...") != nullptr; },
            [this](FormDialog& dialog) { click(test::buttonOf(dialog, "Choose file...")); });
        test::whenModal<QFileDialog>(
            [](QFileDialog& dialog) { return test::buttonOf(dialog, "Save") != nullptr; },
            [this](QFileDialog& dialog) { click(test::buttonOf(dialog, "Save")); });
        const auto* bar = m_window->findChild<QToolBar*>("tools");
        click(bar->widgetForAction(m_window->actions().exportFigure));
    }

    static bool isDone(const QSignalSpy& finished, const std::string& method)
    {
        return std::any_of(finished.begin(), finished.end(), [&](const QList<QVariant>& signal) {
            const auto run = signal[0].value<std::shared_ptr<const SessionRun>>();
            return run->method->description.name == method;
        });
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
    int m_clicks = 0;
};

QTEST_MAIN(TestNewcomer)
#include "test_newcomer.moc"
