#include "widgets/results/pattern_gallery_view.h"

#include "core/mining/explain_method.h"
#include "core/mining/pattern_dataset.h"
#include "core/mining/pattern_smarts.h"
#include "widgets/models/thumbnail_provider.h"
#include "widgets/views/pattern_delegate.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QScrollBar>
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <any>
#include <set>

namespace atlas {

namespace {

constexpr std::size_t mostDrawn = 300; // tiles of an exported sheet

QString countText(std::size_t count)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
}

std::size_t partsOf(const Dataset& data, RowId row)
{
    switch (data.kind()) {
    case StructureKind::Molecule:
        return data.molecule(row).atomCount();
    case StructureKind::Graph:
        return vertexCount(data.graph(row));
    case StructureKind::Tree:
        return data.tree(row).nodeCount();
    }
    return 0;
}

/// As people read it: molecules as SMILES.
QString nameOf(const PatternGallery& gallery, std::size_t pattern)
{
    return QString::fromStdString(gallery.molecules()
                                      ? patternSmiles(gallery.patterns[pattern].code, *gallery.mined)
                                      : gallery.text(pattern));
}

/// For other programs: molecules as SMARTS.
QString queryOf(const PatternGallery& gallery, std::size_t pattern)
{
    return QString::fromStdString(gallery.molecules() ? gallery.smarts(pattern) : gallery.text(pattern));
}

} // namespace

PatternGalleryView::PatternGalleryView(ResultContext context, QWidget* parent)
    : ResultView(std::move(context), parent), m_pictures(new ThumbnailProvider(this)),
      m_model(new PatternModel(m_pictures, this)), m_order(new QComboBox(this)),
      m_grouped(new QCheckBox(tr("Group by component"), this)),
      m_distinct(new QCheckBox(tr("Distinct"), this)), m_support(new QSlider(Qt::Horizontal, this)),
      m_supportText(new QLabel(this)), m_count(new QLabel(this)), m_export(new QToolButton(this)),
      m_stack(new QStackedWidget(this)), m_empty(new QLabel(this)), m_list(new QListView(this)),
      m_details(new QLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::unit);
    buildBar();
    buildList();
    column->addWidget(m_stack, 1);
    m_details->setWordWrap(true);
    m_details->setTextFormat(Qt::RichText);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_details->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_details->setMinimumHeight(2 * fontMetrics().height());
    column->addWidget(m_details);
    updateLook();
    updateState();
    showDetails({});
}

PatternGalleryView::~PatternGalleryView()
{
    if (m_marked && context().hub)
        context().hub->setMarks(std::nullopt);
}

void PatternGalleryView::buildBar()
{
    m_order->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_order->setAccessibleName(tr("Sort patterns by"));
    m_support->setAccessibleName(tr("Least support"));
    m_support->setToolTip(tr("Show only patterns that so many structures contain"));
    m_support->setMinimumWidth(6 * Theme::unit);
    m_order->setMinimumWidth(m_order->fontMetrics().averageCharWidth() * 18);
    m_support->setMaximumWidth(24 * Theme::unit);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_export->setText(tr("Export"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setToolButtonStyle(Qt::ToolButtonTextOnly);
    buildExportMenu();
    auto* order = new QHBoxLayout;
    order->setSpacing(Theme::unit);
    order->addWidget(new QLabel(tr("Sort by"), this));
    order->addWidget(m_order);
    order->addWidget(m_grouped);
    m_distinct->setToolTip(tr("Of patterns in exactly the same structures show the largest alone"));
    order->addWidget(m_distinct);
    order->addStretch(1);
    order->addWidget(m_export);
    auto* choice = new QHBoxLayout; // a line of its own: two runs side by side leave little room
    choice->setSpacing(Theme::unit);
    choice->addWidget(m_supportText);
    choice->addWidget(m_support, 1);
    choice->addStretch(1);
    choice->addWidget(m_count);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addLayout(order);
    column->addLayout(choice);
    connect(m_order, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_updating)
            m_grouped->setChecked(false); // another order is asked for
        arrange();
    });
    connect(m_grouped, &QCheckBox::toggled, this, &PatternGalleryView::arrange);
    connect(m_distinct, &QCheckBox::toggled, this, &PatternGalleryView::arrange);
    connect(m_support, &QSlider::valueChanged, this, &PatternGalleryView::arrange);
}

