/// @file
/// Memory accesses of recorded commands, as far as they are known.
#pragma once

#include "host/record/dependences.h"
#include "host/record/recorded_command.h"

namespace mux::host {

/// Returns the byte offset of a region's first byte, from its origin and pitches.
constexpr uint64_t offset_of(const mux_extent_3d_t &origin, const mux_extent_2d_t &pitches) {
  return origin.x + origin.y * pitches.x + origin.z * pitches.y;
}

/// Adds the next command of a command buffer, with the current addresses of buffers and images.
/// Throws std::bad_alloc.
void describe_accesses(const RecordedCommand &command, Dependences &dependences);

/// Whether the memory accessed by an ND-range may change if an argument of its kernel changes from
/// one descriptor to the other.
bool accesses_differ(const compiler::KernelDescription &kernel, size_t argument,
                     const mux_descriptor_info_t &before, const mux_descriptor_info_t &after);

}  // namespace mux::host
