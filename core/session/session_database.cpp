#include "core/session/session_database.h"

#include <QCryptographicHash>
#include <QSqlError>
#include <QSqlQuery>
#include <QUrl>
#include <QVariant>

#include <algorithm>
#include <atomic>

namespace atlas {

namespace {

constexpr qsizetype pieceBytes = qsizetype{4} << 20U;
constexpr int compression = 1; // fast: a save must not take longer than the parse
constexpr qint64 probesWithoutEnd = 100'000; // of a damaged file that does not say how many rows it has

// Primary result codes of SQLite (sqlite.org/rescode.html).
enum SqliteCode { Busy = 5, ReadOnly = 8, Corrupt = 11, Full = 13, CannotOpen = 14, NotADatabase = 26 };

int sqliteCode(const QSqlError& error) { return error.nativeErrorCode().toInt() & 0xff; }

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

QByteArray sha256(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256);
}

QString newConnectionName()
{
    static std::atomic<unsigned> opened{0};
    return QStringLiteral("atlas-session-%1").arg(opened++);
}

std::string adviceFor(const QSqlError& error)
{
    switch (sqliteCode(error)) {
    case Busy:
        return "Another program is using the file. Close it there and try again.";
    case ReadOnly:
    case CannotOpen:
        return "The file cannot be opened or written; is its folder there and writable?";
    case Full:
        return "The disk is full. Make room, or save elsewhere.";
    case Corrupt:
        return "The file is damaged.";
    case NotADatabase:
        return "This is no StructAtlas session.";
    default:
        return "SQLite says: " + error.databaseText().toStdString() + ".";
    }
}

Error failureOf(const QSqlError& error, const std::filesystem::path& path)
{
    const int sqlite = sqliteCode(error);
    const ErrorCode code = sqlite == NotADatabase || sqlite == Corrupt ? ErrorCode::Malformed
        : sqlite == ReadOnly || sqlite == CannotOpen                   ? ErrorCode::WriteFailed
                                                                       : ErrorCode::Unreadable;
    return {code, adviceFor(error), {path.string()}};
}

} // namespace

SessionDatabase::SessionDatabase(std::filesystem::path path)
    : m_path(std::move(path)), m_connection(newConnectionName())
{
}

SessionDatabase::~SessionDatabase()
{
    if (m_database.isOpen())
        m_database.close(); // rolls an open transaction back; the last to close folds the WAL into the file
    m_database = {};
    QSqlDatabase::removeDatabase(m_connection);
}

Result<void> SessionDatabase::connect(const QString& name, const QString& options)
{
    m_database = {};
    QSqlDatabase::removeDatabase(m_connection);
    m_database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    if (!m_database.isValid())
        return Error{ErrorCode::Unreadable,
                     "Qt's SQLite driver is missing; install the package libqt6sql6-sqlite."};
    m_database.setDatabaseName(name);
    m_database.setConnectOptions(options);
    if (!m_database.open())
        return failureOf(m_database.lastError(), m_path);
    // A file from elsewhere runs no code of its own, and its pages are checked as they are read.
    for (const char* defence : {"PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON"})
        if (const Result<void> done = execute(QString::fromLatin1(defence)); !done)
            return done;
    return {};
}

Result<void> SessionDatabase::execute(const QString& statement)
{
    QSqlQuery query(m_database);
    if (!query.exec(statement))
        return failure(query);
    return {};
}

Result<int> SessionDatabase::pragma(const QString& name)
{
    QSqlQuery query(m_database);
    if (!query.exec(QStringLiteral("PRAGMA ") + name) || !query.next())
        return failure(query);
    return query.value(0).toInt();
}

Error SessionDatabase::failure(const QSqlQuery& query) const { return failureOf(query.lastError(), m_path); }

