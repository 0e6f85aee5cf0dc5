#include "core/examples/medicines.h"

#include "support/qtest_text.h"

#include <map>
#include <set>

using namespace atlas;

class TestMedicines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFormula()
    {
        const Result<DatasetPtr> data = makeMedicines();
        ATLAS_VERIFY_OK(data);
        const Property* formulas = nullptr;
        for (const Property& property : (*data)->properties())
            if (property.name == "formula")
                formulas = &property;
        QVERIFY(formulas != nullptr);
        const auto& texts = std::get<std::vector<std::string>>(formulas->values);
        for (std::size_t row = 0; row < (*data)->size(); ++row) {
            const std::string computed = (*data)->molecule(RowId(row)).formula();
            QVERIFY2(
                computed == texts[row],
                ((*data)->name(RowId(row)) + ": written " + texts[row] + ", computed " + computed).c_str());
        }
    }

    void manyAndDistinct()
    {
        const Result<DatasetPtr> data = makeMedicines();
        ATLAS_VERIFY_OK(data);
        QVERIFY((*data)->size() >= 150);
        QCOMPARE((*data)->rejectedCount(), std::size_t{0});
        std::set<std::string> names;
        std::set<std::string> structures;
        std::map<std::size_t, std::size_t> classSizes;
        for (std::size_t row = 0; row < (*data)->size(); ++row) {
            names.insert((*data)->name(RowId(row)));
            structures.insert((*data)->molecule(RowId(row)).canonicalSmiles());
            ++classSizes[(*data)->record(RowId(row)).classId.index()];
        }
        QCOMPARE(names.size(), (*data)->size());
        QCOMPARE(structures.size(), (*data)->size());
        QVERIFY(classSizes.size() >= 8);
        for (const auto& [id, size] : classSizes)
            QVERIFY(size >= 5);
    }
};

QTEST_APPLESS_MAIN(TestMedicines)
#include "test_medicines.moc"
