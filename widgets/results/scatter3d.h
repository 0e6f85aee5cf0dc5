// Points in space to turn and to choose from: dragging turns (or selects, as the person says),
// Shift and Ctrl add and remove what the rectangle or lasso holds, the wheel zooms at the pointer,
// the middle or right button moves, a double click or 0 shows everything, arrows turn; its actions are in
// the menu of the right button. It speaks to the SelectionHub alone. Painted in software from far to near;
// near points are larger and stronger.
#pragma once

#include "core/data/dataset.h"
#include "core/methods/figure.h"
#include "widgets/results/space_projection.h"
#include "widgets/selection/selection_hub.h"
#include "widgets/views/color_bar.h"
#include "widgets/views/legend_item.h"
#include "widgets/views/picture_source.h"
#include "widgets/views/point_cloud_item.h"
#include "widgets/views/selection_drag.h"

#include <QPointer>
#include <QWidget>

#include <memory>
#include <unordered_map>

namespace atlas {

class HoverCard;

class Scatter3d : public QWidget, public PictureSource {
    Q_OBJECT

public:
    explicit Scatter3d(QWidget* parent = nullptr);
    ~Scatter3d() override;

    void setHub(SelectionHub* hub);
    void setDataset(DatasetPtr data); ///< for pictures beside the pointer
    /// Colours, classes and rows as in the plane, with a third coordinate each. Points of another number
    /// start with a fresh view. `zTitle` names the third axis.
    void setPoints(ScatterFigure figure, std::vector<double> zs, const QString& zTitle);
    const ScatterFigure& points() const { return m_figure; } ///< with the hub's colours

    void setDragSelects(bool selects); ///< else dragging turns
    void setTool(SelectionTool tool) { m_path.setTool(tool); }
    const SpaceProjection& projection() const { return m_projection; }
    void resetView();
    void takeView(const Scatter3d& other); ///< turned, zoomed and moved alike
    QPointF positionOf(std::size_t point) const;
    /// The visible point nearest to a position within some pixels; the nearer one to the eye of equals.
    PointId pointAt(QPointF position) const;

    bool hasPicture() const override { return !m_figure.xs.empty(); }
    QSizeF pictureSize() const override { return QSizeF(size()); }
    void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const override;

    QSize sizeHint() const override { return {70 * Theme::unit, 50 * Theme::unit}; }

Q_SIGNALS:
    void viewMoved(const atlas::Scatter3d* self); ///< turned, zoomed or moved by the person

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Drag { None, Turn, Select, Move };

    void colourPoints();
    QRectF legendRoom() const;
    void layoutParts();
    std::unique_ptr<LegendItem> legendIn(const Theme& theme) const;
    void makeLegend();
    void updateStates();
    void see();
    bool isShown(std::size_t point) const;
    RowId rowOf(PointId point) const;
    void hover(QPointF position);
    void finishDrag(Qt::KeyboardModifiers modifiers);
    void select(const std::vector<std::size_t>& points, Qt::KeyboardModifiers modifiers);
    bool clickLegend(QPointF position);
    void restoreLegend(const QString& source, const std::any& controls);
    void paintBox(QPainter& painter, const Theme& theme) const;
    void paintPoints(QPainter& painter, const Theme& theme) const;
    const PointSprite& sprite(std::uint32_t style, std::size_t level, bool muted, const Theme& theme) const;
    PointLook lookOf(std::uint32_t style, std::size_t level, bool muted, const Theme& theme) const;
    void paintRings(QPainter& painter, const Theme& theme) const;
    void paintHighlight(QPainter& painter, const Theme& theme) const;

    ScatterFigure m_given; ///< without the hub's colours
    ScatterFigure m_figure;
    std::vector<SpacePoint> m_points;
    QString m_zTitle;
    PointStyles m_styles;
    std::vector<PointState> m_states;
    std::vector<bool> m_ringed; ///< have the chosen subtree
    std::unordered_map<RowId, PointId> m_pointOfRow;
    QPointer<SelectionHub> m_hub;
    QString m_filterSource;
    HoverCard* m_card = nullptr;
    DatasetPtr m_data;

    SpaceProjection m_projection;
    std::vector<SeenPoint> m_seen;
    std::vector<std::uint32_t> m_order; ///< from far to near
    std::unique_ptr<LegendItem> m_legend;
    std::vector<ClassId> m_legendClasses;
    ColorBar m_bar;
    QRectF m_barRect;
    QRectF m_plot;
    mutable std::unordered_map<std::uint32_t, PointSprite> m_sprites;
    mutable double m_spriteScale = 0;

    bool m_dragSelects = false;
    Drag m_drag = Drag::None;
    SelectionDrag m_path;
};

} // namespace atlas
