// A perceptron as it learns and what it has learned: the curves, the confusion matrix, the strongest
// subtrees. Cells select their trees, a subtree selects the trees that have it and is marked in them, and
// trees are painted with what their nodes add to the decision.
#pragma once

#include "core/learning/perceptron_details.h"
#include "widgets/results/result_view.h"

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSplitter;
class QTabBar;
class QTableView;

namespace atlas {

class ConfusionModel;
class FigureView;
class FragmentModel;

class PerceptronView : public ResultView {
    Q_OBJECT

public:
    explicit PerceptronView(ResultContext context, QWidget* parent = nullptr);
    ~PerceptronView() override; ///< its marks go with it

    QString title() const override { return tr("Learning"); }
    void setOutput(const OutputPtr& output) override;

    QTabBar* curveTabs() const { return m_curveTabs; }
    FigureView* curve() const { return m_curve; }
    QTableView* confusionTable() const { return m_confusionTable; }
    QTableView* fragmentTable() const { return m_fragmentTable; }
    QLineEdit* fragmentFilter() const { return m_filter; }
    QComboBox* paintChoice() const { return m_paint; }
    QPushButton* misclassifiedButton() const { return m_misclassified; }
    QPushButton* mistakesButton() const { return m_mistakes; }

private:
    QWidget* buildCurves();
    QWidget* buildConfusion();
    QWidget* buildFragments();
    void connectHub();
    bool isLinked() const; ///< rows of the result are rows of the hub
    void showCurve();
    void showResult();
    void fitFragmentColumns();
    void fillPaintChoice();
    void paintTrees();
    void selectCells();
    void chooseFragment(const QModelIndex& index, bool selectTrees);
    void followSubtree(DagNodeId subtree);

    OutputPtr m_output;
    PerceptronDetailsPtr m_details; // null before the first output
    bool m_ownMarks = false; // the hub's marks are ours
    bool m_settingMarks = false;

    QSplitter* m_splitter = nullptr;
    QTabBar* m_curveTabs = nullptr;
    FigureView* m_curve = nullptr;
    QWidget* m_confusionPanel = nullptr;
    QTableView* m_confusionTable = nullptr;
    ConfusionModel* m_confusion = nullptr;
    QPushButton* m_misclassified = nullptr;
    QPushButton* m_mistakes = nullptr;
    QWidget* m_fragmentPanel = nullptr;
    QTableView* m_fragmentTable = nullptr;
    FragmentModel* m_fragments = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QLineEdit* m_filter = nullptr;
    QComboBox* m_paint = nullptr;
};

} // namespace atlas
