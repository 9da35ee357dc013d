/// @file
/// What recorded commands touch: the memory they read and write, as far as it is known.
#pragma once

#include "host/record/dependences.h"
#include "host/record/kernel_arguments.h"
#include "host/record/recorded_command.h"

namespace mux::host {

/// Where a region begins: bytes from the first byte of what its origin and pitches speak of.
constexpr uint64_t offset_of(const mux_extent_3d_t &origin, const mux_extent_2d_t &pitches) {
  return origin.x + origin.y * pitches.x + origin.z * pitches.y;
}

struct MemoryRange {
  const std::byte *begin = nullptr;
  uint64_t size = 0;
};

/// Where a kernel may go by an argument: to every byte of a buffer, from whatever byte it was
/// given, of an image, and to all that its custom buffers are said to have. Empty for what is no
/// memory. Buffers and images must be bound.
MemoryRange range_of(const mux_descriptor_info_t &descriptor);

/// Whether no memory that a kernel writes by one argument is that of another. Where the kernel goes
/// besides does not matter.
/// @param recorded checked descriptors of all arguments, with the changes.
bool are_distinct(const compiler::KernelDescription &kernel, const mux_descriptor_info_t *recorded,
                  const ArgumentChanges &changes);

/// Describes the next command of a command buffer, with the addresses that buffers and images have
/// now. Throws std::bad_alloc if there is no memory.
void describe_accesses(const RecordedCommand &command, Dependences &dependences);

/// Whether an ND-range may touch other memory if an argument of its kernel changes from one
/// descriptor to the other.
bool accesses_differ(const compiler::KernelDescription &kernel, size_t argument,
                     const mux_descriptor_info_t &before, const mux_descriptor_info_t &after);

}  // namespace mux::host
