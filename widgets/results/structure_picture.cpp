#include "widgets/results/structure_picture.h"

#include "widgets/models/background.h"
#include "widgets/models/structure_facts.h"
#include "widgets/views/figure_item.h"
#include "widgets/views/structure_painter.h"

#include <QPainter>

namespace atlas {

StructurePicture::StructurePicture(QWidget* parent) : QWidget(parent) { }

void StructurePicture::setStructure(DatasetPtr data, RowId row, std::vector<std::size_t> parts)
{
    if (data != m_data || row != m_row)
        m_image = {}; // the picture of another structure would be a lie; other parts are a moment away
    m_data = std::move(data);
    m_row = row;
    m_parts = std::move(parts);
    redraw();
}

void StructurePicture::clear()
{
    m_data.reset();
    m_row = {};
    m_parts.clear();
    m_image = {};
    ++m_generation;
    update();
}

QRect StructurePicture::pictureRect() const
{
    const int line = QFontMetrics(font()).height() + Theme::unit;
    return rect().adjusted(Theme::unit, line, -Theme::unit, -Theme::unit);
}

void StructurePicture::redraw()
{
    ++m_generation;
    update();
    const QSize size = pictureRect().size();
    if (!m_data || size.width() < 8 || size.height() < 8)
        return;
    const StructurePainter painter(Theme::current(), font());
    runInBackground(
        *QThreadPool::globalInstance(), this,
        [painter, size, ratio = devicePixelRatioF(), data = m_data, row = m_row, parts = m_parts] {
            return painter.image(size, ratio, data, row, PartMarks::found(parts));
        },
        [this, generation = m_generation](const QImage& image) {
            if (generation != m_generation)
                return;
            m_image = image;
            update();
            Q_EMIT pictureReady();
        });
}

void StructurePicture::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    if (!m_data)
        return;
    painter.setPen(theme.text);
    const QString kind = classText(*m_data, m_row);
    const QString name = QString::fromStdString(m_data->name(m_row)) + (kind.isEmpty() ? "" : ", " + kind);
    drawShortened(
        painter,
        QRectF(Theme::unit, Theme::unit / 2.0, width() - 2.0 * Theme::unit, QFontMetricsF(font()).height()),
        Qt::AlignLeft | Qt::AlignVCenter, name);
    if (m_image.isNull())
        return;
    QRectF area(QPointF(), m_image.deviceIndependentSize());
    area.moveCenter(QRectF(pictureRect()).center());
    painter.drawImage(area.topLeft(), m_image);
}

void StructurePicture::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redraw();
}

void StructurePicture::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw();
}

} // namespace atlas
