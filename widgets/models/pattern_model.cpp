#include "widgets/models/pattern_model.h"

#include "widgets/models/thumbnail_provider.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace atlas {

namespace {

// The columns of PatternPurpose::Contrast.
constexpr std::size_t scoreColumn = 0;
constexpr std::size_t insideColumn = 1;
constexpr std::size_t outsideColumn = 2;
constexpr std::size_t oddsColumn = 3;
constexpr std::size_t correctedColumn = 5;

QString countText(std::size_t count)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

QString shareText(double count, std::size_t size)
{
    const double share = size > 0 ? 100 * count / static_cast<double>(size) : 0;
    return PatternModel::tr("%1 %").arg(QString::number(share, 'f', share > 0 && share < 9.95 ? 1 : 0));
}

QString significanceText(double p)
{
    if (p >= 0.05)
        return PatternModel::tr("not significant");
    return p < 1e-99 ? PatternModel::tr("p < 1e-99") : PatternModel::tr("p = %1").arg(signedText(p, false));
}

} // namespace

QString signedText(double value, bool plus)
{
    QString text = QString::number(std::abs(value), 'g', std::abs(value) < 1e-3 ? 2 : 3);
    if (value < 0)
        text.prepend(QChar(0x2212));
    else if (plus)
        text.prepend('+');
    return text;
}

std::vector<std::pair<PatternOrder, QString>> patternOrders(const PatternGallery& gallery)
{
    using By = PatternOrder::By;
    std::vector<std::pair<PatternOrder, QString>> orders;
    for (std::size_t i = 0; i < gallery.components(); ++i)
        orders.push_back({{By::Value, i + 1}, PatternModel::tr("Loading %1").arg(i + 1)});
    if (gallery.purpose == PatternPurpose::Contrast)
        orders.push_back({{By::Value, scoreColumn}, PatternModel::tr("Difference of shares")});
    orders.push_back({{By::Support, 0}, PatternModel::tr("Support")});
    if (gallery.purpose == PatternPurpose::Contrast) {
        orders.push_back({{By::Value, oddsColumn}, PatternModel::tr("Odds ratio")});
        orders.push_back({{By::Value, correctedColumn}, PatternModel::tr("Significance")});
    }
    if (gallery.purpose == PatternPurpose::Frequent)
        orders.push_back({{By::Value, 0}, PatternModel::tr("Places")});
    orders.push_back({{By::Size, 0}, PatternModel::tr("Size")});
    return orders;
}

PatternModel::PatternModel(ThumbnailProvider* pictures, QObject* parent)
    : QAbstractListModel(parent), m_pictures(pictures)
{
    if (m_pictures)
        connect(m_pictures, &ThumbnailProvider::thumbnailReady, this, [this](RowId picture) {
            for (std::size_t row = 0; row < m_rows.size(); ++row) // a pattern may be in several groups
                if (!m_rows[row].heading && m_rows[row].pattern == picture.index()) {
                    const QModelIndex changed = index(static_cast<int>(row));
                    Q_EMIT dataChanged(changed, changed, {Qt::DecorationRole});
                    if (!m_arrangement.grouped)
                        break;
                }
        });
}

void PatternModel::setGallery(PatternGalleryPtr gallery)
{
    beginResetModel();
    const bool samePurpose = m_gallery && gallery && m_gallery->purpose == gallery->purpose
        && m_arrangement.order.value < gallery->valueNames.size();
    m_gallery = std::move(gallery);
    if (m_gallery && !samePurpose) {
        m_arrangement = {};
        m_arrangement.order = patternOrders(*m_gallery).front().first;
        m_arrangement.grouped = m_gallery->components() > 0;
        m_arrangement.distinct = m_gallery->purpose != PatternPurpose::Frequent;
    }
    findAlike();
    m_rows = makeRows();
    endResetModel();
}

void PatternModel::arrange(const PatternArrangement& arrangement)
{
    if (arrangement == m_arrangement)
        return;
    beginResetModel();
    m_arrangement = arrangement;
    m_rows = makeRows();
    endResetModel();
}

