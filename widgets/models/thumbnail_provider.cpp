#include "widgets/models/thumbnail_provider.h"

#include "widgets/views/structure_painter.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace atlas {

namespace {

constexpr std::size_t longestQueue = 64; // requests that are still worth serving
constexpr int threads = 2;
constexpr int defaultCacheBytes = 64 << 20;

} // namespace

/// Shared with the workers, which may outlive a request but not the provider.
struct ThumbnailProvider::Queue {
    std::mutex mutex;
    std::vector<RowId> rows; // the latest last
    int workers = 0;
    quint64 generation = 0;
    Source source;
    std::shared_ptr<const StructurePainter> painter;
    QSize size;
    qreal devicePixelRatio = 1;
    ThumbnailProvider* owner = nullptr;
};

ThumbnailProvider::ThumbnailProvider(QObject* parent)
    : QObject(parent), m_theme(Theme::current()), m_cache(defaultCacheBytes),
      m_queue(std::make_shared<Queue>())
{
    m_queue->owner = this;
    m_pool.setMaxThreadCount(threads);
    m_pool.setThreadPriority(QThread::LowPriority);
    forgetAll();
}

ThumbnailProvider::~ThumbnailProvider()
{
    {
        const std::scoped_lock lock(m_queue->mutex);
        m_queue->rows.clear();
    }
    m_pool.waitForDone();
}

void ThumbnailProvider::setDataset(DatasetPtr data)
{
    const std::size_t count = data ? data->size() : 0;
    setSource(count, [data = std::move(data)](RowId row) { return std::pair(data, row); });
}

void ThumbnailProvider::setSource(std::size_t count, Source source)
{
    m_count = count;
    m_source = std::move(source);
    forgetAll();
}

void ThumbnailProvider::setLook(QSize size, qreal devicePixelRatio, const Theme& theme, const QFont& font)
{
    if (size == m_size && devicePixelRatio == m_devicePixelRatio && theme.kind == m_theme.kind
        && font == m_font)
        return;
    m_size = size;
    m_devicePixelRatio = devicePixelRatio;
    m_theme = theme;
    m_font = font;
    forgetAll();
}

void ThumbnailProvider::forgetAll()
{
    m_cache.clear();
    ++m_generation;
    const std::scoped_lock lock(m_queue->mutex);
    m_queue->rows.clear();
    m_queue->generation = m_generation;
    m_queue->source = m_source;
    m_queue->painter = std::make_shared<const StructurePainter>(m_theme, m_font);
    m_queue->size = m_size;
    m_queue->devicePixelRatio = m_devicePixelRatio;
}

QPixmap ThumbnailProvider::thumbnail(RowId row)
{
    if (row.index() >= m_count)
        return {};
    if (const QPixmap* known = m_cache.object(row.value()))
        return *known;
    request(row);
    return {};
}

void ThumbnailProvider::request(RowId row)
{
    bool start = false;
    {
        const std::scoped_lock lock(m_queue->mutex);
        std::vector<RowId>& rows = m_queue->rows;
        rows.erase(std::remove(rows.begin(), rows.end(), row), rows.end());
        rows.push_back(row);
        if (rows.size() > longestQueue)
            rows.erase(rows.begin());
        start = m_queue->workers < threads;
        if (start)
            ++m_queue->workers;
    }
    if (start)
        m_pool.start([queue = m_queue] { serve(queue); });
}

void ThumbnailProvider::serve(const std::shared_ptr<Queue>& queue)
{
    for (;;) {
        std::unique_lock lock(queue->mutex);
        if (queue->rows.empty()) {
            --queue->workers;
            return;
        }
        const RowId row = queue->rows.back();
        queue->rows.pop_back();
        const quint64 generation = queue->generation;
        const Source source = queue->source;
        const std::shared_ptr<const StructurePainter> painter = queue->painter;
        const QSize size = queue->size;
        const qreal ratio = queue->devicePixelRatio;
        lock.unlock();
        const auto [data, place] = source(row);
        QImage image = data ? painter->image(size, ratio, data, place) : QImage();
        QMetaObject::invokeMethod(
            queue->owner,
            [owner = queue->owner, row, generation, image = std::move(image)] {
                owner->receive(row, generation, image);
            },
            Qt::QueuedConnection);
    }
}

void ThumbnailProvider::receive(RowId row, quint64 generation, const QImage& image)
{
    if (generation != m_generation)
        return;
    const auto bytes = static_cast<int>(std::min<qsizetype>(image.sizeInBytes(), m_cache.maxCost()));
    m_cache.insert(row.value(), new QPixmap(QPixmap::fromImage(image)), bytes);
    Q_EMIT thumbnailReady(row);
}

} // namespace atlas
