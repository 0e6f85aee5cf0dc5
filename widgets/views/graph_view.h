// A graph to look at: laid out in the background, then pan and zoom, labels where they fit.
#pragma once

#include "core/layout/graph_layout.h"
#include "widgets/views/graph_painter.h"
#include "widgets/views/pan_zoom_view.h"

#include <optional>

namespace atlas {

class GraphView : public PanZoomView {
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    void setGraph(DatasetPtr data, RowId row);
    void clear();
    /// Colours behind the vertices of the graph that is shown; gone with the next one.
    void setMarks(PartMarks marks);
    const PartMarks& marks() const { return m_marks; }
    const std::optional<GraphLayout>& layout() const { return m_layout; }

    bool hasPicture() const override { return m_layout.has_value(); }
    QSizeF pictureSize() const override;
    void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const override;

Q_SIGNALS:
    void layoutReady();

protected:
    QRectF content() const override;
    void paintContent(QPainter& painter, const QTransform& toWidget, const QRectF& visible,
                      const Theme& theme) const override;
    QString emptyText() const override;
    double naturalScale() const override { return 60; } // pixels per edge
    void hovered(QPointF point) override;
    void hoverLeft() override;
    bool event(QEvent* event) override;

private:
    void receive(quint64 generation, const Result<GraphLayout>& layout);
    void setMarked(std::size_t vertex);
    std::size_t vertexAtPoint(QPointF point) const;

    DatasetPtr m_data;
    RowId m_row;
    std::optional<GraphLayout> m_layout;
    std::size_t m_marked = GraphPainter::noVertex; // under the pointer
    PartMarks m_marks;
    quint64 m_generation = 0;
    ProgressMonitor m_monitor;
};

} // namespace atlas
