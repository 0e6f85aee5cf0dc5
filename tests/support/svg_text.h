// What can be read in an SVG file.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QXmlStreamReader>

namespace atlas::test {

/// All character data of an SVG's text elements, and a check that it is well-formed.
inline QStringList svgTexts(const QByteArray& svg)
{
    QStringList texts;
    QXmlStreamReader reader(svg);
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("text"))
            texts << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
    if (reader.hasError())
        texts << "NOT WELL-FORMED: " + reader.errorString();
    return texts;
}

} // namespace atlas::test
