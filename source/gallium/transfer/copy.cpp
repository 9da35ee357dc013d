#include "gallium/transfer/copy.h"

#include <algorithm>
#include <cstring>

namespace mux::gallium {

mux_result_t record_copy(const Recording &recording, mux_buffer_t source, const BlockBox &from,
                         mux_buffer_t destination, const BlockBox &to) {
  const auto pitch = [](const BlockBox &box) {
    // Strides of dimensions with a single element are free, and must not be too small.
    const uint64_t row = std::max(box.stride, box.row_bytes);
    return mux_extent_2d_t{row, std::max(box.layer_stride, row * box.rows)};
  };
  mux_buffer_region_info_t region{};
  region.region = {from.row_bytes, from.rows, from.slices};
  region.src_origin = {from.offset, 0, 0};
  region.dst_origin = {to.offset, 0, 0};
  region.src_desc = pitch(from);
  region.dst_desc = pitch(to);
  return muxCommandCopyBufferRegions(recording.commands, source, destination, &region, 1,
                                     recording.wait_count, recording.waits, recording.sync_point);
}

void copy_box(Context &context, Resource &from, const BlockBox &read, Resource &to,
              const BlockBox &written) {
  const Use uses[] = {{from, {.reads = true, .writes = false}},
                      {to, {.reads = false, .writes = true}}};
  context.record(uses, [&](Recording &recording) {
    recording.expect_bytes(read.size());
    return record_copy(recording, uses[0].storage->buffer(), read, uses[1].storage->buffer(),
                       written);
  });
}

void copy_blocks(const std::byte *source, const BlockBox &from, std::byte *destination,
                 const BlockBox &to) {
  for (uint64_t slice = 0; slice < from.slices; ++slice) {
    const std::byte *source_row = source + from.offset + slice * from.layer_stride;
    std::byte *destination_row = destination + to.offset + slice * to.layer_stride;
    for (uint64_t row = 0; row < from.rows; ++row) {
      std::memcpy(destination_row, source_row, from.row_bytes);
      source_row += from.stride;
      destination_row += to.stride;
    }
  }
}

}  // namespace mux::gallium
