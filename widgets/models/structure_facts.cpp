#include "widgets/models/structure_facts.h"

#include "core/data/structure_numbers.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <cmath>

namespace atlas {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("StructureFacts", text); }

Fact count(const char* name, std::size_t value) { return {tr(name), QString::number(value)}; }

/// "C9H8O4" with lowered numbers.
QString formulaText(const std::string& formula)
{
    QString text;
    for (const QChar c : QString::fromStdString(formula))
        text += c.isDigit() ? QChar(0x2080 + c.digitValue()) : c;
    return text;
}

} // namespace

std::vector<Fact> structureNumbers(const Dataset& data, RowId row, const MinimalDag* dag)
{
    const StructureSize size = structureSize(data, row);
    switch (data.kind()) {
    case StructureKind::Tree: {
        const Tree tree = data.tree(row);
        std::vector<Fact> facts{count("Nodes", size.parts),
                                {tr("Depth"), QString::number(size.extent)},
                                count("Largest outdegree", maximumOutdegree(tree))};
        if (dag)
            facts.push_back(count("Distinct subtrees", distinctSubtrees(tree, *dag)));
        return facts;
    }
    case StructureKind::Graph:
        return {count("Vertices", size.parts), count("Edges", size.extent),
                count("Components", componentCount(data.graph(row)))};
    case StructureKind::Molecule: {
        const Molecule& molecule = data.molecule(row);
        return {{tr("Formula"), formulaText(molecule.formula())},
                {tr("Weight"), tr("%1 g/mol").arg(molecule.weight(), 0, 'f', 2)},
                count("Atoms", size.parts),
                count("Bonds", size.extent)};
    }
    }
    return {};
}

std::vector<Fact> structureProperties(const Dataset& data, RowId row)
{
    std::vector<Fact> facts;
    for (const Property& property : data.properties()) {
        QString value;
        if (const auto* numbers = std::get_if<std::vector<double>>(&property.values)) {
            const double number = (*numbers)[row.index()];
            value = std::isnan(number) ? QString() : QString::fromStdString(shortestText(number));
        } else {
            value = QString::fromStdString(std::get<std::vector<std::string>>(property.values)[row.index()]);
        }
        if (!value.isEmpty())
            facts.push_back({QString::fromStdString(property.name), value});
    }
    return facts;
}

QString classText(const Dataset& data, RowId row)
{
    const ClassId id = data.record(row).classId;
    return id.valid() ? QString::fromStdString(data.classes().text(LabelId(id.index()))) : QString();
}

QString sourceText(const Dataset& data, RowId row)
{
    const Record& record = data.record(row);
    if (!record.file.valid())
        return {};
    const QString file = QFileInfo(QString::fromStdString(data.filePath(record.file))).fileName();
    return record.line == 0 ? file : QStringLiteral("%1:%2").arg(file).arg(record.line);
}

} // namespace atlas
