#include "app/run_area.h"

#include "widgets/results/run_view.h"
#include "widgets/results/scatter3d.h"
#include "widgets/views/figure_view.h"

#include <QApplication>
#include <QCheckBox>
#include <QMenu>
#include <QTabBar>

namespace atlas {

RunArea::RunArea(Session& session, QWidget* parent)
    : QSplitter(parent), m_left(new RunTabs(session)), m_right(new RunTabs(session)), m_used(m_left)
{
    setChildrenCollapsible(false);
    for (RunTabs* side : {m_left, m_right}) {
        addWidget(side);
        side->tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(side->tabBar(), &QWidget::customContextMenuRequested, this,
                [this, side](QPoint place) { showTabMenu(*side, place); });
        connect(side, &RunTabs::tabOpened, this, &RunArea::tabOpened);
        connect(side, &RunTabs::failed, this, &RunArea::failed);
        connect(side, &RunTabs::countChanged, this, &RunArea::sidesChanged);
        connect(side, &RunTabs::viewMoved, this,
                [this, side](const FigureView* moved) { follow(*moved, *side); });
        connect(side, &RunTabs::spaceMoved, this,
                [this, side](const Scatter3d* moved) { followInSpace(*moved, *side); });
    }
    m_left->setAccessibleName(tr("Results"));
    m_right->setAccessibleName(tr("Results to compare with"));
    m_right->hide();
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        for (RunTabs* side : {m_left, m_right})
            if (now && side->isAncestorOf(now))
                m_used = side;
    });
}

/// While the sides go, the focus moves, and nobody is left to hear of it.
RunArea::~RunArea() { disconnect(qApp, nullptr, this, nullptr); }

void RunArea::setFigureActions(const QList<QAction*>& actions)
{
    m_left->setFigureActions(actions);
    m_right->setFigureActions(actions);
}

void RunArea::setTool(SelectionTool tool)
{
    m_left->setTool(tool);
    m_right->setTool(tool);
}

void RunArea::setLinkAction(QAction* link)
{
    m_link = link;
    auto* box = new QCheckBox(link->text());
    box->setToolTip(link->toolTip());
    box->setChecked(link->isChecked());
    m_right->setCornerWidget(box);
    connect(box, &QCheckBox::toggled, link, &QAction::setChecked);
    connect(link, &QAction::toggled, box, &QCheckBox::setChecked);
    connect(link, &QAction::toggled, this, [this](bool linked) {
        if (linked)
            align();
    });
}

void RunArea::showRun(const std::shared_ptr<const SessionRun>& run) { sideOf(run->id).showRun(run); }

void RunArea::bringToFront(const std::shared_ptr<const SessionRun>& run)
{
    sideOf(run->id).bringToFront(run);
}

void RunArea::closeRun(RunId run) { sideOf(run).closeRun(run); }

void RunArea::closeAll()
{
    m_right->closeAll();
    m_left->closeAll();
}

void RunArea::compare()
{
    if (!canCompare() || isComparing())
        return;
    const int chosen = m_left->currentIndex();
    const QWidget* partner = m_left->widget(m_left->mostLike(chosen));
    moveAcross(*m_left, chosen);
    m_left->setCurrentIndex(m_left->indexOf(partner));
    align();
}

void RunArea::endComparison()
{
    while (m_right->count() > 0)
        moveAcross(*m_right, 0);
}

void RunArea::moveAcross(RunTabs& from, int index)
{
    RunTabs& to = otherSide(from);
    from.giveTo(to, index);
    m_used = &to;
}

/// An empty left side would waste half of the window: what is at the right moves there.
void RunArea::sidesChanged()
{
    if (m_left->count() == 0 && m_right->count() > 0) {
        endComparison();
        return;
    }
    const bool comparing = isComparing();
    m_right->setVisible(comparing);
    if (!comparing)
        m_used = m_left;
    if (comparing != m_comparing) {
        m_comparing = comparing;
        if (comparing)
            setSizes({1 << 16, 1 << 16}); // two halves
        Q_EMIT comparisonChanged(comparing);
    }
}

void RunArea::showTabMenu(RunTabs& side, QPoint place)
{
    const int index = side.tabBar()->tabAt(place);
    if (index < 0)
        return;
    auto* menu = new QMenu(&side);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QWidget* page = side.widget(index); // its index may change while the menu is open
    const auto add = [&](const QString& text, auto act) {
        QAction* action = menu->addAction(text);
        connect(action, &QAction::triggered, page, [&side, page, act] { act(side.indexOf(page)); });
        return action;
    };
    QAction* move =
        add(&side == m_left ? tr("Compare: move to the &right side") : tr("Move to the &left side"),
            [this, &side](int at) { moveAcross(side, at); });
    move->setEnabled(&side == m_right || m_left->count() > 1);
    if (isComparing() && m_link)
        menu->addAction(m_link);
    menu->addSeparator();
    add(tr("&Close"), [&side](int at) { Q_EMIT side.tabCloseRequested(at); });
    menu->popup(side.tabBar()->mapToGlobal(place));
}

std::vector<ExportableFigure> RunArea::exportableFigures() const
{
    std::vector<ExportableFigure> figures = m_left->exportableFigures();
    for (ExportableFigure& figure : m_right->exportableFigures())
        figures.push_back(std::move(figure));
    return figures;
}

FigureView* RunArea::currentFigure() const
{
    FigureView* used = m_used ? m_used->currentFigure() : nullptr;
    return used ? used : m_left->currentFigure();
}

bool RunArea::isLinked() const { return !m_following && isComparing() && m_link && m_link->isChecked(); }

void RunArea::follow(const FigureView& moved, const RunTabs& side)
{
    if (!isLinked() || !moved.isVisible())
        return;
    m_following = true; // the followers tell that they moved, too
    const PlaneRectangle seen = moved.pointCloud()->relativeView();
    for (const FigureView* view : otherSide(side).findChildren<FigureView*>())
        if (PointCloudChart* chart = view->isVisible() ? view->pointCloud() : nullptr)
            chart->setRelativeView(seen);
    m_following = false;
}

void RunArea::followInSpace(const Scatter3d& moved, const RunTabs& side)
{
    if (!isLinked() || !moved.isVisible())
        return;
    for (Scatter3d* space : otherSide(side).findChildren<Scatter3d*>())
        if (space->isVisible())
            space->takeView(moved); // which tells nobody
}

/// From the side that the person used to the other one.
void RunArea::align()
{
    const RunTabs& side = m_used ? *m_used : *m_left;
    const FigureView* figure = side.currentFigure();
    if (figure && figure->pointCloud())
        follow(*figure, side);
    for (const Scatter3d* space : side.findChildren<Scatter3d*>())
        if (space->isVisible())
            return followInSpace(*space, side);
}

} // namespace atlas
