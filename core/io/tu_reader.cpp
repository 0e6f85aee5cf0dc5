// TU graph data sets: DS_A.txt ("i, j" a line, vertices counted from 1 across all graphs,
// an edge usually in both directions), DS_graph_indicator.txt (the graph of each vertex), and optionally
// DS_graph_labels.txt, DS_node_labels.txt, DS_edge_labels.txt. A record is a graph; its line is that of its
// first edge in DS_A.txt.
#include "core/io/line_reader.h"
#include "core/io/molecule_batch.h"
#include "core/io/readers.h"
#include "core/support/text.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace atlas {

namespace {

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

std::optional<std::size_t> numberOf(std::string_view text)
{
    text = trimmed(text);
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

struct EdgeLine {
    std::size_t from; // vertices of the whole set, from 0
    std::size_t to;
    std::uint64_t line;
    std::size_t index; // among the edges of the file, for its label
};

/// Why a graph is not accepted; the first fault counts.
struct GraphFault {
    std::uint64_t line = 0;
    std::string reason;
    std::string text;
};

class TuReading {
public:
    TuReading(const std::filesystem::path& folder, std::string stem, const ReadOptions& options,
              DatasetBuilder& builder, const ProgressToken& progress)
        : m_folder(folder), m_stem(std::move(stem)), m_options(options), m_builder(builder),
          m_progress(progress.stage("Reading graphs", 0, 1))
    {
    }

    Result<void> run()
    {
        for (const auto& step : {&TuReading::readIndicator, &TuReading::readLabelFiles, &TuReading::readEdges,
                                 &TuReading::buildGraphs})
            if (Result<void> done = (this->*step)(); !done)
                return done;
        m_progress.report(1);
        return {};
    }

private:
    std::filesystem::path path(std::string_view part) const
    {
        return m_folder / (m_stem + "_" + std::string(part) + ".txt");
    }

    /// Calls take(line, number) for each line that is not blank, until it gives an error.
    template <class Take>
    Result<void> forEachLine(const std::filesystem::path& file, double from, double to, const Take& take)
    {
        Result<TextInput> input = TextInput::open(file);
        if (!input)
            return input.error();
        LineReader lines(*input, m_options.maximumLineBytes);
        constexpr std::uint64_t linesBetweenReports = 4096;
        for (LineReader::Status status = lines.next(); status != LineReader::Status::End;
             status = lines.next()) {
            const InputLocation place{file.string(), lines.number(), 1};
            if (m_progress.cancelled())
                return Error{ErrorCode::Cancelled, "Reading was cancelled."};
            if (lines.number() % linesBetweenReports == 0)
                m_progress.report(from + (to - from) * input->fraction());
            if (status == LineReader::Status::TooLong)
                return Error{ErrorCode::TooLarge, lineTooLong(lines.limit()), place};
            if (const std::optional<Problem> fault = checkUtf8(lines.line(), lines.number()))
                return Error{
                    fault->code, fault->reason, {file.string(), lines.number(), fault->location.column}};
            if (trimmed(lines.line()).empty())
                continue;
            if (Result<void> taken = take(lines.line(), lines.number()); !taken)
                return taken;
        }
        if (input->failed())
            return Error{ErrorCode::Unreadable, input->failure(), {file.string(), lines.number()}};
        return {};
    }

    Result<void> readIndicator()
    {
        const std::filesystem::path file = path("graph_indicator");
        std::uint64_t largestLine = 0;
        Result<void> read = forEachLine(file, 0, 0.1, [&](std::string_view line, std::uint64_t number) {
            const std::optional<std::size_t> graph = numberOf(line);
            if (!graph || *graph == 0)
                return Result<void>(Error{ErrorCode::Malformed,
                                          "A line must hold the number of a graph, counted from 1.",
                                          {file.string(), number, 1}});
            if (*graph > m_graphCount) {
                m_graphCount = *graph;
                largestLine = number;
            }
            m_graphOf.push_back(*graph - 1);
            return Result<void>();
        });
        if (!read)
            return read;
        if (m_graphCount > m_graphOf.size())
            return Error{ErrorCode::Malformed,
                         "Graph " + std::to_string(m_graphCount) + " is named, but there are only "
                             + countText(m_graphOf.size(), "vertex", "vertices") + ".",
                         {file.string(), largestLine, 1}};
        m_localIndex.resize(m_graphOf.size());
        m_vertices.resize(m_graphCount);
        for (std::size_t vertex = 0; vertex < m_graphOf.size(); ++vertex) {
            m_localIndex[vertex] = m_vertices[m_graphOf[vertex]].size();
            m_vertices[m_graphOf[vertex]].push_back(vertex);
        }
        return {};
    }

    Result<void> readTexts(std::string_view part, std::vector<std::string>& texts)
    {
        if (!std::filesystem::exists(path(part)))
            return {};
        return forEachLine(path(part), 0.1, 0.2, [&](std::string_view line, std::uint64_t) {
            texts.emplace_back(trimmed(line));
            return Result<void>();
        });
    }

    Result<void> checkCount(std::string_view part, std::size_t found, std::size_t expected,
                            std::string_view what) const
    {
        if (found == expected || found == 0)
            return {};
        return Error{ErrorCode::Malformed,
                     "The file has " + countText(found, "line", "lines") + ", but there are "
                         + std::to_string(expected) + " " + std::string(what) + ".",
                     {path(part).string(), found}};
    }

    Result<void> readLabelFiles()
    {
        if (Result<void> read = readTexts("graph_labels", m_graphLabels); !read)
            return read;
        if (Result<void> same = checkCount("graph_labels", m_graphLabels.size(), m_graphCount, "graphs");
            !same)
            return same;
        if (Result<void> read = readTexts("node_labels", m_nodeLabels); !read)
            return read;
        if (Result<void> same = checkCount("node_labels", m_nodeLabels.size(), m_graphOf.size(), "vertices");
            !same)
            return same;
        return readTexts("edge_labels", m_edgeLabels);
    }

    Result<void> readEdges()
    {
        const std::filesystem::path file = path("A");
        m_builder.beginFile(file.string());
        m_edges.resize(m_graphCount);
        std::size_t count = 0;
        Result<void> read = forEachLine(file, 0.2, 0.8, [&](std::string_view line, std::uint64_t number) {
            takeEdge(line, number, count++);
            return Result<void>();
        });
        if (!read)
            return read;
        return checkCount("edge_labels", m_edgeLabels.size(), count, "edges in " + m_stem + "_A.txt");
    }

    /// A line that names no edge of a known graph is listed; one that breaks a graph rejects that graph.
    void takeEdge(std::string_view line, std::uint64_t number, std::size_t index)
    {
        const std::size_t comma = std::min(line.find(','), line.size());
        const std::optional<std::size_t> from = numberOf(line.substr(0, comma));
        const std::optional<std::size_t> to =
            comma < line.size() ? numberOf(line.substr(comma + 1)) : std::nullopt;
        const auto known = [&](std::optional<std::size_t> end) {
            return end && *end >= 1 && *end <= m_graphOf.size();
        };
        if (!known(from) || !known(to)) {
            const std::size_t place = known(from) ? std::min(comma + 1, line.size()) : 0;
            m_builder.warn(ErrorCode::Malformed, number, columnOfByte(line, place),
                           "A line must be 'i, j' with vertices 1 to " + std::to_string(m_graphOf.size())
                               + "; it was skipped.",
                           line);
            return;
        }
        const std::size_t graph = m_graphOf[*from - 1];
        if (*from == *to)
            return addFault(graph, number, "The edge leads from a vertex to itself.", line);
        if (m_graphOf[*to - 1] != graph) {
            addFault(graph, number, "The edge joins two graphs.", line);
            return addFault(m_graphOf[*to - 1], number, "The edge joins two graphs.", line);
        }
        m_edges[graph].push_back({*from - 1, *to - 1, number, index});
    }

    void addFault(std::size_t graph, std::uint64_t line, std::string reason, std::string_view text)
    {
        m_faults.try_emplace(graph, GraphFault{line, std::move(reason), std::string(text)});
    }

    Result<void> buildGraphs()
    {
        for (std::size_t graph = 0; graph < m_graphCount; ++graph) {
            if (m_progress.cancelled())
                return Error{ErrorCode::Cancelled, "Reading was cancelled."};
            buildGraph(graph);
            m_progress.report(0.8 + 0.2 * static_cast<double>(graph + 1) / static_cast<double>(m_graphCount));
        }
        return {};
    }

    void buildGraph(std::size_t index)
    {
        const std::vector<std::size_t>& vertices = m_vertices[index];
        if (vertices.empty())
            addFault(index, 0, "Graph " + std::to_string(index + 1) + " has no vertices.", {});
        std::optional<Graph> graph;
        if (m_faults.find(index) == m_faults.end())
            graph = joinVertices(index);
        if (const auto fault = m_faults.find(index); fault != m_faults.end()) {
            m_builder.reject(ErrorCode::Malformed, fault->second.line, fault->second.line > 0 ? 1 : 0,
                             fault->second.reason, fault->second.text);
            return;
        }
        RecordInfo info;
        if (!m_graphLabels.empty())
            info.className = m_graphLabels[index];
        info.line = m_edges[index].empty() ? 0 : m_edges[index].front().line;
        m_builder.acceptGraph(std::move(info), *std::move(graph));
    }

    /// Both directions of an edge are one; the same direction twice is a parallel edge and refused.
    Graph joinVertices(std::size_t index)
    {
        const std::vector<std::size_t>& vertices = m_vertices[index];
        Graph graph(vertices.size());
        if (!m_nodeLabels.empty())
            for (std::size_t i = 0; i < vertices.size(); ++i)
                graph[i].label = m_builder.nodeLabels().intern(m_nodeLabels[vertices[i]]);
        constexpr unsigned halfBits = 32;
        constexpr unsigned forward = 1;
        constexpr unsigned backward = 2;
        std::unordered_map<std::uint64_t, unsigned> seen;
        for (const EdgeLine& edge : m_edges[index]) {
            const std::size_t from = m_localIndex[edge.from];
            const std::size_t to = m_localIndex[edge.to];
            unsigned& directions = seen[(std::uint64_t{std::min(from, to)} << halfBits) | std::max(from, to)];
            const unsigned direction = from < to ? forward : backward;
            if ((directions & direction) != 0) {
                addFault(index, edge.line, "The edge is listed twice.",
                         std::to_string(edge.from + 1) + ", " + std::to_string(edge.to + 1));
                return graph;
            }
            if (directions == 0)
                boost::add_edge(from, to, GraphEdge{edgeLabel(edge)}, graph);
            directions |= direction;
        }
        return graph;
    }

    LabelId edgeLabel(const EdgeLine& edge)
    {
        return m_edgeLabels.empty() ? LabelId() : m_builder.edgeLabels().intern(m_edgeLabels[edge.index]);
    }

    std::filesystem::path m_folder;
    std::string m_stem;
    const ReadOptions& m_options;
    DatasetBuilder& m_builder;
    ProgressToken m_progress;
    std::size_t m_graphCount = 0;
    std::vector<std::size_t> m_graphOf; // of each vertex
    std::vector<std::size_t> m_localIndex; // of each vertex in its graph
    std::vector<std::vector<std::size_t>> m_vertices; // of each graph
    std::vector<std::vector<EdgeLine>> m_edges; // of each graph
    std::vector<std::string> m_graphLabels;
    std::vector<std::string> m_nodeLabels;
    std::vector<std::string> m_edgeLabels;
    std::unordered_map<std::size_t, GraphFault> m_faults;
};

} // namespace

Result<void> readTu(const std::filesystem::path& folder, const std::string& stem, const ReadOptions& options,
                    DatasetBuilder& builder, ProgressToken progress)
{
    return TuReading(folder, stem, options, builder, progress).run();
}

} // namespace atlas
