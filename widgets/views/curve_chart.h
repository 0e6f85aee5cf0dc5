// Curves over a common axis, whole or dashed.
#pragma once

#include "widgets/views/chart_item.h"

namespace atlas {

class CurveChartItem : public ChartItem {
    Q_OBJECT

public:
    CurveChartItem(const FigurePtr& figure, const FigureLook& look);

private:
    void addCurve(const CurveFigure::Curve& curve, const QColor& color);
};

} // namespace atlas
