/// @file
/// Whether packets fit what they are to run.

#pragma once

#include "compiler/ir/kernel.h"
#include "compiler/ir/packet.h"

namespace mux::compiler {

/// Whether work-items may be left over after the last whole packet in a dimension of the code: they
/// are not if all groups are known to be as long as a multiple of the packet.
inline bool may_leave_rest(const WorkItemTraits &kernel, const Packet &packet, unsigned dimension) {
  const uint64_t size = packet.size(dimension);
  if (!kernel.ignores_groups && kernel.fixed_range.has_value()) {
    return kernel.fixed_range->local_size[dimension] % size != 0;
  }
  return size != 1 && (!kernel.shape.has_value() ||
                       kernel.shape->multiple_of[kernel.order[dimension]] % size != 0);
}

}  // namespace mux::compiler
