#include "widgets/views/theme_style.h"

#include "widgets/views/theme.h"

#include <QPainter>
#include <QStyleOption>

namespace atlas {

namespace {

/// Where Fusion draws its frames: half a pixel inside, with round corners.
void drawFrame(QPainter* painter, const QRect& rect, double radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Theme::current().line);
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

/// Fusion marks what has the focus, and the default button, by the accent colour: that stays.
bool isMarked(const QStyleOption* option)
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    return (option->state & QStyle::State_HasFocus)
        || (button && (button->features & QStyleOptionButton::DefaultButton));
}

void drawCard(QPainter* painter, const QStyleOption& option)
{
    const Theme& theme = Theme::current();
    const bool marked = option.state & (QStyle::State_MouseOver | QStyle::State_HasFocus);
    const bool pressed = option.state & QStyle::State_Sunken;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(marked ? theme.accent : theme.grid);
    painter->setBrush(pressed ? theme.grid : theme.surface);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), Theme::unit / 2.0,
                             Theme::unit / 2.0);
    painter->restore();
}

} // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("fusion")) { }

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (isMarked(option) && element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton)
        return;
    if (element == PE_FrameLineEdit || element == PE_PanelButtonCommand)
        drawFrame(painter, option->rect, 2);
    else if (element == PE_IndicatorCheckBox)
        drawFrame(painter, option->rect, 1);
    else if (element == PE_IndicatorRadioButton)
        drawFrame(painter, option->rect, option->rect.width() / 2.0);
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const
{
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    if (element == CE_PushButtonBevel && button && (button->features & QStyleOptionButton::CommandLinkButton))
        drawCard(painter, *option);
    else
        QProxyStyle::drawControl(element, option, painter, widget);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if ((control == CC_SpinBox || control == CC_ComboBox) && !isMarked(option))
        drawFrame(painter, option->rect, 2);
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) // black ones, also in the dark
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, data);
}

} // namespace atlas
