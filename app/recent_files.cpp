#include "app/recent_files.h"

#include <QFileInfo>
#include <QSettings>

namespace atlas {

namespace {

const QString settingsKey = QStringLiteral("recentFiles");

} // namespace

QStringList RecentFiles::list()
{
    QStringList files = QSettings().value(settingsKey).toStringList();
    files.removeIf([](const QString& file) { return !QFileInfo::exists(file); });
    return files;
}

void RecentFiles::add(const QString& source)
{
    if (source.startsWith(QStringLiteral("example:")))
        return;
    const QString file = QFileInfo(source).absoluteFilePath();
    QStringList files = list();
    files.removeAll(file);
    files.prepend(file);
    QSettings().setValue(settingsKey, QStringList(files.mid(0, limit)));
}

void RecentFiles::clear() { QSettings().remove(settingsKey); }

} // namespace atlas
