#include "core/rpca/substructure_kernel.h"

#include "core/linalg/memory_limit.h"
#include "core/parallel/parallel_for.h"

#include <algorithm>

namespace atlas {

namespace {

constexpr std::size_t rowsAtOnce = 16; // of a level: a level smaller than this runs on one thread

/// The nodes that have a child at one position, and that child; nodes rise.
using ArcsByPosition = std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

ArcsByPosition arcsByPosition(const RpcaDag& dag)
{
    ArcsByPosition arcs(dag.outdegree());
    for (std::uint32_t t = 0; t < dag.size(); ++t)
        for (const RpcaDag::Arc& arc : dag.children(t))
            arcs[arc.position].emplace_back(t, arc.child);
    return arcs;
}

/// <x_a, x_b> between items of two tables, by the components that they share.
class ItemProducts {
public:
    ItemProducts(const RpcaInput& rows, const RpcaInput& columns) : m_columns(columns)
    {
        m_nodesOf.resize(rows.items.size());
        for (std::uint32_t t = 0; t < rows.dag.size(); ++t)
            m_nodesOf[rows.dag.items[t]].push_back(t);
        for (std::uint32_t item = 0; item < rows.items.size(); ++item)
            for (const RpcaItems::Entry& entry : rows.items.entries(item)) {
                if (entry.component >= m_itemsWith.size())
                    m_itemsWith.resize(entry.component + 1);
                m_itemsWith[entry.component].emplace_back(item, entry.value);
            }
    }

    /// column[t] += <x_t, x_of> for the row nodes t < end. `scratch` is null before and after.
    void add(std::uint32_t of, std::size_t end, double* column, std::vector<double>& scratch) const
    {
        scratch.resize(m_nodesOf.size());
        std::vector<std::uint32_t> touched;
        for (const RpcaItems::Entry& entry : m_columns.items.entries(of)) {
            if (entry.component >= m_itemsWith.size())
                continue;
            for (const auto& [item, value] : m_itemsWith[entry.component]) {
                if (scratch[item] == 0)
                    touched.push_back(item);
                scratch[item] += value * entry.value;
            }
        }
        for (const std::uint32_t item : touched) {
            const double product = std::exchange(scratch[item], 0.0);
            if (product == 0) // it came twice, or cancelled out
                continue;
            for (const std::uint32_t t : m_nodesOf[item]) {
                if (t >= end)
                    break;
                column[t] += product;
            }
        }
    }

private:
    const RpcaInput& m_columns;
    std::vector<std::vector<std::uint32_t>> m_nodesOf; // of each item, rising
    std::vector<std::vector<std::pair<std::uint32_t, double>>> m_itemsWith; // of each component
};

/// The rows [begin, end) of the matrix become the mirror of its columns.
void mirror(Eigen::MatrixXd& k, std::size_t begin, std::size_t end)
{
    constexpr std::size_t tile = 32;
    for (std::size_t left = 0; left < end; left += tile)
        for (std::size_t top = begin; top < end; top += tile)
            for (std::size_t j = left; j < std::min(left + tile, end); ++j)
                for (std::size_t i = std::max(top, j + 1); i < std::min(top + tile, end); ++i)
                    k(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
                        k(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i));
}

/// Calls rows(begin, end) for consecutive ranges of one level each.
Result<void> byLevel(const RpcaDag& dag, const ProgressToken& progress,
                     const std::function<void(std::size_t, std::size_t)>& rows)
{
    const double all = static_cast<double>(dag.size()) * static_cast<double>(dag.size());
    for (std::size_t begin = 0; begin < dag.size();) {
        std::size_t end = begin + 1;
        while (end < dag.size() && dag.levels[end] == dag.levels[begin])
            ++end;
        rows(begin, end);
        if (progress.cancelled()) // the rows may not be whole
            return Error{ErrorCode::Cancelled, "The computation was cancelled."};
        progress.report(static_cast<double>(end) * static_cast<double>(end) / all);
        begin = end;
    }
    return {};
}

/// body(t, scratch) for t in [begin, end), in parallel where it pays.
void overRange(std::size_t begin, std::size_t end, const ProgressToken& progress,
               const std::function<void(std::size_t, std::vector<double>&)>& body)
{
    const auto block = [&](const Block& part) {
        std::vector<double> scratch;
        for (std::size_t i = part.begin; i < part.end; ++i)
            body(begin + i, scratch);
    };
    if (end - begin <= rowsAtOnce)
        block({0, end - begin, 0});
    else // a cancel is noticed by byLevel()
        (void)parallelForBlocks(end - begin, rowsAtOnce, block,
                                progress.stage("Comparing substructures", 0, 0))
            .ok();
}

} // namespace

Result<Eigen::MatrixXd> substructureKernel(const RpcaInput& input, ProgressToken progress)
{
    const RpcaDag& dag = input.dag;
    if (Result<void> fits = checkMemory(dag.size() * dag.size() * 8, "The kernel between all substructures");
        !fits)
        return fits.error();
    const auto n = static_cast<Eigen::Index>(dag.size());
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(n, n);
    const ArcsByPosition arcs = arcsByPosition(dag);
    const ItemProducts products(input, input);
    const auto column = [&](std::size_t t, std::vector<double>& scratch) {
        double* out = k.col(static_cast<Eigen::Index>(t)).data();
        products.add(dag.items[t], t + 1, out, scratch);
        for (const RpcaDag::Arc& arc : dag.children(t)) {
            const double* from = k.col(arc.child).data();
            for (const auto& [other, child] : arcs[arc.position]) {
                if (other > t)
                    break;
                out[other] += from[child];
            }
        }
    };
    const Result<void> done = byLevel(dag, progress, [&](std::size_t begin, std::size_t end) {
        overRange(begin, end, progress, column);
        mirror(k, begin, end);
    });
    if (!done)
        return done.error();
    return k;
}

Result<Eigen::MatrixXd> substructureKernel(const RpcaInput& known, const RpcaInput& fresh,
                                           ProgressToken progress)
{
    if (Result<void> fits = checkMemory(known.dag.size() * fresh.dag.size() * 8,
                                        "The kernel between old and new substructures");
        !fits)
        return fits.error();
    Eigen::MatrixXd k = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(known.dag.size()),
                                              static_cast<Eigen::Index>(fresh.dag.size()));
    const ArcsByPosition arcs = arcsByPosition(known.dag);
    const ItemProducts products(known, fresh);
    const auto column = [&](std::size_t t, std::vector<double>& scratch) {
        double* out = k.col(static_cast<Eigen::Index>(t)).data();
        products.add(fresh.dag.items[t], known.dag.size(), out, scratch);
        for (const RpcaDag::Arc& arc : fresh.dag.children(t)) {
            if (arc.position >= arcs.size())
                continue;
            const double* from = k.col(arc.child).data();
            for (const auto& [other, child] : arcs[arc.position])
                out[other] += from[child];
        }
    };
    const Result<void> done = byLevel(fresh.dag, progress, [&](std::size_t begin, std::size_t end) {
        overRange(begin, end, progress, column);
    });
    if (!done)
        return done.error();
    return k;
}

} // namespace atlas
