// What went wrong with an input, in words for the person who has to mend it.
#pragma once

#include <cstdint>
#include <string>

namespace atlas {

enum class ErrorCode {
    BadUse, // a parameter out of range, an unknown name: exit code 2
    NotFound, // no such file, folder, example
    Unreadable, // the file exists and cannot be read: permissions, wrong encoding, damaged gzip
    Empty, // no structure in the source
    Malformed, // the text breaks the rules of its format
    Ambiguous, // several readings are possible; the message names them
    TooLarge, // above a stated limit (memory, record length, node count); the message has the numbers
    NonFinite, // NaN or infinity where a number is needed
    Computation, // a computation could not be carried out on this input
    Cancelled, // the person asked to stop
    WriteFailed // an output could not be written
};

const char* toString(ErrorCode code);

/// A place in the person's data. Lines and columns count from 1, columns in characters; 0 means "not known".
struct InputLocation {
    std::string file;
    std::uint64_t line = 0;
    std::uint64_t column = 0;

    friend bool operator==(const InputLocation&, const InputLocation&) = default;
};

/// "file:line:column", leaving out what is not known.
std::string toString(const InputLocation& location);

/// A place in our code. (std::source_location is not there for clang 14, which our
/// fuzzers and clang-tidy use.)
struct CodeLocation {
    const char* file = "";
    int line = 0;

    static constexpr CodeLocation current(const char* file = __builtin_FILE(), int line = __builtin_LINE())
    {
        return {file, line};
    }
};

struct Error {
    ErrorCode code = ErrorCode::Computation;
    std::string message; ///< a sentence that says what is wrong and, where possible, what to do
    InputLocation location = {}; ///< where in the data, if it is about data
    CodeLocation origin = CodeLocation::current(); ///< where in our code, for bug reports
};

/// The message with its place in front: "trees.mrg:3:17: unbalanced bracket".
std::string toString(const Error& error);

} // namespace atlas
