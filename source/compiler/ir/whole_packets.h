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

/// Whether what whole packets leave over is to run one work-item at a time. Groups of other kernels
/// are not known to be joined, so that every one of them may leave as many over.
inline bool runs_few_alone(const WorkItemTraits &kernel) {
  return kernel.ignores_groups && kernel.shape.has_value() && kernel.shape->has_few_rests;
}

}  // namespace mux::compiler
