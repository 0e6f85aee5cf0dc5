#include "core/data/molecule.h"

#include "core/parallel/parallel_for.h"
#include "support/qtest_text.h"

using namespace atlas;

class TestMolecule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void describesAspirin()
    {
        const Result<Molecule> aspirin = Molecule::fromSmiles("CC(=O)Oc1ccccc1C(=O)O");
        ATLAS_VERIFY_OK(aspirin);
        QCOMPARE(aspirin->atomCount(), std::size_t{13});
        QCOMPARE(aspirin->bondCount(), std::size_t{13});
        QCOMPARE(aspirin->formula(), std::string("C9H8O4"));
        QVERIFY(qAbs(aspirin->weight() - 180.16) < 0.01);
    }

    void foldsHydrogensAndKeepsStereo()
    {
        QCOMPARE(Molecule::fromSmiles("[H]OC([H])([H])[H]")->canonicalSmiles(), std::string("CO"));
        QCOMPARE(Molecule::fromSmiles("F/C=C\\F")->canonicalSmiles(), std::string("F/C=C\\F"));
        const std::string left = Molecule::fromSmiles("C[C@H](F)O")->canonicalSmiles();
        const std::string right = Molecule::fromSmiles("C[C@@H](F)O")->canonicalSmiles();
        QVERIFY(left != right);
        QCOMPARE(Molecule::fromSmiles(left)->canonicalSmiles(), left);
    }

    void ignoresOuterBlanks() { QVERIFY(Molecule::fromSmiles(" CCO \r").ok()); }

    void refusesWithPlaceAndReason_data()
    {
        QTest::addColumn<QString>("smiles");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QString& smiles, ErrorCode code, int column,
                            const char* words) {
            QTest::newRow(name) << smiles << static_cast<int>(code) << column << QString(words);
        };
        const ErrorCode bad = ErrorCode::Malformed;
        row("empty", "", bad, 1, "empty");
        row("blank only", "  ", bad, 1, "empty");
        row("carbon with five bonds", "CC(C)(C)(C)C", bad, 2, "Atom 2 (C) has valence 5");
        row("valence beside hydrogens", "[H]C(C)(C)(C)C", bad, 4, "Atom 2 (C) has valence 5");
        row("blanks count", "  CN(C)(C)(C)C", bad, 4, "Atom 2 (N) has valence 5");
        row("open ring", "CC1CC", bad, 3, "ring 1 is never closed");
        row("open two-digit ring", "C%12CC", bad, 2, "ring %12 is never closed");
        row("open parenthesis", "CC(=O", bad, 3, "never closed");
        row("closing parenthesis", "CC)O", bad, 3, "closes no branch");
        row("open bracket", "C[NH2", bad, 2, "never closed");
        row("closing bracket", "CN]", bad, 3, "closes no bracket");
        row("unknown element", "C[Xx]", bad, 3, "names no element");
        row("letter outside brackets", "CXC", bad, 2, "'X'");
        row("no sign of SMILES", "CC!O", bad, 3, "'!'");
        row("blank inside", "CC O", bad, 3, "blank");
        row("not ASCII", "CC\u00e9", bad, 3, "ASCII");
        row("two bonds", "C==C", bad, 3, "two bonds");
        row("bond to nothing", "CC=", bad, 3, "leads to no atom");
        row("bond from nothing", "=C", bad, 1, "must follow an atom");
        row("empty branch", "C()C", bad, 2, "empty");
        row("ring on itself", "C11", bad, 3, "closes on the atom");
        row("five-membered aromatic", "c1cccc1", bad, 1, "alternating");
        row("aromatic outside ring", "Cc", bad, 2, "aromatic");
        row("too long", QString(5001, 'C'), ErrorCode::TooLarge, 5001, "5000");
        row("too deep", QString("C(").repeated(1001), ErrorCode::TooLarge, 2002, "1000");
        row("100,000 parentheses", QString(100000, '('), ErrorCode::TooLarge, 5001, "100000");
    }
    void refusesWithPlaceAndReason()
    {
        QFETCH(QString, smiles);
        QFETCH(int, code);
        QFETCH(int, column);
        QFETCH(QString, words);
        const Result<Molecule> molecule = Molecule::fromSmiles(smiles.toStdString());
        QVERIFY(!molecule.ok());
        QVERIFY2(QString::fromStdString(molecule.error().message).contains(words),
                 molecule.error().message.c_str());
        QCOMPARE(static_cast<int>(molecule.error().code), code);
        QCOMPARE(molecule.error().location.column, std::uint64_t(column));
    }

    void acceptsTheLongest()
    {
        const Result<Molecule> chain = Molecule::fromSmiles(std::string(5000, 'C'));
        ATLAS_VERIFY_OK(chain);
        QCOMPARE(chain->atomCount(), std::size_t{5000});
        std::string nested;
        for (int i = 0; i < 999; ++i)
            nested += "C(";
        nested += "C" + std::string(999, ')');
        ATLAS_VERIFY_OK(Molecule::fromSmiles(nested));
    }

    void refusesLargeStereo()
    {
        const Result<Molecule> chain = Molecule::fromSmiles("F/C=C/" + std::string(1600, 'C'));
        QVERIFY(!chain.ok());
        QCOMPARE(chain.error().code, ErrorCode::TooLarge);
    }

    void molBlockRoundTrip()
    {
        for (const char* smiles : {"CC(=O)Oc1ccccc1C(=O)O", "C[C@H](N)C(=O)O", "F/C=C/Cl", "[Na+].[Cl-]"}) {
            const Result<Molecule> first = Molecule::fromSmiles(smiles);
            const Result<Molecule> second = Molecule::fromMolBlock(first->molBlock());
            ATLAS_VERIFY_OK(second);
            QCOMPARE(second->canonicalSmiles(), first->canonicalSmiles());
        }
    }

    void molBlockFaultsHaveLines()
    {
        std::string block = Molecule::fromSmiles("CCO")->molBlock();
        const std::size_t fifthLine = block.find("    ", block.find("V2000"));
        block.replace(fifthLine, 10, "  nonsense");
        const Result<Molecule> bad = Molecule::fromMolBlock(block);
        QVERIFY(!bad.ok());
        QCOMPARE(bad.error().location.line, std::uint64_t{5});
        QVERIFY(!Molecule::fromMolBlock("").ok());
        QVERIFY(!Molecule::fromMolBlock("\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n").ok());
    }

    void smartsFindsAtoms()
    {
        const Result<SmartsPattern> acid = SmartsPattern::compile("C(=O)[OX2H1]");
        ATLAS_VERIFY_OK(acid);
        const Result<Molecule> acetic = Molecule::fromSmiles("CC(=O)O");
        QVERIFY(acid->matches(*acetic));
        QCOMPARE(acid->matchingAtoms(*acetic), (std::vector<std::size_t>{1, 2, 3}));
        QVERIFY(!acid->matches(*Molecule::fromSmiles("CCO")));
        QVERIFY(acid->matchingAtoms(*Molecule::fromSmiles("CCO")).empty());
    }

    void smartsFindsAllAtomsOfManyMatches()
    {
        const Result<SmartsPattern> bond = SmartsPattern::compile("CC");
        QCOMPARE(bond->matchingAtoms(*Molecule::fromSmiles(std::string(1500, 'C'))).size(),
                 std::size_t{1500});
    }

    void refusesBadSmarts()
    {
        for (const char* smarts : {"", "C(", "[", "hello world"}) {
            const Result<SmartsPattern> pattern = SmartsPattern::compile(smarts);
            QVERIFY(!pattern.ok());
            QCOMPARE(pattern.error().code, ErrorCode::BadUse);
        }
    }

    void parsesOnManyThreads()
    {
        std::vector<std::string> written(400);
        ATLAS_VERIFY_OK(parallelFor(written.size(), 4, [&](std::size_t i) {
            const Result<Molecule> molecule =
                Molecule::fromSmiles(i % 2 == 0 ? "OC(=O)c1ccccc1OC(C)=O" : "C1CC");
            written[i] = molecule ? molecule->canonicalSmiles() : molecule.error().message;
        }));
        for (std::size_t i = 2; i < written.size(); ++i)
            QCOMPARE(written[i], written[i % 2]);
    }
};

QTEST_APPLESS_MAIN(TestMolecule)
#include "test_molecule.moc"
