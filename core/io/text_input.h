// The bytes of a source: a plain or gzip-compressed file (told apart by content), or text in memory. Read in
// pieces, so that the size of a file never matters.
#pragma once

#include "core/support/result.h"

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

namespace atlas {

class TextInput {
public:
    /// Fails where the file is missing, a folder, or not readable; UTF-16 or UTF-32 text is refused with a
    /// message that says how to convert. A UTF-8 byte-order mark is skipped.
    static Result<TextInput> open(const std::filesystem::path& path);

    /// As open(), but without looking at the encoding: for parsers that know encodings themselves (XML).
    static Result<TextInput> openBinary(const std::filesystem::path& path);

    /// Reads from `text`, which must outlive the input. `name` stands for the file in messages. A UTF-8
    /// byte-order mark is skipped. Tests make the pieces small: no read() gives more than `largestRead`.
    static TextInput fromMemory(std::string name, std::string_view text,
                                std::size_t largestRead = std::numeric_limits<std::size_t>::max());

    TextInput(TextInput&&) noexcept;
    TextInput& operator=(TextInput&&) noexcept;
    ~TextInput();

    const std::string& name() const { return m_name; }

    /// Up to `size` bytes; files give fewer only at the end; 0 when there is no more. A damaged gzip gives
    /// every byte before the damage and ends there: see failure().
    std::size_t read(char* buffer, std::size_t size);

    /// The share of the source that was read, for progress.
    double fraction() const;
    /// Its size on disk in bytes (compressed where it is).
    std::size_t sizeOnDisk() const;
    /// Whether the bytes ended by damage rather than at the end, and why.
    bool failed() const;
    std::string failure() const;

private:
    struct Source;
    TextInput(std::string name, std::unique_ptr<Source> source);
    std::string m_name;
    std::unique_ptr<Source> m_source;
};

} // namespace atlas
