#include "fixtures.h"

namespace gallium_test::create_resource {

TEST_CASE(
    "R01 create_resource: a screen makes resources, which outlive the contexts that used them") {
  const Resource buffer(buffer_of(64));
  const std::vector<uint32_t> values = {1, 2, 3, 4};
  {
    Context context;
    context.write_all(buffer, values);
  }
  Context other;
  CHECK(other.read_as<uint32_t>(buffer, 0, 4) == values);
}

TEST_CASE("R01 create_resource: the last reference, binding or command keeps a resource") {
  Context context;
  mux_gallium_resource_t handle = Resource(buffer_of(64)).release();
  bind_buffer(context, 0, handle);
  succeed(muxGalliumRetainResource(handle));
  succeed(muxGalliumReleaseResource(handle));
  succeed(muxGalliumReleaseResource(handle));
  // The binding still holds it.
  mux_gallium_compute_state_t fill = compile(
      context, "kernel void fill(global uint *buffer_0) { buffer_0[get_global_id(0)] = 7; }");
  run(context, fill, 16);
  succeed(muxGalliumRetainResource(handle));
  CHECK(context.read_as<uint32_t>(handle, 0, 16) == std::vector<uint32_t>(16, 7));
  succeed(muxGalliumReleaseResource(handle));
  refuse(muxGalliumReleaseResource(handle), mux_error_invalid_value, "no reference left");
}

TEST_CASE("R43 create_resource: a sparse buffer reserves addresses and no memory") {
  const Resource huge(buffer_of(UINT32_MAX, mux_gallium_resource_flag_sparse));
  uint64_t size = 0;
  succeed(muxGalliumGetResourceSize(huge, &size));
  CHECK(size == UINT32_MAX);
  Context context;
  const Box box = bytes(0, 4);
  mux_gallium_transfer_t transfer = nullptr;
  void *data = &size;
  refuse(muxGalliumTransferMap(context, huge, 0, mux_gallium_map_read, &box, &transfer, &data),
         mux_error_feature_unsupported, "not committed");
  CHECK(data == nullptr);
}

TEST_CASE("R50 create_resource: sparse textures are refused") {
  mux_gallium_resource_template_t sparse =
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 64, 64);
  sparse.flags = mux_gallium_resource_flag_sparse;
  mux_gallium_resource_t made = nullptr;
  refuse(muxGalliumCreateResource(screen(), &sparse, &made), mux_error_feature_unsupported,
         "sparse textures");
}

TEST_CASE("create_resource: levels follow each other without padding") {
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array,
                                    mux_gallium_format_r8g8b8_unorm, 13, 7, 3, 4));
  uint64_t offset = 0;
  for (uint32_t level = 0; level < 4; ++level) {
    mux_gallium_resource_layout_t layout{};
    succeed(muxGalliumGetResourceLayout(texture, level, &layout));
    const uint64_t width = std::max(13U >> level, 1U);
    const uint64_t height = std::max(7U >> level, 1U);
    CHECK(layout.offset == offset);
    CHECK(layout.stride == width * 3);
    CHECK(layout.layer_stride == width * 3 * height);
    CHECK(layout.size == width * 3 * height * 3);
    CHECK(layout.layers == 3);
    offset += layout.size;
  }
  uint64_t size = 0;
  succeed(muxGalliumGetResourceSize(texture, &size));
  CHECK(size == offset);
}

TEST_CASE("create_resource: a 3D texture halves its depth, and blocks are rounded up") {
  const Resource texture(
      texture_of(mux_gallium_target_texture_3d, mux_gallium_format_r32_float, 8, 8, 5, 3));
  mux_gallium_resource_layout_t layout{};
  succeed(muxGalliumGetResourceLayout(texture, 1, &layout));
  CHECK(layout.layers == 2);
  CHECK(layout.offset == uint64_t{8} * 8 * 5 * 4);
  const Resource blocks(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_dxt1_rgb, 10, 5));
  succeed(muxGalliumGetResourceLayout(blocks, 0, &layout));
  CHECK(layout.stride == 3 * 8);
  CHECK(layout.size == 3 * 8 * 2);
}

TEST_CASE("create_resource: descriptions that make no sense are refused") {
  const auto attempt = [](const mux_gallium_resource_template_t &description) {
    mux_gallium_resource_t made = nullptr;
    const mux_result_t result = muxGalliumCreateResource(screen(), &description, &made);
    CHECK(made == nullptr);
    return result;
  };
  const auto texture = texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8_unorm, 4, 4);
  auto wrong = texture;
  wrong.width = 0;
  refuse(attempt(wrong), mux_error_invalid_value, "width is 0");
  wrong = texture;
  wrong.format = 73;
  refuse(attempt(wrong), mux_error_invalid_value, "no format");
  wrong = texture;
  wrong.target = 9;
  refuse(attempt(wrong), mux_error_invalid_value, "target");
  wrong = texture;
  wrong.last_level = 3;
  refuse(attempt(wrong), mux_error_invalid_value, "levels");
  wrong = texture;
  wrong.array_size = 2;
  refuse(attempt(wrong), mux_error_invalid_value, "layers");
  wrong = texture;
  wrong.samples = 3;
  refuse(attempt(wrong), mux_error_feature_unsupported, "not supported");
  wrong = texture;
  wrong.target = mux_gallium_target_texture_cube;
  wrong.array_size = 5;
  refuse(attempt(wrong), mux_error_invalid_value, "six");
  wrong = texture;
  wrong.format = mux_gallium_format_nv12;
  refuse(attempt(wrong), mux_error_feature_unsupported, "not supported");
  refuse(muxGalliumCreateResource(screen(), nullptr, nullptr), mux_error_invalid_value, "NULL");
  refuse(muxGalliumCreateResource(screen(), &texture, nullptr), mux_error_null_out_parameter,
         "out_resource");
}

TEST_CASE("create_resource: memory of the program is used in place") {
  std::vector<uint32_t> memory(64, 5);
  const mux_gallium_resource_template_t description = buffer_of(256);
  mux_gallium_resource_t buffer = nullptr;
  succeed(muxGalliumCreateResourceFromMemory(screen(), &description, memory.data(), 256, &buffer));
  {
    Context context;
    CHECK(context.read_as<uint32_t>(buffer, 0, 64) == memory);
    constexpr uint32_t nine = 9;
    succeed(muxGalliumClearBuffer(context, buffer, 0, 256, &nine, 4));
    context.finish();
  }
  CHECK(memory == std::vector<uint32_t>(64, 9));
  succeed(muxGalliumReleaseResource(buffer));
  refuse(muxGalliumCreateResourceFromMemory(screen(), &description, memory.data(), 255, &buffer),
         mux_error_invalid_value, "smaller");
}

}  // namespace gallium_test::create_resource
