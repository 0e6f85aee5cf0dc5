#include "core/data/molecule_drawing.h"

#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"

#include <QXmlStreamReader>

using namespace atlas;

class TestMoleculeDrawing : public QObject {
    Q_OBJECT

    static Molecule aspirin() { return *Molecule::fromSmiles("CC(=O)Oc1ccccc1C(=O)O"); }

    static int elements(const std::string& svg)
    {
        QXmlStreamReader reader(QByteArray::fromStdString(svg));
        int count = 0;
        while (!reader.atEnd())
            count += reader.readNext() == QXmlStreamReader::StartElement ? 1 : 0;
        return reader.hasError() ? -1 : count;
    }

private Q_SLOTS:
    void isWellFormedAndTransparent()
    {
        const std::string svg = drawMolecule(aspirin(), {320, 240});
        QVERIFY(elements(svg) > 13); // a line or more per bond
        QVERIFY(svg.find("width='320px'") != std::string::npos);
        QVERIFY(svg.find("<rect") == std::string::npos); // RDKit's background
    }

    void darkAndLightDiffer()
    {
        const std::string light = drawMolecule(aspirin());
        const std::string dark = drawMolecule(aspirin(), {.darkBackground = true});
        QVERIFY(light.find("#000000") != std::string::npos);
        QVERIFY(dark.find("#000000") == std::string::npos);
    }

    void highlightsAtoms()
    {
        const std::string plain = drawMolecule(aspirin());
        const std::string lit =
            drawMolecule(aspirin(), {300, 200, {{0, 1, 0, 0}, {1, 1, 0, 0}, {2, 0, 0, 1}, {999, 0, 1, 0}}});
        QVERIFY(elements(lit) > elements(plain));
        QVERIFY(lit.find("#FF0000") != std::string::npos && lit.find("#0000FF") != std::string::npos);
        QVERIFY(lit.find("#00FF00") == std::string::npos); // there is no such atom
    }

    void zeroCoordinatesGetALayout()
    {
        std::string block = aspirin().molBlock();
        std::size_t at = block.find('\n', block.find("V2000")) + 1;
        for (std::size_t atom = 0; atom < 13; ++atom, at = block.find('\n', at) + 1)
            block.replace(at, 30, "    0.0000    0.0000    0.0000");
        const Result<Molecule> flat = Molecule::fromMolBlock(block);
        ATLAS_VERIFY_OK(flat);
        QCOMPARE(elements(drawMolecule(*flat)), elements(drawMolecule(aspirin())));
    }

    void drawsTheOdd()
    {
        for (const char* smiles : {"C", "*", "[Na+].[Cl-]", "[H][H]", "C->[Fe]", "[2H]C"})
            QVERIFY(elements(drawMolecule(*Molecule::fromSmiles(smiles))) > 0);
        const std::string large = drawMolecule(*Molecule::fromSmiles(std::string(1001, 'C')));
        QVERIFY(large.find("1,001 atoms") != std::string::npos);
        QCOMPARE(elements(large), 2);
    }

    void sameOnManyThreads()
    {
        const std::string expected = drawMolecule(aspirin());
        std::vector<std::string> drawn(32);
        const Molecule shared = aspirin();
        ATLAS_VERIFY_OK(
            parallelFor(drawn.size(), 1, [&](std::size_t i) { drawn[i] = drawMolecule(shared); }));
        for (const std::string& svg : drawn)
            QCOMPARE(svg, expected);
    }
};

QTEST_APPLESS_MAIN(TestMoleculeDrawing)
#include "test_molecule_drawing.moc"
