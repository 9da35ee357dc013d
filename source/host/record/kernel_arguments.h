/// @file
/// Arguments of ND-ranges: copied when they are recorded, packed for compiled code when a plan is
/// built. Descriptors are checked before (argument_checks.h).
///
/// Recorded descriptors are copies of the program's, with the values of plain old data stored
/// beside them, so that an update can replace them individually and a clone copies them.
/// Thread-safe.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "compiler/abi/specialization.h"

namespace mux::host {

class Arena;

/// A change of arguments: descriptors[i] is for the argument indices[i]. If an argument occurs more
/// than once, the last change applies.
struct ArgumentChanges {
  uint64_t count;
  const uint64_t *indices;
  const mux_descriptor_info_t *descriptors;
};

/// Returns the descriptor of an argument after the changes.
inline const mux_descriptor_info_t &changed_descriptor(size_t argument,
                                                       const mux_descriptor_info_t *recorded,
                                                       const ArgumentChanges &changes) {
  for (uint64_t index = changes.count; index != 0; --index) {
    if (changes.indices[index - 1] == argument) {
      return changes.descriptors[index - 1];
    }
  }
  return recorded[argument];
}

/// Applies checked changes.
void apply_changes(const compiler::KernelDescription &kernel, mux_descriptor_info_t *recorded,
                   const ArgumentChanges &changes);

/// Memory for descriptors of a kernel's arguments and their values.
struct DescriptorStorage {
  /// NULL if the allocation failed.
  mux_descriptor_info_t *descriptors;
  /// A value is at KernelArgument::offset.
  std::byte *values;
};

[[nodiscard]] DescriptorStorage allocate_descriptors(const compiler::KernelDescription &kernel,
                                                     Arena &arena);

/// Copies a checked descriptor of an argument and its value.
void copy_descriptor(const compiler::KernelDescription &kernel, size_t index,
                     const mux_descriptor_info_t &descriptor, const DescriptorStorage &storage);

/// Copies descriptors and their values; NULL if an allocation fails.
[[nodiscard]] mux_descriptor_info_t *copy_descriptors(const compiler::KernelDescription &kernel,
                                                      const mux_descriptor_info_t *descriptors,
                                                      Arena &arena);

/// Creates placeholder descriptors for a command without work-items: of kinds that fit the kernel,
/// with storage for values. NULL if an allocation fails.
[[nodiscard]] mux_descriptor_info_t *make_empty_descriptors(
    const compiler::KernelDescription &kernel, Arena &arena);

/// Whether the two kernels' arguments have the same kinds and sizes, so that descriptors of one can
/// replace those of the other.
bool have_compatible_arguments(const compiler::KernelDescription &one,
                               const compiler::KernelDescription &other);

/// Replaces recorded descriptors by checked ones for the same kernel.
void replace_descriptors(const compiler::KernelDescription &kernel, mux_descriptor_info_t *recorded,
                         const mux_descriptor_info_t *descriptors);

/// Size of local memory that a descriptor of a local buffer requests.
uint64_t local_size_of(const mux_descriptor_info_t &descriptor);

/// Size of a block of local memory, with its padding.
constexpr uint64_t align_local(uint64_t size) {
  constexpr uint64_t alignment = compiler::local_memory_alignment;
  return (size + alignment - 1) / alignment * alignment;
}

/// Number of image arguments of the kernel.
size_t count_images(const compiler::KernelDescription &kernel);

/// Packs checked descriptors into `arguments` of KernelDescription::packed_size bytes. Images are
/// copied into `views`, which must live as long as `arguments`.
void pack_arguments(const compiler::KernelDescription &kernel,
                    const mux_descriptor_info_t *descriptors, std::byte *arguments,
                    compiler::ImageView *views);

}  // namespace mux::host
