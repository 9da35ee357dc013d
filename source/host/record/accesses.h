/// @file
/// What recorded commands touch: the memory they read and write, as far as it is known.
#pragma once

#include "host/record/dependences.h"
#include "host/record/recorded_command.h"

namespace mux::host {

/// Where a region begins: bytes from the first byte of what its origin and pitches speak of.
constexpr uint64_t offset_of(const mux_extent_3d_t &origin, const mux_extent_2d_t &pitches) {
  return origin.x + origin.y * pitches.x + origin.z * pitches.y;
}

/// Describes the next command of a command buffer, with the addresses that buffers and images have
/// now. Throws std::bad_alloc if there is no memory.
void describe_accesses(const RecordedCommand &command, Dependences &dependences);

/// Whether an ND-range may touch other memory if an argument of its kernel changes from one
/// descriptor to the other.
bool accesses_differ(const compiler::KernelDescription &kernel, size_t argument,
                     const mux_descriptor_info_t &before, const mux_descriptor_info_t &after);

}  // namespace mux::host
