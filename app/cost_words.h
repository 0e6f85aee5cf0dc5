// What the form of a method says about memory and time before the start.
#pragma once

#include "app/session.h"

namespace atlas {

/// From the method's own model, and from the last run of it on this data. Precondition: data is open.
QString costWords(const Session& session, const Method& method, const ParameterValues& values);

} // namespace atlas
