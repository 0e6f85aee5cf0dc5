// What the pointer is on, as a small card beside it: a picture of the structure, its name, class and a
// number. The words are there at once, the picture as soon as it is drawn in the background.
#pragma once

#include "core/data/dataset.h"
#include "widgets/models/thumbnail_provider.h"

#include <QFrame>

class QLabel;

namespace atlas {

class HoverCard : public QFrame {
    Q_OBJECT

public:
    explicit HoverCard(QWidget* parent);

    void setDataset(DatasetPtr data);
    /// `pointer` in global coordinates; an invalid row hides the card.
    void showFor(RowId row, QPoint pointer, const QString& number = {});
    RowId row() const { return m_row; }
    bool hasPicture() const;

private:
    void showPicture(RowId row);
    void place(QPoint pointer);

    DatasetPtr m_data;
    RowId m_row;
    ThumbnailProvider m_pictures;
    QLabel* m_picture;
    QLabel* m_words;
};

} // namespace atlas
