// The walk through the window, on a window of a few parts.
#include "app/tour.h"

#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QtTest>

using namespace atlas;

namespace {

struct Setup {
    QMainWindow window;
    QLabel* left = new QLabel(QStringLiteral("left"), &window);
    QLabel* right = new QLabel(QStringLiteral("right"), &window);
    Tour* tour = nullptr;

    Setup()
    {
        window.resize(900, 600);
        left->setGeometry(0, 0, 200, 600);
        right->setGeometry(700, 40, 200, 100);
        tour = new Tour({{QStringLiteral("One"), QStringLiteral("On the left."), [this] { return left; }},
                         {QStringLiteral("Two"), QStringLiteral("On the right."), [this] { return right; }},
                         {QStringLiteral("Three"), QStringLiteral("Nowhere."), [] { return nullptr; }}},
                        &window);
        window.show();
    }
    QRect card() const { return tour->geometry(); }
    QFrame* frame() { return window.findChild<QFrame*>(QStringLiteral("tourFrame")); }
    void press(const QString& text)
    {
        for (QPushButton* button : tour->findChildren<QPushButton*>())
            if (button->text() == text)
                QTest::mouseClick(button, Qt::LeftButton);
    }
};

} // namespace

class TestTour : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void walksAndEnds()
    {
        Setup setup;
        QVERIFY(!setup.tour->isRunning());
        setup.tour->start();
        QVERIFY(setup.tour->isRunning());
        QVERIFY(setup.frame()->geometry().contains(setup.left->geometry().center()));
        setup.press(QStringLiteral("Next"));
        QCOMPARE(setup.tour->step(), std::size_t{1});
        QVERIFY(setup.frame()->geometry().contains(setup.right->geometry()));
        setup.press(QStringLiteral("Next"));
        QVERIFY(!setup.frame()->isVisible());
        setup.press(QStringLiteral("Done"));
        QVERIFY(!setup.tour->isRunning());
        setup.tour->start();
        QCOMPARE(setup.tour->step(), std::size_t{0});
        QTest::keyClick(setup.tour, Qt::Key_Escape);
        QVERIFY(!setup.tour->isRunning());
        QVERIFY(!setup.frame()->isVisible());
    }

    void theCardStaysInTheWindowAndBesideThePart()
    {
        Setup setup;
        setup.tour->start();
        for (const QSize size : {QSize(900, 600), QSize(700, 420), QSize(1400, 900)}) {
            setup.window.resize(size);
            QCoreApplication::processEvents();
            QVERIFY(setup.window.rect().contains(setup.card()));
            QVERIFY(!setup.card().intersects(setup.left->geometry()));
        }
        setup.press(QStringLiteral("Next"));
        QVERIFY(setup.window.rect().contains(setup.card()));
        QVERIFY(!setup.card().intersects(setup.right->geometry()));
    }

    void aHiddenPartIsNotPointedAt()
    {
        Setup setup;
        setup.left->hide();
        setup.tour->start();
        QVERIFY(setup.tour->isRunning());
        QVERIFY(!setup.frame()->isVisible());
    }
};

QTEST_MAIN(TestTour)
#include "test_tour.moc"
