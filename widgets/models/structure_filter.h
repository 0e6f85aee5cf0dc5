// What the person asks the table to show: a text, some classes, a SMARTS pattern. A row passes where all
// agree. The result goes to the SelectionHub as the filter of the source "table".
#pragma once

#include "core/data/dataset.h"
#include "core/parallel/progress_token.h"

#include <QObject>
#include <QString>

#include <any>
#include <optional>
#include <set>
#include <vector>

namespace atlas {

class SelectionHub;

/// The rows whose name, class, text properties, numbers or record number hold every word of `text`, whatever
/// their case. A number matches a whole number only: "12" finds record 12 and not record 120.
std::vector<bool> matchText(const Dataset& data, const QString& text);

class StructureFilter : public QObject {
    Q_OBJECT

public:
    explicit StructureFilter(SelectionHub& hub, QObject* parent = nullptr);
    ~StructureFilter() override;

    void setDataset(DatasetPtr data); ///< nothing is filtered any more

    void setText(const QString& text);
    /// The classes to show, an invalid id for rows without one; nothing = all.
    void setClasses(std::optional<std::set<ClassId>> classes);
    /// Compiled at once and matched in the background: the filter changes when the last molecule is done.
    /// Empty = no pattern.
    void setSmarts(const QString& smarts);
    void clear();

    bool isActive() const
    {
        return !m_wish.text.isEmpty() || m_wish.classes || m_wish.pattern || !m_wish.smartsError.isEmpty();
    }
    const QString& text() const { return m_wish.text; }
    const QString& smarts() const { return m_wish.smarts; }
    const std::optional<std::set<ClassId>>& classes() const { return m_wish.classes; }
    const std::optional<SmartsPattern>& pattern() const { return m_wish.pattern; }
    const QString& smartsError() const { return m_wish.smartsError; } ///< a sentence, or nothing
    bool isMatching() const { return m_matching; }

Q_SIGNALS:
    /// The pattern was compiled, refused or taken away, or its matching began or ended.
    void smartsChanged();
    /// An undo or redo brought another text, other classes or another pattern.
    void restored();

private:
    struct Wish { ///< with what it found, so that an undo need not look again
        QString text = {};
        std::vector<bool> textMatches = {}; // empty = all
        std::optional<std::set<ClassId>> classes = {};
        QString smarts = {};
        std::optional<SmartsPattern> pattern = {};
        std::vector<bool> smartsMatches = {}; // empty = all
        QString smartsError = {};
    };
    void stopMatching();
    void restore(const std::any& controls);
    void apply();
    void receiveMatches(quint64 generation, const Result<std::vector<bool>>& matches);

    SelectionHub& m_hub;
    DatasetPtr m_data;
    Wish m_wish;
    bool m_matching = false;
    quint64 m_generation = 0;
    ProgressMonitor m_monitor;
};

} // namespace atlas
