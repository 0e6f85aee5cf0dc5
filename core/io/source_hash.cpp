#include "core/io/source_hash.h"

#include "core/io/source_files.h"

#include <QCryptographicHash>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

namespace atlas {

namespace {

constexpr std::size_t pieceBytes = std::size_t{1} << 20U;

/// Bytes hashed so far, of all.
struct Share {
    std::uintmax_t done = 0;
    std::uintmax_t total = 0;
};

Result<void> addFile(const std::filesystem::path& path, QCryptographicHash& hash, Share& share,
                     const ProgressToken& progress)
{
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return Error{ErrorCode::Unreadable,
                     std::string("The file cannot be opened: ") + std::strerror(errno) + ".",
                     {path.string()}};
    std::vector<char> piece(pieceBytes);
    while (stream) {
        if (progress.cancelled())
            return Error{ErrorCode::Cancelled, "Hashing was cancelled."};
        stream.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        hash.addData(QByteArrayView(piece.data(), stream.gcount()));
        share.done += static_cast<std::uintmax_t>(stream.gcount());
        progress.report(
            share.total == 0 ? 1 : static_cast<double>(share.done) / static_cast<double>(share.total));
    }
    if (stream.bad())
        return Error{ErrorCode::Unreadable, "The file cannot be read to its end.", {path.string()}};
    return {};
}

} // namespace

Result<std::string> sha256OfSource(const std::filesystem::path& path, ProgressToken progress)
{
    std::error_code status;
    if (!std::filesystem::exists(path, status))
        return Error{ErrorCode::NotFound, "There is no such file or folder.", {path.string()}};
    const bool folder = std::filesystem::is_directory(path, status);
    const std::vector<std::filesystem::path> files = filesOf(path);
    Share share;
    for (const std::filesystem::path& file : files)
        share.total += std::max<std::uintmax_t>(std::filesystem::file_size(file, status), 1);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const std::filesystem::path& file : files) {
        if (folder) {
            const std::string name = file.lexically_relative(path).generic_string() + '\0'
                + std::to_string(std::filesystem::file_size(file, status)) + '\0';
            hash.addData(QByteArrayView(name.data(), static_cast<qsizetype>(name.size())));
        }
        if (const Result<void> added = addFile(file, hash, share, progress); !added)
            return added.error();
    }
    progress.report(1);
    return hash.result().toHex().toStdString();
}

} // namespace atlas
