#include "gallium/transfer/subdata.h"

#include <limits>

#include "gallium/transfer/copy.h"
#include "gallium/transfer/transfer.h"

namespace mux::gallium {
namespace {

/// All of the box is written, so its old contents do not matter.
uint32_t write_usage(uint32_t usage) {
  require_valid((usage & mux_gallium_map_read) == 0, "a write cannot read");
  constexpr uint32_t used = mux_gallium_map_directly | mux_gallium_map_discard_range |
                            mux_gallium_map_discard_whole_resource | mux_gallium_map_dontblock |
                            mux_gallium_map_unsynchronized;
  const uint32_t written = (usage & used) | mux_gallium_map_write;
  const bool in_place = (usage & mux_gallium_map_directly) != 0;
  return in_place ? written : written | mux_gallium_map_discard_range;
}

/// The program's data as blocks.
BlockBox blocks_of_host(const HostBox &from, const BlockBox &to) {
  BlockBox made = to;
  made.offset = 0;
  made.stride = from.stride;
  made.layer_stride = from.layer_stride;
  require_valid(to.rows == 1 || from.stride >= to.row_bytes, "the stride is less than a row");
  require_valid(to.slices == 1 || from.layer_stride >= (to.rows - 1) * from.stride + to.row_bytes,
                "the layer stride is less than a layer");
  return made;
}

}  // namespace

void write_box(Context &context, Resource &resource, uint32_t level, uint32_t usage, const Box *box,
               const HostBox &from) {
  require_valid(from.data != nullptr, "the data is NULL");
  const MapRequest request = checked_request(resource, level, write_usage(usage), box);
  const BlockBox source = blocks_of_host(from, request.blocks);
  const Ref<Transfer> transfer = make_ref<Transfer>(&context, request);
  std::byte *data = transfer->map(context);
  const mux_gallium_transfer_info_t info = transfer->info();
  BlockBox destination = request.blocks;
  destination.offset = 0;
  destination.stride = info.stride;
  destination.layer_stride = info.layer_stride;
  copy_blocks(static_cast<const std::byte *>(from.data), source, data, destination);
  transfer->unmap(context);
}

void write_buffer(Context &context, Resource &resource, uint32_t usage, uint64_t offset,
                  uint64_t size, const void *data) {
  require_valid(resource.is_buffer(), "the resource is not a buffer");
  require_valid(data != nullptr, "the data is NULL");
  require_valid(offset <= resource.size() && size <= resource.size() - offset,
                "the range is outside of the buffer");
  require_valid(offset + size <= std::numeric_limits<int32_t>::max(),
                "a box cannot describe a range beyond 2 GiB");
  if (size != 0) {
    const Box box = {static_cast<int32_t>(offset), 0, 0, static_cast<int32_t>(size), 1, 1};
    write_box(context, resource, 0, usage, &box, {data, 0, 0});
  }
}

}  // namespace mux::gallium