Result<void> SessionDatabase::checkIdentity()
{
    const Result<int> application = pragma(QStringLiteral("application_id"));
    if (!application)
        return application.error();
    const Result<int> version = pragma(QStringLiteral("user_version"));
    if (!version)
        return version.error();
    if (*application != applicationId)
        return Error{ErrorCode::Malformed,
                     "This is no StructAtlas session. Open the data it holds with the program that wrote it.",
                     {m_path.string()}};
    if (*version > formatVersion)
        return Error{ErrorCode::TooLarge,
                     "The session was saved by a newer StructAtlas (format " + std::to_string(*version)
                         + "; this program reads up to " + std::to_string(formatVersion)
                         + "). Open it with that version, or install it here.",
                     {m_path.string()}};
    return {};
}

/// Makes the table of a new file. A file that has other content is refused.
Result<void> SessionDatabase::prepareFile()
{
    if (const Result<void> waiting = execute(QStringLiteral("PRAGMA synchronous = FULL")); !waiting)
        return waiting;
    const Result<int> schema = pragma(QStringLiteral("schema_version"));
    if (!schema)
        return schema.error();
    if (*schema != 0)
        return checkIdentity();
    if (const Result<void> journal = execute(QStringLiteral("PRAGMA journal_mode = WAL")); !journal)
        return journal;
    if (const Result<void> begun = begin(); !begun)
        return begun;
    for (const QString& statement :
         {QStringLiteral("CREATE TABLE part (id INTEGER PRIMARY KEY AUTOINCREMENT, item TEXT NOT NULL, name "
                         "TEXT NOT NULL, piece INTEGER NOT NULL, sha256 BLOB NOT NULL, bytes BLOB NOT NULL)"),
          QStringLiteral("CREATE INDEX part_of_item ON part (item)"),
          QStringLiteral("PRAGMA application_id = %1").arg(applicationId),
          QStringLiteral("PRAGMA user_version = %1").arg(formatVersion)})
        if (const Result<void> done = execute(statement); !done)
            return done;
    return commit();
}

