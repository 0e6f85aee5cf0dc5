#include "core/rpca/state_space.h"

#include "core/linalg/memory_limit.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace atlas {

namespace {

Error cancelError() { return Error{ErrorCode::Cancelled, "The computation was cancelled."}; }

/// A substructure and the node that lies in it at the path being visited.
struct Lodger {
    std::uint32_t column;
    std::uint32_t node;
};

struct Visit {
    std::size_t path = 0; ///< 0, 1, ... in the order of the walk
    std::size_t depth = 0;
    const std::vector<Lodger>& lodgers; ///< columns rise
};

/// Visits every path of the data, parents first. With `distinct` each node is listed once a path and its
/// column says nothing.
Result<void> walkPaths(const RpcaDag& dag, bool distinct, const std::function<void(const Visit&)>& visit,
                       const ProgressToken& progress)
{
    struct Waiting {
        std::size_t depth;
        std::vector<Lodger> lodgers;
    };
    std::vector<Waiting> stack(1);
    for (std::uint32_t t = 0; t < dag.size(); ++t)
        stack.back().lodgers.push_back({t, t});
    stack.back().depth = 0;
    std::vector<std::vector<Lodger>> byPosition(dag.outdegree());
    std::vector<std::size_t> seen(distinct ? dag.size() : 0, 0);
    std::size_t stamp = 0;
    std::size_t work = 0;
    for (std::size_t path = 0; !stack.empty(); ++path) {
        const Waiting here = std::move(stack.back());
        stack.pop_back();
        visit({path, here.depth, here.lodgers});
        for (const Lodger& lodger : here.lodgers)
            for (const RpcaDag::Arc& arc : dag.children(lodger.node))
                byPosition[arc.position].push_back({lodger.column, arc.child});
        for (std::size_t c = byPosition.size(); c-- > 0;) {
            if (byPosition[c].empty())
                continue;
            if (distinct) {
                ++stamp;
                std::erase_if(byPosition[c], [&](const Lodger& lodger) {
                    return std::exchange(seen[lodger.node], stamp) == stamp;
                });
            }
            stack.push_back({here.depth + 1, byPosition[c]});
            byPosition[c].clear();
        }
        work += here.lodgers.size();
        if (work > 100'000) {
            work = 0;
            if (progress.cancelled())
                return cancelError();
        }
    }
    return {};
}

/// Where the rows of each path begin, and the basis of its items where the space is minimal.
class RowPlan {
public:
    RowPlan(const RpcaInput& input, RpcaState state)
        : m_input(input), m_state(state), m_itemSeen(input.items.size(), 0)
    {
    }

    void visit(const Visit& visit)
    {
        m_begin = m_rows;
        m_kept = keptComponents(visit.depth);
        if (m_state == RpcaState::Full) {
            m_rows += m_kept;
            return;
        }
        ++m_stamp;
        m_items.clear();
        for (const Lodger& lodger : visit.lodgers) {
            const std::uint32_t item = m_input.dag.items[lodger.node];
            if (std::exchange(m_itemSeen[item], m_stamp) != m_stamp)
                m_items.push_back(item);
        }
        findBasis();
        m_rows += m_rank;
    }

    std::size_t rows() const { return m_rows; }

    /// Writes an item's coordinates at the path visited last.
    void place(std::uint32_t item, Eigen::Ref<Eigen::VectorXd> column) const
    {
        const std::span<const RpcaItems::Entry> entries = m_input.items.entries(item);
        for (const RpcaItems::Entry& entry : entries) {
            if (m_state == RpcaState::Full)
                column(static_cast<Eigen::Index>(m_begin + entry.component)) = entry.value;
            else if (m_basis.size() == 0) // the components that occur
                column(static_cast<Eigen::Index>(m_begin) + m_place.at(entry.component)) = entry.value;
            else
                column.segment(static_cast<Eigen::Index>(m_begin), m_basis.rows()) +=
                    entry.value * m_basis.col(m_place.at(entry.component));
        }
    }

private:
    std::size_t keptComponents(std::size_t depth) const
    {
        const std::size_t all = m_input.coding.dimension();
        return m_input.coding.structure == RpcaStructure::UndirectedGraph ? all - depth : all; // the matrix S
    }

