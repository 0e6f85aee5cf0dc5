#include "widgets/results/fragment_model.h"

#include "widgets/views/figure_item.h"
#include "widgets/views/mark_colors.h"

#include <QLocale>

#include <cmath>

namespace atlas {

namespace {

QString count(std::uint64_t number)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(number));
}

QString signedText(double weight)
{
    const QString magnitude = numberText(std::abs(weight));
    return (weight < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + magnitude;
}

} // namespace

void FragmentModel::setDetails(PerceptronDetailsPtr details)
{
    beginResetModel();
    m_details = std::move(details);
    endResetModel();
}

int FragmentModel::rowOf(DagNodeId subtree) const
{
    if (!m_details || !subtree.valid())
        return -1;
    for (std::size_t i = 0; i < m_details->fragments.size(); ++i)
        if (m_details->fragments[i].subtree == subtree)
            return static_cast<int>(i);
    return -1;
}

int FragmentModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_details ? 0 : static_cast<int>(m_details->fragments.size());
}

int FragmentModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString FragmentModel::speaksFor(const PerceptronFragment& fragment) const
{
    const PerceptronModel& model = m_details->result->model;
    const QString own = QString::fromStdString(model.classes[fragment.column]);
    if (fragment.weight > 0)
        return own;
    return model.classes.size() == 1 ? QString::fromStdString(model.rest) : tr("not %1").arg(own);
}

QVariant FragmentModel::shown(const PerceptronFragment& fragment, int column) const
{
    switch (column) {
    case WeightColumn:
        return signedText(fragment.weight);
    case ClassColumn:
        return speaksFor(fragment);
    case TextColumn:
        return QString::fromStdString(fragment.text);
    case NodesColumn:
        return count(fragment.nodes);
    case ModelColumn:
        return count(fragment.occurrences);
    case DataColumn:
        return count(fragment.inData);
    default:
        return {};
    }
}

QVariant FragmentModel::sorted(const PerceptronFragment& fragment, int column) const
{
    switch (column) {
    case WeightColumn:
        return std::abs(fragment.weight);
    case NodesColumn:
        return static_cast<qulonglong>(fragment.nodes);
    case ModelColumn:
        return static_cast<qulonglong>(fragment.occurrences);
    case DataColumn:
        return fragment.inData;
    default:
        return shown(fragment, column);
    }
}

QVariant FragmentModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const PerceptronFragment& one = fragment(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return shown(one, index.column());
    case SortRole:
        return sorted(one, index.column());
    case Qt::ToolTipRole:
        return QString::fromStdString(one.text).toHtmlEscaped();
    case Qt::TextAlignmentRole:
        return index.column() == ClassColumn || index.column() == TextColumn
            ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
            : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::DecorationRole: // the colour that it has in trees
        return index.column() == WeightColumn
            ? QVariant(weightColor(one.weight > 0 ? 1 : -1, Theme::current()))
            : QVariant();
    default:
        return {};
    }
}

QVariant FragmentModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == ClassColumn || section == TextColumn ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                                               : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        switch (section) {
        case WeightColumn:
            return tr("Occurrences in trees of the model that speak for the class, less those against it");
        case ModelColumn:
            return tr("Occurrences in the trees of the model");
        case DataColumn:
            return tr("Occurrences in all trees of the data");
        default:
            return {};
        }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case WeightColumn:
        return tr("Weight");
    case ClassColumn:
        return tr("Speaks for");
    case TextColumn:
        return tr("Subtree");
    case NodesColumn:
        return tr("Nodes");
    case ModelColumn:
        return tr("In model");
    case DataColumn:
        return tr("In data");
    default:
        return {};
    }
}

} // namespace atlas
