// A folder for a test's files, removed with the test.
#pragma once

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace atlas::test {

class TemporaryFolder {
public:
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

    /// Writes a file (folders made as needed) and returns its path.
    std::filesystem::path write(const std::string& name, std::string_view content) const
    {
        const std::filesystem::path file = path() / name;
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
        return file;
    }

private:
    QTemporaryDir m_folder;
};

inline std::string readFile(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace atlas::test
