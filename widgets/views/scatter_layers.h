// The layers of a scatter figure: a field of colours behind the points; links and remarks above them.
#pragma once

#include "widgets/views/point_cloud_item.h"

#include <QFont>
#include <QImage>

namespace atlas {

/// Precondition for both: the figure and the cloud, whose view they follow, outlive them.
class ScatterFieldItem : public QGraphicsItem {
public:
    ScatterFieldItem(const ScatterLayers::Field& field, const PointCloudItem& cloud, const Theme& theme,
                     QGraphicsItem* parent);

    QRectF boundingRect() const override { return m_cloud.plot(); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    void viewChanged() { prepareGeometryChange(); }

private:
    const ScatterLayers::Field& m_field;
    const PointCloudItem& m_cloud;
    QImage m_image; ///< a pixel a cell
};

class ScatterMarksItem : public QGraphicsItem {
public:
    ScatterMarksItem(const ScatterLayers& layers, const PointCloudItem& cloud, const Theme& theme,
                     const QFont& font, QGraphicsItem* parent);

    QRectF boundingRect() const override { return m_cloud.plot(); }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
    void viewChanged() { prepareGeometryChange(); }

private:
    const ScatterLayers& m_layers;
    const PointCloudItem& m_cloud;
    const Theme& m_theme;
    QFont m_font;
};

} // namespace atlas
