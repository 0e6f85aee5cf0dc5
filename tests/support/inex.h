// The INEX 2005 trees as a forest, by a parser of a few lines that owes nothing to the program's reader.
#pragma once

#include "core/data/forest.h"
#include "core/data/label_dictionary.h"

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>

namespace atlas::test {

/// Lines "class:label(child child($))", where "$" stands for "no child".
inline Forest readInexForest(const std::filesystem::path& path)
{
    LabelDictionary labels;
    ForestBuilder builder;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        for (std::size_t i = line.find(':') + 1; i < line.size(); ++i) {
            const std::size_t begin = i;
            while (i < line.size() && std::isdigit(static_cast<unsigned char>(line[i])) != 0)
                ++i;
            if (i > begin)
                builder.open(labels.intern(std::string_view(line).substr(begin, i - begin)));
            else if (line[i] == ')')
                builder.close();
            i -= i > begin && line[i] != '(' ? 1 : 0;
        }
        if (builder.hasTree())
            builder.finishTree();
    }
    return builder.take();
}

} // namespace atlas::test
