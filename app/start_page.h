// The first thing a person sees: open a file, take an example, go on with a recent one.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace atlas {

class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Reads the recent files again.
    void refresh();

Q_SIGNALS:
    void openRequested(); ///< the file dialog
    void openFolderRequested(); ///< the folder dialog
    void tourRequested();
    void sourceRequested(const QString& source); ///< a recent file, or "example:NAME"

private:
    QWidget* makeExampleList();
    void fillRecent();
    void addRecent(const QString& title, const QStringList& files);

    QVBoxLayout* m_recent = nullptr;
};

} // namespace atlas
