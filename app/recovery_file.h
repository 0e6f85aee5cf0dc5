// The file to which unsaved work goes every minute, and those that programs left behind that did not end
// properly. A lock beside each tells whether its program is alive.
#pragma once

#include <QString>
#include <QStringList>

#include <memory>

class QLockFile;

namespace atlas {

class RecoveryFile {
public:
    RecoveryFile();
    ~RecoveryFile(); ///< an orderly end: removes it

    RecoveryFile(const RecoveryFile&) = delete;
    RecoveryFile& operator=(const RecoveryFile&) = delete;

    /// Of programs that are gone, the newest first.
    static QStringList abandoned();
    static void removeAbandoned(const QString& path);

    /// Where to write; made and locked at the first call. "" where no folder can be made.
    QString path();
    /// Makes an abandoned file this program's own. False where another program was quicker.
    bool adopt(const QString& path);
    void release(); ///< leaves the file for another start
    void remove(); ///< nothing is unsaved any more

private:
    static QString folder();

    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace atlas
