#include "widgets/models/subtree_occurrence_model.h"

#include "core/support/text.h"
#include "widgets/views/class_marker.h"

#include <QFont>
#include <QPixmap>
#include <QStringList>

#include <utility>

namespace atlas {

namespace {

/// The ends of a long way are enough to tell it from others.
QString shortened(QStringList steps, const QString& separator)
{
    constexpr qsizetype longest = 16;
    const qsizetype count = steps.size();
    if (count > longest) {
        steps = steps.mid(0, longest / 2) + QStringList(QStringLiteral("\u2026"))
            + steps.mid(count - longest / 2);
    }
    return steps.join(separator);
}

} // namespace

void SubtreeOccurrenceModel::setOccurrences(DatasetPtr data, SubtreeOccurrences occurrences, NodeId here)
{
    beginResetModel();
    m_data = std::move(data);
    m_occurrences = std::move(occurrences);
    m_here = here;
    endResetModel();
}

QString SubtreeOccurrenceModel::summary() const
{
    if (m_occurrences.nodes.size() == 1)
        return tr("Occurs here only");
    return tr("Occurs %1 in %2")
        .arg(QString::fromStdString(countText(m_occurrences.nodes.size(), "time", "times")),
             QString::fromStdString(countText(m_occurrences.trees.size(), "tree", "trees")));
}

QString SubtreeOccurrenceModel::classSummary() const
{
    QStringList parts;
    for (const auto& [id, count] : m_occurrences.perClass)
        parts << tr("%1 %2").arg(id.valid() ? className(id) : tr("no class")).arg(count);
    return m_data && m_data->classes().size() > 0 ? parts.join(QStringLiteral(", ")) : QString();
}

QString SubtreeOccurrenceModel::className(ClassId id) const
{
    return id.valid() ? QString::fromStdString(m_data->classes().text(LabelId(id.index()))) : QString();
}

QString SubtreeOccurrenceModel::pathText(int index) const
{
    QStringList steps;
    for (const Position position : positionPath(m_data->tree(rowAt(index)), nodeAt(index)))
        steps << QString::number(position.value());
    return steps.isEmpty() ? tr("root") : shortened(steps, QStringLiteral("."));
}

QString SubtreeOccurrenceModel::pathLabels(int index) const
{
    QStringList steps;
    for (const NodeId node : nodePath(m_data->tree(rowAt(index)), nodeAt(index)))
        steps << QString::fromStdString(m_data->nodeLabels().text(m_data->forest().label(node)));
    return shortened(steps, QStringLiteral(" \u203a "));
}

int SubtreeOccurrenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_occurrences.nodes.size());
}

int SubtreeOccurrenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SubtreeOccurrenceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const RowId row = rowAt(index.row());
    const ClassId id = m_data->record(row).classId;
    if (role == Qt::ToolTipRole)
        return pathLabels(index.row());
    if (role == Qt::FontRole && nodeAt(index.row()) == m_here) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role == Qt::DecorationRole && index.column() == ClassColumn && id.valid())
        return classMarker(id);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case TreeColumn:
        return QString::fromStdString(m_data->name(row));
    case ClassColumn:
        return className(id);
    default:
        return pathText(index.row());
    }
}

QVariant SubtreeOccurrenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TreeColumn:
        return tr("Tree");
    case ClassColumn:
        return tr("Class");
    case PathColumn:
        return tr("Place (positions from the root)");
    default:
        return {};
    }
}

} // namespace atlas
