#include "app/recovery_file.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QStandardPaths>
#include <QUuid>

namespace atlas {

namespace {

/// Free where its program is gone, however long ago it was made.
std::unique_ptr<QLockFile> lockOf(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    return lock;
}

void removeFiles(const QString& path)
{
    for (const char* ending : {"-wal", "-shm", ""})
        QFile::remove(path + QString::fromLatin1(ending));
}

} // namespace

RecoveryFile::RecoveryFile() = default;

RecoveryFile::~RecoveryFile() { remove(); }

QString RecoveryFile::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)
        + QStringLiteral("/recovery");
}

QStringList RecoveryFile::abandoned()
{
    const QDir place(folder());
    QStringList files;
    for (const QString& name : place.entryList({QStringLiteral("*.atlas")}, QDir::Files, QDir::Time)) {
        const QString path = place.filePath(name);
        if (const auto lock = lockOf(path); lock->tryLock(0))
            files << path;
    }
    return files;
}

void RecoveryFile::removeAbandoned(const QString& path)
{
    if (const auto lock = lockOf(path); lock->tryLock(0))
        removeFiles(path);
}

QString RecoveryFile::path()
{
    if (!m_path.isEmpty())
        return m_path;
    const QString name = QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".atlas");
    if (QDir().mkpath(folder()))
        adopt(QDir(folder()).filePath(name));
    return m_path;
}

bool RecoveryFile::adopt(const QString& path)
{
    std::unique_ptr<QLockFile> lock = lockOf(path);
    if (!lock->tryLock(0))
        return false;
    remove();
    m_path = path;
    m_lock = std::move(lock);
    return true;
}

void RecoveryFile::release()
{
    m_path.clear();
    m_lock.reset();
}

void RecoveryFile::remove()
{
    if (m_path.isEmpty())
        return;
    removeFiles(m_path);
    release();
}

} // namespace atlas
