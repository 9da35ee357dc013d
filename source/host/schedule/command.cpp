#include "host/schedule/command.h"

#include <algorithm>

namespace mux::host {
namespace {

/// Size of part `index` of `total`, which is divided into parts of `part`, the last of them
/// shorter.
uint64_t size_of_part(uint64_t total, uint64_t part, uint32_t index) {
  return std::min(part, total - index * part);
}

}  // namespace

const char *name_of(CommandKind kind) {
  switch (kind) {
    case CommandKind::nothing:
      return "empty command";
    case CommandKind::copy:
      return "copy";
    case CommandKind::copy_regions:
      return "copy of regions";
    case CommandKind::fill:
      return "fill";
    case CommandKind::fill_image:
      return "fill of an image";
    case CommandKind::nd_range:
      return "ND-range";
    case CommandKind::user_callback:
      return "user callback";
    case CommandKind::begin_query:
      return "begin of a query";
    case CommandKind::end_query:
      return "end of a query";
    case CommandKind::reset_query_pool:
      return "reset of a query pool";
    case CommandKind::barrier:
      break;
  }
  return "barrier";
}

uint64_t size_of_tile(const Command &command, uint32_t tile) {
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
    case CommandKind::nothing:
    case CommandKind::barrier:
    case CommandKind::user_callback:
    case CommandKind::begin_query:
    case CommandKind::end_query:
    case CommandKind::reset_query_pool:
      break;
  }
  return 0;
}

}  // namespace mux::host
