// Every view of the real window, light and dark. No view may be blank, and what is written must stand out
// from what lies behind it. With STRUCTATLAS_SCREENSHOTS=FOLDER the pictures are kept, for people to look at.

#include "app/actions.h"
#include "app/form_dialog.h"
#include "support/analyses.h"
#include "support/window.h"
#include "widgets/results/run_view.h"
#include "widgets/views/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QGraphicsView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QTabWidget>

#include <cmath>
#include <memory>
#include <set>

using namespace atlas;

namespace {

/// Relative luminance and contrast of WCAG 2.1: 4.5 is what text needs.
double luminance(QColor color)
{
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(QColor one, QColor other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

/// The colours of a picture, by how many pixels have them.
std::map<QRgb, int> colorsOf(const QImage& image)
{
    std::map<QRgb, int> counts;
    for (int y = 0; y < image.height(); ++y) {
        const auto* line = reinterpret_cast<const QRgb*>(image.constScanLine(y));
        for (int x = 0, start = 0; x < image.width(); ++x)
            if (x + 1 == image.width() || line[x + 1] != line[start]) { // a run of one colour
                counts[line[start]] += x + 1 - start;
                start = x + 1;
            }
    }
    return counts;
}

/// The colour that most of a picture has: what its texts stand on.
QColor backgroundOf(const std::map<QRgb, int>& counts)
{
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return QColor::fromRgb(most->first);
}

/// The largest contrast that any pixel has with the background.
double bestContrast(const std::map<QRgb, int>& counts)
{
    const QColor background = backgroundOf(counts);
    double best = 1;
    for (const auto& [color, count] : counts)
        best = std::max(best, contrast(QColor::fromRgb(color), background));
    return best;
}

QString fileName(QString words) { return words.toLower().replace(QRegularExpression("[^a-z0-9]+"), "-"); }

} // namespace

class TestScreenshots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        test::useOwnSettings(m_folder);
        m_pictures = qEnvironmentVariable("STRUCTATLAS_SCREENSHOTS");
        if (m_pictures.isEmpty())
            qInfo("the pictures are not kept: set STRUCTATLAS_SCREENSHOTS to a folder");
        else
            QVERIFY(QDir().mkpath(m_pictures));
    }
    void cleanup() { m_window.reset(); }

