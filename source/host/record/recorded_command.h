/// @file
/// Commands as they are recorded: everything that a command needs, copied from the caller, with
/// buffers by reference, because their addresses are filled in when the command buffer is
/// finalized.
///
/// Records live in the arena of their command buffer and are freed with it. Only the descriptors of
/// ND-ranges change after recording, see CommandBuffer::update_descriptors(). A new kind of command
/// gets a record here, and its lines in copy_record(); the compiler asks for them.
#pragma once

#include <mux/mux.h>

#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"
#include "host/schedule/command.h"
#include "host/specialize/kernel_variants.h"

namespace mux::host {

class Arena;
class Buffer;
class Image;

/// An address in a buffer or an image, or in host memory when there is neither.
struct Address {
  const Buffer *buffer;
  uint64_t offset;
  const Image *image = nullptr;

  static Address of(const void *host_pointer) {
    return {nullptr, reinterpret_cast<uintptr_t>(host_pointer)};
  }
  /// The buffer, or the image, must be bound.
  std::byte *resolve() const;
};

/// Read, write and copy are one command: from source to destination.
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

/// A box of pixels that all become the same.
struct FillImageRecord {
  Address destination;
  /// Bytes, rows and slices.
  mux_extent_3d_t box;
  /// Bytes from one row to the next, and from one slice to the next.
  mux_extent_2d_t pitches;
  PixelBytes pixel;
  uint64_t pixel_size;
};

struct NdRangeRecord {
  compiler::KernelFunction function;
  /// Of the executable, too; may be NULL.
  KernelVariant *variant;
  /// Of the executable, which outlives the command, as the source of its code does.
  const compiler::KernelDescription *kernel;
  CodeSource code_source;
  /// One for each argument of the kernel, checked against it; values are copies. They are packed
  /// into arguments when a plan is built.
  mux_descriptor_info_t *descriptors;
  compiler::NdRange range;
  /// 0 for a range without work-items: the command takes its place in the order and does nothing.
  uint64_t group_count;
  uint64_t scratch_size;
};

/// Lays out the scratch memory of the ND-range for so many bytes of local memory.
void set_local_memory(NdRangeRecord &record, uint64_t local_memory);
/// What a group of it has.
uint64_t local_memory_of(const NdRangeRecord &record);

struct UserCallbackRecord {
  mux_command_user_callback_t function;
  void *user_data;
};

struct RecordedCommand {
  CommandKind kind;
  /// The commands whose sync-points it waits for.
  uint32_t wait_count;
  const uint32_t *waits;
  /// NULL if nobody wants to know when it has ended.
  const CompletionHook *completion;
  union {
    const CopyRecord *copy;
    const RegionsRecord *regions;
    const FillRecord *fill;
    const FillImageRecord *fill_image;
    NdRangeRecord *nd_range;
    const UserCallbackRecord *user_callback;
    const QueryWork *query;
    /// Whichever it is.
    const void *record;
  };
};

/// Copies a record and all it owns into another arena. Returns false if there is no memory; what
/// was allocated then stays in the arena.
[[nodiscard]] bool copy_record(const RecordedCommand &record, Arena &arena, RecordedCommand &copy);

}  // namespace mux::host
