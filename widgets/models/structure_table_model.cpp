#include "widgets/models/structure_table_model.h"

#include "widgets/models/thumbnail_provider.h"
#include "widgets/views/class_marker.h"

#include <QCollator>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace atlas {

namespace {

constexpr std::uint32_t missingRank = std::numeric_limits<std::uint32_t>::max();

/// Ranks of values in increasing order, equal values alike, missing ones last.
template <class Value, class Missing>
std::vector<std::uint32_t> ranksOf(const std::vector<Value>& values, Missing missing)
{
    std::vector<std::uint32_t> order;
    order.reserve(values.size());
    for (std::uint32_t i = 0; i < values.size(); ++i)
        if (!missing(values[i]))
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
    std::vector<std::uint32_t> ranks(values.size(), missingRank);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && values[order[i - 1]] < values[order[i]])
            ++rank;
        ranks[order[i]] = rank;
    }
    return ranks;
}

/// By the rules of the person's language, numbers inside by value: "tree 9" before "tree 10".
std::vector<std::uint32_t> textRanks(const std::vector<QString>& texts)
{
    // The C locale has no rules for people: it compares code points.
    QCollator collator(QLocale().language() == QLocale::C ? QLocale(QLocale::English) : QLocale());
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    std::vector<QCollatorSortKey> keys;
    keys.reserve(texts.size());
    for (const QString& text : texts)
        keys.push_back(collator.sortKey(text));
    std::vector<std::uint32_t> order(texts.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys[a].compare(keys[b]) < 0; });
    std::vector<std::uint32_t> ranks(texts.size(), missingRank);
    std::uint32_t rank = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i > 0 && keys[order[i - 1]].compare(keys[order[i]]) < 0)
            ++rank;
        if (!texts[order[i]].isEmpty())
            ranks[order[i]] = rank;
    }
    return ranks;
}

QString numberText(double value) { return std::isnan(value) ? QString() : QString::number(value, 'g', 6); }

} // namespace

StructureTableModel::StructureTableModel(ThumbnailProvider* thumbnails, QObject* parent)
    : QAbstractTableModel(parent), m_thumbnails(thumbnails)
{
    if (m_thumbnails)
        connect(m_thumbnails, &ThumbnailProvider::thumbnailReady, this,
                &StructureTableModel::onThumbnailReady);
}

void StructureTableModel::setDataset(DatasetPtr data)
{
    beginResetModel();
    m_data = std::move(data);
    m_sizes = m_data ? structureSizes(*m_data) : std::vector<StructureSize>();
    m_subtreeCounts.clear();
    m_visible.assign(m_sizes.size(), true);
    m_ranks.clear();
    m_sortColumn = -1;
    rebuildOrder();
    endResetModel();
    if (m_thumbnails)
        m_thumbnails->setDataset(m_data);
}

void StructureTableModel::setVisible(const std::vector<bool>& visible)
{
    Q_ASSERT(visible.size() == m_sizes.size());
    if (visible == m_visible)
        return;
    beginResetModel();
    m_visible = visible;
    rebuildOrder();
    endResetModel();
}

void StructureTableModel::setSubtreeCounts(std::vector<std::uint32_t> counts)
{
    Q_ASSERT(counts.empty() || counts.size() == m_sizes.size());
    beginResetModel();
    m_subtreeCounts = std::move(counts);
    m_ranks.erase(SubtreeColumn);
    rebuildOrder();
    endResetModel();
}

void StructureTableModel::sort(int column, Qt::SortOrder order)
{
    if (column >= columnCount())
        column = -1;
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    rebuildOrder();
    endResetModel();
}

void StructureTableModel::rebuildOrder()
{
    m_order.clear();
    for (std::size_t row = 0; row < m_visible.size(); ++row)
        if (m_visible[row])
            m_order.emplace_back(row);
    if (m_sortColumn >= 0) {
        const std::vector<std::uint32_t>& rank = ranks(m_sortColumn);
        const bool descending = m_sortOrder == Qt::DescendingOrder;
        std::stable_sort(m_order.begin(), m_order.end(), [&](RowId a, RowId b) {
            const std::uint32_t ra = rank[a.index()];
            const std::uint32_t rb = rank[b.index()];
            if (ra == missingRank || rb == missingRank)
                return ra != missingRank && rb == missingRank;
            return descending ? rb < ra : ra < rb;
        });
    }
    m_tableRows.assign(m_visible.size(), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i)
        m_tableRows[m_order[i].index()] = static_cast<int>(i);
}

const std::vector<std::uint32_t>& StructureTableModel::ranks(int column) const
{
    const auto known = m_ranks.find(column);
    return known != m_ranks.end() ? known->second
                                  : m_ranks.emplace(column, computeRanks(column)).first->second;
}

