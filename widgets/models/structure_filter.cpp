#include "widgets/models/structure_filter.h"

#include "core/data/smarts_filter.h"
#include "widgets/models/background.h"
#include "widgets/selection/selection_hub.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace atlas {

namespace {

constexpr QLatin1String filterSource("table");

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

StructureFilter::StructureFilter(SelectionHub& hub, QObject* parent) : QObject(parent), m_hub(hub)
{
    connect(&hub, &SelectionHub::filterRestored, this,
            [this](const QString& source, const std::any& controls) {
                if (source == filterSource)
                    restore(controls);
            });
}

StructureFilter::~StructureFilter() { m_monitor.cancel(); }

void StructureFilter::setDataset(DatasetPtr data)
{
    stopMatching();
    m_data = std::move(data);
    m_wish = {};
    Q_EMIT smartsChanged();
}

void StructureFilter::stopMatching()
{
    m_monitor.cancel();
    m_monitor = ProgressMonitor();
    ++m_generation;
    m_matching = false;
}

void StructureFilter::setText(const QString& text)
{
    const QString wanted = text.simplified();
    if (wanted == m_wish.text || !m_data)
        return;
    m_wish.text = wanted;
    m_wish.textMatches = m_wish.text.isEmpty() ? std::vector<bool>() : matchText(*m_data, m_wish.text);
    apply();
}

void StructureFilter::setClasses(std::optional<std::set<ClassId>> classes)
{
    m_wish.classes = std::move(classes);
    apply();
}

void StructureFilter::setSmarts(const QString& smarts)
{
    if (!m_data || m_data->kind() != StructureKind::Molecule)
        return;
    if (smarts.trimmed() == m_wish.smarts && m_wish.smartsError.isEmpty())
        return;
    stopMatching();
    m_wish.smarts = smarts.trimmed();
    m_wish.pattern.reset();
    m_wish.smartsError.clear();
    const std::string text = m_wish.smarts.toStdString();
    if (text.empty()) {
        m_wish.smartsMatches.clear();
        apply();
    } else if (Result<SmartsPattern> pattern = SmartsPattern::compile(text); !pattern) {
        m_wish.smartsError = QString::fromStdString(pattern.error().message);
        if (pattern.error().location.column > 0)
            m_wish.smartsError += tr(" (at character %1)").arg(pattern.error().location.column);
    } else {
        m_wish.pattern = *pattern;
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
    m_wish.smartsMatches = *matches;
    apply();
    Q_EMIT smartsChanged();
}

void StructureFilter::clear()
{
    stopMatching();
    m_wish = {};
    apply();
    Q_EMIT smartsChanged();
}

void StructureFilter::restore(const std::any& controls)
{
    stopMatching();
    const auto* wish = std::any_cast<std::shared_ptr<const Wish>>(&controls);
    m_wish = wish ? **wish : Wish();
    Q_EMIT smartsChanged();
    Q_EMIT restored();
}

void StructureFilter::apply()
{
    if (!m_data || m_hub.rowCount() != m_data->size())
        return;
    if (m_wish.textMatches.empty() && !m_wish.classes && m_wish.smartsMatches.empty()) {
        m_hub.setFilter(filterSource, {});
        return;
    }
    std::vector<bool> visible(m_data->size(), true);
    for (std::size_t row = 0; row < visible.size(); ++row)
        visible[row] = (m_wish.textMatches.empty() || m_wish.textMatches[row])
            && (m_wish.smartsMatches.empty() || m_wish.smartsMatches[row])
            && (!m_wish.classes || m_wish.classes->contains(m_data->record(RowId(row)).classId));
    m_hub.setFilter(filterSource, std::move(visible), std::make_shared<const Wish>(m_wish));
}

} // namespace atlas
