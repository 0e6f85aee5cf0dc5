#include "widgets/views/figure_canvas.h"

#include <QCursor>
#include <QEvent>
#include <QFontInfo>
#include <QPainter>
#include <QToolTip>

namespace atlas {

FigureCanvas::FigureCanvas(QWidget* parent)
    : QGraphicsView(parent), m_emptyText(tr("Nothing to show yet. Run an analysis to see its figure here."))
{
    setScene(&m_scene);
    setFrameShape(QFrame::NoFrame);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setRenderHint(QPainter::Antialiasing);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    setMouseTracking(true);
    setBackgroundBrush(Theme::current().surface);
}

FigureCanvas::~FigureCanvas() = default;

void FigureCanvas::setFigure(FigurePtr figure)
{
    m_figure = std::move(figure);
    setAccessibleName(m_figure ? QString::fromStdString(m_figure->title) : m_emptyText);
    makeItem();
}

void FigureCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void FigureCanvas::makeItem()
{
    delete m_item;
    m_item = nullptr;
    setBackgroundBrush(Theme::current().surface);
    if (m_figure) {
        FigureLook look;
        look.theme = Theme::current().kind;
        look.fontPixels = QFontInfo(font()).pixelSize();
        m_item = FigureItem::make(m_figure, look).release();
        m_scene.addItem(m_item);
        connect(m_item, &FigureItem::hovered, this, &FigureCanvas::showHoverText);
        m_scene.setSceneRect(QRectF(QPointF(), QSizeF(viewport()->size())));
        m_item->resize(viewport()->size());
        itemMade();
    }
    viewport()->update();
}

void FigureCanvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    m_scene.setSceneRect(QRectF(QPointF(), QSizeF(viewport()->size())));
    if (m_item)
        m_item->resize(viewport()->size());
}

void FigureCanvas::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        makeItem();
}

void FigureCanvas::drawForeground(QPainter* painter, const QRectF& /*rect*/)
{
    if (m_figure)
        return;
    painter->setFont(font());
    painter->setPen(Theme::current().secondaryText);
    painter->drawText(sceneRect().adjusted(2 * Theme::unit, 0, -2 * Theme::unit, 0),
                      Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
}

void FigureCanvas::showHoverText(const QString& text)
{
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(QCursor::pos(), text, viewport());
}

QSize FigureCanvas::sizeHint() const { return {70 * Theme::unit, 50 * Theme::unit}; }

QSize FigureCanvas::minimumSizeHint() const { return {24 * Theme::unit, 18 * Theme::unit}; }

} // namespace atlas
