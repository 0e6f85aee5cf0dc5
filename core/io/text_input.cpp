#include "core/io/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace atlas
{

namespace
{

constexpr unsigned gzipBufferBytes = 1U << 18U;

struct GzipCloser {
    void operator()(gzFile_s* file) const { gzclose(file); }
};

} // namespace

struct TextInput::Source {
    std::unique_ptr<gzFile_s, GzipCloser> file; // zlib reads plain files as they are; null for memory
    std::string head; // bytes looked at before the first read()
    std::string_view memory;
    std::size_t consumed = 0; // of `memory`
    std::size_t diskBytes = 0;
    std::string failure;
};

TextInput::TextInput(std::string name, std::unique_ptr<Source> source)
    : m_name(std::move(name)), m_source(std::move(source))
{
}
TextInput::TextInput(TextInput&&) noexcept = default;
TextInput& TextInput::operator=(TextInput&&) noexcept = default;
TextInput::~TextInput() = default;

Result<TextInput> TextInput::openBinary(const std::filesystem::path& path)
{
    const InputLocation location{path.string()};
    std::error_code status;
    if (!std::filesystem::exists(path, status))
        return Error{ErrorCode::NotFound, "There is no such file.", location};
    if (std::filesystem::is_directory(path, status))
        return Error{ErrorCode::Unreadable, "This is a folder, not a file.", location};
    auto source = std::make_unique<Source>();
    source->file.reset(gzopen(path.c_str(), "rb"));
    if (!source->file)
        return Error{ErrorCode::Unreadable,
                     std::string("The file cannot be opened: ") + std::strerror(errno) + ".", location};
    gzbuffer(source->file.get(), gzipBufferBytes);
    const auto size = std::filesystem::file_size(path, status);
    source->diskBytes = status ? 0 : static_cast<std::size_t>(size); // a pipe has no size
    return TextInput(path.string(), std::move(source));
}

Result<TextInput> TextInput::open(const std::filesystem::path& path)
{
    Result<TextInput> input = openBinary(path);
    if (!input)
        return input;
    std::string head(4, '\0');
    head.resize(input->read(head.data(), head.size()));
    const auto startsWith = [&](std::string_view mark) { return head.starts_with(mark); };
    if (startsWith("\xff\xfe") || startsWith("\xfe\xff") || startsWith(std::string_view("\0\0\xfe\xff", 4)))
        return Error{ErrorCode::Unreadable,
                     "The text is UTF-16 or UTF-32; convert it to UTF-8 first, for example with "
                     "'iconv -f UTF-16 -t UTF-8'.",
                     {path.string()}};
    if (startsWith("\xef\xbb\xbf"))
        head.erase(0, 3);
    input->m_source->head = head;
    return input;
}

TextInput TextInput::fromMemory(std::string name, std::string_view text)
{
    auto source = std::make_unique<Source>();
    source->memory = text;
    source->diskBytes = text.size();
    return {std::move(name), std::move(source)};
}

std::size_t TextInput::read(char* buffer, std::size_t size)
{
    Source& source = *m_source;
    if (!source.head.empty()) {
        const std::size_t count = std::min(size, source.head.size());
        std::memcpy(buffer, source.head.data(), count);
        source.head.erase(0, count);
        return count + (count < size ? read(buffer + count, size - count) : 0);
    }
    if (!source.file) {
        const std::size_t count = std::min(size, source.memory.size() - source.consumed);
        std::memcpy(buffer, source.memory.data() + source.consumed, count);
        source.consumed += count;
        return count;
    }
    constexpr std::size_t largest = 1U << 30U; // gzread counts in int
    const int count = gzread(source.file.get(), buffer, static_cast<unsigned>(std::min(size, largest)));
    if (count <= 0) {
        int code = Z_OK;
        const char* message = gzerror(source.file.get(), &code);
        if (code == Z_ERRNO)
            source.failure = std::string("The file cannot be read: ") + std::strerror(errno) + ".";
        else if (code != Z_OK && code != Z_STREAM_END)
            source.failure = std::string("The gzip data is damaged or cut off: ") + message + ".";
        return 0;
    }
    return static_cast<std::size_t>(count);
}

double TextInput::fraction() const
{
    const std::size_t total = m_source->diskBytes;
    if (total == 0)
        return 0;
    const std::size_t done = m_source->file
        ? static_cast<std::size_t>(std::max<z_off_t>(0, gzoffset(m_source->file.get())))
        : m_source->consumed;
    return std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
}

std::size_t TextInput::sizeOnDisk() const { return m_source->diskBytes; }
bool TextInput::failed() const { return !m_source->failure.empty(); }
std::string TextInput::failure() const { return m_source->failure; }

} // namespace atlas
