// "Export figure": which figures, size and look. One figure fills the page; several become its panels.
#pragma once

#include "app/form_dialog.h"
#include "widgets/export/figure_writer.h"

#include <vector>

class QListWidget;

namespace atlas {

/// A figure of an open tab.
struct ExportableFigure {
    QString title; ///< with its analysis: "Similarity map: Map"
    ShownFigure shown;
    QMap<QString, QString> metadata; ///< of its run: method, parameters, seed
};

class FigureExportDialog : public FormDialog {
    Q_OBJECT

public:
    /// `current` is chosen at first. Precondition: current < figures.size().
    FigureExportDialog(std::vector<ExportableFigure> figures, std::size_t current, QWidget* parent = nullptr);

    /// As they are on the screen, or whole, as the person wants; in the order of the list.
    std::vector<ShownFigure> chosen() const;
    /// With the metadata of the chosen; panels' under their letters.
    FigureStyle style() const;
    QString suggestedName() const; ///< of the file, without ending

    QListWidget* list() const { return m_list; }

protected:
    bool isReady() const override;

private:
    std::vector<std::size_t> chosenIndices() const;

    std::vector<ExportableFigure> m_figures;
    QListWidget* m_list;
};

} // namespace atlas