    /// The rank of the items at this path, and an orthonormal basis unless the components that occur are one.
    void findBasis()
    {
        m_place.clear();
        for (const std::uint32_t item : m_items)
            for (const RpcaItems::Entry& entry : m_input.items.entries(item))
                m_place.try_emplace(entry.component, static_cast<Eigen::Index>(m_place.size()));
        m_basis.resize(0, 0);
        m_rank = m_place.size();
        const bool canonical = std::all_of(m_items.begin(), m_items.end(), [&](std::uint32_t item) {
            return m_input.items.entries(item).size() == 1;
        });
        if (canonical)
            return;
        Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(m_place.size()),
                                                        static_cast<Eigen::Index>(m_items.size()));
        for (std::size_t j = 0; j < m_items.size(); ++j)
            for (const RpcaItems::Entry& entry : m_input.items.entries(m_items[j]))
                vectors(m_place.at(entry.component), static_cast<Eigen::Index>(j)) = entry.value;
        Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(vectors);
        qr.setThreshold(1e-10);
        m_rank = static_cast<std::size_t>(qr.rank());
        if (m_rank == m_place.size())
            return;
        const Eigen::MatrixXd q =
            qr.householderQ() * Eigen::MatrixXd::Identity(vectors.rows(), static_cast<Eigen::Index>(m_rank));
        m_basis = q.transpose();
    }

    const RpcaInput& m_input;
    RpcaState m_state;
    std::vector<std::size_t> m_itemSeen;
    std::size_t m_stamp = 0;
    std::vector<std::uint32_t> m_items; // at this path
    std::unordered_map<std::uint32_t, Eigen::Index> m_place; // of each component that occurs at this path
    Eigen::MatrixXd m_basis; // rank x components; empty = identity
    std::size_t m_rank = 0;
    std::size_t m_kept = 0;
    std::size_t m_begin = 0;
    std::size_t m_rows = 0;
};

/// sum over i < depth of b^i, as a real number: it overflows integers soon.
double completePaths(std::size_t outdegree, std::size_t depth)
{
    const auto b = static_cast<double>(std::max<std::size_t>(outdegree, 1));
    const auto h = static_cast<double>(depth);
    return b == 1 ? h : (std::pow(b, h) - 1) / (b - 1);
}

} // namespace

Result<StateSizes> stateSizes(const RpcaInput& input, ProgressToken progress)
{
    StateSizes sizes;
    RowPlan minimal(input, RpcaState::Minimal);
    RowPlan full(input, RpcaState::Full);
    std::size_t depth = 0;
    const auto atPath = [&](const Visit& visit) {
        minimal.visit(visit);
        full.visit(visit);
        ++sizes.paths;
        depth = std::max(depth, visit.depth + 1);
    };
    if (Result<void> done = walkPaths(input.dag, true, atPath, progress); !done)
        return done.error();
    sizes.minimal = minimal.rows();
    const RpcaCoding& coding = input.coding;
    const std::size_t n = coding.maximumVertices;
    if (coding.structure == RpcaStructure::Tree) {
        sizes.full = full.rows();
        sizes.complete =
            completePaths(input.dag.outdegree(), depth) * static_cast<double>(coding.dimension());
    } else { // N depths, whether or not the data fill them
        sizes.full = coding.structure == RpcaStructure::DirectedGraph
            ? n * coding.dimension()
            : n * coding.dimension() - n * (n - 1) / 2;
        sizes.complete = static_cast<double>(sizes.full);
    }
    return sizes;
}

double sparseEntryCount(const RpcaInput& input)
{
    std::vector<double> entries(input.dag.size());
    double sum = 0;
    for (std::size_t t = 0; t < entries.size(); ++t) {
        entries[t] = static_cast<double>(input.items.entries(input.dag.items[t]).size());
        for (const RpcaDag::Arc& arc : input.dag.children(t))
            entries[t] += entries[arc.child];
        sum += entries[t];
    }
    return sum;
}

Result<Eigen::MatrixXd> denseColumns(const RpcaInput& input, RpcaState state, double copies,
                                     ProgressToken progress)
{
    const Result<StateSizes> sizes = stateSizes(input, progress);
    if (!sizes)
        return sizes.error();
    const std::size_t rows = state == RpcaState::Full ? sizes->full : sizes->minimal;
    const double bytes = static_cast<double>(rows) * static_cast<double>(input.dag.size()) * 8 * copies;
    if (Result<void> fits =
            checkMemory(static_cast<std::size_t>(std::min(bytes, 1e18)), "The explicit state space");
        !fits)
        return Error{fits.error().code,
                     fits.error().message + " The solvers gram and lanczos do without it."};
    Eigen::MatrixXd x =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(input.dag.size()));
    RowPlan plan(input, state);
    const auto atPath = [&](const Visit& visit) {
        plan.visit(visit);
        for (const Lodger& lodger : visit.lodgers)
            plan.place(input.dag.items[lodger.node], x.col(lodger.column));
    };
    if (Result<void> done = walkPaths(input.dag, false, atPath, progress); !done)
        return done.error();
    return x;
}

