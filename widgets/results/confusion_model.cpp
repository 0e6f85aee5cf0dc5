#include "widgets/results/confusion_model.h"

#include "core/support/text.h"
#include "widgets/views/mark_colors.h"

#include <QLocale>

#include <cmath>

namespace atlas {

void ConfusionModel::setConfusion(Confusion confusion)
{
    beginResetModel();
    m_confusion = std::move(confusion);
    endResetModel();
}

int ConfusionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_confusion.names.size());
}

int ConfusionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_confusion.predictable);
}

QString ConfusionModel::name(int section) const
{
    return QString::fromStdString(m_confusion.names[static_cast<std::size_t>(section)]);
}

QColor ConfusionModel::color(std::size_t truth, std::size_t predicted) const
{
    std::size_t ofClass = 0;
    for (std::size_t c = 0; c < m_confusion.predictable; ++c)
        ofClass += m_confusion.at(truth, c);
    const std::size_t count = m_confusion.at(truth, predicted);
    if (count == 0)
        return {};
    const Theme& theme = Theme::current();
    QColor tint = truth == predicted ? theme.accent : theme.warning;
    // The square root keeps few wrong ones among many right ones in sight.
    tint.setAlphaF(static_cast<float>(
        0.08 + 0.42 * std::sqrt(static_cast<double>(count) / static_cast<double>(ofClass))));
    return tint;
}

QVariant ConfusionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto truth = static_cast<std::size_t>(index.row());
    const auto predicted = static_cast<std::size_t>(index.column());
    const std::size_t count = m_confusion.at(truth, predicted);
    switch (role) {
    case Qt::DisplayRole:
        return count == 0 ? QStringLiteral("\u00b7")
                          : QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::BackgroundRole: {
        const QColor tint = color(truth, predicted);
        return tint.isValid() ? QVariant(tint) : QVariant();
    }
    case Qt::ForegroundRole:
        return count == 0 ? QVariant(Theme::current().secondaryText) : QVariant();
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return tr("%1 of class %2 predicted as %3")
            .arg(QString::fromStdString(countText(count, "tree", "trees")), name(index.row()),
                 name(index.column()));
    default:
        return {};
    }
}

QVariant ConfusionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (section < 0 || section >= (orientation == Qt::Horizontal ? columnCount() : rowCount()))
        return {};
    if (role == Qt::DisplayRole)
        return name(section);
    if (role == Qt::ToolTipRole)
        return orientation == Qt::Horizontal ? tr("Predicted as %1").arg(name(section))
                                             : tr("Class %1").arg(name(section));
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

} // namespace atlas
