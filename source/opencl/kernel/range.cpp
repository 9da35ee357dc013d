#include "opencl/kernel/range.h"

#include <cstdint>

namespace mux::opencl {
namespace {

uint64_t sub_group_count(const DeviceKernel &kernel, const Size3 &local, uint64_t work_items) {
  size_t size = 0;
  check(
      muxQuerySubGroupSizeForLocalSize(kernel.code().kernel, local[0], local[1], local[2], &size));
  return (work_items + size - 1) / size;
}

/// Fails unless the local size is valid for the device, the kernel and the ND-range.
void require_local_size(const DeviceKernel &kernel, const Device &device, const Range &range) {
  const mux_device_info_s &info = *device.info();
  const Size3 largest = {info.max_work_group_size_x, info.max_work_group_size_y,
                         info.max_work_group_size_z};
  const mux_kernel_info_t &asks = kernel.code().info;
  uint64_t work_items = 1;
  for (size_t dimension = 0; dimension < range.local.size(); ++dimension) {
    const size_t size = range.local[dimension];
    require(size != 0, CL_INVALID_WORK_GROUP_SIZE, "local_work_size is 0 in a dimension");
    require(size <= largest[dimension], CL_INVALID_WORK_ITEM_SIZE,
            "local_work_size is greater than CL_DEVICE_MAX_WORK_ITEM_SIZES in a dimension");
    require(asks.required_local_size[0] == 0 || asks.required_local_size[dimension] == size,
            CL_INVALID_WORK_GROUP_SIZE,
            "local_work_size differs from the kernel's reqd_work_group_size");
    require(!kernel.uniform_groups() || range.global[dimension] % size == 0,
            CL_INVALID_WORK_GROUP_SIZE,
            "local_work_size does not divide global_work_size in a dimension");
    work_items *= size;
    require(work_items <= asks.max_local_size, CL_INVALID_WORK_GROUP_SIZE,
            "the work-group size is greater than CL_KERNEL_WORK_GROUP_SIZE");
  }
  require(asks.required_sub_group_count == 0 ||
              asks.required_sub_group_count == sub_group_count(kernel, range.local, work_items),
          CL_INVALID_WORK_GROUP_SIZE,
          "the number of sub-groups differs from the one that the kernel requires");
}

}  // namespace

Range checked_global_range(const RangeRequest &request) {
  require(request.dimensions >= 1 && request.dimensions <= 3, CL_INVALID_WORK_DIMENSION,
          "work_dim is not 1, 2 or 3");
  Range range{.dimensions = request.dimensions};
  for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
    // A missing global size means an empty ND-range.
    const size_t size = request.global != nullptr ? request.global[dimension] : 0;
    const size_t offset = request.offset != nullptr ? request.offset[dimension] : 0;
    require(offset <= SIZE_MAX - size, CL_INVALID_GLOBAL_OFFSET,
            "global ids of the ND-range exceed the range of size_t");
    range.offset[dimension] = offset;
    range.global[dimension] = size;
    range.empty = range.empty || size == 0;
  }
  return range;
}

Range checked_range(DeviceKernel &kernel, const Device &device, const RangeRequest &request) {
  Range range = checked_global_range(request);
  if (request.local != nullptr) {
    for (size_t dimension = 0; dimension < range.dimensions; ++dimension) {
      range.local[dimension] = request.local[dimension];
    }
    require_local_size(kernel, device, range);
  } else if (!range.empty) {
    range.local = kernel.suggest(range.dimensions, range.global);
  }
  return range;
}

}  // namespace mux::opencl
