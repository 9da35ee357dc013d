/// @file
/// Recorded commands: copies of everything that a command needs. Buffers are referenced, because
/// their addresses are resolved when the command buffer is finalized.
///
/// Records are in the arena of their command buffer and freed with it. After recording, only
/// descriptors and sizes of ND-ranges change; see CommandBuffer::update_descriptors() and
/// update_nd_ranges(). A new kind of command needs a record here, and a case in copy_record(),
/// amount_of(), describe_accesses() (accesses.cpp) and PlanBuilder (plan_builder.cpp), which the
/// compiler enforces; schedule/command.h says what it needs besides.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
#include "compiler/abi/kernel_description.h"
#include "host/schedule/command.h"
#include "host/specialize/kernel_variants.h"

namespace mux::host {

class Arena;
class Buffer;
class Image;

/// An address in a buffer or an image, or in host memory if both are NULL.
struct Address {
  const Buffer *buffer;
  uint64_t offset;
  const Image *image = nullptr;

  static Address of(const void *host_pointer) {
    return {nullptr, reinterpret_cast<uintptr_t>(host_pointer)};
  }
  /// Returns the host address. The buffer or image must be bound.
  std::byte *resolve() const;
};

/// Reads, writes and copies are all copies from source to destination.
struct CopyRecord {
  Address destination;
  Address source;
  uint64_t size;
};

struct RegionsRecord {
  Address destination;
  Address source;
  const mux_buffer_region_info_t *regions;
  uint64_t region_count;
};

struct FillRecord {
  Address destination;
  uint64_t size;
  const std::byte *pattern;
  uint64_t pattern_size;
};

/// A box of pixels to fill with one value.
struct FillImageRecord {
  Address destination;
  /// In bytes, rows and slices.
  mux_extent_3d_t box;
  /// Row pitch and slice pitch in bytes.
  mux_extent_2d_t pitches;
  PixelBytes pixel;
  uint64_t pixel_size;
};

struct NdRangeRecord {
  compiler::KernelFunction function;
  /// Owned by the executable, too; may be NULL.
  KernelVariant *variant;
  /// Owned by the executable, which outlives the command; so is the source of its code.
  const compiler::KernelDescription *kernel;
  CodeSource code_source;
  /// One for each argument of the kernel, checked against it, with copies of values. Packed when a
  /// plan is built.
  mux_descriptor_info_t *descriptors;
  CommandRange range;
  /// 0 for a range without work-items: the command keeps its place in the order and does nothing.
  uint64_t group_count;
  uint64_t scratch_size;
};

/// Computes the scratch memory of the ND-range for the given size of local memory.
void set_local_memory(NdRangeRecord &record, uint64_t local_memory);
/// Size of local memory of a work-group.
uint64_t local_memory_of(const NdRangeRecord &record);

struct UserCallbackRecord {
  mux_command_user_callback_t function;
  void *user_data;
};

struct RecordedCommand {
  CommandKind kind;
  /// Indices of the commands whose sync-points it waits for.
  uint32_t wait_count;
  const uint32_t *waits;
  /// NULL if the command has no completion hook.
  const CompletionHook *completion;
  union {
    const CopyRecord *copy;
    const RegionsRecord *regions;
    const FillRecord *fill;
    const FillImageRecord *fill_image;
    NdRangeRecord *nd_range;
    const UserCallbackRecord *user_callback;
    const QueryWork *query;
    /// Untyped access to the member for `kind`.
    const void *record;
  };
};

/// What a command contributes to counters when it runs.
struct Amount {
  uint64_t work_groups = 0;
  uint64_t work_items = 0;
  uint64_t bytes = 0;
};

Amount amount_of(const RecordedCommand &command);

/// Copies a record and everything it owns into another arena. Returns false if an allocation fails;
/// memory allocated until then stays in the arena.
[[nodiscard]] bool copy_record(const RecordedCommand &record, Arena &arena, RecordedCommand &copy);

}  // namespace mux::host