    void themesAreReadable_data() { themes(); }
    void themesAreReadable()
    {
        QFETCH(int, kind);
        const Theme& theme = Theme::of(static_cast<ThemeKind>(kind));
        for (const QColor& behind : {theme.window, theme.surface}) {
            QVERIFY(contrast(theme.text, behind) > 7);
            QVERIFY(contrast(theme.secondaryText, behind) > 4.5);
            QVERIFY(contrast(theme.accent, behind) > 4.5);
            QVERIFY(contrast(theme.warning, behind) > 4.5);
            QVERIFY(contrast(theme.line, behind) > 2.5);
        }
        const QPalette palette = theme.palette();
        QVERIFY(contrast(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) > 4.5);
        QVERIFY(contrast(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) > 7);
        QVERIFY(contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) > 7);
    }

    void theStartPageAndEmptyViews_data() { themes(); }
    void theStartPageAndEmptyViews()
    {
        QFETCH(int, kind);
        makeWindow(static_cast<ThemeKind>(kind));
        check(m_window.get(), "start");
        m_window->actions().startPage->trigger();
    }

    void everyViewOfEveryMethod_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("source");
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
            for (std::size_t i = 0; i < 3; ++i) // pictures of the policemen have no view of their own
                QTest::addRow("%s %s", themeName(kind), test::sourcesOfEveryKind()[i].name)
                    << int(kind) << int(i);
    }
    void everyViewOfEveryMethod()
    {
        QFETCH(int, kind);
        QFETCH(int, source);
        const test::Source& data = test::sourcesOfEveryKind()[std::size_t(source)];
        ReadOptions options;
        options.as = data.as;
        makeWindow(static_cast<ThemeKind>(kind));
        QVERIFY(test::openAndWait(*m_window, data.source, options));
        checkPages(QString("%1 describe").arg(data.name));
        for (const Method& method : methods()) {
            const std::string& name = method.description.name;
            if (name == "describe" || !test::accepts(method, m_window->session().data()->kind()))
                continue;
            QSignalSpy failed(&m_window->session(), &Session::failed);
            QSignalSpy finished(&m_window->session(), &Session::runFinished);
            m_window->session().run(method, *parameterValues(method.description, test::quickParameters(name)),
                                    1);
            QTRY_VERIFY_WITH_TIMEOUT(finished.count() + failed.count() > 0, 120'000);
            if (failed.count() > 0) { // refused, as on labels that are vectors
                for (QMessageBox* box : m_window->findChildren<QMessageBox*>("failure"))
                    box->close();
                continue;
            }
            checkPages(QString("%1 %2").arg(data.name, name.c_str()));
            if (source == 0)
                checkForm(method);
        }
    }

private:
    static const char* themeName(ThemeKind kind) { return kind == ThemeKind::Dark ? "dark" : "light"; }
    static void themes()
    {
        QTest::addColumn<int>("kind");
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark})
            QTest::newRow(themeName(kind)) << int(kind);
    }

    void makeWindow(ThemeKind kind)
    {
        QSettings().clear();
        QSettings().setValue("quickLook", false);
        QSettings().setValue("dark", kind == ThemeKind::Dark);
        m_kind = kind;
        m_window = std::make_unique<MainWindow>();
        m_window->resize(1440, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    /// Each page of the result in front, with a selection on the last.
    void checkPages(const QString& name)
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->session().jobs().isIdle(), 30'000);
        auto* view = qobject_cast<RunView*>(m_window->results()->currentWidget());
        QVERIFY(view);
        auto* pages = view->findChild<QTabWidget*>();
        for (int i = 0; i < pages->count(); ++i) {
            pages->setCurrentIndex(i);
            check(m_window.get(), name + ' ' + pages->tabText(i));
        }
        std::vector<RowId> some;
        for (std::size_t row = 0; row < 30; ++row)
            some.emplace_back(row);
        pages->setCurrentIndex(0);
        m_window->session().hub().select(some);
        check(m_window.get(), name + " selected");
        m_window->session().hub().clearSelection();
    }

    void checkForm(const Method& method)
    {
        auto* action = m_window->actions().analyseMenu->findChild<QAction*>(
            "method:" + QString::fromStdString(method.description.name));
        QVERIFY(action);
        test::whenModal<FormDialog>([](FormDialog&) { return true; },
                                    [this, &method](FormDialog& dialog) {
                                        check(&dialog,
                                              "form " + QString::fromStdString(method.description.name));
                                        dialog.reject();
                                    });
        action->trigger();
    }

    /// Takes the picture, and looks at it and at each part that has something to say.
    void check(QWidget* widget, const QString& name)
    {
        QTest::qWait(30); // layouts, thumbnails, the first paint of figures
        const QImage image = widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
        if (!m_pictures.isEmpty())
            QVERIFY(image.save(QString("%1/%2-%3.png").arg(m_pictures, themeName(m_kind), fileName(name))));
        const std::map<QRgb, int> colors = colorsOf(image);
        QVERIFY2(colors.size() > 20, qPrintable(name + " is blank"));
        const bool dark = luminance(backgroundOf(colors)) < 0.2;
        QVERIFY2(dark == (m_kind == ThemeKind::Dark), qPrintable(name + " has the other theme's background"));
        for (QWidget* part : widget->findChildren<QWidget*>())
            checkPart(part, image, widget, name);
    }

    /// Words are legible, figures are drawn.
    void checkPart(QWidget* part, const QImage& image, const QWidget* window, const QString& name)
    {
        if (!part->isVisible() || part->visibleRegion().isEmpty())
            return;
        const auto* label = qobject_cast<QLabel*>(part);
        const bool words = label && !label->text().isEmpty() && part->isEnabled();
        const bool figure = qobject_cast<QGraphicsView*>(part);
        const bool field = qobject_cast<QLineEdit*>(part) || qobject_cast<QCheckBox*>(part)
            || qobject_cast<QComboBox*>(part); // their frames must be seen also where they are empty
        if (!words && !figure && !field)
            return;
        const QRect seen = part->visibleRegion().boundingRect();
        const QRect place(part->mapTo(window, seen.topLeft()), seen.size());
        if (place.width() < 12 || place.height() < 10)
            return;
        const double best = bestContrast(colorsOf(image.copy(place)));
        QVERIFY2(best > (words ? 4.0 : 2.5),
                 qPrintable(QString("%1: %2 '%3' has a contrast of %4 only")
                                .arg(name, part->metaObject()->className(),
                                     label ? label->text().left(60) : part->objectName())
                                .arg(best, 0, 'f', 1)));
    }

    test::TemporaryFolder m_folder;
    QString m_pictures;
    ThemeKind m_kind = ThemeKind::Light;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(TestScreenshots)
#include "test_screenshots.moc"
