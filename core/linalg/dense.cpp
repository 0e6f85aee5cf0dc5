#include "core/linalg/dense.h"

#include <mutex>

extern "C" void openblas_set_num_threads(int count);

namespace atlas {

void useSingleThreadedBlas()
{
    static std::once_flag once;
    std::call_once(once, [] { openblas_set_num_threads(1); });
}

} // namespace atlas
