#include "opencl/command_buffer/mutable_command.h"

#include <algorithm>

#include "opencl/commands/kernels.h"

namespace mux::opencl {
namespace {

mux_ndrange_options_t options_of_nothing(const DeviceKernel &kernel, const Range &range) {
  static constexpr size_t zeros[3] = {};
  const mux_kernel_info_t &asks = kernel.code().info;
  mux_ndrange_options_t options{};
  for (size_t dimension = 0; dimension < 3; ++dimension) {
    const size_t required = asks.required_local_size[dimension];
    options.local_size[dimension] = required != 0 ? required : 1;
  }
  options.global_offset = zeros;
  options.global_size = zeros;
  options.dimensions = range.dimensions;
  return options;
}

}  // namespace

RequestedRange::RequestedRange(const RangeRequest &request)
    : dimensions(request.dimensions), has_local(request.local != nullptr) {
  const auto copy = [&](const size_t *values, Size3 &into) {
    if (values != nullptr) {
      std::copy_n(values, dimensions, into.begin());
    }
  };
  copy(request.offset, offset);
  copy(request.global, global);
  copy(request.local, local);
}

mux_ndrange_options_t options_of(DeviceKernel &kernel, const MutableCommand::State &state) {
  return state.complete && !state.range.empty ? options_of(kernel, state.range)
                                              : options_of_nothing(kernel, state.range);
}

}  // namespace mux::opencl
