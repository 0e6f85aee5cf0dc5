// Stacked bars over named categories. Category names are shown whole and beside each other where they fit;
// else numbers are thinned out and words stand upright.
#pragma once

#include "widgets/views/chart_item.h"

#include <QStringList>

namespace atlas {

/// How the names under the bars are written.
struct CategoryLabels {
    std::size_t step = 1; ///< every so many categories
    bool upright = false;
    double height = 0; ///< room under the plot
};
/// `longest` is the width of the widest name, `most` the room that one may take at most, in pixels.
CategoryLabels arrangeCategories(const QStringList& names, double longest, double most, double lineHeight,
                                 double plotWidth);

class BarChartItem : public ChartItem {
    Q_OBJECT

public:
    BarChartItem(const FigurePtr& figure, const FigureLook& look);

protected:
    double extraLabelHeight(double plotWidth) override;
    void paintContent(QPainter& painter) override;

private:
    void addBars(const BarFigure& bars);

    QStringList m_names;
    double m_longestName = 0;
    CategoryLabels m_labels;
};

} // namespace atlas
