// Entry points that copy bytes and fill buffers.

#include <algorithm>

#include "gallium/context/call.h"
#include "gallium/transfer/copy.h"

using namespace mux::gallium;

namespace {

/// The box of the destination: as many blocks as the source has, in the destination's pixels.
Box destination_box(const Resource &to, uint32_t level, uint32_t x, uint32_t y, uint32_t z,
                    const Resource &from, const Box &source) {
  const auto blocks = [](int32_t pixels, uint32_t block) {
    return (static_cast<int64_t>(pixels) + block - 1) / block;
  };
  const FormatInfo &in = from.format();
  const FormatInfo &out = to.format();
  const LevelLayout &of = to.layout().level(level);
  require_valid(x <= INT32_MAX && y <= INT32_MAX && z <= INT32_MAX,
                "the destination is outside of the level");
  // Blocks at the edge of a level have fewer pixels.
  const auto pixels = [](int64_t count, uint32_t block, uint32_t begin, uint32_t end) {
    const int64_t all = count * block;
    const int64_t left = int64_t{end} - begin;
    return static_cast<int32_t>(
        all > left && all - left < block ? left : std::min<int64_t>(all, INT32_MAX));
  };
  return {static_cast<int32_t>(x),
          static_cast<int32_t>(y),
          static_cast<int32_t>(z),
          pixels(blocks(source.width, in.block_width), out.block_width, x, of.width),
          pixels(blocks(source.height, in.block_height), out.block_height, y, of.height),
          source.depth};
}

/// Whether two boxes of one level have a pixel in common.
bool overlap(const Box &one, const Box &other) {
  const auto meet = [](int32_t begin, int32_t extent, int32_t other_begin, int32_t other_extent) {
    return int64_t{begin} < int64_t{other_begin} + other_extent &&
           int64_t{other_begin} < int64_t{begin} + extent;
  };
  return meet(one.x, one.width, other.x, other.width) &&
         meet(one.y, one.height, other.y, other.height) &&
         meet(one.z, one.depth, other.z, other.depth);
}

void check_compatible(const Resource &to, const Resource &from) {
  require_valid(to.is_buffer() == from.is_buffer(), "a buffer and a texture");
  require_valid(to.format().block_bytes == from.format().block_bytes,
                "the formats have blocks of different sizes");
  require_valid(to.layout().samples() == from.layout().samples(), "the numbers of samples differ");
}

}  // namespace

mux_result_t muxGalliumResourceCopyRegion(mux_gallium_context_t context,
                                          mux_gallium_resource_t destination,
                                          uint32_t destination_level, uint32_t x, uint32_t y,
                                          uint32_t z, mux_gallium_resource_t source,
                                          uint32_t source_level,
                                          const mux_gallium_box_t *source_box) {
  return context_call(
      "muxGalliumResourceCopyRegion", context,
      arguments(destination, destination_level, x, y, z, source, source_level, source_box),
      [&](Context &on) {
        Resource &to = checked<Resource>(destination);
        Resource &from = checked<Resource>(source);
        require_valid(source_box != nullptr, "the box is NULL");
        check_compatible(to, from);
        const BlockBox read = from.layout().blocks(source_level, *source_box);
        const Box to_box = destination_box(to, destination_level, x, y, z, from, *source_box);
        const BlockBox written = to.layout().blocks(destination_level, to_box);
        require_valid(read.row_bytes == written.row_bytes && read.rows == written.rows,
                      "the box does not fit into the destination");
        require_valid(
            &to != &from || source_level != destination_level || !overlap(*source_box, to_box),
            "the boxes overlap");
        copy_box(on, from, read, to, written);
      });
}

mux_result_t muxGalliumClearBuffer(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                   uint64_t offset, uint64_t size, const void *value,
                                   uint32_t value_size) {
  return context_call(
      "muxGalliumClearBuffer", context, arguments(resource, offset, size, value, value_size),
      [&](Context &on) {
        Resource &to = checked<Resource>(resource);
        constexpr uint32_t max_value_size = 128;
        require_valid(to.is_buffer(), "the resource is not a buffer");
        require_valid(offset <= to.size() && size <= to.size() - offset,
                      "the range is outside of the buffer");
        require_valid(value != nullptr, "the value is NULL");
        require_valid(value_size != 0 && value_size <= max_value_size && size % value_size == 0,
                      "the size is not a multiple of the value's, or that is 0 or more than 128");
        if (size == 0) {
          return;
        }
        const Use use(to, {.reads = false, .writes = true});
        on.record({&use, 1}, [&](Recording &recording) {
          recording.expect_bytes(size);
          return muxCommandFillBuffer(recording.commands, use.storage->buffer(), offset, size,
                                      value, value_size, recording.wait_count, recording.waits,
                                      recording.sync_point);
        });
      });
}
