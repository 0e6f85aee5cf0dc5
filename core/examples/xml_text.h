// Writes well-formed XML text, indented, element by element.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace atlas {

class XmlText {
public:
    XmlText();

    void open(std::string_view tag);
    void close();
    void leaf(std::string_view tag, std::string_view text); ///< <tag>text</tag>
    void empty(std::string_view tag); ///< <tag/>

    /// The document. Precondition: every element is closed.
    std::string take();

private:
    void indent();

    std::string m_text;
    std::vector<std::string> m_open;
};

} // namespace atlas
