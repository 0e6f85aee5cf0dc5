#include "core/examples/xml_text.h"

#include <cassert>
#include <utility>

namespace atlas {

XmlText::XmlText() : m_text("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") { }

void XmlText::indent() { m_text.append(2 * m_open.size(), ' '); }

void XmlText::open(std::string_view tag)
{
    indent();
    m_text.append("<").append(tag).append(">\n");
    m_open.emplace_back(tag);
}

void XmlText::close()
{
    assert(!m_open.empty());
    const std::string tag = std::move(m_open.back());
    m_open.pop_back();
    indent();
    m_text.append("</").append(tag).append(">\n");
}

void XmlText::leaf(std::string_view tag, std::string_view text)
{
    indent();
    m_text.append("<").append(tag).append(">");
    for (const char c : text) {
        if (c == '&')
            m_text += "&amp;";
        else if (c == '<')
            m_text += "&lt;";
        else
            m_text += c;
    }
    m_text.append("</").append(tag).append(">\n");
}

void XmlText::empty(std::string_view tag)
{
    indent();
    m_text.append("<").append(tag).append("/>\n");
}

std::string XmlText::take()
{
    assert(m_open.empty());
    return std::move(m_text);
}

} // namespace atlas