void PatternGalleryView::buildExportMenu()
{
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("Shown patterns \u2026"), this, [this] { askAndExport(m_model->shownPatterns()); });
    QAction* chosen =
        menu->addAction(tr("Chosen patterns \u2026"), this, [this] { askAndExport(chosenPatterns()); });
    connect(menu, &QMenu::aboutToShow, this,
            [this, chosen] { chosen->setEnabled(!chosenPatterns().empty()); });
    m_export->setMenu(menu);
}

void PatternGalleryView::buildList()
{
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PatternDelegate(m_list));
    m_list->setViewMode(QListView::IconMode);
    m_list->setMovement(QListView::Static);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setWrapping(true);
    m_list->setLayoutMode(QListView::Batched);
    m_list->setBatchSize(500);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setSelectionRectVisible(false);
    m_list->setDragEnabled(false);
    m_list->setMouseTracking(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setAccessibleName(tr("Patterns"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_list);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PatternGalleryView::sendSelection);
    // A click on a tile that is chosen already selects its structures again.
    connect(m_list, &QListView::clicked, this, &PatternGalleryView::sendSelection);
    connect(m_list, &QListView::customContextMenuRequested, this, &PatternGalleryView::showMenu);
}

void PatternGalleryView::setOutput(const OutputPtr& output)
{
    const auto* gallery = output ? std::any_cast<PatternGalleryPtr>(&output->details) : nullptr;
    std::vector<std::string> chosen; // to be chosen again: patterns move while a run refines them
    for (const std::size_t pattern : chosenPatterns())
        chosen.push_back(m_model->gallery()->text(pattern));
    const int scrolled = m_list->verticalScrollBar()->value();
    m_updating = true;
    const PatternGalleryPtr shown = gallery ? *gallery : nullptr;
    m_pictures->setSource(shown ? shown->patterns.size() : 0, [shown](RowId pattern) {
        const std::vector<std::size_t> one{pattern.index()};
        const Result<DatasetPtr> structure = patternDataset(*shown, one);
        return std::pair(structure ? *structure : DatasetPtr(), RowId(0));
    });
    m_model->setGallery(shown);
    updateControls();
    chooseAgain(chosen);
    m_updating = false;
    updateState();
    m_list->verticalScrollBar()->setValue(scrolled);
}

void PatternGalleryView::chooseAgain(const std::vector<std::string>& texts)
{
    if (texts.empty() || !m_model->gallery())
        return;
    const std::set<std::string> wanted(texts.begin(), texts.end());
    QItemSelection selection;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (const auto pattern = m_model->patternAt(row);
            pattern && wanted.contains(m_model->gallery()->text(*pattern)))
            selection.select(m_model->index(row), m_model->index(row));
    m_list->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    showDetails(chosenPatterns());
}

void PatternGalleryView::updateControls()
{
    const PatternGalleryPtr& gallery = m_model->gallery();
    const PatternArrangement& arrangement = m_model->arrangement();
    m_order->clear();
    if (gallery)
        for (const auto& [order, name] : patternOrders(*gallery)) {
            m_order->addItem(name);
            if (order == arrangement.order)
                m_order->setCurrentIndex(m_order->count() - 1);
        }
    const bool components = gallery && gallery->components() > 0;
    m_grouped->setVisible(components);
    m_grouped->setChecked(components && arrangement.grouped);
    m_distinct->setChecked(arrangement.distinct);
    const auto smallest = static_cast<int>(m_model->smallestSupport());
    const auto largest = static_cast<int>(m_model->largestSupport());
    m_support->setRange(smallest, std::max(smallest, largest));
    m_support->setPageStep(std::max(1, (largest - smallest) / 10));
    m_support->setEnabled(largest > smallest);
    m_support->setValue(static_cast<int>(arrangement.minimumSupport));
}

void PatternGalleryView::arrange()
{
    const PatternGalleryPtr& gallery = m_model->gallery();
    if (m_updating || !gallery)
        return;
    const std::vector<std::size_t> chosen = chosenPatterns();
    PatternArrangement arrangement;
    arrangement.order = patternOrders(*gallery)[static_cast<std::size_t>(m_order->currentIndex())].first;
    arrangement.grouped = m_grouped->isChecked() && gallery->components() > 0;
    arrangement.distinct = m_distinct->isChecked();
    arrangement.minimumSupport = static_cast<std::size_t>(m_support->value());
    m_updating = true; // the tiles move; the structures stay selected
    m_model->arrange(arrangement);
    QItemSelection selection;
    for (const std::size_t pattern : chosen)
        if (const int row = m_model->rowOf(pattern); row >= 0)
            selection.select(m_model->index(row), m_model->index(row));
    m_list->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_updating = false;
    updateState();
}

