#include "fetched_points.h"

namespace gallium_test::set_vertex_buffers {

namespace {

using Pixels = std::vector<uint32_t>;

constexpr auto rgba8 = mux_gallium_format_r8g8b8a8_unorm;

/// Colors 1, 2, 3, ...
Resource colors(uint32_t count) {
  Pixels values;
  for (uint32_t value = 1; value <= count; ++value) {
    values.push_back(value);
  }
  return Points::buffer_of_all(values);
}

}  // namespace

TEST_CASE("D01, D15, D17 set_vertex_buffers: offset + stride * index + src_offset") {
  Points test(4, 1);
  const Resource buffer = colors(16);
  CHECK(test.draw({buffer, 0, 4}, points(4)) == Pixels{1, 2, 3, 4});
  CHECK(test.draw({buffer, 8, 4}, points(4)) == Pixels{3, 4, 5, 6});
  CHECK(test.draw({buffer, 0, 12}, points(4)) == Pixels{1, 4, 7, 10});
  CHECK(test.draw({buffer, 0, 0}, points(4)) == Pixels{1, 1, 1, 1});
  test.use_color_element({4, 0, 2, rgba8});
  CHECK(test.draw({buffer, 8, 8}, points(4)) == Pixels{4, 6, 8, 10});
}

TEST_CASE("D16, D18 set_vertex_buffers: a record for every instance_divisor instances") {
  Points test(1, 6);
  const Resource buffer = colors(16);
  for (const uint32_t divisor : {1U, 2U, 3U, 100U}) {
    test.use_color_element({0, divisor, 2, rgba8});
    Pixels expected;
    for (uint32_t instance = 0; instance < 6; ++instance) {
      expected.push_back(instance / divisor + 1);
    }
    INFO(divisor);
    CHECK(test.draw({buffer, 0, 4}, points(1, 6)) == expected);
  }
}

TEST_CASE("D05, D16 set_vertex_buffers: the first instance is added after the division") {
  Points test(1, 8);
  const Resource buffer = colors(16);
  test.use_color_element({0, 2, 2, rgba8});
  mux_gallium_draw_info_t info = points(1, 4);
  info.start_instance = 3;
  // Rows 3 to 6 have records 3, 3, 4, 4.
  CHECK(test.draw({buffer, 0, 4}, info) == Pixels{0, 0, 0, 4, 4, 5, 5, 0});
}

TEST_CASE("D01 set_vertex_buffers: elements outside of a buffer, and without one, are 0") {
  Points test(4, 1);
  const Resource buffer = colors(2);
  CHECK(test.draw({buffer, 0, 4}, points(4)) == Pixels{1, 2, 0, 0});
  CHECK(test.draw({buffer, 4, 4}, points(4)) == Pixels{2, 0, 0, 0});
  // Partly outside.
  CHECK(test.draw({buffer, 6, 4}, points(4)) == Pixels{0, 0, 0, 0});
  for (const uint64_t offset : {uint64_t{8}, uint64_t{1} << 32U, ~uint64_t{0}}) {
    CHECK(test.draw({buffer, offset, 4}, points(4)) == Pixels{0, 0, 0, 0});
  }
  CHECK(test.draw({buffer, 0, ~0U}, points(4)) == Pixels{1, 0, 0, 0});
  CHECK(test.draw({nullptr, 0, 4}, points(4)) == Pixels{0, 0, 0, 0});
  test.use_color_element({0xfffffffc, 0, 2, rgba8});
  CHECK(test.draw({buffer, 0, 4}, points(4)) == Pixels{0, 0, 0, 0});
  test.use_color_element({0, 0, 31, rgba8});
  CHECK(test.draw({buffer, 0, 4}, points(4)) == Pixels{0, 0, 0, 0});
}

TEST_CASE("D01 set_vertex_buffers: a buffer is held while it is bound, others are unbound") {
  Points test(2, 1);
  Resource buffer = colors(2);
  const mux_gallium_vertex_buffer_t bound = {buffer, 0, 4};
  CHECK(test.draw(bound, points(2)) == Pixels{1, 2});
  {
    const Resource dropped(std::move(buffer));
  }
  test.picture().clear({0, 0, 0, 0});
  const mux_gallium_draw_info_t info = points(2);
  succeed(muxGalliumDrawVbo(test.context(), &info));
  CHECK(test.picture().texels<uint32_t>() == Pixels{1, 2});
  // The buffers of places are unbound: both points are at 0, 0 of clip space.
  succeed(muxGalliumSetVertexBuffers(test.context(), 0, nullptr));
  test.picture().clear({1, 1, 1, 1});
  succeed(muxGalliumDrawVbo(test.context(), &info));
  CHECK(test.picture().texels<uint32_t>() == Pixels{0xffffffff, 0});
}

TEST_CASE("D01 set_vertex_buffers: what is refused") {
  const Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, rgba8, 4, 4));
  const std::vector<mux_gallium_vertex_buffer_t> none(MUX_GALLIUM_MAX_VERTEX_BUFFERS + 1);
  succeed(muxGalliumSetVertexBuffers(context, MUX_GALLIUM_MAX_VERTEX_BUFFERS, none.data()));
  refuse(muxGalliumSetVertexBuffers(context, MUX_GALLIUM_MAX_VERTEX_BUFFERS + 1, none.data()),
         mux_error_invalid_value, "too many");
  const mux_gallium_vertex_buffer_t wrong = {texture, 0, 4};
  refuse(muxGalliumSetVertexBuffers(context, 1, &wrong), mux_error_invalid_value, "not a buffer");
}

}  // namespace gallium_test::set_vertex_buffers
