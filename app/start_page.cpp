#include "app/start_page.h"

#include "app/recent_files.h"
#include "app/text.h"
#include "core/examples/examples.h"
#include "core/io/format.h"
#include "widgets/views/theme.h"

#include <QCommandLinkButton>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace atlas {

namespace {

QLabel* heading(const QString& title, double scale)
{
    auto* label = new QLabel(title);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    return label;
}

QLabel* paragraph(const QString& words)
{
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QString formatSentence()
{
    QStringList titles;
    for (const FormatInfo& format : formats())
        titles << text(format.title);
    return QObject::tr("Drop a file or folder here. Read: %1; plain or gzip.")
        .arg(titles.join(QStringLiteral(", ")));
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent)
{
    auto* page = new QWidget;
    page->setMaximumWidth(95 * Theme::unit);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(4 * Theme::unit, 4 * Theme::unit, 4 * Theme::unit, 4 * Theme::unit);
    column->setSpacing(Theme::unit);
    column->addWidget(heading(tr("See your structures"), 2.0));
    column->addWidget(paragraph(tr("Molecules, parse trees, XML documents, sequences, graphs: which are "
                                   "alike, what the groups are made of, which parts they share.")));
    column->addSpacing(2 * Theme::unit);

    auto* buttons = new QHBoxLayout;
    auto* open = new QPushButton(tr("Open a file..."));
    open->setDefault(true);
    open->setObjectName(QStringLiteral("startOpenFile"));
    auto* openFolder = new QPushButton(tr("Open a folder..."));
    buttons->addWidget(open);
    auto* tour = new QPushButton(tr("Take the three-step tour"));
    tour->setObjectName(QStringLiteral("startTour"));
    tour->setToolTip(tr("With the medicines as example"));
    buttons->addWidget(openFolder);
    buttons->addWidget(tour);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addWidget(paragraph(formatSentence()));
    column->addSpacing(2 * Theme::unit);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(openFolder, &QPushButton::clicked, this, &StartPage::openFolderRequested);
    connect(tour, &QPushButton::clicked, this, &StartPage::tourRequested);

    column->addWidget(heading(tr("Examples"), 1.2));
    column->addWidget(makeExampleList());
    column->addSpacing(2 * Theme::unit);
    m_recent = new QVBoxLayout;
    m_recent->setSpacing(0);
    column->addLayout(m_recent);
    column->addStretch();

    auto* centred = new QWidget;
    auto* row = new QHBoxLayout(centred);
    row->addStretch(1);
    row->addWidget(page, 100);
    row->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(centred);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll);
    refresh();
}

QWidget* StartPage::makeExampleList()
{
    auto* list = new QWidget;
    auto* grid = new QGridLayout(list);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(Theme::unit);
    int index = 0;
    for (const ExampleInfo& example : examples()) {
        auto* button = new QCommandLinkButton(text(example.title), text(example.summary));
        button->setObjectName(QStringLiteral("example:") + text(example.name));
        button->setIcon(QIcon());
        connect(button, &QCommandLinkButton::clicked, this,
                [this, name = button->objectName()] { Q_EMIT sourceRequested(name); });
        grid->addWidget(button, index / 2, index % 2);
        ++index;
    }
    return list;
}

void StartPage::refresh()
{
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    fillRecent();
}

void StartPage::fillRecent()
{
    QStringList sessions;
    QStringList files;
    for (const QString& file : RecentFiles::list())
        (QFileInfo(file).suffix() == QStringLiteral("atlas") ? sessions : files) << file;
    addRecent(tr("Recent sessions"), sessions);
    addRecent(tr("Recent files"), files);
}

void StartPage::addRecent(const QString& title, const QStringList& files)
{
    if (files.isEmpty())
        return;
    m_recent->addWidget(heading(title, 1.2));
    for (const QString& file : files) {
        auto* button = new QPushButton(QFileInfo(file).fileName());
        button->setFlat(true);
        button->setToolTip(file);
        button->setStyleSheet(QStringLiteral("text-align: left; padding: 4px;"));
        connect(button, &QPushButton::clicked, this, [this, file] { Q_EMIT sourceRequested(file); });
        m_recent->addWidget(button);
    }
}

} // namespace atlas
