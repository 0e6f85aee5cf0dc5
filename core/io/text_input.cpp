#include "core/io/text_input.h"

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t gzipBufferBytes = std::size_t{1} << 17U;
constexpr std::string_view gzipMark = "\x1f\x8b";
constexpr std::string_view utf8Mark = "\xef\xbb\xbf";

struct FileCloser {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

/// The state of inflate(). zlib's own gzread() would drop the good bytes in front of a damage.
struct Gzip {
    Gzip() : input(gzipBufferBytes) { inflateInit2(&stream, 15 + 16); } // 16: gzip, not bare zlib
    ~Gzip() { inflateEnd(&stream); }
    Gzip(const Gzip&) = delete;
    Gzip& operator=(const Gzip&) = delete;

    z_stream stream{};
    std::vector<char> input;
    bool betweenMembers = false; // a gzip file may be several, one after the other
    bool ended = false;
};

bool looksLikeWideText(std::string_view head)
{
    const auto startsWith = [&](std::string_view mark) { return head.starts_with(mark); };
    if (startsWith("\xff\xfe") || startsWith("\xfe\xff") || startsWith(std::string_view("\0\0\xfe\xff", 4)))
        return true;
    // ASCII characters in UTF-16 without a mark
    return head.size() == 4 && ((head[0] == 0) != (head[1] == 0)) && ((head[2] == 0) != (head[3] == 0));
}

} // namespace

struct TextInput::Source {
    std::unique_ptr<std::FILE, FileCloser> file; // null for memory
    std::unique_ptr<Gzip> gzip; // null for plain files
    std::string head; // bytes looked at before the first read()
    std::string_view memory;
    std::size_t consumed = 0; // of `memory`, or bytes taken from the file
    std::size_t largestRead = 0;
    std::size_t diskBytes = 0;
    std::string failure;

    std::size_t readHead(char* buffer, std::size_t size);
    std::size_t readMemory(char* buffer, std::size_t size);
    std::size_t readFile(char* buffer, std::size_t size);
    std::size_t readGzip(char* buffer, std::size_t size);
    bool inflateSome();
};

std::size_t TextInput::Source::readHead(char* buffer, std::size_t size)
{
    const std::size_t count = head.copy(buffer, size);
    head.erase(0, count);
    return count;
}

std::size_t TextInput::Source::readMemory(char* buffer, std::size_t size)
{
    const std::size_t count = memory.copy(buffer, std::min(size, largestRead), consumed);
    consumed += count;
    return count;
}

std::size_t TextInput::Source::readFile(char* buffer, std::size_t size)
{
    const std::size_t count = std::fread(buffer, 1, size, file.get());
    if (count < size && std::ferror(file.get()))
        failure = std::string("The file cannot be read: ") + std::strerror(errno) + ".";
    consumed += count;
    return count;
}

/// One step of inflate(); false at the end.
bool TextInput::Source::inflateSome()
{
    z_stream& stream = gzip->stream;
    if (stream.avail_in == 0) {
        stream.next_in = reinterpret_cast<Bytef*>(gzip->input.data());
        stream.avail_in = static_cast<uInt>(readFile(gzip->input.data(), gzip->input.size()));
        if (stream.avail_in == 0) {
            if (!gzip->betweenMembers && failure.empty())
                failure = "The gzip data is cut off: the file ends too early.";
            return false;
        }
    }
    if (gzip->betweenMembers) {
        if (*stream.next_in != static_cast<Bytef>(gzipMark[0]))
            return false; // padding behind the last member is no damage
        inflateReset(&stream);
        gzip->betweenMembers = false;
    }
    const int code = inflate(&stream, Z_NO_FLUSH);
    if (code == Z_STREAM_END)
        gzip->betweenMembers = true;
    else if (code != Z_OK && code != Z_BUF_ERROR) {
        failure = std::string("The gzip data is damaged") + (stream.msg ? std::string(": ") + stream.msg : "")
            + ".";
        return false;
    }
    return true;
}

std::size_t TextInput::Source::readGzip(char* buffer, std::size_t size)
{
    constexpr std::size_t largest = std::size_t{1} << 30U; // zlib counts in 32 bits
    const std::size_t wanted = std::min(size, largest);
    z_stream& stream = gzip->stream;
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = static_cast<uInt>(wanted);
    while (stream.avail_out > 0 && !gzip->ended)
        gzip->ended = !inflateSome();
    return wanted - stream.avail_out;
}

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
    source->file.reset(std::fopen(path.c_str(), "rb"));
    if (!source->file)
        return Error{ErrorCode::Unreadable,
                     std::string("The file cannot be opened: ") + std::strerror(errno) + ".", location};
    const auto size = std::filesystem::file_size(path, status);
    source->diskBytes = status ? 0 : static_cast<std::size_t>(size); // a pipe has no size
    std::string head(gzipMark.size(), '\0');
    head.resize(source->readFile(head.data(), head.size()));
    if (head == gzipMark) {
        source->gzip = std::make_unique<Gzip>();
        std::memcpy(source->gzip->input.data(), head.data(), head.size());
        source->gzip->stream.next_in = reinterpret_cast<Bytef*>(source->gzip->input.data());
        source->gzip->stream.avail_in = static_cast<uInt>(head.size());
    } else {
        source->head = head;
    }
    return TextInput(path.string(), std::move(source));
}

Result<TextInput> TextInput::open(const std::filesystem::path& path)
{
    Result<TextInput> input = openBinary(path);
    if (!input)
        return input;
    std::string head(4, '\0');
    head.resize(input->read(head.data(), head.size()));
    if (looksLikeWideText(head))
        return Error{ErrorCode::Unreadable,
                     "The text is UTF-16 or UTF-32; convert it to UTF-8 first, for example with "
                     "'iconv -f UTF-16 -t UTF-8'.",
                     {path.string()}};
    if (head.starts_with(utf8Mark))
        head.erase(0, utf8Mark.size());
    input->m_source->head = head;
    return input;
}

TextInput TextInput::fromMemory(std::string name, std::string_view text, std::size_t largestRead)
{
    auto source = std::make_unique<Source>();
    source->memory = text;
    source->consumed = text.starts_with(utf8Mark) ? utf8Mark.size() : 0;
    source->largestRead = largestRead;
    source->diskBytes = text.size();
    return {std::move(name), std::move(source)};
}

std::size_t TextInput::read(char* buffer, std::size_t size)
{
    Source& source = *m_source;
    if (size == 0)
        return 0;
    if (!source.file)
        return source.readMemory(buffer, size);
    const std::size_t count = source.readHead(buffer, size);
    if (count == size)
        return count;
    return count
        + (source.gzip ? source.readGzip(buffer + count, size - count)
                       : source.readFile(buffer + count, size - count));
}

double TextInput::fraction() const
{
    const std::size_t total = m_source->diskBytes;
    if (total == 0)
        return 0;
    const std::size_t waiting = m_source->gzip ? m_source->gzip->stream.avail_in : 0;
    return std::min(1.0, static_cast<double>(m_source->consumed - waiting) / static_cast<double>(total));
}

std::size_t TextInput::sizeOnDisk() const { return m_source->diskBytes; }
bool TextInput::failed() const { return !m_source->failure.empty(); }
std::string TextInput::failure() const { return m_source->failure; }

} // namespace atlas
