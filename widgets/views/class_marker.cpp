#include "widgets/views/class_marker.h"

#include "widgets/views/point_sprites.h"
#include "widgets/views/theme.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPixmapCache>

namespace atlas {

QPixmap classMarker(ClassId id)
{
    constexpr int side = 12;
    constexpr double radius = 4;
    const Theme& theme = Theme::current();
    const qreal ratio = qApp->devicePixelRatio();
    const QString key =
        QStringLiteral("class-marker %1 %2 %3").arg(id.value()).arg(static_cast<int>(theme.kind)).arg(ratio);
    QPixmap marker;
    if (QPixmapCache::find(key, &marker))
        return marker;
    marker = QPixmap((QSizeF(side, side) * ratio).toSize());
    marker.setDevicePixelRatio(ratio);
    marker.fill(Qt::transparent);
    QPainter painter(&marker);
    painter.setRenderHint(QPainter::Antialiasing);
    paintPoint(painter, pointLook(theme, Theme::classShape(id), theme.classColor(id)),
               {side / 2.0, side / 2.0}, radius);
    painter.end();
    QPixmapCache::insert(key, marker);
    return marker;
}

} // namespace atlas
