#include "core/data/smiles_scan.h"

#include <GraphMol/PeriodicTable.h>

#include <cctype>
#include <map>

namespace atlas {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isBond(char c) { return std::string_view("-=#$:/\\~<>").find(c) != std::string_view::npos; }

bool isElement(const std::string& symbol)
{
    try {
        return RDKit::PeriodicTable::getTable()->getAtomicNumber(symbol) >= 0;
    } catch (...) { // RDKit's invariant: no such element
        return false;
    }
}

/// Reads a SMILES symbol by symbol and keeps what its grammar needs: open branches, open ring bonds, whether
/// a bond waits for its atom.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_text(text) { }

    std::optional<SmilesFault> run()
    {
        while (!m_fault && m_at < m_text.size())
            step();
        if (!m_fault)
            checkEnd();
        return m_fault;
    }
    std::vector<SmilesAtom> takeAtoms() { return std::move(m_atoms); }

private:
    void fail(std::size_t offset, std::string reason) { m_fault = SmilesFault{offset, std::move(reason)}; }

    void step()
    {
        const char c = m_text[m_at];
        if (c == '[')
            bracketAtom();
        else if (c == ']')
            fail(m_at, "']' closes no bracket");
        else if (c == '(')
            openBranch();
        else if (c == ')')
            closeBranch();
        else if (isDigit(c) || c == '%')
            ringBond();
        else if (isBond(c))
            bond();
        else if (c == '.')
            dot();
        else
            organicAtom();
    }

    void atom(std::string symbol, std::size_t offset, bool plainHydrogen)
    {
        m_atoms.push_back({std::move(symbol), offset, plainHydrogen});
        m_hasAtom = true;
        m_bondAt.reset();
        if (!m_branches.empty())
            m_branches.back().empty = false;
    }

    void organicAtom()
    {
        const std::string_view two = m_text.substr(m_at, 2);
        if (two == "Cl" || two == "Br") {
            atom(std::string(two), m_at, false);
            m_at += 2;
            return;
        }
        const char c = m_text[m_at];
        if (std::string_view("BCNOPSFI*bcnops").find(c) == std::string_view::npos) {
            const std::string symbol(1, c);
            fail(m_at,
                 std::isalpha(static_cast<unsigned char>(c)) != 0
                     ? "'" + symbol + "' is no atom that may stand outside square brackets"
                     : "the character '" + symbol + "' has no meaning in a SMILES");
            return;
        }
        atom(std::string(1, c), m_at, false);
        ++m_at;
    }

    void bracketAtom()
    {
        const std::size_t open = m_at;
        const std::size_t close = m_text.find_first_of("[]", open + 1);
        if (close == std::string_view::npos || m_text[close] == '[') {
            fail(open, "the square bracket is never closed");
            return;
        }
        const std::string_view content = m_text.substr(open + 1, close - open - 1);
        std::size_t at = 0;
        while (at < content.size() && isDigit(content[at])) // isotope
            ++at;
        const std::string symbol = bracketSymbol(content.substr(at));
        if (symbol.empty()) {
            fail(open + 1 + at, "'[" + std::string(content) + "]' names no element");
            return;
        }
        const std::size_t stray = content.find_first_not_of("@ABCEHLOPQSTY0123456789+-:", at + symbol.size());
        if (stray != std::string_view::npos) {
            fail(open + 1 + stray,
                 "'" + std::string(1, content[stray]) + "' is not allowed here inside '["
                     + std::string(content) + "]'");
            return;
        }
        atom(symbol, open, content == "H");
        m_at = close + 1;
    }

