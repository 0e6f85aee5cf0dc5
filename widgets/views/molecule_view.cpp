#include "widgets/views/molecule_view.h"

#include "widgets/models/background.h"
#include "widgets/views/pan_zoom_view.h"
#include "widgets/views/structure_painter.h"

#include <QEvent>
#include <QPainter>

#include <utility>

namespace atlas {

namespace {

constexpr int margin = Theme::unit;

} // namespace

MoleculeView::MoleculeView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Molecule"));
}

void MoleculeView::setMolecule(DatasetPtr data, RowId row)
{
    m_data = std::move(data);
    m_row = row;
    m_marks = {};
    setAccessibleDescription(QString::fromStdString(m_data->name(row)));
    redraw();
}

void MoleculeView::clear()
{
    ++m_generation;
    m_data.reset();
    m_image = {};
    m_shownMarks = {};
    m_marks = {};
    update();
}

void MoleculeView::setMarks(PartMarks marks)
{
    if (marks.empty() && m_marks.empty())
        return;
    m_marks = std::move(marks);
    redraw();
}

void MoleculeView::setPattern(std::optional<SmartsPattern> pattern)
{
    m_pattern = std::move(pattern);
    redraw();
}

void MoleculeView::redraw()
{
    const QSize size = rect().adjusted(margin, margin, -margin, -margin).size();
    if (!m_data || size.isEmpty())
        return;
    ++m_generation;
    auto work = [data = m_data, row = m_row, pattern = m_pattern, size, ratio = devicePixelRatioF(),
                 painter = StructurePainter(Theme::current(), font()), marks = m_marks] {
        Drawing drawing;
        drawing.marks = marks;
        if (marks.empty() && pattern)
            drawing.marks = PartMarks::found(pattern->matchingAtoms(data->molecule(row)));
        drawing.image = painter.image(size, ratio, data, row, drawing.marks);
        return drawing;
    };
    runInBackground(
        *QThreadPool::globalInstance(), this, std::move(work),
        [this, generation = m_generation](const Drawing& drawing) { receive(generation, drawing); });
}

void MoleculeView::receive(quint64 generation, const Drawing& drawing)
{
    if (generation != m_generation)
        return;
    m_image = drawing.image;
    m_shownMarks = drawing.marks;
    update();
    Q_EMIT pictureReady();
}

void MoleculeView::paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const
{
    StructurePainter(theme, font()).paint(painter, area, m_data, m_row, m_shownMarks);
}

void MoleculeView::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    if (!m_data)
        paintEmptyState(painter, rect(), tr("Select a molecule in the table to see it here."), theme);
    else if (!m_image.isNull()) {
        QRectF area(QPointF(), m_image.deviceIndependentSize());
        area.moveCenter(QRectF(rect()).center());
        painter.drawImage(area.topLeft(), m_image);
    }
    if (hasFocus()) {
        painter.setPen(theme.accent);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void MoleculeView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    redraw();
}

void MoleculeView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw();
}

} // namespace atlas
