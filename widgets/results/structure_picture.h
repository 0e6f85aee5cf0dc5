// A structure with some of its parts standing out, drawn in the background at the widget's
// size, with its name above.
#pragma once

#include "core/data/dataset.h"

#include <QImage>
#include <QWidget>

#include <vector>

namespace atlas {

class StructurePicture : public QWidget {
    Q_OBJECT

public:
    explicit StructurePicture(QWidget* parent = nullptr);

    /// `parts`: atoms, vertices or nodes by number, as StructurePainter takes them.
    void setStructure(DatasetPtr data, RowId row, std::vector<std::size_t> parts);
    void clear();
    RowId row() const { return m_row; }
    const std::vector<std::size_t>& parts() const { return m_parts; }

    QSize sizeHint() const override { return {280, 240}; }
    QSize minimumSizeHint() const override { return {120, 100}; }

Q_SIGNALS:
    void pictureReady();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect pictureRect() const;
    void redraw();

    DatasetPtr m_data;
    RowId m_row;
    std::vector<std::size_t> m_parts;
    QImage m_image;
    quint64 m_generation = 0;
};

} // namespace atlas
