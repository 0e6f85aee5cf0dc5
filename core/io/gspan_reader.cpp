// gSpan transactions: "t # id [class [name]]", "v id label", "e from to label". Labels are texts. "t # -1"
// ends the file; "x" lines (the supports that miners write) and blank lines are skipped.
#include "core/io/line_reader.h"
#include "core/io/molecule_batch.h"
#include "core/io/readers.h"

#include <charconv>
#include <unordered_set>

namespace atlas {

namespace {

struct Token {
    std::string_view text;
    std::size_t offset = 0;
};

std::vector<Token> tokensOf(std::string_view line)
{
    constexpr std::string_view blanks = " \t";
    std::vector<Token> tokens;
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        tokens.push_back({line.substr(begin, end - begin), begin});
        begin = line.find_first_not_of(blanks, end);
    }
    return tokens;
}

std::optional<std::size_t> numberOf(std::string_view text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// A graph under construction. Its labels get ids only when it is accepted.
struct Transaction {
    struct Edge {
        std::size_t from;
        std::size_t to;
        std::string label;
    };
    RecordInfo info;
    std::string header;
    std::vector<std::string> vertices;
    std::vector<Edge> edges;
    std::unordered_set<std::uint64_t> pairs; // smaller end << 32 | larger end
    bool rejected = false;
};

class GSpanReading {
public:
    GSpanReading(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                 const ProgressToken& progress)
        : m_input(input), m_lines(input, options.maximumLineBytes), m_builder(builder),
          m_progress(progress.stage("Reading graphs", 0, 1))
    {
    }

    Result<void> run()
    {
        constexpr std::uint64_t linesBetweenReports = 4096;
        for (LineReader::Status status = m_lines.next(); status != LineReader::Status::End;
             status = m_lines.next()) {
            if (m_lines.number() % linesBetweenReports == 0)
                m_progress.report(m_input.fraction());
            if (m_progress.cancelled())
                return Error{ErrorCode::Cancelled, "Reading was cancelled."};
            takeLine(status == LineReader::Status::TooLong);
        }
        finish();
        if (m_input.failed())
            m_builder.warn(ErrorCode::Unreadable, m_lines.number(), 0, m_input.failure());
        m_progress.report(1);
        return {};
    }

private:
    void takeLine(bool tooLong)
    {
        const std::string_view line = m_lines.line();
        if (tooLong)
            return reject(0, lineTooLong(m_lines.limit()), ErrorCode::TooLarge);
        const std::vector<Token> tokens = tokensOf(line);
        if (tokens.empty() || tokens[0].text == "x")
            return;
        if (tokens[0].text == "t")
            return begin(tokens);
        if (!m_open) { // lines that belong to no graph count as one bad record
            begin({});
            return reject(0, "This line stands before the first 't' line.");
        }
        if (m_graph.rejected)
            return;
        if (const std::optional<Problem> fault = checkUtf8(line, m_lines.number()))
            return rejectAtColumn(fault->location.column, fault->reason, fault->code);
        if (tokens[0].text == "v")
            return vertex(tokens);
        if (tokens[0].text == "e")
            return edge(tokens);
        reject(tokens[0].offset, "A line must start with 't', 'v' or 'e'.");
    }

    void reject(std::size_t offset, std::string reason, ErrorCode code = ErrorCode::Malformed)
    {
        rejectAtColumn(columnOfByte(m_lines.line(), offset), std::move(reason), code);
    }

    /// A graph is rejected once, at its first fault; the rest of it is skipped.
    void rejectAtColumn(std::uint64_t column, std::string reason, ErrorCode code)
    {
        if (m_open && m_graph.rejected)
            return;
        m_open = true;
        m_graph.rejected = true;
        m_builder.reject(code, m_lines.number(), column, std::move(reason), m_lines.line());
    }

    void begin(const std::vector<Token>& tokens)
    {
        finish();
        m_graph = {};
        m_graph.info.line = m_lines.number();
        m_graph.header = m_lines.line();
        std::size_t at = tokens.size() > 1 && tokens[1].text == "#" ? 2 : 1;
        if (at < tokens.size() && tokens[at].text == "-1")
            return;
        m_open = true;
        if (tokens.empty())
            return;
        if (checkUtf8(m_lines.line(), m_lines.number()))
            return reject(0, "The line is not UTF-8.");
        if (at >= tokens.size())
            return reject(m_lines.line().size(), "The id is missing: 't # id [class [name]]'.");
        // An id that is the record's number says nothing; another one is the graph's name.
        if (tokens[at].text != std::to_string(m_builder.nextRecord().value()))
            m_graph.info.name = tokens[at].text;
        if (++at < tokens.size())
            m_graph.info.className = std::string(tokens[at].text);
        if (++at < tokens.size()) {
            const std::string_view name = m_lines.line().substr(tokens[at].offset);
            m_graph.info.name = name.substr(0, name.find_last_not_of(" \t") + 1);
        }
    }

    void vertex(const std::vector<Token>& tokens)
    {
        if (tokens.size() != 3)
            return reject(tokens.size() > 3 ? tokens[3].offset : m_lines.line().size(),
                          "A vertex line is 'v id label'.");
        if (numberOf(tokens[1].text) != m_graph.vertices.size())
            return reject(tokens[1].offset,
                          "Vertices are numbered 0, 1, 2, ... in order; "
                              + std::to_string(m_graph.vertices.size()) + " was expected here.");
        m_graph.vertices.emplace_back(tokens[2].text);
    }

    void edge(const std::vector<Token>& tokens)
    {
        if (tokens.size() != 4)
            return reject(tokens.size() > 4 ? tokens[4].offset : m_lines.line().size(),
                          "An edge line is 'e from to label'.");
        for (std::size_t i = 1; i <= 2; ++i) {
            const std::optional<std::size_t> end = numberOf(tokens[i].text);
            if (!end || *end >= m_graph.vertices.size())
                return reject(tokens[i].offset,
                              "The vertex '" + std::string(tokens[i].text) + "' is not defined above.");
        }
        const std::size_t from = *numberOf(tokens[1].text);
        const std::size_t to = *numberOf(tokens[2].text);
        if (from == to)
            return reject(tokens[1].offset, "The edge leads from a vertex to itself.");
        constexpr unsigned halfBits = 32;
        const std::uint64_t pair = (std::uint64_t{std::min(from, to)} << halfBits) | std::max(from, to);
        if (!m_graph.pairs.insert(pair).second)
            return reject(tokens[1].offset, "There is an edge between these two vertices already.");
        m_graph.edges.push_back({from, to, std::string(tokens[3].text)});
    }

    void finish()
    {
        if (!std::exchange(m_open, false) || m_graph.rejected)
            return;
        if (m_graph.vertices.empty()) {
            m_builder.reject(ErrorCode::Malformed, m_graph.info.line, 1, "The graph has no vertices.",
                             m_graph.header);
            return;
        }
        Graph graph(m_graph.vertices.size());
        for (std::size_t i = 0; i < m_graph.vertices.size(); ++i)
            graph[i].label = m_builder.nodeLabels().intern(m_graph.vertices[i]);
        for (const Transaction::Edge& edge : m_graph.edges)
            boost::add_edge(edge.from, edge.to, GraphEdge{m_builder.edgeLabels().intern(edge.label)}, graph);
        m_builder.acceptGraph(std::move(m_graph.info), std::move(graph));
    }

    TextInput& m_input;
    LineReader m_lines;
    DatasetBuilder& m_builder;
    ProgressToken m_progress;
    Transaction m_graph;
    bool m_open = false;
};

} // namespace

Result<void> readGSpan(TextInput& input, const ReadOptions& options, DatasetBuilder& builder,
                       ProgressToken progress)
{
    return GSpanReading(input, options, builder, progress).run();
}

} // namespace atlas
