// The patterns of a gallery as a list: sorted, at least so frequent, and grouped by component where asked.
//
// In groups, each component has a heading row and then its patterns with the largest loadings (graph-PCA
// paper, figures 7 to 9); a pattern may stand in several groups. Headings cannot be selected.
#pragma once

#include "core/mining/pattern_gallery.h"

#include <QAbstractListModel>

#include <optional>
#include <vector>

namespace atlas {

class ThumbnailProvider;

/// What patterns can be sorted by: a column of the gallery.
struct PatternOrder {
    enum class By { Value, Support, Size };
    By by = By::Support;
    std::size_t value = 0; ///< index into valueNames, where by == Value

    friend bool operator==(const PatternOrder&, const PatternOrder&) = default;
};

struct PatternArrangement {
    PatternOrder order = {};
    bool grouped = false; ///< by component
    bool distinct = false; ///< of patterns in exactly the same structures the largest alone
    std::size_t minimumSupport = 1;

    friend bool operator==(const PatternArrangement&, const PatternArrangement&) = default;
};

class PatternModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        PatternRole = Qt::UserRole, ///< index in the gallery; invalid for a heading
        HeadingRole, ///< the text of a heading; invalid for a pattern
        FirstLineRole, ///< under the picture: what it is sorted for
        SecondLineRole ///< under the picture: how often it occurs
    };
    static constexpr std::size_t perGroup = 24;

    /// `pictures` draws the patterns and must outlive the model; null = none.
    explicit PatternModel(ThumbnailProvider* pictures, QObject* parent = nullptr);

    void setGallery(PatternGalleryPtr gallery); ///< null = none; the arrangement stays where it fits
    const PatternGalleryPtr& gallery() const { return m_gallery; }
    void arrange(const PatternArrangement& arrangement);
    const PatternArrangement& arrangement() const { return m_arrangement; }

    std::optional<std::size_t> patternAt(int row) const; ///< nothing for a heading
    std::vector<std::size_t> shownPatterns() const; ///< in their order, each once
    std::size_t largestSupport() const;
    std::size_t smallestSupport() const;
    /// The first row of a pattern, -1 where it is not shown.
    int rowOf(std::size_t pattern) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row {
        std::size_t pattern = 0;
        std::size_t component = 0; // of the group it stands in
        bool heading = false;
    };

    std::vector<Row> makeRows() const;
    std::vector<std::size_t> sorted() const;
    void findAlike();
    void addGroups(std::vector<Row>& rows) const;
    double sortValue(std::size_t pattern) const;
    QString firstLine(const Row& row) const;
    QString secondLine(const Row& row) const;
    QString contrastLine(std::size_t pattern) const;
    QString heading(std::size_t component) const;
    QString alikeText(std::size_t pattern) const;
    QString toolTip(const Row& row) const;

    ThumbnailProvider* m_pictures;
    PatternGalleryPtr m_gallery;
    PatternArrangement m_arrangement;
    std::vector<std::size_t> m_alike; // by pattern: how many are in the same structures, 0 = a larger one is
    std::vector<Row> m_rows;
};

/// The columns that a gallery can be sorted by, with what people call them; the first is the natural one.
std::vector<std::pair<PatternOrder, QString>> patternOrders(const PatternGallery& gallery);

/// "0.83", "−0.12", "2e-09": three digits, with a real minus.
QString signedText(double value, bool plus);

} // namespace atlas
