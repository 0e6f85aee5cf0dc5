// Small pictures of structures, drawn off the GUI thread when somebody asks for them.
//
// The latest request is served first, and a request that many later ones have pushed back is dropped: while a
// person scrolls through 41,000 rows, only the rows in sight are drawn. Pictures are kept up to a number of
// bytes, the least recently used go first.
#pragma once

#include "core/data/dataset.h"
#include "widgets/views/theme.h"

#include <QCache>
#include <QFont>
#include <QObject>
#include <QPixmap>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace atlas {

class ThumbnailProvider : public QObject {
    Q_OBJECT

public:
    explicit ThumbnailProvider(QObject* parent = nullptr);
    ~ThumbnailProvider() override;

    void setDataset(DatasetPtr data);
    /// Pictures of something that is made into a structure when it is drawn. Called on a worker thread, with
    /// numbers below `count`.
    using Source = std::function<std::pair<DatasetPtr, RowId>(RowId)>;
    void setSource(std::size_t count, Source source);
    /// In device-independent pixels. Pictures of another size or theme are forgotten.
    void setLook(QSize size, qreal devicePixelRatio, const Theme& theme, const QFont& font);
    QSize size() const { return m_size; }

    /// The picture, or a null pixmap where it is yet to be drawn: thumbnailReady follows.
    QPixmap thumbnail(RowId row);

    void setCacheBytes(int bytes) { m_cache.setMaxCost(bytes); }

Q_SIGNALS:
    void thumbnailReady(atlas::RowId row);

private:
    struct Queue;
    void request(RowId row);
    void forgetAll();
    void receive(RowId row, quint64 generation, const QImage& image);
    static void serve(const std::shared_ptr<Queue>& queue);

    std::size_t m_count = 0;
    Source m_source;
    QSize m_size{72, 48};
    qreal m_devicePixelRatio = 1;
    Theme m_theme;
    QFont m_font;
    quint64 m_generation = 0; // results of earlier generations are dropped
    QCache<quint32, QPixmap> m_cache;
    std::shared_ptr<Queue> m_queue;
    QThreadPool m_pool;
};

} // namespace atlas
