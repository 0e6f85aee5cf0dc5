#include "core/io/source_hash.h"

#include "support/qtest_text.h"
#include "support/temporary_folder.h"

#include <set>

using namespace atlas;

class TestSourceHash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knownDigests()
    {
        // The test vectors of FIPS 180-4.
        const test::TemporaryFolder folder;
        const Result<std::string> abc = sha256OfSource(folder.write("abc", "abc"));
        ATLAS_VERIFY_OK(abc);
        QCOMPARE(*abc, std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        const Result<std::string> empty = sha256OfSource(folder.write("empty", ""));
        ATLAS_VERIFY_OK(empty);
        QCOMPARE(*empty, std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    }

    void manyPieces()
    {
        const test::TemporaryFolder folder;
        const ProgressMonitor monitor;
        const Result<std::string> hash = sha256OfSource(folder.write("a", std::string(1'000'000, 'a')), {});
        ATLAS_VERIFY_OK(hash);
        QCOMPARE(*hash, std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
        ATLAS_VERIFY_OK(sha256OfSource(folder.write("b", std::string(3'000'000, 'a')), monitor.token()));
        QCOMPARE(monitor.fraction(), 1.0);
    }

    void foldersDependOnNamesAndContentsOnly()
    {
        const test::TemporaryFolder one;
        one.write("b/x.xml", "<x/>");
        one.write("a.xml", "<a/>");
        const test::TemporaryFolder two;
        two.write("a.xml", "<a/>");
        two.write("b/x.xml", "<x/>");
        const Result<std::string> hash = sha256OfSource(one.path());
        ATLAS_VERIFY_OK(hash);
        QCOMPARE(*hash, *sha256OfSource(two.path()));
        std::set<std::string> hashes{*hash};
        two.write("b/x.xml", "<y/>"); // another content
        hashes.insert(*sha256OfSource(two.path()));
        two.write("b/z.xml", ""); // one more file
        hashes.insert(*sha256OfSource(two.path()));
        QCOMPARE(hashes.size(), std::size_t{3});
    }

    void failures()
    {
        const Result<std::string> missing = sha256OfSource("/no/such/file");
        QVERIFY(!missing);
        QVERIFY(missing.error().code == ErrorCode::NotFound);
        const test::TemporaryFolder folder;
        ProgressMonitor monitor;
        monitor.cancel();
        const Result<std::string> cancelled = sha256OfSource(folder.write("a", "a"), monitor.token());
        QVERIFY(!cancelled);
        QVERIFY(cancelled.error().code == ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestSourceHash)
#include "test_source_hash.moc"