void PatternGalleryView::updateState()
{
    const PatternGalleryPtr& gallery = m_model->gallery();
    const std::size_t shown = m_model->shownPatterns().size();
    const std::size_t all = gallery ? gallery->patterns.size() : 0;
    m_supportText->setText(tr("Support \u2265 %1").arg(m_support->value()));
    m_count->setText(shown == all ? tr("%1 patterns").arg(countText(all))
                                  : tr("%1 of %2 patterns").arg(countText(shown), countText(all)));
    m_count->setVisible(gallery != nullptr);
    m_export->setEnabled(shown > 0);
    m_empty->setText(!gallery       ? tr("Searching for patterns \u2026")
                         : all == 0 ? tr("No pattern was found. Lower the minimum support and run again.")
                                    : tr("No pattern has this support. Move the slider to the left."));
    // Tiles of one size are laid out at once, however many; headings need a look at each.
    m_list->setUniformItemSizes(!m_model->arrangement().grouped);
    m_stack->setCurrentWidget(shown > 0 ? static_cast<QWidget*>(m_list) : m_empty);
}

std::vector<std::size_t> PatternGalleryView::chosenPatterns() const
{
    std::vector<std::size_t> patterns;
    for (const QModelIndex& index : m_list->selectionModel()->selectedIndexes())
        if (const auto pattern = m_model->patternAt(index.row()))
            patterns.push_back(*pattern);
    std::sort(patterns.begin(), patterns.end());
    patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
    return patterns;
}