    static std::string bracketSymbol(std::string_view text)
    {
        if (text.starts_with('*') || text.starts_with('#'))
            return std::string(text.substr(0, text.find_first_not_of("0123456789", 1)));
        if (text.size() >= 2 && isLower(text[1])) {
            std::string two(text.substr(0, 2));
            std::string upper = two;
            upper[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(two[0])));
            if (isElement(upper))
                return two;
        }
        if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0)
            return {};
        const std::string one(1, static_cast<char>(std::toupper(static_cast<unsigned char>(text[0]))));
        const bool known = one == "D" || one == "T" || isElement(one);
        return known ? std::string(text.substr(0, 1)) : std::string();
    }

    void openBranch()
    {
        if (!m_hasAtom || m_bondAt)
            return fail(m_at, "a branch must follow an atom");
        m_branches.push_back({m_at, true});
        ++m_at;
    }

    void closeBranch()
    {
        if (m_branches.empty())
            return fail(m_at, "')' closes no branch");
        if (m_branches.back().empty)
            return fail(m_branches.back().offset, "the branch is empty");
        if (m_bondAt)
            return fail(*m_bondAt, "the bond leads to no atom");
        m_branches.pop_back();
        if (!m_branches.empty())
            m_branches.back().empty = false;
        ++m_at;
    }

    void ringBond()
    {
        const std::size_t start = m_at;
        if (!m_hasAtom)
            return fail(start, "a ring number must follow an atom");
        std::size_t end = start + 1;
        if (m_text[start] == '%') {
            const bool round = m_text.substr(start + 1, 1) == "(";
            const std::size_t digits = start + (round ? 2 : 1);
            end = digits;
            while (end < m_text.size() && isDigit(m_text[end]) && (round || end < digits + 2))
                ++end;
            const bool complete = round ? end > digits && m_text.substr(end, 1) == ")" : end == digits + 2;
            if (!complete)
                return fail(start, "'%' must be followed by a ring number of two digits");
            end += round ? 1 : 0;
        }
        toggleRing(std::string(m_text.substr(start, end - start)), start);
        m_bondAt.reset();
        m_at = end;
    }

    void toggleRing(std::string number, std::size_t offset)
    {
        if (number.starts_with("%0") && number.size() == 3)
            number = number.substr(2); // %01 is ring 1
        const auto open = m_rings.find(number);
        if (open == m_rings.end()) {
            m_rings.emplace(number, Ring{offset, m_atoms.size()});
            return;
        }
        if (open->second.atom == m_atoms.size())
            return fail(offset, "ring " + number + " closes on the atom that opened it");
        m_rings.erase(open);
    }

    void bond()
    {
        if (!m_hasAtom)
            return fail(m_at, "a bond must follow an atom");
        const bool dative =
            m_bondAt && (m_text.substr(m_at - 1, 2) == "->" || m_text.substr(m_at - 1, 2) == "<-");
        if (m_bondAt && !dative)
            return fail(m_at, "two bonds follow one another");
        m_bondAt = m_at;
        ++m_at;
    }

    void dot()
    {
        if (!m_hasAtom || m_bondAt)
            return fail(m_at, "'.' must follow an atom");
        if (m_at + 1 == m_text.size() || m_text[m_at + 1] == '.')
            return fail(m_at, "'.' must be followed by an atom");
        ++m_at;
    }

    void checkEnd()
    {
        if (!m_branches.empty())
            return fail(m_branches.back().offset, "the parenthesis is never closed");
        if (m_bondAt)
            return fail(*m_bondAt, "the bond leads to no atom");
        const Ring* first = nullptr;
        std::string number;
        for (const auto& [name, ring] : m_rings)
            if (!first || ring.offset < first->offset) {
                first = &ring;
                number = name;
            }
        if (first)
            fail(first->offset, "ring " + number + " is never closed");
    }

    struct Branch {
        std::size_t offset;
        bool empty;
    };
    struct Ring {
        std::size_t offset;
        std::size_t atom; // number of atoms read when it was opened
    };

    std::string_view m_text;
    std::size_t m_at = 0;
    std::optional<SmilesFault> m_fault;
    std::vector<SmilesAtom> m_atoms;
    std::vector<Branch> m_branches;
    std::map<std::string, Ring> m_rings;
    std::optional<std::size_t> m_bondAt; // a bond that waits for its atom
    bool m_hasAtom = false;
};

} // namespace

std::optional<Error> checkSmilesText(std::string_view smiles)
{
    const auto error = [](ErrorCode code, std::string message, std::size_t offset) {
        return Error{code, std::move(message), {{}, 0, offset + 1}};
    };
    if (smiles.size() > maximumSmilesCharacters)
        return error(ErrorCode::TooLarge,
                     "The SMILES has " + std::to_string(smiles.size()) + " characters; the limit is "
                         + std::to_string(maximumSmilesCharacters) + ".",
                     maximumSmilesCharacters);
    std::size_t depth = 0;
    for (std::size_t i = 0; i < smiles.size(); ++i) {
        const char c = smiles[i];
        if (c <= ' ' || c >= 0x7f)
            return error(ErrorCode::Malformed,
                         c == ' ' || c == '\t' ? "There is a blank inside the SMILES."
                                               : "A SMILES has only letters, digits and signs of ASCII.",
                         i);
        depth += c == '(' || c == '[' ? 1 : 0;
        depth -= (c == ')' || c == ']') && depth > 0 ? 1 : 0;
        if (depth > maximumSmilesNesting)
            return error(ErrorCode::TooLarge,
                         "The branches are nested more than " + std::to_string(maximumSmilesNesting)
                             + " deep, which is the limit.",
                         i);
    }
    return std::nullopt;
}

std::optional<SmilesFault> findSmilesFault(std::string_view smiles) { return Scanner(smiles).run(); }

std::vector<SmilesAtom> smilesAtoms(std::string_view smiles)
{
    Scanner scanner(smiles);
    scanner.run();
    return scanner.takeAtoms();
}

} // namespace atlas
