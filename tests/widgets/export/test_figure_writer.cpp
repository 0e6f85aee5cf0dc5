#include "support/figures.h"
#include "support/qtest_text.h"
#include "support/svg_text.h"
#include "support/temporary_folder.h"
#include "widgets/export/figure_writer.h"

#include <QSvgRenderer>
#include <QtTest>

#include <cmath>

using namespace atlas;
using test::svgTexts;

namespace {

QByteArray read(const std::filesystem::path& path) { return QByteArray::fromStdString(test::readFile(path)); }

} // namespace

class TestFigureWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void svgHasTextsAndColours()
    {
        const test::TemporaryFolder folder;
        FigureStyle style;
        style.widthMillimetres = 120;
        style.heightMillimetres = 80;
        style.metadata = {{"data", "sha256 <12> & ab"}, {"seed", "7"}};
        const auto path = folder.path() / "map.svg";
        ATLAS_VERIFY_OK(writeFigure(test::cornersFigure(), style, path));
        const QByteArray svg = read(path);
        QVERIFY(svg.contains("width=\"120mm\" height=\"80mm\""));
        const QStringList texts = svgTexts(svg);
        for (const char* text :
             {"A map", "First component", "Second component", "left", "right & <wrong>", "0", "2", "10"})
            QVERIFY2(texts.contains(text), qPrintable(QString(text) + " in " + texts.join('|')));
        const Theme& print = Theme::of(ThemeKind::Print);
        for (const std::size_t i : {0U, 1U})
            QVERIFY(svg.contains(print.classColor(ClassId(i)).name().toLatin1()));
        QVERIFY(!svg.contains("<image"));
        QVERIFY(svg.contains("<title>A map</title>"));
        QVERIFY(svg.contains("data: sha256 &lt;12&gt; &amp; ab") && svg.contains("seed: 7"));
        QVERIFY(svg.contains(", sans-serif\""));
        // The letters: 9 points are 12 units of 1/96 inch, and a unit is 1/96 inch.
        QVERIFY(svg.contains("font-size=\"12\""));
        const QSvgRenderer renderer(svg);
        QVERIFY(std::abs(renderer.viewBoxF().width() - 120 / 25.4 * 96) < 0.1);
    }

    void theFontIsTheOneAskedFor()
    {
        FigureStyle style;
        const QByteArray own = *figureSvg(test::cornersFigure(), style);
        style.fontFamily = QStringLiteral("DejaVu Serif");
        const QByteArray asked = *figureSvg(test::cornersFigure(), style);
        QVERIFY(asked.contains("font-family=\"DejaVu Serif"));
        QVERIFY(!own.contains("DejaVu Serif"));
    }

    void manyPointsBecomeAPictureInVectorFiles()
    {
        const test::TemporaryFolder folder;
        const auto path = folder.path() / "map.svg";
        FigureStyle style;
        style.dpi = 100;
        ATLAS_VERIFY_OK(writeFigure(test::cloudFigure(5001, 3), style, path));
        const QByteArray svg = read(path);
        QCOMPARE(svg.count("<image"), 1);
        QVERIFY(svgTexts(svg).contains("class 2"));
        ATLAS_VERIFY_OK(writeFigure(test::cloudFigure(5000, 3), style, path));
        QCOMPARE(read(path).count("<image"), 0);
    }

    void everyFigureInEveryFormat_data()
    {
        QTest::addColumn<int>("figure");
        QTest::addColumn<QStringList>("texts");
        QTest::newRow("scatter") << 0 << QStringList{"left", "First component"};
        QTest::newRow("bars") << 1 << QStringList{"Depths", "Structures", "Depth (levels)", "left", "1", "3"};
        QTest::newRow("curves") << 2 << QStringList{"train", "test", "Iteration", "Log-likelihood (nats)"};
        QTest::newRow("heatmap") << 3 << QStringList{"Level 0", "Level 1", "x", "b", "Predicted", "10"};
    }

    void everyFigureInEveryFormat()
    {
        QFETCH(int, figure);
        QFETCH(QStringList, texts);
        const Figure figures[] = {test::cornersFigure(), test::barFigure(), test::curveFigure(),
                                  test::heatmapFigure()};
        const test::TemporaryFolder folder;
        FigureStyle style;
        style.dpi = 100;
        style.metadata = {{"seed", "42"}};
        for (const char* name : {"f.svg", "f.pdf", "f.png"})
            ATLAS_VERIFY_OK(writeFigure(figures[figure], style, folder.path() / name));

        const QStringList found = svgTexts(read(folder.path() / "f.svg"));
        for (const QString& text : texts)
            QVERIFY2(found.contains(text), qPrintable(text + " in " + found.join('|')));

        const QByteArray pdf = read(folder.path() / "f.pdf");
        QVERIFY(pdf.startsWith("%PDF"));
        static const QRegularExpression box("/MediaBox \\[\\s*0 0 ([0-9.]+) ([0-9.]+)");
        const auto match = box.match(QString::fromLatin1(pdf));
        QVERIFY(match.hasMatch());
        QVERIFY(std::abs(match.captured(1).toDouble() - 160 / 25.4 * 72) <= 1);
        QVERIFY(std::abs(match.captured(2).toDouble() - 110 / 25.4 * 72) <= 1);
        QVERIFY(pdf.contains("seed: 42"));

        const QImage png(QString::fromStdString((folder.path() / "f.png").string()));
        QCOMPARE(png.size(), QSize(630, 433)); // 160 x 110 mm at 100 dots per inch
        QCOMPARE(png.text("seed"), QString("42"));
        QCOMPARE(png.dotsPerMeterX(), 3937);
        QCOMPARE(png.pixelColor(0, 0), QColor(Qt::white));
    }

    void sameFigureSameFile()
    {
        const test::TemporaryFolder folder;
        for (const char* name : {"a.svg", "b.svg", "a.png", "b.png"})
            ATLAS_VERIFY_OK(writeFigure(test::barFigure(), {}, folder.path() / name));
        QCOMPARE(read(folder.path() / "a.svg"), read(folder.path() / "b.svg"));
        QCOMPARE(read(folder.path() / "a.png"), read(folder.path() / "b.png"));
    }

    void sizeDoesNotDependOnDpi()
    {
        FigureStyle style;
        style.dpi = 50;
        const Result<QImage> small = renderFigure(test::heatmapFigure(), style);
        style.dpi = 200;
        const Result<QImage> large = renderFigure(test::heatmapFigure(), style);
        ATLAS_VERIFY_OK(small);
        ATLAS_VERIFY_OK(large);
        const QImage shrunk = large->scaled(small->size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        int different = 0;
        for (int y = 0; y < small->height(); ++y)
            for (int x = 0; x < small->width(); ++x)
                different += std::abs(qGray(small->pixel(x, y)) - qGray(shrunk.pixel(x, y))) > 96;
        QVERIFY2(different < small->width() * small->height() / 50, qPrintable(QString::number(different)));
    }

    void themeAndLegend()
    {
        FigureStyle style;
        style.dpi = 60;
        style.theme = ThemeKind::Dark;
        const Result<QImage> dark = renderFigure(test::curveFigure(), style);
        ATLAS_VERIFY_OK(dark);
        QCOMPARE(dark->pixelColor(0, 0), Theme::of(ThemeKind::Dark).surface);
        const test::TemporaryFolder folder;
        style.legend = false;
        style.title = false;
        ATLAS_VERIFY_OK(writeFigure(test::curveFigure(), style, folder.path() / "f.svg"));
        const QStringList texts = svgTexts(read(folder.path() / "f.svg"));
        QVERIFY(!texts.contains("train") && !texts.contains("Training") && texts.contains("Iteration"));
    }

    void severalFiguresShareAPage()
    {
        const test::TemporaryFolder folder;
        std::vector<ShownFigure> figures;
        for (const Figure& figure : {test::cornersFigure(), test::barFigure(), test::curveFigure()})
            figures.push_back({std::make_shared<const Figure>(figure)});
        FigureStyle style;
        style.dpi = 100;
        style.columns = 2;
        style.theme = ThemeKind::Dark;
        style.metadata = {{"a.seed", "7"}};
        for (const char* name : {"page.svg", "page.pdf", "page.png"})
            ATLAS_VERIFY_OK(writeFigurePage(figures, style, folder.path() / name));
        const QByteArray svg = read(folder.path() / "page.svg");
        const QStringList texts = svgTexts(svg);
        for (const char* text : {"a", "A map", "b", "Depths", "c", "Training", "left", "Iteration"})
            QVERIFY2(texts.contains(text), qPrintable(QString(text) + " in " + texts.join('|')));
        QVERIFY(!texts.contains("d"));
        QVERIFY(svg.contains("<title>a: A map; b: Depths; c: Training</title>"));
        QVERIFY(read(folder.path() / "page.pdf").contains("a.seed: 7"));
        const QImage png(QString::fromStdString((folder.path() / "page.png").string()));
        QCOMPARE(png.size(), QSize(630, 433)); // the page's, not a panel's
        QCOMPARE(png.pixelColor(620, 425), Theme::of(ThemeKind::Dark).surface); // no panel there
        // One figure alone has no letter.
        ATLAS_VERIFY_OK(writeFigurePage({figures[1]}, style, folder.path() / "one.svg"));
        QVERIFY(!svgTexts(read(folder.path() / "one.svg")).contains("a"));
        QCOMPARE(panelLetter(0) + panelLetter(25) + panelLetter(26) + panelLetter(53), QString("azaabb"));
    }

    void whatIsOnTheScreenIsWritten()
    {
        const test::TemporaryFolder folder;
        ShownFigure shown{std::make_shared<const Figure>(test::cornersFigure())};
        const auto path = folder.path() / "map.svg";
        const Theme& print = Theme::of(ThemeKind::Print);
        shown.states.assign(5, PointState::Muted);
        shown.states[4] = PointState::Selected;
        shown.legendOff = {true, false};
        ATLAS_VERIFY_OK(writeFigurePage({shown}, {}, path));
        const QByteArray selected = read(path);
        QVERIFY(selected.contains(print.classColor(ClassId(1)).name().toLatin1()));
        QVERIFY(!selected.contains(print.classColor(ClassId(0)).name().toLatin1())); // grey, legend too
        QVERIFY(selected.contains(print.muted.name().toLatin1()));
        shown.view = PlaneRectangle{4, 4, 6, 6};
        ATLAS_VERIFY_OK(writeFigurePage({shown}, {}, path));
        const QStringList texts = svgTexts(read(path));
        QVERIFY2(texts.contains("4.5") && !texts.contains("10"), qPrintable(texts.join('|')));
    }

    void badUse()
    {
        const test::TemporaryFolder folder;
        const Figure figure = test::barFigure();
        const auto code = [&](const FigureStyle& style, const std::filesystem::path& path) {
            const Result<void> result = writeFigure(figure, style, path);
            return result ? std::string("ok") : std::string(toString(result.error().code));
        };
        const std::string badUse = toString(ErrorCode::BadUse);
        QCOMPARE(code({}, folder.path() / "f.gif"), badUse);
        QCOMPARE(code({}, folder.path() / "f"), badUse);
        FigureStyle style;
        style.widthMillimetres = std::nan("");
        QCOMPARE(code(style, folder.path() / "f.svg"), badUse);
        style = {};
        style.dpi = 0;
        QCOMPARE(code(style, folder.path() / "f.png"), badUse);
        style = {};
        style.widthMillimetres = 1900;
        style.dpi = 2400;
        QCOMPARE(code(style, folder.path() / "f.png"), std::string(toString(ErrorCode::TooLarge)));
        QCOMPARE(code({}, folder.path() / "no" / "such" / "folder.svg"),
                 std::string(toString(ErrorCode::WriteFailed)));
    }

    void emptyFiguresSayIt()
    {
        const test::TemporaryFolder folder;
        for (const Figure& figure : {Figure{"a", "A", ScatterFigure{}}, Figure{"a", "A", BarFigure{}},
                                     Figure{"a", "A", CurveFigure{}}, Figure{"a", "A", HeatmapFigure{}}}) {
            ATLAS_VERIFY_OK(writeFigure(figure, {}, folder.path() / "f.svg"));
            const QStringList texts = svgTexts(read(folder.path() / "f.svg"));
            QVERIFY2(!texts.filter("There are no").isEmpty(), qPrintable(texts.join('|')));
        }
    }
};

QTEST_MAIN(TestFigureWriter)
#include "test_figure_writer.moc"
