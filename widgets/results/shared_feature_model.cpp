#include "widgets/results/shared_feature_model.h"

#include "widgets/views/figure_item.h"

namespace atlas {

void SharedFeatureModel::setExplanation(KernelExplanation explanation)
{
    beginResetModel();
    m_explanation = std::move(explanation);
    endResetModel();
}

int SharedFeatureModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_explanation.shared.size());
}

int SharedFeatureModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SharedFeatureModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const SharedFeature& feature = m_explanation.shared[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return index.column() == Feature ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                         : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return QString::fromStdString(feature.text);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Feature:
        return QString::fromStdString(feature.text);
    case Share:
        return m_explanation.value > 0
            ? tr("%1 %").arg(100 * feature.contribution / m_explanation.value, 0, 'f', 1)
            : QString();
    case CountA:
        return numberText(feature.countA);
    case CountB:
        return numberText(feature.countB);
    default:
        return {};
    }
}

QVariant SharedFeatureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Feature ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                                  : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Feature:
        return tr("What both have");
    case Share:
        return tr("Share");
    case CountA:
        return tr("Left");
    case CountB:
        return tr("Right");
    default:
        return {};
    }
}

} // namespace atlas
