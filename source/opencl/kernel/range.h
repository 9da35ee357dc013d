/// @file
/// Validation of ND-ranges.
#pragma once

#include "opencl/kernel/device_kernel.h"
#include "opencl/platform/device.h"

namespace mux::opencl {

/// The ND-range arguments of clEnqueueNDRangeKernel().
struct RangeRequest {
  cl_uint dimensions;
  const size_t *offset;
  const size_t *global;
  const size_t *local;
};

struct Range {
  size_t dimensions;
  Size3 offset{0, 0, 0};
  Size3 global{1, 1, 1};
  Size3 local{1, 1, 1};
  /// Whether the ND-range has no work-items.
  bool empty = false;
};

/// Checks the number of dimensions, offset and global size. Fails with CL_INVALID_WORK_DIMENSION or
/// CL_INVALID_GLOBAL_OFFSET.
Range checked_global_range(const RangeRequest &request);

/// Checks the whole ND-range, and chooses a local size if there is none. Also fails with
/// CL_INVALID_WORK_GROUP_SIZE or CL_INVALID_WORK_ITEM_SIZE.
Range checked_range(DeviceKernel &kernel, const Device &device, const RangeRequest &request);

}  // namespace mux::opencl