void PatternModel::findAlike()
{
    m_alike.assign(m_gallery ? m_gallery->patterns.size() : 0, 0);
    std::map<std::vector<RowId>, std::vector<std::size_t>> sets;
    for (std::size_t i = 0; i < m_alike.size(); ++i)
        sets[m_gallery->patterns[i].support].push_back(i);
    const auto size = [this](std::size_t i) { return m_gallery->vertices(i) + m_gallery->edges(i); };
    for (const auto& [support, patterns] : sets) {
        const auto largest =
            std::max_element(patterns.begin(), patterns.end(),
                             [&](std::size_t a, std::size_t b) { return size(a) < size(b); });
        m_alike[*largest] = patterns.size();
    }
}

double PatternModel::sortValue(std::size_t pattern) const
{
    const GalleryPattern& entry = m_gallery->patterns[pattern];
    switch (m_arrangement.order.by) {
    case PatternOrder::By::Support:
        return static_cast<double>(entry.support.size());
    case PatternOrder::By::Size:
        return static_cast<double>(m_gallery->vertices(pattern) + m_gallery->edges(pattern));
    case PatternOrder::By::Value:
        break;
    }
    const double value = entry.values[m_arrangement.order.value];
    if (m_gallery->purpose != PatternPurpose::Contrast)
        return std::abs(value);
    if (m_arrangement.order.value == correctedColumn)
        return -value; // the least first
    if (m_arrangement.order.value == oddsColumn)
        return std::abs(std::log(value)); // 1/20 says as much as 20
    return std::abs(value);
}

std::vector<std::size_t> PatternModel::sorted() const
{
    std::vector<std::size_t> patterns;
    std::vector<double> values(m_gallery->patterns.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (m_gallery->patterns[i].support.size() < m_arrangement.minimumSupport
            || (m_arrangement.distinct && m_alike[i] == 0))
            continue;
        patterns.push_back(i);
        values[i] = sortValue(i);
    }
    std::stable_sort(patterns.begin(), patterns.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] > values[b]; });
    return patterns;
}

void PatternModel::addGroups(std::vector<Row>& rows) const
{
    const std::vector<std::size_t> frequent = sorted();
    for (std::size_t component = 0; component < m_gallery->components(); ++component) {
        const auto larger = [&](std::size_t a, std::size_t b) {
            const double first = std::abs(m_gallery->loading(a, component));
            const double second = std::abs(m_gallery->loading(b, component));
            return first != second ? first > second : a < b;
        };
        std::vector<std::size_t> best = frequent;
        const std::size_t count = std::min(perGroup, best.size());
        std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(count), best.end(),
                          larger);
        best.resize(count);
        if (!best.empty())
            rows.push_back({0, component, true});
        for (const std::size_t pattern : best)
            rows.push_back({pattern, component, false});
    }
}

std::vector<PatternModel::Row> PatternModel::makeRows() const
{
    std::vector<Row> rows;
    if (!m_gallery)
        return rows;
    if (m_arrangement.grouped) {
        addGroups(rows);
        return rows;
    }
    const bool byLoading = m_gallery->components() > 0 && m_arrangement.order.by == PatternOrder::By::Value;
    for (const std::size_t pattern : sorted())
        rows.push_back({pattern, byLoading ? m_arrangement.order.value - 1 : 0, false});
    return rows;
}

std::optional<std::size_t> PatternModel::patternAt(int row) const
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_rows.size()
        || m_rows[static_cast<std::size_t>(row)].heading)
        return std::nullopt;
    return m_rows[static_cast<std::size_t>(row)].pattern;
}

std::vector<std::size_t> PatternModel::shownPatterns() const
{
    std::vector<std::size_t> patterns;
    std::vector<bool> seen(m_gallery ? m_gallery->patterns.size() : 0, false);
    for (const Row& row : m_rows) {
        if (row.heading || seen[row.pattern])
            continue;
        seen[row.pattern] = true;
        patterns.push_back(row.pattern);
    }
    return patterns;
}

std::size_t PatternModel::largestSupport() const
{
    std::size_t largest = 0;
    if (m_gallery)
        for (const GalleryPattern& pattern : m_gallery->patterns)
            largest = std::max(largest, pattern.support.size());
    return largest;
}

