#include "widgets/models/structure_filter.h"

#include "core/data/smarts_filter.h"
#include "widgets/models/background.h"
#include "widgets/selection/selection_hub.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

struct Word {
    QString text;
    std::optional<double> number;
};

std::vector<Word> wordsOf(const QString& text)
{
    std::vector<Word> words;
    for (const QString& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const double number = part.toDouble(&isNumber);
        words.push_back({part, isNumber ? std::optional(number) : std::nullopt});
    }
    return words;
}

bool holds(const std::string& text, const QString& word)
{
    return QString::fromStdString(text).contains(word, Qt::CaseInsensitive);
}

bool holdsWord(const Dataset& data, RowId row, const Word& word)
{
    const Record& record = data.record(row);
    if (word.number && *word.number == static_cast<double>(record.number.value()))
        return true;
    if (holds(record.name, word.text)
        || (record.classId.valid() && holds(data.classes().text(LabelId(record.classId.index())), word.text)))
        return true;
    return std::any_of(data.properties().begin(), data.properties().end(), [&](const Property& property) {
        if (const auto* numbers = std::get_if<std::vector<double>>(&property.values))
            return word.number && (*numbers)[row.index()] == *word.number;
        return holds(std::get<std::vector<std::string>>(property.values)[row.index()], word.text);
    });
}

} // namespace

std::vector<bool> matchText(const Dataset& data, const QString& text)
{
    const std::vector<Word> words = wordsOf(text);
    std::vector<bool> matches(data.size());
    for (std::size_t row = 0; row < data.size(); ++row)
        matches[row] = std::all_of(words.begin(), words.end(),
                                   [&](const Word& word) { return holdsWord(data, RowId(row), word); });
    return matches;
}

StructureFilter::StructureFilter(SelectionHub& hub, QObject* parent) : QObject(parent), m_hub(hub) { }

StructureFilter::~StructureFilter() { m_monitor.cancel(); }

void StructureFilter::setDataset(DatasetPtr data)
{
    m_monitor.cancel();
    ++m_generation;
    m_data = std::move(data);
    m_text.clear();
    m_textMatches.clear();
    m_classes.reset();
    m_pattern.reset();
    m_smartsMatches.clear();
    m_smartsError.clear();
    m_matching = false;
    Q_EMIT smartsChanged();
}

void StructureFilter::setText(const QString& text)
{
    const QString wanted = text.simplified();
    if (wanted == m_text || !m_data)
        return;
    m_text = wanted;
    m_textMatches = m_text.isEmpty() ? std::vector<bool>() : matchText(*m_data, m_text);
    apply();
}

void StructureFilter::setClasses(std::optional<std::set<ClassId>> classes)
{
    m_classes = std::move(classes);
    apply();
}

void StructureFilter::setSmarts(const QString& smarts)
{
    if (!m_data || m_data->kind() != StructureKind::Molecule)
        return;
    m_monitor.cancel();
    m_monitor = ProgressMonitor();
    ++m_generation;
    m_pattern.reset();
    m_smartsError.clear();
    m_matching = false;
    const std::string text = smarts.trimmed().toStdString();
    if (text.empty()) {
        m_smartsMatches.clear();
        apply();
    } else if (Result<SmartsPattern> pattern = SmartsPattern::compile(text); !pattern) {
        m_smartsError = QString::fromStdString(pattern.error().message);
        if (pattern.error().location.column > 0)
            m_smartsError += tr(" (at character %1)").arg(pattern.error().location.column);
    } else {
        m_pattern = *pattern;
        m_matching = true;
        runInBackground(
            *QThreadPool::globalInstance(), this,
            [data = m_data, pattern = *pattern, token = m_monitor.token()] {
                return matchSmarts(*data, pattern, token);
            },
            [this, generation = m_generation](const Result<std::vector<bool>>& matches) {
                receiveMatches(generation, matches);
            });
    }
    Q_EMIT smartsChanged();
}

void StructureFilter::receiveMatches(quint64 generation, const Result<std::vector<bool>>& matches)
{
    if (generation != m_generation || !matches)
        return;
    m_matching = false;
    m_smartsMatches = *matches;
    apply();
    Q_EMIT smartsChanged();
}

void StructureFilter::clear()
{
    setText({});
    setSmarts({});
    setClasses({});
}

void StructureFilter::apply()
{
    if (!m_data || m_hub.rowCount() != m_data->size())
        return;
    if (m_textMatches.empty() && !m_classes && m_smartsMatches.empty()) {
        m_hub.setFilter(QStringLiteral("table"), {});
        return;
    }
    std::vector<bool> visible(m_data->size(), true);
    for (std::size_t row = 0; row < visible.size(); ++row)
        visible[row] = (m_textMatches.empty() || m_textMatches[row])
            && (m_smartsMatches.empty() || m_smartsMatches[row])
            && (!m_classes || m_classes->contains(m_data->record(RowId(row)).classId));
    m_hub.setFilter(QStringLiteral("table"), std::move(visible));
}

} // namespace atlas
