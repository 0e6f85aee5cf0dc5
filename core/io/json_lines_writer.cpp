#include "core/io/json_lines_writer.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t bufferBytes = std::size_t{1} << 16U;

std::string quoted(const std::string& text)
{
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string labelText(const LabelDictionary& labels, LabelId label)
{
    if (labels.dimension() == 0)
        return quoted(labels.text(label));
    std::string text = "[";
    for (const double component : labels.vector(label))
        text += (text.size() > 1 ? "," : "") + shortestText(component);
    return text + "]";
}

class TreeWriter {
public:
    TreeWriter(const Dataset& trees, std::ostream& out, ProgressToken progress)
        : m_trees(trees), m_out(out), m_progress(std::move(progress))
    {
        for (std::size_t i = 0; i < trees.nodeLabels().size(); ++i)
            m_labels.push_back("{\"label\":" + labelText(trees.nodeLabels(), LabelId(i)));
        for (const Property& property : trees.properties()) {
            const std::string& name = property.name;
            const bool taken = name == "id" || name == "class" || name == "tree";
            m_propertyKeys.push_back("," + quoted(taken ? name + "_" : name) + ":");
        }
    }

    Result<void> run()
    {
        for (std::size_t row = 0; row < m_trees.size(); ++row) {
            writeRecord(RowId(row));
            if (m_progress.cancelled())
                return Error{ErrorCode::Cancelled, "Writing was cancelled."};
            m_progress.report(static_cast<double>(row + 1) / static_cast<double>(m_trees.size()));
        }
        flush(0);
        if (!m_out.flush())
            return Error{ErrorCode::WriteFailed, "The trees could not be written; is the disk full?"};
        return {};
    }

private:
    struct Step {
        std::span<const Arc> arcs;
        std::size_t next = 0; // of arcs
        std::size_t position = 0; // of the next child
    };

    void flush(std::size_t above)
    {
        if (m_buffer.size() <= above)
            return;
        m_out.write(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
        m_buffer.clear();
    }

    void writeRecord(RowId row)
    {
        const Record& record = m_trees.record(row);
        m_buffer += '{';
        if (!record.name.empty())
            m_buffer += "\"id\":" + quoted(record.name) + ",";
        if (record.classId.valid())
            m_buffer += "\"class\":" + quoted(m_trees.classes().text(LabelId(record.classId.index()))) + ",";
        m_buffer += "\"tree\":";
        writeTree(m_trees.tree(row));
        for (std::size_t i = 0; i < m_propertyKeys.size(); ++i)
            writeProperty(i, row);
        m_buffer += "}\n";
        flush(bufferBytes);
    }

    /// From the root down with an own stack: depth is no limit.
    void writeTree(const Tree& tree)
    {
        m_steps.clear();
        openNode(tree, tree.root());
        while (!m_steps.empty()) {
            Step& step = m_steps.back();
            if (step.next == step.arcs.size()) {
                m_buffer += step.arcs.empty() ? "}" : "]}";
                m_steps.pop_back();
                continue;
            }
            const Arc arc = step.arcs[step.next++];
            for (; step.position < arc.position.index(); ++step.position)
                m_buffer += step.position == 0 ? "null" : ",null";
            m_buffer += step.position++ == 0 ? "" : ",";
            openNode(tree, arc.child);
            flush(bufferBytes);
            if (++m_nodes % 65536 == 0 && m_progress.cancelled())
                return;
        }
    }

    void openNode(const Tree& tree, NodeId node)
    {
        m_buffer += m_labels[tree.label(node).index()];
        const std::span<const Arc> arcs = tree.children(node);
        if (!arcs.empty())
            m_buffer += ",\"children\":[";
        m_steps.push_back({arcs});
    }

    void writeProperty(std::size_t index, RowId row)
    {
        const Property& property = m_trees.properties()[index];
        if (const auto* numbers = std::get_if<std::vector<double>>(&property.values)) {
            const double value = (*numbers)[row.index()];
            if (std::isnan(value))
                return; // missing
            const std::string text = shortestText(value);
            m_buffer += m_propertyKeys[index] + (std::isfinite(value) ? text : quoted(text));
            return;
        }
        const std::string& text = std::get<std::vector<std::string>>(property.values)[row.index()];
        if (!text.empty())
            m_buffer += m_propertyKeys[index] + quoted(text);
    }

    const Dataset& m_trees;
    std::ostream& m_out;
    ProgressToken m_progress;
    std::vector<std::string> m_labels; // the beginning of a node with this label
    std::vector<std::string> m_propertyKeys;
    std::vector<Step> m_steps;
    std::string m_buffer;
    std::size_t m_nodes = 0;
};

} // namespace

Result<void> writeJsonLines(const Dataset& trees, std::ostream& out, ProgressToken progress)
{
    if (trees.kind() != StructureKind::Tree)
        return Error{ErrorCode::BadUse, "JSON lines hold trees; these structures are of another kind."};
    return TreeWriter(trees, out, std::move(progress)).run();
}

} // namespace atlas
