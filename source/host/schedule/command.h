/// @file
/// A command of a plan in executable form: what each of its tiles does, with all addresses
/// resolved.
///
/// A new kind of command needs a work structure here, and a case in name_of(), size_of_tile() and
/// execute_tile() (execute.cpp), which the compiler enforces; record/recorded_command.h says what
/// recording it needs.
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

/// Returns the name of a kind of command, for messages.
const char *name_of(CommandKind kind);

/// A pixel of any format in its first bytes, or four 32-bit components.
using PixelBytes = std::array<std::byte, 16>;

/// Copies `size` bytes, in tiles of `tile_bytes`. Source and destination may overlap only if there
/// is a single tile.
struct CopyWork {
  std::byte *destination;
  const std::byte *source;
  uint64_t size;
  uint64_t tile_bytes;
  /// Uses non-temporal stores, for copies larger than the caches. Requires ranges that do not
  /// overlap.
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
  /// Number of pieces of all regions before this one.
  uint64_t first_piece;
};

struct RegionsWork {
  const RegionWork *regions;
  uint64_t region_count;
  uint64_t piece_count;
  uint64_t pieces_per_tile;
};

/// Repeats a pixel over boxes that are divided as the regions of a copy; sources are unused.
struct FillImageWork {
  RegionsWork boxes;
  PixelBytes pixel;
  uint64_t pixel_size;
};

struct NdRangeWork {
  compiler::KernelFunction function;
  /// Runs instead of `function`, if not NULL.
  KernelVariant *variant;
  /// Packed arguments; image arguments are pointers into `images`.
  std::byte *arguments;
  compiler::ImageView *images;
  compiler::NdRange range;
  uint64_t group_count;
  uint64_t groups_per_tile;
  uint64_t scratch_size;
  /// Stack space that a thread needs to run it.
  uint64_t stack_size;
  const char *kernel_name;
  bool prints;
};

struct UserCallbackWork {
  mux_command_user_callback_t function;
  void *user_data;
};

/// Consecutive slots of a query pool whose queries began with the same command.
struct QueryRange {
  uint32_t first_slot;
  uint32_t count;
  /// Index of the QueryState for the first slot; those of the others follow.
  uint64_t first_state;
  /// The counter of each slot; NULL for durations.
  const Counter *const *counters;
};

/// Begin and reset commands have exactly one range.
struct QueryWork {
  QuerySlots *slots;
  const QueryRange *ranges;
  uint64_t range_count;
};

/// Callback for the end of a command; see muxSetCommandCompletion().
struct CompletionHook {
  mux_command_completion_function_t function;
  void *user_data;
};

struct Command {
  CommandKind kind;
  /// At least 1. More than 1 only for copies, fills and ND-ranges.
  uint32_t tile_count;
  /// Number of lanes that the tiles are divided into, and the index of the first one in the plan. 1
  /// for a command of few tiles, which needs no lane counters.
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
  /// What the enclosing counter queries need to know of the command; NULL if there are none.
  const Measurement *measurement;
  /// Callback for its end, or NULL; and the index of the QueryState that holds its start time.
  const CompletionHook *completion;
  uint64_t start_state;
};

/// Returns the size of a tile for traces: bytes, work-groups, or pieces of rows. 0 for commands
/// that are not divided.
uint64_t size_of_tile(const Command &command, uint32_t tile);

}  // namespace mux::host
