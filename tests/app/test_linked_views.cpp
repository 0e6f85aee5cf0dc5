// One selection everywhere: a lasso on any view of points is the selection of every other view, of the table
// and of the hub, and one undo takes it back everywhere. Every figure of these runs is exported in every
// format, and the files hold what the window showed.

#include "app/actions.h"
#include "app/form_dialog.h"
#include "core/dag/subtree_occurrences.h"
#include "support/analyses.h"
#include "support/qtest_text.h"
#include "support/result_runs.h"
#include "support/svg_text.h"
#include "support/window.h"
#include "widgets/export/figure_writer.h"
#include "widgets/models/structure_table_model.h"
#include "widgets/results/run_view.h"
#include "widgets/views/figure_view.h"
#include "widgets/views/inspector.h"
#include "widgets/views/occurrence_panel.h"
#include "widgets/views/parameter_form.h"
#include "widgets/views/point_cloud_chart.h"
#include "widgets/views/problem_list.h"
#include "widgets/views/structure_table.h"
#include "widgets/views/theme.h"
#include "widgets/views/tree_view.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace atlas;

namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// A text of a figure stands in a file whole, or shortened in its middle where there was no room.
bool isShown(const QStringList& texts, const QString& wanted)
{
    return wanted.isEmpty() || std::any_of(texts.begin(), texts.end(), [&](const QString& found) {
               const QStringList ends = found.split(QChar(0x2026));
               return found == wanted
                   || (ends.size() == 2 && wanted.startsWith(ends[0]) && wanted.endsWith(ends[1]));
           });
}

/// What a reader must find in the file of a figure.
struct Expected {
    QStringList texts;
    QSet<std::size_t> classes; ///< whose colours the points have
};

Expected expectedOf(const Figure& figure)
{
    Expected expected;
    expected.texts << text(figure.title);
    std::visit([&](const auto& content) { expected.texts << text(content.x.title) << text(content.y.title); },
               figure.content);
    if (const auto* scatter = std::get_if<ScatterFigure>(&figure.content)) {
        for (const ClassId id : scatter->classes)
            if (id.valid() && scatter->values.empty())
                expected.classes.insert(id.index());
        if (!scatter->values.empty())
            expected.texts << text(scatter->valueTitle);
    } else if (const auto* heatmap = std::get_if<HeatmapFigure>(&figure.content)) {
        expected.texts << text(heatmap->valueTitle);
    }
    return expected;
}

} // namespace

class TestLinkedViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        test::useOwnSettings(m_folder);
        QVERIFY(QDir::setCurrent(text(m_folder.path().string())));
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanupTestCase() { m_window.reset(); }

    void aLassoSelectsEverywhere_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QStringList>("methods");
        QTest::newRow("molecules") << "example:medicines" << QStringList{"embed", "gpca", "rpca"};
        QTest::newRow("trees") << "example:documents" << QStringList{"gtm-sd", "som-sd", "embed", "rpca"};
        QTest::newRow("vectors") << "example:artificial2" << QStringList{"gtm-sd", "som-sd"};
    }
    void aLassoSelectsEverywhere()
    {
        QFETCH(QString, source);
        QFETCH(QStringList, methods);
        QVERIFY(test::openAndWait(*m_window, source));
        for (const QString& method : methods)
            QVERIFY2(
                test::runAndWait(*m_window, qPrintable(method), test::quickParameters(method.toStdString())),
                qPrintable(method));
        m_window->actions().lassoTool->trigger();
        lookAtEveryPage();
        const std::vector<PointCloudChart*> all = charts();
        QVERIFY2(all.size() > std::size_t(methods.size()), qPrintable(QString::number(all.size())));
        for (PointCloudChart* chart : all) {
            showChart(*chart);
            QTRY_VERIFY(!chart->scatterItem()->plotRect().isEmpty());
            const std::vector<RowId> expected = lassoLeftPart(*chart);
            QVERIFY(!expected.empty() && expected.size() < m_window->session().data()->size());
            checkSelection(expected);
            QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
            QTRY_COMPARE(hub().selectedCount(), std::size_t{0});
            checkSelection({});
        }
        qInfo("%zu views of points", all.size());
        exportFigures();
    }

    // The tool bar's choice colours the points of all runs, in the window and in the files.
    void oneChoiceColoursAllPoints()
    {
        const auto table = m_folder.write("coloured.csv",
                                          "smiles,class,logp,origin\n"
                                          "CC,a,1,sea\nCCO,b,2,land\nCCC,a,3,sea\nCCCC,b,4,land\n"
                                          "CCN,a,5,sea\nCCCO,b,6,land\nCNC,a,7,sea\nCOC,b,8,land\n");
        QVERIFY(test::openAndWait(*m_window, text(table.string())));
        for (const char* method : {"embed", "gpca", "rpca"})
            QVERIFY2(test::runAndWait(*m_window, method, test::quickParameters(method)), method);
        lookAtEveryPage();
        const std::vector<PointCloudChart*> all = charts();
        QVERIFY(all.size() >= 3);
        const auto choose = [this](const QString& title) {
            QComboBox* box = m_window->actions().colourBox;
            const int steps = box->findText(title) - box->currentIndex();
            box->setFocus();
            for (int i = 0; i < std::abs(steps); ++i)
                QTest::keyClick(box, steps > 0 ? Qt::Key_Down : Qt::Key_Up);
            QCOMPARE(box->currentText(), title);
        };
        std::vector<std::vector<std::string>> classNames; // some have names for substructures, too
        for (const PointCloudChart* chart : all)
            classNames.push_back(chart->scatterItem()->scatter().classNames);
        choose("logp");
        for (PointCloudChart* chart : all) {
            QCOMPARE(chart->scatterItem()->scatter().valueTitle, std::string("logp"));
            QCOMPARE(chart->scatterItem()->scatter().values[chart->pointOf(RowId(6)).index()], 7.0);
        }
        exportFigures();
        choose("origin");
        for (PointCloudChart* chart : all)
            QCOMPARE(chart->scatterItem()->scatter().classNames, (std::vector<std::string>{"land", "sea"}));
        choose("class");
        for (std::size_t i = 0; i < all.size(); ++i)
            QCOMPARE(all[i]->scatterItem()->scatter().classNames, classNames[i]);
        // Other data start with their classes.
        choose("logp");
        QVERIFY(test::openAndWait(*m_window, "example:medicines"));
        QCOMPARE(m_window->actions().colourBox->currentText(), QString("class"));
        QVERIFY(!hub().colouring());
    }

    // Chosen in the inspector's tree, marked in the table and on every map, counted by class.
    void aChosenSubtreeIsMarkedEverywhere()
    {
        QVERIFY(test::openAndWait(*m_window, "example:documents"));
        for (const char* method : {"gtm-sd", "embed", "rpca"})
            QVERIFY2(test::runAndWait(*m_window, method, test::quickParameters(method)), method);
        QTRY_VERIFY(m_window->session().dag());
        lookAtEveryPage();
        const Dataset& data = *m_window->session().data();
        m_window->inspector()->showStructure(RowId(0));
        TreeView* tree = m_window->inspector()->treeView();
        QTRY_VERIFY(tree->isVisible());
        QTest::keyClick(tree, Qt::Key_Down); // to the root's first child, and to a leaf
        QTest::keyClick(tree, Qt::Key_Down);
        QTest::keyClick(tree, Qt::Key_Return);
        QTRY_VERIFY(hub().subtreeCounts());
        const SubtreeOccurrences found =
            subtreeOccurrences(data, *m_window->session().dag(), hub().chosenSubtree());
        QVERIFY(found.trees.size() > 1 && found.trees.size() < data.size());
        const StructureTableModel& table = *m_window->table()->model();
        for (const PointCloudChart* chart : charts())
            for (const RowId row : {RowId(0), found.trees.back()})
                QVERIFY(chart->scatterItem()->cloud().ringed()[chart->pointOf(row).index()]);
        std::size_t marked = 0;
        for (int row = 0; row < table.rowCount(); ++row)
            marked +=
                table.index(row, StructureTableModel::SubtreeColumn).data().toString().isEmpty() ? 0 : 1;
        QCOMPARE(marked, found.trees.size());
        QVERIFY(
            m_window->inspector()->occurrences()->summary().contains(QString::number(found.trees.size())));
        hub().chooseSubtree({});
        for (const PointCloudChart* chart : charts())
            QVERIFY(chart->scatterItem()->cloud().ringed().empty());
    }

    void ctrlFFindsStructures()
    {
        QVERIFY(test::openAndWait(*m_window, "example:medicines"));
        m_window->problems()->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(m_window->table()->textField()->hasFocus());
        QTest::keyClicks(m_window->table()->textField(), "aspirin");
        QTRY_COMPARE(hub().visibleCount(), std::size_t{1});
        m_window->table()->textField()->clear();
        QTRY_COMPARE(hub().visibleCount(), m_window->session().data()->size());
    }

    // As a person does it: the dialog, a size, a file's name.
    void theDialogExportsWhatIsShown_data()
    {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"svg", "pdf", "png"})
            QTest::newRow(ending) << ending;
    }
    void theDialogExportsWhatIsShown()
    {
        QFETCH(QString, ending);
        if (m_window->session().source() != "example:medicines" || m_window->session().runs().size() < 2) {
            QVERIFY(test::openAndWait(*m_window, "example:medicines"));
            QVERIFY(test::runAndWait(*m_window, "embed"));
        }
        const QString file = QString("%1-by-hand.%1").arg(ending); // in the current folder
        test::whenModal<FormDialog>([](FormDialog&) { return true; },
                                    [](FormDialog& dialog) {
                                        ParameterValues values = dialog.form().values();
                                        values.set("width", 100.0);
                                        values.set("height", 70.0);
                                        values.set("dpi", 150.0);
                                        dialog.form().setValues(values);
                                        QTest::keyClick(&dialog, Qt::Key_Return);
                                    });
        test::whenModal<QFileDialog>(
            [](QFileDialog& dialog) { return test::buttonOf(dialog, "Save") != nullptr; },
            [file](QFileDialog& dialog) {
                auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
                name->selectAll();
                QTest::keyClicks(name, file);
                QTest::mouseClick(test::buttonOf(dialog, "Save"), Qt::LeftButton);
            });
        m_window->activateWindow(); // nobody gives the keys back to it after a dialog
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(file.toStdString()), 10'000);
        checkFile(file.toStdString(), 100, 70, 150);
    }

