// The window's side of a figure: a view that shows a FigureItem in its full size, follows the theme and
// shows what the pointer is on.
#pragma once

#include "widgets/views/figure_item.h"

#include <QGraphicsScene>
#include <QGraphicsView>

namespace atlas {

class FigureCanvas : public QGraphicsView {
    Q_OBJECT

public:
    explicit FigureCanvas(QWidget* parent = nullptr);
    ~FigureCanvas() override;

    /// Null = nothing; the empty text is shown instead.
    void setFigure(FigurePtr figure);
    const FigurePtr& figure() const { return m_figure; }
    FigureItem* item() const { return m_item; } ///< null without a figure

    /// What is shown without a figure, with what to do.
    void setEmptyText(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    /// The item is new: a figure was set or the theme changed. The figure is the same for the latter.
    virtual void itemMade() { }

    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void drawForeground(QPainter* painter, const QRectF& rect) override;

private:
    void makeItem();
    void showHoverText(const QString& text);

    QGraphicsScene m_scene;
    FigurePtr m_figure;
    FigureItem* m_item = nullptr;
    QString m_emptyText;
};

} // namespace atlas
