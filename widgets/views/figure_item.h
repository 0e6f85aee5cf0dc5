// A figure as a graphics item: the one drawing that the window shows and the figure writer puts into files.
// The base lays out title, legend and note; each kind of figure draws its content into the rest. Sizes follow
// the font, so that a figure of any size in millimetres looks the same.
#pragma once

#include "widgets/views/legend_item.h"
#include "widgets/views/theme.h"

#include "core/methods/figure.h"

#include <QFont>
#include <QGraphicsWidget>
#include <QString>

#include <memory>

namespace atlas {

using FigurePtr = std::shared_ptr<const Figure>;

struct FigureLook {
    ThemeKind theme = ThemeKind::Light;
    int fontPixels = 12;
    QString fontFamily = {}; ///< empty = the program's own
    bool legend = true;
    bool title = true;
    QString letter = {}; ///< in front of the title, where the figure is a panel of a page: "a"
    /// For vector files: larger point layers become pictures of so many pixels a unit.
    double rasterPixelsPerUnit = 0;
    std::size_t rasterAbove = 5000;
};

class FigureItem : public QGraphicsWidget {
    Q_OBJECT

public:
    /// Precondition: the figure is not null.
    static std::unique_ptr<FigureItem> make(const FigurePtr& figure, const FigureLook& look);

    const FigureLook& look() const { return m_look; }
    const Theme& theme() const { return Theme::of(m_look.theme); }
    const QFont& baseFont() const { return m_font; }
    double unit() const; ///< the grid of distances, 8 for the usual font
    LegendItem* legend() const { return m_legend; }
    QString note() const { return m_note; } ///< what a reader should know: points that are not drawn
    QString emptyText() const { return m_emptyText; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

Q_SIGNALS:
    /// What the pointer is on, in words with numbers; empty = nothing.
    void hovered(const QString& text);

protected:
    FigureItem(FigurePtr figure, const FigureLook& look);

    const Figure& figure() const { return *m_figure; }
    const FigurePtr& sharedFigure() const { return m_figure; }
    void setNote(const QString& note) { m_note = note; }
    void setEmptyText(const QString& text) { m_emptyText = text; }
    /// Draws no content where there is none to draw.
    bool showsNothing() const { return !m_emptyText.isEmpty(); }
    void relayout();

    virtual void layoutContent(const QRectF& rect) = 0;
    virtual void paintContent(QPainter& /*painter*/) { }

    void resizeEvent(QGraphicsSceneResizeEvent* event) override;

private:
    QFont titleFont() const;
    double letterWidth() const;
    void paintTitle(QPainter& painter) const;

    FigurePtr m_figure;
    FigureLook m_look;
    QFont m_font;
    LegendItem* m_legend = nullptr;
    QString m_note;
    QString m_emptyText;
    QRectF m_titleRect;
    QRectF m_noteRect;
    QRectF m_contentRect;
};

/// Draws `text` into rect, shortened in the middle where it does not fit.
void drawShortened(QPainter& painter, const QRectF& rect, int alignment, const QString& text);
/// The same, turned by 90 degrees against the clock.
void drawUpright(QPainter& painter, const QRectF& rect, int alignment, const QString& text);

/// A number as people read it: up to four digits, no trailing zeros.
QString numberText(double value);

} // namespace atlas