private:
    SelectionHub& hub() { return m_window->session().hub(); }

    /// Every view of points of every run, on whichever tab.
    std::vector<PointCloudChart*> charts() const
    {
        std::vector<PointCloudChart*> found;
        for (const FigureView* view : m_window->results()->findChildren<FigureView*>())
            if (view->figure() && view->pointCloud()
                && !view->pointCloud()->scatterItem()->scatter().rows.empty())
                found.push_back(view->pointCloud());
        return found;
    }

    /// Figures are drawn when they are looked at.
    void lookAtEveryPage()
    {
        for (auto* run : m_window->results()->findChildren<RunView*>())
            for (auto* pages : run->findChildren<QTabWidget*>())
                for (int i = 0; i < pages->count(); ++i)
                    pages->setCurrentIndex(i);
    }

    /// Brings the tabs that hold it to the front.
    void showChart(PointCloudChart& chart)
    {
        for (QWidget* widget = &chart; widget; widget = widget->parentWidget())
            for (QWidget* above = widget->parentWidget(); above; above = above->parentWidget())
                if (auto* tabs = qobject_cast<QTabWidget*>(above); tabs && tabs->indexOf(widget) >= 0)
                    tabs->setCurrentWidget(widget);
        QTRY_VERIFY(chart.isVisible());
    }

    /// Draws around what lies left of the middle; the rows whose points lie there.
    std::vector<RowId> lassoLeftPart(PointCloudChart& chart)
    {
        const ScatterItem& item = *chart.scatterItem();
        const QRect plot = item.plotRect().toAlignedRect();
        const ScatterFigure& figure = item.scatter();
        std::vector<double> xs;
        for (std::size_t i = 0; i < figure.xs.size(); ++i)
            xs.push_back(item.cloud().positionOf({figure.xs[i], figure.ys[i]}).x());
        std::vector<double> sorted = xs;
        std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(sorted.size() / 3), sorted.end());
        const int middle = int(std::lround(sorted[sorted.size() / 3])) + 1;
        std::vector<RowId> rows;
        for (std::size_t i = 0; i < xs.size(); ++i)
            if (xs[i] < middle)
                rows.push_back(figure.rows[i]);
        std::sort(rows.begin(), rows.end());
        rows.erase(std::unique(rows.begin(), rows.end()), rows.end());

        QWidget* viewport = chart.viewport();
        const std::vector<QPoint> path{plot.topLeft() + QPoint(1, 1),
                                       {middle, plot.top() + 1},
                                       {middle, plot.bottom() - 1},
                                       plot.bottomLeft() + QPoint(1, -1)};
        QTest::mousePress(viewport, Qt::LeftButton, {}, path.front());
        for (const QPoint& place : path)
            test::moveMouse(viewport, place, Qt::LeftButton);
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, path.back());
        return rows;
    }

    /// Every view says the same: hub, table, status line, and every point of every map.
    void checkSelection(const std::vector<RowId>& expected)
    {
        QCOMPARE(hub().selectedRows().size(), expected.size());
        QVERIFY(hub().selectedRows() == expected);
        std::vector<RowId> inTable;
        for (const QModelIndex& index : m_window->table()->table()->selectionModel()->selectedRows())
            inTable.push_back(m_window->table()->model()->rowAt(index.row()));
        std::sort(inTable.begin(), inTable.end());
        QVERIFY(inTable == expected);
        const QString status = m_window->findChild<QLabel*>("status")->text();
        QCOMPARE(status.contains("selected"), !expected.empty());
        QVERIFY(expected.empty() || status.contains(QString("%1 selected").arg(expected.size())));
        for (const PointCloudChart* chart : charts()) {
            const ScatterItem& item = *chart->scatterItem();
            for (std::size_t i = 0; i < item.scatter().rows.size(); ++i) {
                const RowId row = item.scatter().rows[i];
                const PointState wanted = expected.empty() || !row.valid()      ? PointState::Normal
                    : std::binary_search(expected.begin(), expected.end(), row) ? PointState::Selected
                                                                                : PointState::Muted;
                QVERIFY2(item.cloud().state(PointId(i)) == wanted,
                         qPrintable(QString("point %1 of %2").arg(i).arg(text(chart->figure()->title))));
            }
        }
    }

    /// Every figure that the window shows now, in every format.
    void exportFigures()
    {
        int count = 0;
        for (const FigureView* view : m_window->results()->findChildren<FigureView*>()) {
            if (!view->figure())
                continue;
            FigureStyle style;
            style.widthMillimetres = 140;
            style.heightMillimetres = 90;
            style.dpi = 120;
            for (const char* ending : {".svg", ".pdf", ".png"}) {
                const auto file = m_folder.path() / ("figure" + std::to_string(count) + ending);
                ATLAS_VERIFY_OK(writeFigure(*view->figure(), style, file));
                checkFile(file, 140, 90, 120);
                if (file.extension() == ".svg")
                    checkTexts(file, *view->figure());
                if (QTest::currentTestFailed()) {
                    qWarning("in %s of '%s'", ending, view->figure()->title.c_str());
                    return;
                }
            }
            ++count;
        }
        qInfo("%d figures in three formats", count);
        QVERIFY(count > 3);
    }

    static void checkTexts(const std::filesystem::path& file, const Figure& figure)
    {
        const QByteArray svg = QByteArray::fromStdString(test::readFile(file));
        const QStringList texts = test::svgTexts(svg);
        const Expected expected = expectedOf(figure);
        for (const QString& wanted : expected.texts)
            QVERIFY2(isShown(texts, wanted), qPrintable(wanted + " in " + texts.join('|')));
        for (const std::size_t index : expected.classes) {
            const QString color = Theme::of(ThemeKind::Print).classColor(ClassId(index)).name();
            QVERIFY2(svg.contains(color.toLatin1()), qPrintable(color + " of " + text(figure.title)));
        }
    }

    static void checkFile(const std::filesystem::path& file, double width, double height, double dpi)
    {
        const QByteArray bytes = QByteArray::fromStdString(test::readFile(file));
        const auto inches = [](double millimetres) { return millimetres / 25.4; };
        if (file.extension() == ".svg") {
            const QString size = QString("width=\"%1mm\" height=\"%2mm\"").arg(width).arg(height);
            QVERIFY2(bytes.contains(size.toLatin1()), bytes.left(300).constData());
        } else if (file.extension() == ".pdf") {
            QVERIFY(bytes.startsWith("%PDF"));
            static const QRegularExpression box("/MediaBox \\[\\s*0 0 ([0-9.]+) ([0-9.]+)");
            const auto match = box.match(QString::fromLatin1(bytes));
            QVERIFY(match.hasMatch());
            QVERIFY(std::abs(match.captured(1).toDouble() - inches(width) * 72) <= 1);
            QVERIFY(std::abs(match.captured(2).toDouble() - inches(height) * 72) <= 1);
        } else {
            const QImage image = QImage::fromData(bytes, "PNG");
            QCOMPARE(image.width(), int(std::lround(inches(width) * dpi)));
            QCOMPARE(image.height(), int(std::lround(inches(height) * dpi)));
            QCOMPARE(image.dotsPerMeterX(), int(std::lround(dpi / 0.0254)));
        }
    }

    test::TemporaryFolder m_folder;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestLinkedViews)
#include "test_linked_views.moc"
