/// @file
/// A local size for an ND-range whose program leaves the choice to the implementation. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

/// What a local size is to suit.
struct LocalSizeRequest {
  /// 1 in the dimensions that the ND-range does not have; none is 0.
  std::array<size_t, 3> global_size;
  /// Each size divides the global one.
  bool divides = false;
  /// Work-items of a group that suit the kernel's code.
  size_t preferred_work_items = 0;
  uint32_t compute_units = 1;
};

/// What the kernel requires, else what its source hints at if that fits, else as many whole packets
/// as suit its code, as long as every compute unit has groups to run.
std::array<size_t, 3> suggested_local_size(const compiler::KernelDescription &kernel,
                                           const LocalSizeRequest &request);

}  // namespace mux::host
