#include "widgets/views/molecule_view.h"

#include "support/hand_made.h"
#include "support/qtest_text.h"

#include <QTemporaryDir>

using namespace atlas;

class TestMoleculeView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsAtTheWidgetsSize()
    {
        MoleculeView view;
        view.resize(300, 200);
        view.show();
        QSignalSpy ready(&view, &MoleculeView::pictureReady);
        view.setMolecule(test::molecules({{"CC(=O)Oc1ccccc1C(=O)O", "aspirin"}}), RowId(0));
        QVERIFY(ready.wait());
        QCOMPARE(view.accessibleDescription(), QStringLiteral("aspirin"));
        const QImage small = view.grab().toImage();
        view.resize(600, 400);
        QVERIFY(ready.wait());
        const QImage large = view.grab().toImage();
        // Drawn anew, not stretched: a bond stays thin.
        const auto dark = [](const QImage& image) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    count += qGray(image.pixel(x, y)) < 100 ? 1 : 0;
            return count;
        };
        QVERIFY(dark(small) > 50);
        QVERIFY(dark(large) > dark(small));
    }

    void patternHighlightsAtoms()
    {
        MoleculeView view;
        view.resize(300, 200);
        view.show();
        QSignalSpy ready(&view, &MoleculeView::pictureReady);
        view.setPattern(*SmartsPattern::compile("[OH]"));
        view.setMolecule(test::molecules({{"CCO"}}), RowId(0));
        QVERIFY(ready.wait());
        QCOMPARE(view.shownMarks().values, (std::vector<double>{0, 0, 1}));
        view.setPattern({});
        QVERIFY(ready.wait());
        QVERIFY(view.shownMarks().empty());
    }

    void picturesAndEmptyState()
    {
        MoleculeView view;
        view.resize(200, 150);
        (void)view.grab();
        QVERIFY(!view.hasPicture());
        view.setMolecule(test::molecules({{"c1ccccc1"}}), RowId(0));
        QTemporaryDir folder;
        for (const char* name : {"m.svg", "m.pdf", "m.png"})
            ATLAS_VERIFY_OK(writePicture(view, folder.filePath(QLatin1String(name))));
        view.clear();
        QVERIFY(!view.hasPicture());
    }
};

QTEST_MAIN(TestMoleculeView)
#include "test_molecule_view.moc"
