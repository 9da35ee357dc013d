/// @file
/// Properties of an ND-range's arguments that its code and its scratch memory depend on, and the
/// memory that they refer to.
///
/// Descriptors must have been checked against the kernel (argument_checks.h). Thread-safe, but a
/// collector has one owner.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "compiler/abi/kernel_abi.h"
#include "host/record/kernel_arguments.h"
#include "host/specialize/range_kind.h"

namespace mux::host {

struct MemoryRange {
  const std::byte *begin = nullptr;
  uint64_t size = 0;
};

/// Returns the memory that a kernel may access through an argument: the whole buffer, regardless of
/// the offset, the image, or the size stated for a custom buffer. Empty if the argument is not
/// memory. Buffers and images must be bound.
MemoryRange range_of(const mux_descriptor_info_t &descriptor);

/// Whether no memory that a kernel writes through one argument overlaps that of another. Accesses
/// not through arguments are ignored.
bool are_distinct(const compiler::KernelDescription &kernel,
                  const mux_descriptor_info_t *descriptors);

/// Collects in one pass over the arguments of an ND-range, in their order, its local memory and the
/// properties in its CommandRange: distinct buffers, opaque arguments and local blocks.
class ArgumentCollector {
 public:
  /// @param recorded descriptors of all arguments, to which `changes` apply. Those of arguments
  /// that are not added yet are not read.
  /// @param compares_buffers whether to find out if buffers are distinct; if not, they count as
  /// not distinct.
  /// @param range where properties are stored. In place, because copying them right after they
  /// were written stalls on store forwarding.
  ArgumentCollector(const compiler::KernelDescription &kernel,
                    const mux_descriptor_info_t *recorded, const ArgumentChanges &changes,
                    bool compares_buffers, CommandRange &range);

  /// Adds the next argument.
  void add(size_t index) {
    const compiler::ArgumentKind kind = kernel_.arguments[index].kind;
    const bool is_image = kind == compiler::ArgumentKind::image;
    if (range_.has_distinct_buffers && (is_image || kind == compiler::ArgumentKind::buffer)) {
      compare_memory(index);
    }
    if (kind == compiler::ArgumentKind::local_buffer) {
      add_local_block(index);
    } else if (is_image || kind == compiler::ArgumentKind::sampler) {
      add_opaque(index);
    }
  }
  /// Returns in `local_memory` the bytes of local memory of a work-group: declared and passed
  /// blocks, each aligned. Fails, and sets the error text, if the device has less.
  mux_result_t finish(uint64_t &local_memory) const;

 private:
  const mux_descriptor_info_t &descriptor(size_t index) const {
    return changed_descriptor(index, recorded_, changes_);
  }
  void compare_memory(size_t index);
  void add_local_block(size_t index);
  void add_opaque(size_t index);

  const compiler::KernelDescription &kernel_;
  const mux_descriptor_info_t *recorded_;
  const ArgumentChanges &changes_;
  CommandRange &range_;
  uint64_t local_memory_;
  size_t block_count_ = 0;
  size_t opaque_count_ = 0;
  /// Index of the first argument whose block of local memory does not fit, if there is one.
  std::optional<size_t> rejected_;
};

/// Collects the properties of recorded arguments after the changes; see ArgumentCollector.
mux_result_t collect_properties(const compiler::KernelDescription &kernel,
                                const mux_descriptor_info_t *recorded,
                                const ArgumentChanges &changes, bool compares_buffers,
                                CommandRange &range, uint64_t &local_memory);

}  // namespace mux::host
