#include "opencl/support/object.h"

namespace mux::opencl {

std::atomic<void *> loader_data{nullptr};

Handle::Handle(Kind kind) noexcept
    : dispatch_data(loader_data.load(std::memory_order_relaxed)), kind(kind) {}

}  // namespace mux::opencl
