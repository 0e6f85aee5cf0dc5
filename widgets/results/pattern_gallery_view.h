// The patterns that mine, gpca and explain found, drawn side by side.
//
// A click on a pattern selects the structures that contain it (of several chosen patterns: any of them) and
// marks it in the structure that the inspector shows. The tile stays chosen when the selection changes
// elsewhere, so that a person can walk through the structures with the pattern marked.
#pragma once

#include "core/mining/pattern_gallery.h"
#include "widgets/models/pattern_model.h"
#include "widgets/results/pattern_sheet.h"
#include "widgets/results/result_view.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QListView;
class QSlider;
class QStackedWidget;
class QToolButton;

namespace atlas {

class ThumbnailProvider;

class PatternGalleryView : public ResultView {
    Q_OBJECT

public:
    explicit PatternGalleryView(ResultContext context, QWidget* parent = nullptr);
    ~PatternGalleryView() override;

    QString title() const override { return tr("Patterns"); }
    void setOutput(const OutputPtr& output) override;

    PatternModel* model() const { return m_model; }
    QListView* list() const { return m_list; }
    QComboBox* orderBox() const { return m_order; }
    QCheckBox* groupBox() const { return m_grouped; }
    QCheckBox* distinctBox() const { return m_distinct; }
    QSlider* supportSlider() const { return m_support; }
    QLabel* details() const { return m_details; }

    std::vector<std::size_t> chosenPatterns() const;
    /// CSV, gSpan, SMARTS, SMILES, bracketed text, SVG, PDF or PNG, as the name ends.
    Result<void> exportPatterns(const std::vector<std::size_t>& patterns, const QString& path) const;

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildBar();
    void buildList();
    void buildExportMenu();
    void updateLook();
    void updateControls();
    void arrange();
    void updateState();
    void sendSelection();
    void setMarks(const std::vector<std::size_t>& patterns);
    void showDetails(const std::vector<std::size_t>& patterns);
    void showMenu(QPoint place);
    void askAndExport(const std::vector<std::size_t>& patterns);
    void explainStructures();
    std::vector<RowId> structuresOf(const std::vector<std::size_t>& patterns) const;
    std::vector<PatternSheet::Section> sections(const std::vector<std::size_t>& patterns) const;
    void chooseAgain(const std::vector<std::string>& texts);

    ThumbnailProvider* m_pictures;
    PatternModel* m_model;
    QComboBox* m_order;
    QCheckBox* m_grouped;
    QCheckBox* m_distinct;
    QSlider* m_support;
    QLabel* m_supportText;
    QLabel* m_count;
    QToolButton* m_export;
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QListView* m_list;
    QLabel* m_details;
    bool m_updating = false; // controls follow the model, not the person
    bool m_marked = false; // the hub's marks are ours
};

} // namespace atlas
