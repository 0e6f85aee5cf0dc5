// What every fuzzer of a tree reader does: the first two bytes choose the options and the size of the pieces,
// the rest is the text; whatever it is, the reader must keep its promises.
#pragma once

#include "core/io/readers.h"
#include "support/tree_reading.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace atlas::fuzz {

struct FuzzInput {
    ReadOptions options;
    std::size_t largestRead = 0;
    std::string_view text;
};

inline FuzzInput fuzzInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input;
    const unsigned choices = size > 0 ? data[0] : 0;
    input.options.sentiment = (choices & 1U) != 0 ? Sentiment::Binary : Sentiment::Five;
    input.options.xmlAttributes = (choices & 2U) != 0;
    input.options.xmlText = (choices & 4U) != 0;
    input.options.xmlRecord = (choices & 8U) != 0 ? "r" : "";
    if ((choices & 16U) != 0)
        input.options.maximumLineBytes = 40;
    const unsigned piece = size > 1 ? data[1] % 64U : 0; // '@' and '`' are 0: all at once
    input.largestRead = piece == 0 ? std::numeric_limits<std::size_t>::max() : piece;
    if (size > 2)
        input.text = {reinterpret_cast<const char*>(data) + 2, size - 2};
    return input;
}

inline int fuzzTrees(const test::TreeReader& reader, const std::uint8_t* data, std::size_t size)
{
    const FuzzInput input = fuzzInput(data, size);
    const test::Outcome outcome = test::readTrees(reader, input.text, input.options, input.largestRead);
    const std::string wrong = test::findContradiction(outcome);
    if (!wrong.empty()) {
        std::fprintf(stderr, "%s\n", wrong.c_str());
        std::abort();
    }
    return 0;
}

} // namespace atlas::fuzz