namespace {

/// Collects rows and merges those that are multiples of each other.
class RowCollector {
public:
    explicit RowCollector(SparseColumns& sparse) : m_sparse(sparse) { }

    void add(std::span<const std::pair<std::uint32_t, double>> row)
    {
        const double scale = row.front().second;
        std::uint64_t hash = row.size();
        for (const auto& [column, value] : row) {
            const double share = value / scale;
            std::uint64_t bits = 0;
            std::memcpy(&bits, &share, sizeof bits);
            hash = (hash ^ column ^ (bits >> 12U)) * 0x9e3779b97f4a7c15U;
            hash ^= hash >> 29U;
        }
        std::vector<std::uint32_t>& same = m_byHash[hash];
        for (const std::uint32_t known : same)
            if (equal(row, known)) {
                m_squares[known] += scale * scale;
                return;
            }
        same.push_back(static_cast<std::uint32_t>(m_squares.size()));
        m_squares.push_back(scale * scale);
        for (const auto& [column, value] : row) {
            m_sparse.columnOf.push_back(column);
            m_sparse.valueInRow.push_back(value / scale);
        }
        m_sparse.firstInRow.push_back(m_sparse.columnOf.size());
    }

    void finish(std::size_t columns)
    {
        SparseColumns& s = m_sparse;
        s.rows = m_squares.size();
        s.columns = columns;
        s.firstInColumn.assign(columns + 1, 0);
        for (const std::uint32_t column : s.columnOf)
            ++s.firstInColumn[column + 1];
        for (std::size_t j = 0; j < columns; ++j)
            s.firstInColumn[j + 1] += s.firstInColumn[j];
        s.rowOf.resize(s.columnOf.size());
        s.valueInColumn.resize(s.columnOf.size());
        std::vector<std::size_t> next(s.firstInColumn.begin(), s.firstInColumn.end() - 1);
        for (std::size_t i = 0; i < s.rows; ++i) {
            const double scale = std::sqrt(m_squares[i]);
            for (std::size_t k = s.firstInRow[i]; k < s.firstInRow[i + 1]; ++k) {
                s.valueInRow[k] *= scale;
                const std::size_t place = next[s.columnOf[k]]++;
                s.rowOf[place] = static_cast<std::uint32_t>(i);
                s.valueInColumn[place] = s.valueInRow[k];
            }
        }
    }

private:
    bool equal(std::span<const std::pair<std::uint32_t, double>> row, std::uint32_t known) const
    {
        const std::size_t first = m_sparse.firstInRow[known];
        if (m_sparse.firstInRow[known + 1] - first != row.size())
            return false;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (m_sparse.columnOf[first + i] != row[i].first
                || m_sparse.valueInRow[first + i] != row[i].second / row.front().second)
                return false;
        return true;
    }

    SparseColumns& m_sparse;
    std::vector<double> m_squares; // of each row's scale
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_byHash;
};

} // namespace

Result<SparseColumns> sparseColumns(const RpcaInput& input, ProgressToken progress)
{
    const double bytes = sparseEntryCount(input) * 24;
    if (Result<void> fits =
            checkMemory(static_cast<std::size_t>(std::min(bytes, 1e18)), "The sparse state space");
        !fits)
        return fits.error();
    SparseColumns sparse;
    RowCollector collector(sparse);
    std::vector<std::vector<std::pair<std::uint32_t, double>>> byComponent;
    std::vector<std::uint32_t> touched;
    const auto atPath = [&](const Visit& visit) {
        for (const Lodger& lodger : visit.lodgers)
            for (const RpcaItems::Entry& entry : input.items.entries(input.dag.items[lodger.node])) {
                if (entry.component >= byComponent.size())
                    byComponent.resize(entry.component + 1);
                if (byComponent[entry.component].empty())
                    touched.push_back(entry.component);
                byComponent[entry.component].emplace_back(lodger.column, entry.value);
            }
        for (const std::uint32_t component : touched) {
            collector.add(byComponent[component]);
            byComponent[component].clear();
        }
        touched.clear();
    };
    if (Result<void> done = walkPaths(input.dag, false, atPath, progress); !done)
        return done.error();
    collector.finish(input.dag.size());
    return sparse;
}

} // namespace atlas
