#include "core/support/result.h"
#include "support/qtest_text.h"

#include <memory>

using namespace atlas;

class TestResult : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsAValue()
    {
        const Result<int> result = 7;
        QVERIFY(result.ok());
        QCOMPARE(*result, 7);
    }

    void holdsAnErrorWithItsOrigin()
    {
        const Result<int> result = Error{ErrorCode::Malformed, "unbalanced bracket", {"trees.mrg", 3, 17}};
        QVERIFY(!result);
        QCOMPARE(toString(result.error()), std::string("trees.mrg:3:17: unbalanced bracket"));
        QVERIFY(std::string(result.error().origin.file).ends_with("test_result.cpp"));
    }

    void movesWhatCannotBeCopied()
    {
        Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
        const std::unique_ptr<int> taken = *std::move(result);
        QCOMPARE(*taken, 3);
    }

    void voidResult()
    {
        QVERIFY(Result<void>().ok());
        QVERIFY(!Result<void>(Error{ErrorCode::Empty, "nothing"}).ok());
    }

    void locationLeavesOutWhatIsUnknown()
    {
        QCOMPARE(toString(InputLocation{"a.xml"}), std::string("a.xml"));
        QCOMPARE(toString(InputLocation{"a.xml", 4}), std::string("a.xml:4"));
        QCOMPARE(toString(InputLocation{"", 4, 2}), std::string("line 4:2"));
    }
};

QTEST_APPLESS_MAIN(TestResult)
#include "test_result.moc"