std::size_t PatternModel::smallestSupport() const
{
    std::size_t smallest = largestSupport();
    if (m_gallery)
        for (const GalleryPattern& pattern : m_gallery->patterns)
            smallest = std::min(smallest, pattern.support.size());
    return smallest;
}

int PatternModel::rowOf(std::size_t pattern) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
                                    [&](const Row& row) { return !row.heading && row.pattern == pattern; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int PatternModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

Qt::ItemFlags PatternModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return m_rows[static_cast<std::size_t>(index.row())].heading
        ? Qt::ItemFlags(Qt::ItemNeverHasChildren)
        : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant PatternModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.heading)
        return role == HeadingRole || role == Qt::DisplayRole ? heading(row.component) : QVariant();
    switch (role) {
    case PatternRole:
        return static_cast<qulonglong>(row.pattern);
    case Qt::DecorationRole:
        return m_pictures ? m_pictures->thumbnail(RowId(row.pattern)) : QVariant();
    case FirstLineRole:
        return firstLine(row);
    case SecondLineRole:
        return secondLine(row);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1, %2").arg(firstLine(row), secondLine(row));
    case Qt::ToolTipRole:
        return toolTip(row);
    default:
        return {};
    }
}

QString PatternModel::heading(std::size_t component) const { return tr("Component %1").arg(component + 1); }

QString PatternModel::contrastLine(std::size_t pattern) const
{
    const std::vector<double>& values = m_gallery->patterns[pattern].values;
    return tr("%1 here, %2 else")
        .arg(shareText(values[insideColumn], m_gallery->insideSize),
             shareText(values[outsideColumn], m_gallery->outsideSize));
}

QString PatternModel::firstLine(const Row& row) const
{
    const GalleryPattern& pattern = m_gallery->patterns[row.pattern];
    switch (m_gallery->purpose) {
    case PatternPurpose::Components:
        return tr("loading %1").arg(signedText(m_gallery->loading(row.pattern, row.component), true));
    case PatternPurpose::Contrast:
        return contrastLine(row.pattern);
    case PatternPurpose::Frequent:
        break;
    }
    return tr("in %1 of %2").arg(countText(pattern.support.size()), countText(m_gallery->data->size()));
}

QString PatternModel::secondLine(const Row& row) const
{
    const GalleryPattern& pattern = m_gallery->patterns[row.pattern];
    switch (m_gallery->purpose) {
    case PatternPurpose::Components:
        return tr("in %1 of %2").arg(countText(pattern.support.size()), countText(m_gallery->data->size()))
            + alikeText(row.pattern);
    case PatternPurpose::Contrast:
        return significanceText(pattern.values[correctedColumn]) + alikeText(row.pattern);
    case PatternPurpose::Frequent:
        break;
    }
    const auto places = static_cast<std::size_t>(pattern.values[0]);
    return places == 1 ? tr("1 place") : tr("%1 places").arg(countText(places));
}

QString PatternModel::alikeText(std::size_t pattern) const
{
    return m_arrangement.distinct && m_alike[pattern] > 1
        ? tr(", %1 alike").arg(countText(m_alike[pattern] - 1))
        : QString();
}

QString PatternModel::toolTip(const Row& row) const
{
    const GalleryPattern& pattern = m_gallery->patterns[row.pattern];
    const std::string smarts = m_gallery->smarts(row.pattern);
    QStringList lines;
    lines << QStringLiteral("<b>%1</b>")
                 .arg(QString::fromStdString(smarts.empty() ? m_gallery->text(row.pattern) : smarts)
                          .toHtmlEscaped());
    lines << tr("in %1 of %2 structures")
                 .arg(countText(pattern.support.size()), countText(m_gallery->data->size()));
    if (m_arrangement.distinct && m_alike[row.pattern] > 1)
        lines << tr("the largest of %1 patterns in the same structures").arg(countText(m_alike[row.pattern]));
    for (std::size_t i = 0; i < std::min<std::size_t>(pattern.values.size(), 8); ++i)
        lines << QStringLiteral("%1 %2").arg(
            QString::fromStdString(m_gallery->valueNames[i]).replace('_', ' ').toHtmlEscaped(),
            signedText(pattern.values[i], false));
    return lines.join(QStringLiteral("<br>"));
}

} // namespace atlas
