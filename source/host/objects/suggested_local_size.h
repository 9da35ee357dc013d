/// @file
/// Suggests a local size for an ND-range whose program leaves the choice to the implementation.
/// Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_description.h"

namespace mux::host {

/// Constraints of a local size.
struct LocalSizeRequest {
  /// 1 in unused dimensions; never 0.
  std::array<size_t, 3> global_size;
  /// Whether each local size must divide the global size.
  bool divides = false;
  /// Preferred number of work-items of a group for the kernel's code.
  size_t preferred_work_items = 0;
  uint32_t compute_units = 1;
};

/// Returns the required size, or the source's hint if it fits, or otherwise a size of whole packets
/// that suits the code and leaves groups for every compute unit.
std::array<size_t, 3> suggested_local_size(const compiler::KernelDescription &kernel,
                                           const LocalSizeRequest &request);

}  // namespace mux::host
