#include "host/schedule/trace_tile.h"

#include <algorithm>

#include "host/schedule/trace.h"

namespace mux::host {
namespace {

/// Size of part `index` of `total`, which is divided into parts of `part`, the last of them
/// shorter.
uint64_t size_of_part(uint64_t total, uint64_t part, uint32_t index) {
  return std::min(part, total - index * part);
}

/// Size of a tile: bytes, work-groups, or pieces of rows.
uint64_t size_of(const Command &command, uint32_t tile) {
  switch (command.kind) {
    case CommandKind::copy:
      return size_of_part(command.copy->size, command.copy->tile_bytes, tile);
    case CommandKind::fill:
      return size_of_part(command.fill->size, command.fill->tile_bytes, tile);
    case CommandKind::copy_regions:
      return size_of_part(command.regions->piece_count, command.regions->pieces_per_tile, tile);
    case CommandKind::fill_image:
      return size_of_part(command.fill_image->boxes.piece_count,
                          command.fill_image->boxes.pieces_per_tile, tile);
    case CommandKind::nd_range:
      return size_of_part(command.nd_range->group_count, command.nd_range->groups_per_tile, tile);
    default:
      return 0;
  }
}

}  // namespace

void trace_tile(const Job &job, uint32_t tile, uint64_t begin) {
  const uint64_t submission = job.submission->serial;
  if (job.command == Submission::completion) {
    trace::slice({"completion", begin, submission, job.command, tile, 0});
    return;
  }
  const Command &command = job.submission->plan().command(job.command);
  const char *name =
      command.kind == CommandKind::nd_range ? command.nd_range->kernel_name : name_of(command.kind);
  trace::slice({name, begin, submission, job.command, tile, size_of(command, tile)});
}

}  // namespace mux::host
