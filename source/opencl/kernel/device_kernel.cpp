#include "opencl/kernel/device_kernel.h"

#include <mux/extensions.h>

namespace mux::opencl {

Size3 DeviceKernel::suggest(size_t dimensions, const Size3 &global) {
  const bool remembers = !taken_.test_and_set(std::memory_order_acquire);
  if (remembers && last_dimensions_ == dimensions && last_global_ == global) {
    const Size3 local = last_local_;
    taken_.clear(std::memory_order_release);
    return local;
  }
  Size3 local{};
  const mux_result_t result =
      muxSuggestLocalSize(code_.kernel, dimensions, global.data(),
                          uniform_groups_ ? mux_local_size_fit_divides : mux_local_size_fit_any,
                          local.data(), &local[1], &local[2]);
  if (remembers) {
    if (result == mux_success) {
      last_dimensions_ = dimensions;
      last_global_ = global;
      last_local_ = local;
    }
    taken_.clear(std::memory_order_release);
  }
  require(result != mux_error_invalid_value, CL_INVALID_WORK_GROUP_SIZE, nullptr);
  check(result);
  return local;
}

}  // namespace mux::opencl
