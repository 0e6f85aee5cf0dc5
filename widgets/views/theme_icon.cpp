#include "widgets/views/theme_icon.h"

#include "widgets/views/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

namespace atlas {

namespace {

class ThemeIconEngine : public QIconEngine {
public:
    explicit ThemeIconEngine(QByteArray svg) : m_svg(std::move(svg)) { }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override
    {
        const Theme& theme = Theme::current();
        const QColor color = mode == QIcon::Disabled ? theme.muted : theme.text;
        QSvgRenderer(QByteArray(m_svg).replace("currentColor", color.name().toLatin1()))
            .render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemeIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

QIcon themeIcon(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    [[maybe_unused]] const bool there = file.open(QIODevice::ReadOnly);
    Q_ASSERT(there);
    return QIcon(new ThemeIconEngine(file.readAll()));
}

} // namespace atlas
