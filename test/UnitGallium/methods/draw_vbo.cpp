#include <limits>

#include "fetched_points.h"

namespace gallium_test::draw_vbo {

namespace {

using Pixels = std::vector<uint32_t>;

/// Points with the colors 1 to 8, in a row of 8 pixels.
struct Row {
  Points points{8, 1};
  Resource colors = Points::buffer_of_all(Pixels{1, 2, 3, 4, 5, 6, 7, 8});

  Pixels draw(const mux_gallium_draw_info_t &info) { return points.draw({colors, 0, 4}, info); }
  mux_gallium_context_t context() const { return points.context(); }
};

/// Points by indices of as many bytes as T has.
template <typename T>
mux_gallium_draw_info_t indexed(const Resource &indices, uint32_t count) {
  mux_gallium_draw_info_t info = points(count);
  info.index_size = sizeof(T);
  info.index_resource = indices;
  return info;
}

template <typename T>
void check_indices() {
  Row row;
  const Resource indices = Points::buffer_of_all(std::vector<T>{9, 7, 0, 2, 5, 1, 1, 1});
  mux_gallium_draw_info_t info = indexed<T>(indices, 2);
  info.start = 1;
  CHECK(row.draw(info) == Pixels{1, 0, 0, 0, 0, 0, 0, 8});
  info.index_offset = sizeof(T);
  CHECK(row.draw(info) == Pixels{1, 0, 3, 0, 0, 0, 0, 0});
  info.index_bias = 3;
  CHECK(row.draw(info) == Pixels{0, 0, 0, 4, 0, 6, 0, 0});
  info.index_bias = -2;
  info.start = 2;
  CHECK(row.draw(info) == Pixels{1, 0, 0, 4, 0, 0, 0, 0});
}

}  // namespace

TEST_CASE("D03, D04 draw_vbo: vertices from start on, as many as count says") {
  Row row;
  mux_gallium_draw_info_t info = points(3);
  info.start = 2;
  CHECK(row.draw(info) == Pixels{0, 0, 3, 4, 5, 0, 0, 0});
  info.count = 0;
  CHECK(row.draw(info) == Pixels(8));
  info.count = 3;
  info.instance_count = 0;
  CHECK(row.draw(info) == Pixels(8));
}

TEST_CASE("D06, D11 draw_vbo: indices of one, two and four bytes, with a bias") {
  check_indices<uint8_t>();
  check_indices<uint16_t>();
  check_indices<uint32_t>();
}

TEST_CASE("D07, D08 draw_vbo: bounds of indices change nothing") {
  Row row;
  const Resource indices = Points::buffer_of_all(std::vector<uint16_t>{3, 6, 4});
  mux_gallium_draw_info_t info = indexed<uint16_t>(indices, 3);
  const Pixels expected{0, 0, 0, 4, 5, 0, 7, 0};
  struct Bounds {
    uint32_t min, max;
  };
  for (const Bounds &of : {Bounds{3, 6}, Bounds{0, UINT32_MAX}, Bounds{0, 100}}) {
    info.min_index = of.min;
    info.max_index = of.max;
    INFO(of.min << " to " << of.max);
    CHECK(row.draw(info) == expected);
  }
}

TEST_CASE("D09, D10 draw_vbo: bounds that are wrong do not fault") {
  Row row;
  const Resource indices = Points::buffer_of_all(std::vector<uint32_t>{3, UINT32_MAX, 4});
  mux_gallium_draw_info_t info = indexed<uint32_t>(indices, 3);
  info.min_index = 4;
  info.max_index = 4;
  row.draw(info);
  info.min_index = 9;
  info.max_index = 1;
  row.draw(info);
  info = points(2);
  info.min_index = 100;
  info.max_index = 200;
  CHECK(row.draw(info) == Pixels{1, 2, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("D06 draw_vbo: indices beyond the index buffer are 0, and those beyond vertices read 0") {
  Row row;
  const Resource indices = Points::buffer_of_all(std::vector<uint32_t>{3, 4});
  mux_gallium_draw_info_t info = indexed<uint32_t>(indices, 4);
  CHECK(row.draw(info) == Pixels{1, 0, 0, 4, 5, 0, 0, 0});
  info.index_offset = uint64_t{1} << 40U;
  CHECK(row.draw(info) == Pixels{1, 0, 0, 0, 0, 0, 0, 0});
  const Resource far = Points::buffer_of_all(std::vector<uint32_t>{UINT32_MAX, 0x40000000, 7});
  // Both others are in the middle, with the color 0.
  CHECK(row.draw(indexed<uint32_t>(far, 3)) == Pixels{0, 0, 0, 0, 0, 0, 0, 8});
}

TEST_CASE(
    "D12, D13, D14 draw_vbo: the restart index cuts strips, and is compared before the bias") {
  Picture picture(8, 8);
  // Two bars that one strip would join.
  std::vector<Vertex> vertices;
  for (const float x : {0.0F, 2.0F, 5.0F, 8.0F}) {
    vertices.push_back(picture.at(x, 0, {1, 1, 1, 1}));
    vertices.push_back(picture.at(x, 8, {1, 1, 1, 1}));
  }
  const auto drawn = [&](const std::vector<uint16_t> &indices, uint32_t restart, int32_t bias) {
    picture.clear({0, 0, 0, 0});
    picture.draw_indexed(mux_gallium_primitive_triangle_strip, vertices, indices,
                         [&](mux_gallium_draw_info_t &info) {
                           info.primitive_restart = restart != 0;
                           info.restart_index = restart;
                           info.index_bias = bias;
                         });
    std::string row;
    for (uint32_t x = 0; x < 8; ++x) {
      row += picture.pixel(x, 3) != 0 ? '#' : '.';
    }
    return row;
  };
  CHECK(drawn({0, 1, 2, 3, 4, 5, 6, 7}, 0, 0) == "########");
  CHECK(drawn({0, 1, 2, 3, 0xffff, 4, 5, 6, 7}, 0xffff, 0) == "##...###");
  CHECK(drawn({0, 1, 2, 3, 99, 4, 5, 6, 7}, 99, 0) == "##...###");
  // With a bias of -10 the restart index is 14, which would be vertex 4: one triangle is left.
  CHECK(drawn({10, 11, 12, 13, 14, 15, 16, 17}, 14, -10) == "##.....#");
  // An index that is the restart index after the bias alone cuts nothing.
  CHECK(drawn({10, 11, 12, 13, 14, 15, 16, 17}, 4, -10) == "########");
}

TEST_CASE("D05, D18 draw_vbo: INSTANCEID counts from 0, wherever instances start") {
  Picture picture(1, 4);
  picture.use_shaders(
      shader_text(
          "VERT",
          "DCL IN[0]\nDCL SV[0], INSTANCEID\n"
          "DCL OUT[0], POSITION\nDCL OUT[1], GENERIC[0]\n"
          "DCL TEMP[0]\nIMM[0] FLT32 {0x00000000, 0x3f800000, 0x3f000000, 0xbf400000}\n",
          {"U2F TEMP[0].x, SV[0].xxxx", "MOV OUT[0], IMM[0].xxxy",
           "MAD OUT[0].y, TEMP[0].xxxx, IMM[0].zzzz, IMM[0].wwww", "MOV OUT[1], IMM[0].yyyy"}),
      shader_text("FRAG", "DCL IN[0], GENERIC[0], CONSTANT\nDCL OUT[0], COLOR\n",
                  {"MOV OUT[0], IN[0]"}));
  mux_gallium_draw_info_t info = points(1, 2);
  info.start_instance = 2;
  picture.clear({0, 0, 0, 0});
  succeed(muxGalliumDrawVbo(picture.context(), &info));
  CHECK(picture.texels<uint32_t>() == Pixels{0xffffffff, 0xffffffff, 0, 0});
}

TEST_CASE("D03 draw_vbo: counts in a buffer, of several draws") {
  Row row;
  // Count, instances, start, first instance; two draws, and 4 bytes between them.
  const Resource sizes =
      Points::buffer_of_all(std::vector<uint32_t>{99, 2, 1, 1, 0, 99, 1, 1, 6, 0, 2, 1});
  mux_gallium_draw_info_t info = points(0, 0);
  info.indirect = sizes;
  info.indirect_offset = 4;
  CHECK(row.draw(info) == Pixels{0, 2, 3, 0, 0, 0, 0, 0});
  info.indirect_draw_count = 2;
  info.indirect_stride = 20;
  CHECK(row.draw(info) == Pixels{0, 2, 3, 0, 0, 0, 7, 0});
  info.indirect_count = sizes;
  info.indirect_count_offset = 44;
  CHECK(row.draw(info) == Pixels{0, 2, 3, 0, 0, 0, 0, 0});
  // With indices: count, instances, start, bias, first instance.
  const Resource indices = Points::buffer_of_all(std::vector<uint16_t>{5, 1, 0, 2});
  const Resource indexed_sizes = Points::buffer_of_all(std::vector<uint32_t>{2, 1, 1, 3, 0});
  info = indexed<uint16_t>(indices, 0);
  info.indirect = indexed_sizes;
  CHECK(row.draw(info) == Pixels{0, 0, 0, 4, 5, 0, 0, 0});
}

TEST_CASE("Q36 draw_vbo: the render condition skips draws") {
  Row row;
  mux_gallium_query_t query = nullptr;
  succeed(muxGalliumCreateQuery(row.context(), mux_gallium_query_gpu_finished, 0, &query));
  succeed(muxGalliumEndQuery(row.context(), query));
  mux_gallium_query_result_t result{};
  bool available = false;
  succeed(muxGalliumGetQueryResult(row.context(), query, true, &result, &available));
  REQUIRE(result.b);
  row.draw(points(0));
  const mux_gallium_draw_info_t info = points(1);
  for (const bool condition : {true, false}) {
    succeed(muxGalliumRenderCondition(row.context(), query, condition, mux_gallium_condition_wait));
    succeed(muxGalliumDrawVbo(row.context(), &info));
    // The result is true.
    CHECK(row.points.picture().pixel(0, 0) == (condition ? 0U : 1U));
  }
}

TEST_CASE("D03 draw_vbo: what is refused") {
  Row row;
  const mux_gallium_context_t context = row.context();
  const Resource buffer(buffer_of(64));
  const Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 4, 4));
  const auto refused = [&](mux_result_t result, const auto &change) {
    mux_gallium_draw_info_t info = points(1);
    change(info);
    refuse(muxGalliumDrawVbo(context, &info), result, "");
  };
  refuse(muxGalliumDrawVbo(context, nullptr), mux_error_invalid_value, "NULL");
  refused(mux_error_invalid_value, [](auto &info) { info.mode = 15; });
  for (const auto mode : {mux_gallium_primitive_quads, mux_gallium_primitive_quad_strip,
                          mux_gallium_primitive_patches}) {
    refused(mux_error_feature_unsupported, [&](auto &info) { info.mode = mode; });
  }
  refused(mux_error_invalid_value, [&](auto &info) {
    info.index_size = 3;
    info.index_resource = buffer;
  });
  refused(mux_error_invalid_value, [&](auto &info) {
    info.index_size = 4;
    info.index_resource = texture;
  });
  refused(mux_error_invalid_value, [&](auto &info) {
    info.index_size = 4;
    info.index_resource = buffer;
    info.index_offset = 2;
  });
  for (const uint64_t offset : {uint64_t{2}, uint64_t{64}, ~uint64_t{3}}) {
    refused(mux_error_invalid_value, [&](auto &info) {
      info.indirect = buffer;
      info.indirect_offset = offset;
    });
    refused(mux_error_invalid_value, [&](auto &info) {
      info.indirect = buffer;
      info.indirect_count = buffer;
      info.indirect_count_offset = offset;
    });
  }
  // The last 12 bytes are not enough.
  refused(mux_error_invalid_value, [&](auto &info) {
    info.indirect = buffer;
    info.indirect_offset = 52;
  });
  refused(mux_error_invalid_value, [&](auto &info) { info.indirect = texture; });
  succeed(muxGalliumBindShader(context, mux_gallium_stage_vertex, nullptr));
  refused(mux_error_invalid_value, [](auto &) {});
}

}  // namespace gallium_test::draw_vbo
