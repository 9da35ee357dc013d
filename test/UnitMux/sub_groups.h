/// @file
/// Kernels for queries about sub-groups.

#pragma once

#include <algorithm>
#include <iterator>
#include <random>

#include "fixtures.h"

namespace mux::test {

/// A kernel of the host device with a device info without sub-groups.
struct WithoutSubGroups {
  explicit WithoutSubGroups(const mux_kernel_s &model)
      : info(*model.device->info), device{model.device->id, &info}, kernel(model) {
    info.max_sub_group_count = 0;
    kernel.device = &device;
  }

  mux_device_info_s info;
  mux_device_s device;
  mux_kernel_s kernel;
};

/// Kernels of one executable: one without a required work-group size, others with one.
class SubGroupKernelsFixture : public KernelFixture {
 public:
  mux_executable_t executable = load(
      compile("kernel void k(global int *out) { out[0] = 1; }\n"
              "#define REQUIRES(x, y, z) __attribute__((reqd_work_group_size(x, y, z))) kernel\n"
              "REQUIRES(192, 1, 1) void line(global int *out) { out[0] = 1; }\n"
              "REQUIRES(1, 128, 1) void column(global int *out) { out[0] = 1; }\n"
              "REQUIRES(8, 4, 2) void block(global int *out) { out[0] = 1; }\n"
              "REQUIRES(16384, 1, 1) void too_long(global int *out) { out[0] = 1; }\n"));
  mux_kernel_t kernel = make_kernel(executable, "k");
};

/// Whether the device reports this sub-group size.
inline bool offers_sub_group_size(const mux_device_info_s &info, size_t size) {
  return std::count(info.sub_group_sizes, info.sub_group_sizes + info.num_sub_group_sizes, size) ==
         1;
}

}  // namespace mux::test
