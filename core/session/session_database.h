// The SQLite file behind a session: items ("session", "data:KEY", "run:KEY"), each of named parts, each of
// pieces of compressed bytes with their SHA-256. One table, so that a damaged page costs the pieces on it and
// nothing else. A connection belongs to the thread that opened it and is gone with the object.
#pragma once

#include "core/support/result.h"

#include <QSqlDatabase>
#include <QString>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

class QSqlQuery;

namespace atlas {

class SessionDatabase {
public:
    static constexpr int formatVersion = 1; ///< PRAGMA user_version
    static constexpr int applicationId = 0x41544c53; ///< "ATLS"

    /// Opens, or makes, a file to write to; begin() follows. ErrorCode::Malformed where the file is there
    /// and is no session of a version that this program writes.
    static Result<std::unique_ptr<SessionDatabase>> openToWrite(const std::filesystem::path& path);
    /// ErrorCode::NotFound, Malformed (no session), TooLarge (a newer version), Unreadable (in use).
    static Result<std::unique_ptr<SessionDatabase>> openToRead(const std::filesystem::path& path);
    ~SessionDatabase();

    SessionDatabase(const SessionDatabase&) = delete;
    SessionDatabase& operator=(const SessionDatabase&) = delete;

    /// One transaction: all of it, or nothing where the object goes before commit().
    Result<void> begin();
    Result<void> commit();
    Result<void> removeItem(const std::string& item);
    Result<void> putPart(const std::string& item, const std::string& name, std::string_view bytes);

    /// Item -> part -> row ids of its pieces, in order. Items by their first appearance.
    struct Item {
        std::string key;
        std::map<std::string, std::map<int, qint64>> parts; ///< name -> piece -> row id
    };
    /// Rows on damaged pages are left out; hasDamage() tells.
    const std::vector<Item>& items();
    /// ErrorCode::NotFound, or Malformed where the checksum is wrong.
    Result<std::string> part(const std::string& item, const std::string& name);
    bool hasDamage() const { return m_damaged; } ///< SQLite's quick check failed, or rows could not be read

private:
    explicit SessionDatabase(std::filesystem::path path);
    Result<void> connect(const QString& name, const QString& options);
    Result<void> execute(const QString& statement);
    Result<int> pragma(const QString& name);
    Result<void> checkIdentity();
    Result<void> prepareFile();
    void quickCheck();
    bool addToIndex(const QSqlQuery& row);
    void collectRows();
    void probeRows(qint64 from);
    Result<std::string> piece(qint64 row);
    Error failure(const QSqlQuery& query) const;

    std::filesystem::path m_path;
    QSqlDatabase m_database;
    QString m_connection;
    std::vector<Item> m_items;
    bool m_indexed = false;
    bool m_damaged = false;
};

} // namespace atlas
