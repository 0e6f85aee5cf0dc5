// A molecule, drawn by RDKit at exactly the widget's size, with the atoms of the current SMARTS pattern
// highlighted. Drawing happens in the background; until it is done the picture before it stays.
#pragma once

#include "core/data/dataset.h"
#include "widgets/views/mark_colors.h"
#include "widgets/views/picture_source.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace atlas {

class MoleculeView : public QWidget, public PictureSource {
    Q_OBJECT

public:
    explicit MoleculeView(QWidget* parent = nullptr);

    void setMolecule(DatasetPtr data, RowId row);
    void clear();
    void setPattern(std::optional<SmartsPattern> pattern); ///< nothing = no atoms highlighted
    /// Colours behind the atoms of the molecule that is shown, instead of the pattern's;
    /// gone with the next one.
    void setMarks(PartMarks marks);
    const PartMarks& marks() const { return m_marks; }
    const PartMarks& shownMarks() const { return m_shownMarks; } ///< the marks, or the pattern's atoms

    bool hasPicture() const override { return m_data != nullptr; }
    QSizeF pictureSize() const override { return {480, 360}; }
    void paintPicture(QPainter& painter, const QRectF& area, const Theme& theme) const override;

    QSize sizeHint() const override { return {320, 280}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    void pictureReady();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Drawing {
        QImage image;
        PartMarks marks;
    };
    void redraw();
    void receive(quint64 generation, const Drawing& drawing);

    DatasetPtr m_data;
    RowId m_row;
    std::optional<SmartsPattern> m_pattern;
    PartMarks m_marks;
    QImage m_image;
    PartMarks m_shownMarks; // of the image
    quint64 m_generation = 0;
};

} // namespace atlas
