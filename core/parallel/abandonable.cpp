#include "core/parallel/abandonable.h"

#include <stdlib.h> // on_exit is glibc's
#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace atlas {

namespace {

std::atomic<int> running{0};

/// OpenBLAS gives its memory back when it is unloaded: a call that still runs in it would crash then.
void leaveAtOnce(int status, void* /*unused*/)
{
    if (running.load() == 0)
        return;
    std::fflush(nullptr);
    _exit(status);
}

} // namespace

void abandonedCallBegins()
{
    static std::once_flag once;
    std::call_once(once, [] { (void)on_exit(&leaveAtOnce, nullptr); });
    ++running;
}

void abandonedCallEnds() { --running; }

} // namespace atlas
