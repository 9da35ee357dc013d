/// @file
/// The arguments of an ND-range: checked against the kernel when they are recorded or updated,
/// packed the way compiled code reads them when a plan is built.
///
/// Recorded descriptors are plain copies of what the program handed over, so that an update
/// replaces them one by one and a clone copies them; the values of plain old data lie beside them.
/// All functions may be called from any thread; those that can fail say how.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

class Arena;

/// A change of arguments: descriptors[i] is for the argument indices[i]. The last one for an
/// argument counts.
struct ArgumentChanges {
  uint64_t count;
  const uint64_t *indices;
  const mux_descriptor_info_t *descriptors;
};

/// The descriptor of an argument once the changes are made: one of theirs, or the recorded one.
const mux_descriptor_info_t &changed_descriptor(size_t argument,
                                                const mux_descriptor_info_t *recorded,
                                                const ArgumentChanges &changes);

/// Whether a descriptor fits an argument of the kernel, and its object is one of `device` with
/// memory of its own. If not, the text of the error is set.
mux_result_t check_descriptor(const compiler::KernelDescription &kernel, size_t index,
                              const mux_descriptor_info_t &descriptor, mux_device_t device);

/// Checks changes of recorded descriptors, without making them.
mux_result_t check_changes(const compiler::KernelDescription &kernel,
                           const mux_descriptor_info_t *recorded, const ArgumentChanges &changes,
                           mux_device_t device);

/// Makes changes that were checked.
void apply_changes(const compiler::KernelDescription &kernel, mux_descriptor_info_t *recorded,
                   const ArgumentChanges &changes);

/// Descriptors with values of their own; NULL if there is no memory.
[[nodiscard]] mux_descriptor_info_t *copy_descriptors(const compiler::KernelDescription &kernel,
                                                      const mux_descriptor_info_t *descriptors,
                                                      Arena &arena);

/// Descriptors of a command that does nothing yet: of the kinds that fit the kernel, with room for
/// its values; NULL if there is no memory.
[[nodiscard]] mux_descriptor_info_t *make_empty_descriptors(
    const compiler::KernelDescription &kernel, Arena &arena);

/// Whether descriptors of one kernel can take the place of those of the other: their arguments are
/// of the same kinds and sizes.
bool take_same_descriptors(const compiler::KernelDescription &one,
                           const compiler::KernelDescription &other);

/// Replaces recorded descriptors by others of the same kernel that were checked.
void replace_descriptors(const compiler::KernelDescription &kernel, mux_descriptor_info_t *recorded,
                         const mux_descriptor_info_t *descriptors);

/// Local memory that a work-group needs.
struct LocalMemory {
  /// What the kernel declares and what it is given, each block aligned.
  uint64_t size = 0;
  /// What it is given.
  compiler::LocalBlocks blocks = {};
};

/// Fails with a text if the device does not have as much. The descriptors are those recorded, or
/// NULL if there are none yet, with the changes.
mux_result_t count_local_memory(const compiler::KernelDescription &kernel,
                                const mux_descriptor_info_t *recorded,
                                const ArgumentChanges &changes, LocalMemory &memory);

/// What the kernel's images and samplers are like, with the changes; nothing of those that were
/// recorded without descriptors, and of all if that does not matter to the kernel's code.
compiler::OpaqueArguments opaque_arguments_of(const compiler::KernelDescription &kernel,
                                              const mux_descriptor_info_t *recorded,
                                              const ArgumentChanges &changes);

/// How many of the kernel's arguments are images.
size_t count_images(const compiler::KernelDescription &kernel);

/// Packs checked descriptors into `arguments`, KernelDescription::packed_size bytes. Images are
/// copied into `views`, which must live as long as the arguments do.
void pack_arguments(const compiler::KernelDescription &kernel,
                    const mux_descriptor_info_t *descriptors, std::byte *arguments,
                    compiler::ImageView *views);

}  // namespace mux::host
