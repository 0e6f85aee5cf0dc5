// What the colours of marks mean: the title, and for weights the scale from against to for. A line under the
// picture of a structure.
#pragma once

#include "widgets/views/mark_colors.h"

#include <QWidget>

namespace atlas {

/// Height of the line, in units of the painter.
constexpr double markLegendHeight = 3 * Theme::unit;
void paintMarkLegend(QPainter& painter, const QRectF& line, const PartMarks& marks, const Theme& theme);

class MarkLegend : public QWidget {
    Q_OBJECT

public:
    explicit MarkLegend(QWidget* parent = nullptr);

    /// Without marks it hides.
    void setMarks(const PartMarks& marks);
    const QString& title() const { return m_marks.title; }

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    PartMarks m_marks; // without the values
};

} // namespace atlas
