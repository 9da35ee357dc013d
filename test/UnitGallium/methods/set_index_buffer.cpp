#include "fetched_points.h"

namespace gallium_test::set_index_buffer {

namespace {

using Pixels = std::vector<uint32_t>;

/// A draw of points whose indices are bound.
mux_gallium_draw_info_t indexed_points(uint32_t count) {
  mux_gallium_draw_info_t info = points(count);
  info.index_size = 1;
  return info;
}

}  // namespace

TEST_CASE("D02 set_index_buffer: indices of draws that name no buffer") {
  Points test(4, 1);
  const Resource buffer = Points::buffer_of_all(Pixels{1, 2, 3, 4});
  const Resource indices = Points::buffer_of_all(std::vector<uint16_t>{0, 3, 1, 2});
  succeed(muxGalliumSetIndexBuffer(test.context(), indices, 2, 2));
  CHECK(test.draw({buffer, 0, 4}, indexed_points(2)) == Pixels{0, 2, 0, 4});
  // A draw that names one has that.
  const Resource other = Points::buffer_of_all(std::vector<uint8_t>{0, 0, 0, 2});
  mux_gallium_draw_info_t info = indexed_points(4);
  info.index_resource = other;
  CHECK(test.draw({buffer, 0, 4}, info) == Pixels{1, 0, 3, 0});
  succeed(muxGalliumSetIndexBuffer(test.context(), nullptr, 0, 0));
  info = indexed_points(2);
  refuse(muxGalliumDrawVbo(test.context(), &info), mux_error_invalid_value, "no index buffer");
}

TEST_CASE("D02 set_index_buffer: what is refused") {
  const Context context;
  const Resource buffer(buffer_of(64));
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 4, 4));
  refuse(muxGalliumSetIndexBuffer(context, texture, 2, 0), mux_error_invalid_value, "not a buffer");
  for (const uint32_t size : {0U, 3U, 8U, ~0U}) {
    refuse(muxGalliumSetIndexBuffer(context, buffer, size, 0), mux_error_invalid_value,
           "1, 2 or 4 bytes");
  }
  refuse(muxGalliumSetIndexBuffer(context, buffer, 4, 2), mux_error_invalid_value, "multiple");
  succeed(muxGalliumSetIndexBuffer(context, buffer, 1, 3));
}

}  // namespace gallium_test::set_index_buffer
