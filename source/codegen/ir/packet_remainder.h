/// @file
/// How packets divide a group, and how the remainder runs.

#pragma once

#include "codegen/ir/kernel.h"
#include "codegen/ir/packet.h"

namespace mux::compiler {

/// Whether there may be a remainder after the last whole packet in a dimension of the code: not if
/// all groups' sizes are known to be multiples of the packet's.
inline bool may_have_remainder(const WorkItemTraits &kernel, const Packet &packet,
                               unsigned dimension) {
  const uint64_t size = packet.size(dimension);
  if (!kernel.is_group_independent && kernel.fixed_range.has_value()) {
    return kernel.fixed_range->local_size[dimension] % size != 0;
  }
  return size != 1 && (!kernel.shape.has_value() ||
                       kernel.shape->multiple_of[kernel.order[dimension]] % size != 0);
}

/// Whether the remainder is to run one work-item at a time, for code size. Only for kernels whose
/// groups are joined: otherwise every group may have such a remainder.
inline bool has_scalar_remainder(const WorkItemTraits &kernel) {
  return kernel.is_group_independent && kernel.shape.has_value() && kernel.shape->scalar_remainder;
}

}  // namespace mux::compiler
