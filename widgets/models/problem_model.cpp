#include "widgets/models/problem_model.h"

#include "core/methods/table.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

QString numberText(std::uint64_t number) { return number == 0 ? QString() : QString::number(number); }

/// Where the column of a problem stands in its excerpt, which starts with "..." once the text before it is
/// long: dataset_builder's excerptAround keeps forty characters in front of the place.
qsizetype caretPlace(const Problem& problem, const QString& excerpt)
{
    constexpr std::uint64_t kept = 40;
    if (problem.location.column == 0 || excerpt.isEmpty())
        return -1;
    const bool cut = problem.location.column > kept + 1;
    const auto place = static_cast<qsizetype>(cut ? kept + 3 : problem.location.column - 1);
    return std::min(place, excerpt.size());
}

} // namespace

QString problemText(const Problem& problem)
{
    QString text = QString::fromStdString(toString(problem.location));
    if (!text.isEmpty())
        text += QLatin1Char('\n');
    text += QString::fromStdString(problem.reason);
    const QString excerpt = QString::fromStdString(problem.excerpt);
    if (excerpt.isEmpty())
        return text;
    text += QStringLiteral("\n\n") + excerpt;
    const qsizetype caret = caretPlace(problem, excerpt);
    if (caret >= 0)
        text += QLatin1Char('\n') + QString(caret, QLatin1Char(' ')) + QLatin1Char('^');
    return text;
}

void ProblemModel::setDataset(DatasetPtr data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

std::string ProblemModel::toCsv() const
{
    Table table("problems", {"file", "line", "column", "reason", "excerpt"});
    for (int row = 0; row < rowCount(); ++row) {
        const Problem& p = problem(row);
        table.addRow(p.location.file, p.location.line, p.location.column, p.reason, p.excerpt);
    }
    return table.toCsv();
}

int ProblemModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_data ? 0 : static_cast<int>(m_data->problems().size());
}

int ProblemModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ProblemModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Problem& p = problem(index.row());
    const bool number = index.column() == LineColumn || index.column() == ColumnColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return index.column() == FileColumn ? QString::fromStdString(p.location.file) : problemText(p);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case FileColumn:
        return QFileInfo(QString::fromStdString(p.location.file)).fileName();
    case LineColumn:
        return numberText(p.location.line);
    case ColumnColumn:
        return numberText(p.location.column);
    case ReasonColumn:
        return QString::fromStdString(p.reason);
    default:
        return QString::fromStdString(p.excerpt);
    }
}

QVariant ProblemModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole) {
        const bool number = section == LineColumn || section == ColumnColumn;
        return QVariant::fromValue((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FileColumn:
        return tr("File");
    case LineColumn:
        return tr("Line");
    case ColumnColumn:
        return tr("Column");
    case ReasonColumn:
        return tr("What is wrong");
    default:
        return tr("Excerpt");
    }
}

} // namespace atlas
