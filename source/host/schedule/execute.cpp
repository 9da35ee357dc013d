#include "host/schedule/execute.h"

#include <algorithm>
#include <cstring>

#include "host/schedule/execute_query.h"
#include "host/schedule/stream_copy.h"
#include "host/schedule/tuning.h"
#include "host/specialize/kernel_variants.h"

namespace mux::host {
namespace {

void execute_copy(const CopyWork &work, uint32_t tile) {
  const uint64_t begin = tile * work.tile_bytes;
  const uint64_t size = std::min(work.tile_bytes, work.size - begin);
  if (work.streams) {
    stream_copy(work.destination + begin, work.source + begin, size);
  } else {
    std::memmove(work.destination + begin, work.source + begin, size);
  }
}

void repeat_pattern(std::byte *destination, uint64_t size, const std::byte *pattern,
                    uint64_t pattern_size) {
  if (pattern_size == 1) {
    std::memset(destination, std::to_integer<int>(*pattern), size);
    return;
  }
  uint64_t filled = std::min(pattern_size, size);
  std::memcpy(destination, pattern, filled);
  // Double the filled part up to a block of whole patterns; then repeat the block.
  while (filled < size && filled < tuning::repeated_block_bytes) {
    const uint64_t step = std::min(filled, size - filled);
    std::memcpy(destination + filled, destination, step);
    filled += step;
  }
  const uint64_t block = filled;
  while (filled < size) {
    const uint64_t step = std::min(block, size - filled);
    std::memcpy(destination + filled, destination, step);
    filled += step;
  }
}

void execute_fill(const FillWork &work, uint32_t tile) {
  const uint64_t begin = tile * work.tile_bytes;
  repeat_pattern(work.destination + begin, std::min(work.tile_bytes, work.size - begin),
                 work.pattern, work.pattern_size);
}

/// Calls `execute` for each piece of a tile with its region, destination offset, source offset and
/// size in bytes.
template <typename Execute>
void for_each_piece(const RegionsWork &work, uint32_t tile, Execute execute) {
  uint64_t piece = tile * work.pieces_per_tile;
  const uint64_t end = std::min(piece + work.pieces_per_tile, work.piece_count);
  const RegionWork *region = std::upper_bound(work.regions, work.regions + work.region_count, piece,
                                              [](uint64_t value, const RegionWork &candidate) {
                                                return value < candidate.first_piece;
                                              }) -
                             1;
  for (; piece < end; ++piece) {
    uint64_t index = piece - region->first_piece;
    if (index == region->pieces * region->rows * region->slices) {
      ++region;
      index = 0;
    }
    const uint64_t column = index % region->pieces * region->piece_bytes;
    const uint64_t row = index / region->pieces % region->rows;
    const uint64_t slice = index / region->pieces / region->rows;
    execute(*region,
            slice * region->destination_slice_pitch + row * region->destination_row_pitch + column,
            slice * region->source_slice_pitch + row * region->source_row_pitch + column,
            std::min(region->piece_bytes, region->row_bytes - column));
  }
}

void execute_regions(const RegionsWork &work, uint32_t tile) {
  for_each_piece(work, tile,
                 [](const RegionWork &region, uint64_t to, uint64_t from, uint64_t size) {
                   std::memmove(region.destination + to, region.source + from, size);
                 });
}

void execute_fill_image(const FillImageWork &work, uint32_t tile) {
  for_each_piece(
      work.boxes, tile, [&](const RegionWork &region, uint64_t to, uint64_t, uint64_t size) {
        repeat_pattern(region.destination + to, size, work.pixel.data(), work.pixel_size);
      });
}

int32_t run_groups(const NdRangeWork &work, uint64_t first, uint64_t last, void *scratch) {
  KernelVariant *variant = work.variant;
  if (variant == nullptr) {
    return work.function(work.arguments, &work.range, first, last, scratch);
  }
  return variant->run({work.arguments, &work.range, first, last, scratch}, first == 0);
}

void execute_nd_range(Submission &submission, const Command &command, uint32_t tile,
                      WorkingThread &thread) {
  const NdRangeWork &work = *command.nd_range;
  void *scratch = nullptr;
  if (work.scratch_size != 0) {
    scratch = thread.scratch(work.scratch_size);
    if (scratch == nullptr) {
      submission.fail_command(command,
                              "no memory for the %llu bytes of scratch memory of kernel '%.64s'",
                              static_cast<unsigned long long>(work.scratch_size), work.kernel_name);
      return;
    }
  }
  const uint64_t first = tile * work.groups_per_tile;
  const uint64_t last = std::min(first + work.groups_per_tile, work.group_count);
  const auto run = [&] { return run_groups(work, first, last, scratch); };
  int32_t status = 0;
  if (work.stack_size <= thread.stack_left()) {
    status = run();
  } else if (OwnStack *stack = thread.stack(work.stack_size)) {
    status = call_on_stack(*stack, run);
  } else {
    submission.fail_command(command, "no memory for the %llu bytes of stack of kernel '%.64s'",
                            static_cast<unsigned long long>(work.stack_size), work.kernel_name);
    return;
  }
  if (status != 0) {
    submission.fail_command(command, "kernel '%.64s' failed with status %d", work.kernel_name,
                            static_cast<int>(status));
  }
}

}  // namespace

void execute_tile(Submission &submission, const Command &command, uint32_t tile,
                  WorkingThread &thread) {
  switch (command.kind) {
    case CommandKind::copy:
      execute_copy(*command.copy, tile);
      break;
    case CommandKind::fill:
      execute_fill(*command.fill, tile);
      break;
    case CommandKind::fill_image:
      execute_fill_image(*command.fill_image, tile);
      break;
    case CommandKind::copy_regions:
      execute_regions(*command.regions, tile);
      break;
    case CommandKind::nd_range:
      execute_nd_range(submission, command, tile, thread);
      break;
    case CommandKind::begin_query:
      begin_query(submission, *command.query);
      break;
    case CommandKind::end_query:
      end_query(submission, *command.query);
      break;
    case CommandKind::reset_query_pool:
      reset_query_pool(*command.query);
      break;
    case CommandKind::user_callback:
    case CommandKind::barrier:
    case CommandKind::nothing:
      break;
  }
}

}  // namespace mux::host
