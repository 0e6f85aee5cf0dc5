// What a person can say about how a source is to be read. The defaults read everything
// that detection can tell.
#pragma once

#include "core/io/format.h"

#include <cstddef>
#include <optional>
#include <string>

namespace atlas {

enum class Sentiment {
    Five, ///< root numbers 0..4 are the classes, numbers of inner nodes are the labels
    Binary ///< 0,1 negative and 3,4 positive, 2 left out; numbers of inner nodes stripped
};
enum class StructureView { AsRead, Tree, Graph, Sequence };
enum class Hydrogens { Implicit, Explicit };

struct ReadOptions {
    std::optional<FormatId> format; ///< nothing = detect by content
    std::string smilesColumn; ///< "" = by name
    std::string classColumn; ///< "" = by name
    std::string nameColumn; ///< "" = by name
    StructureView as = StructureView::AsRead;
    Hydrogens hydrogens = Hydrogens::Implicit;
    Sentiment sentiment = Sentiment::Five;
    bool xmlAttributes = false; ///< attributes become child nodes "@name"
    bool xmlText = false; ///< text becomes leaf nodes labelled with its words
    std::string xmlRecord; ///< the element that holds one record; "" = the document is the record
    std::size_t maximumLineBytes = std::size_t{64} << 20U;
};

} // namespace atlas
