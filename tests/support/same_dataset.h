// Whether two data sets are the same in all that a view or a method can ask of them.
#pragma once

#include "core/data/dataset.h"
#include "core/session/molecule_pickle.h"

#include <cmath>
#include <string>

namespace atlas::test {

inline bool sameNumbers(const std::vector<double>& a, const std::vector<double>& b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
               return x == y || (std::isnan(x) && std::isnan(y));
           });
}

inline bool sameLabels(const LabelDictionary& a, const LabelDictionary& b)
{
    bool same = a.size() == b.size() && a.dimension() == b.dimension();
    for (std::size_t i = 0; same && i < a.size(); ++i) {
        const auto left = a.vector(LabelId(i));
        const auto right = b.vector(LabelId(i));
        same = a.text(LabelId(i)) == b.text(LabelId(i)) && b.find(a.text(LabelId(i))) == LabelId(i)
            && std::equal(left.begin(), left.end(), right.begin(), right.end());
    }
    return same;
}

inline bool sameGraph(const Graph& a, const Graph& b)
{
    bool same = vertexCount(a) == vertexCount(b) && edgeCount(a) == edgeCount(b);
    for (std::size_t v = 0; same && v < vertexCount(a); ++v) {
        auto [left, leftEnd] = boost::out_edges(v, a);
        auto [right, rightEnd] = boost::out_edges(v, b);
        same = a[v].label == b[v].label && boost::out_degree(v, a) == boost::out_degree(v, b);
        for (; same && left != leftEnd; ++left, ++right) // in the same order, too
            same = boost::target(*left, a) == boost::target(*right, b) && a[*left].label == b[*right].label;
    }
    return same;
}

inline bool sameStructure(const Dataset& a, const Dataset& b, RowId row)
{
    switch (a.kind()) {
    case StructureKind::Tree:
        return true; // the whole forest at once, below
    case StructureKind::Graph:
        return sameGraph(a.graph(row), b.graph(row));
    case StructureKind::Molecule:
        // The pickle last: RDKit keeps on the molecule what it computed for the others.
        return a.molecule(row).canonicalSmiles() == b.molecule(row).canonicalSmiles()
            && a.molecule(row).molBlock() == b.molecule(row).molBlock()
            && pickle(a.molecule(row)) == pickle(b.molecule(row));
    }
    return false;
}

inline bool sameForest(const Forest& a, const Forest& b)
{
    const auto same = [](auto x, auto y) { return std::equal(x.begin(), x.end(), y.begin(), y.end()); };
    return same(a.labels(), b.labels()) && same(a.firstArcs(), b.firstArcs()) && same(a.arcs(), b.arcs())
        && same(a.firstNodes(), b.firstNodes());
}

inline bool sameProperty(const Property& a, const Property& b)
{
    if (a.name != b.name || a.values.index() != b.values.index())
        return false;
    if (const auto* numbers = std::get_if<0>(&a.values))
        return sameNumbers(*numbers, std::get<0>(b.values));
    return std::get<1>(a.values) == std::get<1>(b.values);
}

/// "" where they are the same, else the first thing that differs.
inline std::string difference(const Dataset& a, const Dataset& b)
{
    if (a.kind() != b.kind() || a.size() != b.size())
        return "kind or size";
    if (a.recordCount() != b.recordCount() || a.leftOutCount() != b.leftOutCount())
        return "counts";
    if (a.source().path != b.source().path || a.source().format != b.source().format
        || a.source().detection != b.source().detection)
        return "source";
    if (!sameLabels(a.classes(), b.classes()) || !sameLabels(a.nodeLabels(), b.nodeLabels())
        || !sameLabels(a.edgeLabels(), b.edgeLabels()))
        return "labels";
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Record& left = a.record(RowId(i));
        const Record& right = b.record(RowId(i));
        if (left.name != right.name || left.classId != right.classId || left.number != right.number
            || left.file != right.file || left.line != right.line
            || a.filePath(left.file) != b.filePath(right.file))
            return "record " + std::to_string(i);
        if (!sameStructure(a, b, RowId(i)))
            return "structure " + std::to_string(i);
    }
    if (!sameForest(a.forest(), b.forest()))
        return "forest";
    if (!std::equal(a.properties().begin(), a.properties().end(), b.properties().begin(),
                    b.properties().end(), sameProperty))
        return "properties";
    if (!std::equal(a.problems().begin(), a.problems().end(), b.problems().begin(), b.problems().end(),
                    [](const Problem& x, const Problem& y) {
                        return x.code == y.code && x.location == y.location && x.reason == y.reason
                            && x.excerpt == y.excerpt;
                    }))
        return "problems";
    return {};
}

} // namespace atlas::test
