// What a finalized command buffer runs: a graph of commands in flat arrays.
//
// Finalizing builds a plan with every address filled in. The command buffer and every run in flight
// hold a reference; the last one to let go frees it. A plan that a run holds never changes, so any
// number of runs may read it at once. New arguments of a kernel go into a plan that only the
// command buffer holds: this one if nothing is in flight, else a copy that takes its place.
//
// A copy has its own ND-ranges and shares everything else with the plan that finalizing built,
// which lives as long as its copies. Memory comes from the command buffer's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "compiler/kernel_abi.h"
#include "host/allocator.h"
#include "host/command.h"
#include "host/schedule/atomic.h"

namespace mux::host {

class Dependences;
struct Measurement;

// Moves `size` bytes, in tiles of `tile_bytes`. Source and destination overlap only in a single
// tile.
struct CopyWork {
  std::byte *destination;
  const std::byte *source;
  uint64_t size;
  uint64_t tile_bytes;
  // Too large for the caches; only without overlap.
  bool streams;
};

// Repeats a pattern over `size` bytes, in tiles of a multiple of the pattern's size.
struct FillWork {
  std::byte *destination;
  uint64_t size;
  uint64_t tile_bytes;
  const std::byte *pattern;
  uint64_t pattern_size;
};

// A box of `slices` times `rows` rows, each cut into `pieces` of at most `piece_bytes`.
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
  // Pieces of all the regions before this one.
  uint64_t first_piece;
};

struct RegionsWork {
  const RegionWork *regions;
  uint64_t region_count;
  uint64_t piece_count;
  uint64_t pieces_per_tile;
};

// Repeats a pixel over a box that is cut as a copy's regions are; sources mean nothing.
struct FillImageWork {
  RegionsWork boxes;
  PixelBytes pixel;
  uint64_t pixel_size;
};

struct NdRangeWork {
  compiler::KernelFunction function;
  // What to run instead, if not NULL.
  KernelVariant *variant;
  // Packed; pointers to images point to `images`.
  std::byte *arguments;
  compiler::ImageView *images;
  compiler::NdRange range;
  uint64_t group_count;
  uint64_t groups_per_tile;
  uint64_t scratch_size;
  const char *kernel_name;
  bool prints;
};

struct UserCallbackWork {
  mux_command_user_callback_t function;
  void *user_data;
};

struct Command {
  CommandKind kind;
  // Never 0. Only copies, fills and ND-ranges have more than one.
  uint32_t tile_count;
  // The lanes its tiles are divided into, and the number of the first in the plan; 1 for a command
  // of few tiles, which needs no counter of its own.
  uint32_t lane_count;
  uint32_t first_lane;
  // Its successors are successors[first_successor] to successors[last_successor - 1].
  uint32_t first_successor;
  uint32_t last_successor;
  union {
    const CopyWork *copy;
    const FillWork *fill;
    const RegionsWork *regions;
    const FillImageWork *fill_image;
    NdRangeWork *nd_range;
    const UserCallbackWork *user_callback;
    const QueryRecord *query;
  };
  // What the counter queries around the command want to know of it; NULL if there are none.
  const Measurement *measurement;
};

class Plan {
 public:
  // The last index names the completion of a run, and joins take indices too.
  static constexpr size_t most_commands = UINT32_MAX / 4;

  // Builds the plan of recorded commands, with one reference. NULL if there is no memory.
  // Commands have the indices they were recorded in; the joins between them (see dependences.h)
  // have those after them. `bindings` is the device's count of re-bindings before the call.
  // The patterns of fills and the slots of queries stay where they were recorded, the names of
  // kernels in the executable.
  static Plan *build(const Array<RecordedCommand> &recorded, uint32_t compute_units,
                     uint64_t bindings, const Allocator &allocator);
  // A copy of a plan of the same commands, with one reference. NULL if there is no memory.
  static Plan *copy(Plan &plan, const Array<RecordedCommand> &recorded);

  Plan(const Allocator &allocator, uint32_t compute_units, uint64_t bindings,
       Plan *origin) noexcept;
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release();
  // Whether the caller's reference is the only one. Acquires what the others released.
  bool unshared() const { return references_.load(std::memory_order_acquire) == 1; }
  // Packs the arguments of an ND-range anew; it touches the same memory as before. Only while the
  // caller's reference is the only one.
  void update(uint32_t index, const NdRangeRecord &record);

  // What the device's count of re-bindings was when the addresses were looked up.
  uint64_t bindings() const { return bindings_; }

  // Joins included.
  uint32_t command_count() const { return command_count_; }
  const Command &command(uint32_t index) const { return commands_[index]; }
  // A command's place in the order of recording.
  uint32_t index_of(const Command &command) const {
    return static_cast<uint32_t>(&command - commands_);
  }
  const uint32_t *successors() const { return successors_; }
  // How many commands must retire before this one may start.
  uint32_t pending(uint32_t index) const { return pending_[index]; }
  // Of all commands of several lanes.
  uint32_t lane_count() const { return lane_count_; }
  // The commands that wait for none.
  uint32_t root_count() const { return root_count_; }
  uint32_t root(uint32_t index) const { return roots_[index]; }
  // The most scratch memory that a tile of any command needs.
  uint64_t scratch_size() const { return scratch_size_; }
  // Whether a kernel of any command prints.
  bool prints() const { return prints_; }
  // How many slots of query pools begin, and whether any command is measured.
  uint64_t query_state_count() const { return query_state_count_; }
  bool measures() const { return measures_; }

 private:
  bool build_commands(const Array<RecordedCommand> &recorded, uint32_t join_count);
  bool build_nd_range(const NdRangeRecord &record, Command &command);
  void divide_into_lanes();
  bool build_edges(const Dependences &dependences);
  bool copy_commands(const Array<RecordedCommand> &recorded);

  Allocator allocator_;
  Arena arena_;
  uint32_t compute_units_;
  uint64_t bindings_;
  // The plan that this one is a copy of, with a reference; NULL if it is none.
  Plan *origin_;
  uint32_t command_count_ = 0;
  uint32_t root_count_ = 0;
  uint32_t lane_count_ = 0;
  Command *commands_ = nullptr;
  uint32_t *successors_ = nullptr;
  uint32_t *pending_ = nullptr;
  uint32_t *roots_ = nullptr;
  uint64_t scratch_size_ = 0;
  bool prints_ = false;
  uint64_t query_state_count_ = 0;
  bool measures_ = false;
  // Away from what everyone only reads.
  alignas(64) Atomic<uint32_t> references_{1};
};

}  // namespace mux::host
