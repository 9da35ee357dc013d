/// @file
/// A command as it runs: what each of its tiles does, with every address filled in.
///
/// A new kind of command gets its work here, and its lines in name_of() and execute_tile().
#pragma once

#include <mux/extensions.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "compiler/abi/kernel_abi.h"

namespace mux::host {

class KernelVariant;
class QuerySlots;
struct Counter;
struct Measurement;

enum class CommandKind : uint8_t {
  nothing,
  copy,
  copy_regions,
  fill,
  fill_image,
  nd_range,
  user_callback,
  begin_query,
  end_query,
  reset_query_pool,
  barrier,
};

/// What the command is, for messages.
const char *name_of(CommandKind kind);

/// A pixel of any format in its first bytes, or four components of 32 bits.
using PixelBytes = std::array<std::byte, 16>;

/// Moves `size` bytes, in tiles of `tile_bytes`. Source and destination overlap only in a single
/// tile.
struct CopyWork {
  std::byte *destination;
  const std::byte *source;
  uint64_t size;
  uint64_t tile_bytes;
  /// Too large for the caches; only without overlap.
  bool streams;
};

/// Repeats a pattern over `size` bytes, in tiles of a multiple of the pattern's size.
struct FillWork {
  std::byte *destination;
  uint64_t size;
  uint64_t tile_bytes;
  const std::byte *pattern;
  uint64_t pattern_size;
};

/// A box of `slices` times `rows` rows, each cut into `pieces` of at most `piece_bytes`.
struct RegionWork {
  std::byte *destination;
  const std::byte *source;
  uint64_t row_bytes;
  uint64_t rows;
  uint64_t slices;
  uint64_t destination_row_pitch;
  uint64_t destination_slice_pitch;
  uint64_t source_row_pitch;
  uint64_t source_slice_pitch;
  uint64_t piece_bytes;
  uint64_t pieces;
  /// Pieces of all the regions before this one.
  uint64_t first_piece;
};

struct RegionsWork {
  const RegionWork *regions;
  uint64_t region_count;
  uint64_t piece_count;
  uint64_t pieces_per_tile;
};

/// Repeats a pixel over a box that is cut as a copy's regions are; sources mean nothing.
struct FillImageWork {
  RegionsWork boxes;
  PixelBytes pixel;
  uint64_t pixel_size;
};

struct NdRangeWork {
  compiler::KernelFunction function;
  /// What to run instead, if not NULL.
  KernelVariant *variant;
  /// Packed; pointers to images point to `images`.
  std::byte *arguments;
  compiler::ImageView *images;
  compiler::NdRange range;
  uint64_t group_count;
  uint64_t groups_per_tile;
  uint64_t scratch_size;
  /// Bytes of stack that whoever runs it needs.
  uint64_t stack_size;
  const char *kernel_name;
  bool prints;
};

struct UserCallbackWork {
  mux_command_user_callback_t function;
  void *user_data;
};

/// Slots of a query pool that follow each other and began together.
struct QueryRange {
  uint32_t first_slot;
  uint32_t count;
  /// Where a submission notes what it needs when the first of them begins; the others follow.
  uint64_t first_state;
  /// What each slot counts; NULL for durations.
  const Counter *const *counters;
};

/// Begin and reset have one range.
struct QueryWork {
  QuerySlots *slots;
  const QueryRange *ranges;
  uint64_t range_count;
};

/// Whom to tell when a command has ended; see muxSetCommandCompletion().
struct CompletionHook {
  mux_command_completion_function_t function;
  void *user_data;
};

struct Command {
  CommandKind kind;
  /// Never 0. Only copies, fills and ND-ranges have more than one.
  uint32_t tile_count;
  /// The lanes its tiles are divided into, and the index of the first in the plan; 1 for a command
  /// of few tiles, which needs no counter of its own.
  uint32_t lane_count;
  uint32_t first_lane;
  /// Its successors are successors[first_successor] to successors[last_successor - 1].
  uint32_t first_successor;
  uint32_t last_successor;
  union {
    const CopyWork *copy;
    const FillWork *fill;
    const RegionsWork *regions;
    const FillImageWork *fill_image;
    NdRangeWork *nd_range;
    const UserCallbackWork *user_callback;
    const QueryWork *query;
  };
  /// What the counter queries around the command want to know of it; NULL if there are none.
  const Measurement *measurement;
  /// NULL if nobody wants to know when it has ended, and where a submission notes when it started.
  const CompletionHook *completion;
  uint64_t start_state;
};

}  // namespace mux::host