std::vector<std::uint32_t> StructureTableModel::computeRanks(int column) const
{
    if (column == SizeColumn || column == ExtentColumn) {
        std::vector<std::uint32_t> values;
        values.reserve(m_sizes.size());
        for (const StructureSize& size : m_sizes)
            values.push_back(column == SizeColumn ? size.parts : size.extent);
        return ranksOf(values, [](std::uint32_t) { return false; });
    }
    if (column == SubtreeColumn) {
        std::vector<std::uint32_t> counts = m_subtreeCounts;
        counts.resize(m_sizes.size(), 0);
        return ranksOf(counts, [](std::uint32_t count) { return count == 0; });
    }
    if (isNumeric(column))
        return ranksOf(std::get<std::vector<double>>(property(column).values),
                       [](double value) { return std::isnan(value); });
    std::vector<QString> texts;
    texts.reserve(m_sizes.size());
    for (std::size_t row = 0; row < m_sizes.size(); ++row)
        texts.push_back(cellText(RowId(row), column));
    return textRanks(texts);
}

int StructureTableModel::tableRowOf(RowId row) const
{
    return row.index() < m_tableRows.size() ? m_tableRows[row.index()] : -1;
}

const Property& StructureTableModel::property(int column) const
{
    return m_data->properties()[static_cast<std::size_t>(column - FirstPropertyColumn)];
}

bool StructureTableModel::isNumeric(int column) const
{
    if (column < FirstPropertyColumn)
        return column == SizeColumn || column == ExtentColumn || column == SubtreeColumn;
    return std::holds_alternative<std::vector<double>>(property(column).values);
}

int StructureTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int StructureTableModel::columnCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_data)
        return 0;
    return FirstPropertyColumn + static_cast<int>(m_data->properties().size());
}

QString StructureTableModel::cellText(RowId row, int column) const
{
    switch (column) {
    case NameColumn:
        return QString::fromStdString(m_data->name(row));
    case ClassColumn: {
        const ClassId id = m_data->record(row).classId;
        return id.valid() ? QString::fromStdString(m_data->classes().text(LabelId(id.index()))) : QString();
    }
    case SizeColumn:
        return QString::number(m_sizes[row.index()].parts);
    case ExtentColumn:
        return QString::number(m_sizes[row.index()].extent);
    case SubtreeColumn:
        return m_subtreeCounts.empty() || m_subtreeCounts[row.index()] == 0
            ? QString()
            : QString::number(m_subtreeCounts[row.index()]);
    default:
        break;
    }
    const Property& values = property(column);
    if (const auto* numbers = std::get_if<std::vector<double>>(&values.values))
        return numberText((*numbers)[row.index()]);
    return QString::fromStdString(std::get<std::vector<std::string>>(values.values)[row.index()]);
}

QVariant StructureTableModel::toolTip(RowId row, int column) const
{
    if (column >= FirstPropertyColumn && isNumeric(column)) {
        const double value = std::get<std::vector<double>>(property(column).values)[row.index()];
        return std::isnan(value) ? tr("no value") : QString::fromStdString(shortestText(value));
    }
    return cellText(row, column);
}

QVariant StructureTableModel::decoration(RowId row, int column) const
{
    if (column == ClassColumn && m_data->record(row).classId.valid())
        return classMarker(m_data->record(row).classId);
    if (column != NameColumn || !m_thumbnails)
        return {};
    QPixmap picture = m_thumbnails->thumbnail(row);
    if (picture.isNull()) { // keeps the names aligned while pictures are on their way
        picture = QPixmap(m_thumbnails->size());
        picture.fill(Qt::transparent);
    }
    return picture;
}

QVariant StructureTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RowId row = rowAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::ToolTipRole:
        return toolTip(row, index.column());
    case Qt::DecorationRole:
        return decoration(row, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant StructureTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == SubtreeColumn)
        return tr("How often the structure has the chosen subtree");
    if (role != Qt::DisplayRole)
        return {};
    const StructureKind kind = m_data->kind();
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ClassColumn:
        return tr("Class");
    case SizeColumn:
        return kind == StructureKind::Tree ? tr("Nodes")
            : kind == StructureKind::Graph ? tr("Vertices")
                                           : tr("Atoms");
    case ExtentColumn:
        return kind == StructureKind::Tree ? tr("Depth")
            : kind == StructureKind::Graph ? tr("Edges")
                                           : tr("Bonds");
    case SubtreeColumn:
        return tr("Subtree");
    default:
        return QString::fromStdString(property(section).name);
    }
}

void StructureTableModel::onThumbnailReady(RowId row)
{
    const int tableRow = tableRowOf(row);
    if (tableRow < 0)
        return;
    const QModelIndex cell = index(tableRow, NameColumn);
    Q_EMIT dataChanged(cell, cell, {Qt::DecorationRole});
}

} // namespace atlas