Result<std::unique_ptr<SessionDatabase>> SessionDatabase::openToWrite(const std::filesystem::path& path)
{
    std::unique_ptr<SessionDatabase> database(new SessionDatabase(path));
    Result<void> ready = database->connect(text(path.string()), QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
    if (ready)
        ready = database->prepareFile();
    if (!ready)
        return ready.error();
    return database;
}

Result<std::unique_ptr<SessionDatabase>> SessionDatabase::openToRead(const std::filesystem::path& path)
{
    std::error_code status;
    if (!std::filesystem::is_regular_file(path, status))
        return Error{ErrorCode::NotFound, "There is no such file.", {path.string()}};
    if (std::filesystem::file_size(path, status) == 0)
        return Error{ErrorCode::Malformed, "The file is empty: no session was saved in it.", {path.string()}};
    std::unique_ptr<SessionDatabase> database(new SessionDatabase(path));
    Result<void> ready = database->connect(text(path.string()), QStringLiteral("QSQLITE_BUSY_TIMEOUT=5000"));
    if (ready)
        ready = database->checkIdentity();
    if (!ready && ready.error().code == ErrorCode::WriteFailed) {
        // A WAL needs a folder that can be written; a copy on a read-only medium is read as it stands.
        const QString uri = QString::fromLatin1(QUrl::fromLocalFile(text(path.string())).toEncoded());
        ready = database->connect(uri + QStringLiteral("?immutable=1"),
                                  QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_OPEN_READONLY"));
        if (ready)
            ready = database->checkIdentity();
    }
    if (!ready)
        return ready.error();
    database->quickCheck();
    return database;
}

void SessionDatabase::quickCheck()
{
    QSqlQuery query(m_database);
    m_damaged = !query.exec(QStringLiteral("PRAGMA quick_check(1)")) || !query.next()
        || query.value(0).toString() != QStringLiteral("ok");
}

Result<void> SessionDatabase::begin() { return execute(QStringLiteral("BEGIN IMMEDIATE")); }

Result<void> SessionDatabase::commit() { return execute(QStringLiteral("COMMIT")); }

Result<void> SessionDatabase::removeItem(const std::string& item)
{
    QSqlQuery query(m_database);
    query.prepare(QStringLiteral("DELETE FROM part WHERE item = ?"));
    query.addBindValue(text(item));
    if (!query.exec())
        return failure(query);
    return {};
}

Result<void> SessionDatabase::putPart(const std::string& item, const std::string& name,
                                      std::string_view bytes)
{
    QSqlQuery query(m_database);
    query.prepare(
        QStringLiteral("INSERT INTO part (item, name, piece, sha256, bytes) VALUES (?, ?, ?, ?, ?)"));
    const auto size = static_cast<qsizetype>(bytes.size());
    for (qsizetype begin = 0, number = 0; begin < size || number == 0; begin += pieceBytes, ++number) {
        const qsizetype length = std::min(pieceBytes, size - begin);
        const QByteArray packed =
            qCompress(reinterpret_cast<const uchar*>(bytes.data()) + begin, length, compression);
        query.addBindValue(text(item));
        query.addBindValue(text(name));
        query.addBindValue(static_cast<qlonglong>(number));
        query.addBindValue(sha256(packed));
        query.addBindValue(packed);
        if (!query.exec())
            return failure(query);
    }
    return {};
}

bool SessionDatabase::addToIndex(const QSqlQuery& row)
{
    const std::string key = row.value(1).toString().toStdString();
    auto item = std::find_if(m_items.begin(), m_items.end(), [&](const Item& i) { return i.key == key; });
    if (item == m_items.end())
        item = m_items.insert(m_items.end(), Item{key, {}});
    return item->parts[row.value(2).toString().toStdString()]
        .emplace(row.value(3).toInt(), row.value(0).toLongLong())
        .second;
}

const std::vector<SessionDatabase::Item>& SessionDatabase::items()
{
    if (!m_indexed)
        collectRows();
    m_indexed = true;
    return m_items;
}

void SessionDatabase::collectRows()
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    qint64 last = 0;
    if (query.exec(QStringLiteral("SELECT id, item, name, piece FROM part NOT INDEXED ORDER BY id")))
        while (query.next()) {
            last = std::max(last, query.value(0).toLongLong());
            addToIndex(query);
        }
    if (query.lastError().isValid()) {
        m_damaged = true;
        probeRows(last + 1);
    }
}

/// Row by row beyond a page that cannot be read: those on whole pages still can.
void SessionDatabase::probeRows(qint64 from)
{
    qint64 end = from + probesWithoutEnd;
    QSqlQuery sequence(m_database);
    if (sequence.exec(QStringLiteral("SELECT seq FROM sqlite_sequence WHERE name = 'part'"))
        && sequence.next())
        end = std::min(end, sequence.value(0).toLongLong() + 1);
    QSqlQuery query(m_database);
    if (!query.prepare(QStringLiteral("SELECT id, item, name, piece FROM part WHERE id = ?")))
        return; // not even the table is there
    for (qint64 id = from; id < end; ++id) {
        query.addBindValue(id);
        if (query.exec() && query.next())
            addToIndex(query);
    }
}

Result<std::string> SessionDatabase::piece(qint64 row)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(QStringLiteral("SELECT sha256, bytes FROM part WHERE id = ?"));
    query.addBindValue(row);
    if (!query.exec() || !query.next())
        return failure(query);
    const QByteArray packed = query.value(1).toByteArray();
    if (sha256(packed) != query.value(0).toByteArray())
        return Error{ErrorCode::Malformed, "The checksum is wrong.", {m_path.string()}};
    return qUncompress(packed).toStdString();
}

Result<std::string> SessionDatabase::part(const std::string& item, const std::string& name)
{
    for (const Item& known : items())
        if (const auto found = known.parts.find(name); known.key == item && found != known.parts.end()) {
            std::string bytes;
            int expected = 0;
            for (const auto& [number, row] : found->second) {
                const Result<std::string> next = piece(row);
                if (!next || number != expected++) {
                    m_damaged = true;
                    return Error{ErrorCode::Malformed, "A part is damaged.", {m_path.string()}};
                }
                bytes += *next;
            }
            return bytes;
        }
    return Error{ErrorCode::NotFound, "A part is missing.", {m_path.string()}};
}

} // namespace atlas