std::vector<RowId> PatternGalleryView::structuresOf(const std::vector<std::size_t>& patterns) const
{
    std::vector<RowId> rows;
    for (const std::size_t pattern : patterns) {
        const std::vector<RowId>& support = m_model->gallery()->patterns[pattern].support;
        rows.insert(rows.end(), support.begin(), support.end());
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

void PatternGalleryView::sendSelection()
{
    if (m_updating)
        return;
    const std::vector<std::size_t> patterns = chosenPatterns();
    showDetails(patterns);
    if (!context().hub || patterns.empty())
        return;
    setMarks(patterns); // before the selection, so that whoever shows a structure knows what to mark
    context().hub->select(structuresOf(patterns));
}

void PatternGalleryView::setMarks(const std::vector<std::size_t>& patterns)
{
    StructureMarks marks;
    marks.kind = StructureMarks::Kind::Highlight;
    const QString name = nameOf(*m_model->gallery(), patterns.front());
    marks.title =
        patterns.size() == 1 ? name : tr("%1 and %2 more").arg(name, countText(patterns.size() - 1));
    marks.values = [gallery = m_model->gallery(), patterns](RowId row) {
        std::vector<double> values;
        for (const std::size_t pattern : patterns) {
            const std::vector<RowId>& support = gallery->patterns[pattern].support;
            if (!std::binary_search(support.begin(), support.end(), row))
                continue;
            values.resize(partsOf(*gallery->data, row), 0);
            for (const std::size_t part : gallery->partsIn(pattern, row))
                values[part] = 1;
        }
        return values;
    };
    m_marked = true;
    context().hub->setMarks(std::move(marks));
}

void PatternGalleryView::showDetails(const std::vector<std::size_t>& patterns)
{
    if (patterns.empty()) {
        m_details->setText(tr("Click a pattern to select the structures that contain it."));
        m_details->setForegroundRole(QPalette::PlaceholderText);
        return;
    }
    m_details->setForegroundRole(QPalette::WindowText);
    const PatternGallery& gallery = *m_model->gallery();
    if (patterns.size() > 1) {
        m_details->setText(tr("%1 patterns, in %2 structures together")
                               .arg(countText(patterns.size()), countText(structuresOf(patterns).size())));
        return;
    }
    const int row = m_model->rowOf(patterns.front());
    const QString numbers = row >= 0 ? m_model->index(row).data(Qt::DisplayRole).toString() : QString();
    m_details->setText(QStringLiteral("<b>%1</b><br>%2")
                           .arg(nameOf(gallery, patterns.front()).toHtmlEscaped(), numbers.toHtmlEscaped()));
}

void PatternGalleryView::showMenu(QPoint place)
{
    const std::vector<std::size_t> patterns = chosenPatterns();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* add = menu->addAction(tr("Add its structures to the selection"), this, [this] {
        if (context().hub)
            context().hub->select(structuresOf(chosenPatterns()), SelectionChange::Add);
    });
    QAction* remove = menu->addAction(tr("Remove its structures from the selection"), this, [this] {
        if (context().hub)
            context().hub->select(structuresOf(chosenPatterns()), SelectionChange::Remove);
    });
    QAction* explain =
        menu->addAction(tr("Explain these structures"), this, &PatternGalleryView::explainStructures);
    menu->addSeparator();
    QAction* copy = menu->addAction(
        m_model->gallery() && m_model->gallery()->molecules() ? tr("Copy as SMARTS") : tr("Copy as text"),
        this, [this] {
            QStringList lines;
            for (const std::size_t pattern : chosenPatterns())
                lines << queryOf(*m_model->gallery(), pattern);
            QApplication::clipboard()->setText(lines.join('\n'));
        });
    QAction* write = menu->addAction(tr("Export chosen patterns \u2026"), this,
                                     [this] { askAndExport(chosenPatterns()); });
    for (QAction* action : {add, remove, explain, copy, write})
        action->setEnabled(!patterns.empty());
    explain->setEnabled(!patterns.empty() && context().run);
    menu->popup(m_list->viewport()->mapToGlobal(place));
}

void PatternGalleryView::explainStructures()
{
    if (context().run)
        context().run(
            "explain",
            {{"selection", selectionText(*m_model->gallery()->data, structuresOf(chosenPatterns()))}});
}

std::vector<PatternSheet::Section> PatternGalleryView::sections(
    const std::vector<std::size_t>& patterns) const
{
    const std::set<std::size_t> wanted(patterns.begin(), patterns.end());
    std::vector<PatternSheet::Section> sections;
    std::size_t drawn = 0;
    for (int row = 0; row < m_model->rowCount() && drawn < mostDrawn; ++row) {
        const QModelIndex index = m_model->index(row);
        const auto pattern = m_model->patternAt(row);
        if (!pattern || sections.empty())
            sections.push_back({index.data(PatternModel::HeadingRole).toString(), {}});
        if (!pattern || !wanted.contains(*pattern))
            continue;
        sections.back().tiles.push_back({*pattern, index.data(PatternModel::FirstLineRole).toString(),
                                         index.data(PatternModel::SecondLineRole).toString()});
        ++drawn;
    }
    std::erase_if(sections, [](const PatternSheet::Section& section) { return section.tiles.empty(); });
    return sections;
}

Result<void> PatternGalleryView::exportPatterns(const std::vector<std::size_t>& patterns,
                                                const QString& path) const
{
    const QString ending = QFileInfo(path).suffix().toLower();
    if (patterns.empty() || !m_model->gallery())
        return Error{ErrorCode::Empty, "There is no pattern to write."};
    if (ending == QStringLiteral("svg") || ending == QStringLiteral("pdf") || ending == QStringLiteral("png"))
        return writePicture(PatternSheet(m_model->gallery(), sections(patterns), font()), path);
    return writePatterns(*m_model->gallery(), patterns, path.toStdString());
}

void PatternGalleryView::askAndExport(const std::vector<std::size_t>& patterns)
{
    if (patterns.empty())
        return;
    QStringList filters;
    for (const PatternFormat& format : patternFormats(*m_model->gallery()))
        filters << QStringLiteral("%1 (*%2)")
                       .arg(QString::fromUtf8(format.title.data(),
                                              static_cast<qsizetype>(format.title.size())),
                            QString::fromUtf8(format.ending.data(),
                                              static_cast<qsizetype>(format.ending.size())));
    filters << tr("SVG (*.svg)") << tr("PDF (*.pdf)") << tr("PNG (*.png)");
    QString filter;
    QString path = QFileDialog::getSaveFileName(this, tr("Export patterns"), QStringLiteral("patterns.csv"),
                                                filters.join(QStringLiteral(";;")), &filter);
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty()) // the chosen kind says how it should end
        path += filter.mid(filter.indexOf('.')).chopped(1);
    if (const Result<void> written = exportPatterns(patterns, path); !written)
        QMessageBox::warning(this, tr("Export patterns"), QString::fromStdString(written.error().message));
}

void PatternGalleryView::updateLook()
{
    m_pictures->setLook(PatternDelegate::pictureSize, devicePixelRatioF(), Theme::current(), font());
    QPalette colours = m_list->palette();
    colours.setColor(QPalette::Base, Theme::current().window);
    m_list->setPalette(colours);
}

void PatternGalleryView::changeEvent(QEvent* event)
{
    ResultView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        updateLook();
}

void PatternGalleryView::showEvent(QShowEvent* event)
{
    ResultView::showEvent(event);
    updateLook(); // the screen is known now
}

} // namespace atlas
