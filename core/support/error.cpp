#include "core/support/error.h"

namespace atlas {

const char* toString(ErrorCode code)
{
    switch (code) {
    case ErrorCode::BadUse:
        return "bad use";
    case ErrorCode::NotFound:
        return "not found";
    case ErrorCode::Unreadable:
        return "unreadable";
    case ErrorCode::Empty:
        return "empty";
    case ErrorCode::Malformed:
        return "malformed";
    case ErrorCode::Ambiguous:
        return "ambiguous";
    case ErrorCode::TooLarge:
        return "too large";
    case ErrorCode::NonFinite:
        return "not finite";
    case ErrorCode::Computation:
        return "computation failed";
    case ErrorCode::Cancelled:
        return "cancelled";
    case ErrorCode::WriteFailed:
        return "write failed";
    }
    return "unknown";
}

std::string toString(const InputLocation& location)
{
    std::string text = location.file;
    if (location.line > 0)
        text += (text.empty() ? "line " : ":") + std::to_string(location.line);
    if (location.line > 0 && location.column > 0)
        text += ":" + std::to_string(location.column);
    return text;
}

std::string toString(const Error& error)
{
    const std::string place = toString(error.location);
    return place.empty() ? error.message : place + ": " + error.message;
}

} // namespace atlas
