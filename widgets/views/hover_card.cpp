#include "widgets/views/hover_card.h"

#include "widgets/models/structure_facts.h"

#include <QGuiApplication>
#include <QLabel>
#include <QScreen>
#include <QVBoxLayout>

namespace atlas {

namespace {

constexpr int offset = 2 * Theme::unit; // from the pointer
constexpr QSize pictureSize(26 * Theme::unit, 19 * Theme::unit);

} // namespace

HoverCard::HoverCard(QWidget* parent)
    : QFrame(parent, Qt::ToolTip | Qt::FramelessWindowHint), m_picture(new QLabel(this)),
      m_words(new QLabel(this))
{
    setObjectName(QStringLiteral("hoverCard"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_picture->setFixedSize(pictureSize);
    m_picture->setAlignment(Qt::AlignCenter);
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::RichText);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::unit, Theme::unit, Theme::unit, Theme::unit);
    column->setSpacing(Theme::unit / 2);
    column->addWidget(m_picture);
    column->addWidget(m_words);
    column->setSizeConstraint(QLayout::SetFixedSize);
    connect(&m_pictures, &ThumbnailProvider::thumbnailReady, this, &HoverCard::showPicture);
}

void HoverCard::setDataset(DatasetPtr data)
{
    m_data = std::move(data);
    m_pictures.setDataset(m_data);
    showFor({}, {});
}

bool HoverCard::hasPicture() const { return !m_picture->pixmap().isNull(); }

void HoverCard::showFor(RowId row, QPoint pointer, const QString& number)
{
    m_row = m_data && row.valid() && row.index() < m_data->size() ? row : RowId();
    if (!m_row.valid()) {
        hide();
        return;
    }
    m_pictures.setLook(pictureSize, devicePixelRatioF(), Theme::current(), font());
    QString words =
        QStringLiteral("<b>%1</b>").arg(QString::fromStdString(m_data->name(row)).left(120).toHtmlEscaped());
    for (const QString& line : {classText(*m_data, row), number})
        if (!line.isEmpty())
            words += QStringLiteral("<br/>") + line.toHtmlEscaped();
    m_words->setText(words);
    m_picture->clear();
    showPicture(row);
    place(pointer);
    show();
}

void HoverCard::showPicture(RowId row)
{
    if (row == m_row && m_row.valid())
        if (const QPixmap picture = m_pictures.thumbnail(row); !picture.isNull())
            m_picture->setPixmap(picture);
}

/// Right below the pointer; on the other side where the screen ends.
void HoverCard::place(QPoint pointer)
{
    adjustSize();
    QPoint corner = pointer + QPoint(offset, offset);
    const QScreen* screen = QGuiApplication::screenAt(pointer);
    if (screen) {
        const QRect room = screen->availableGeometry();
        if (corner.x() + width() > room.right())
            corner.setX(pointer.x() - offset - width());
        if (corner.y() + height() > room.bottom())
            corner.setY(pointer.y() - offset - height());
    }
    move(corner);
}

} // namespace atlas
