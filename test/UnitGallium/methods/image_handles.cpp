#include "fixtures.h"

#include <mux/gallium/shader_abi.h>

namespace gallium_test::image_handles {

namespace {

constexpr auto r32 = mux_gallium_format_r32_uint;
constexpr uint32_t reads = mux_gallium_image_access_read;
constexpr uint32_t writes = mux_gallium_image_access_write;

/// Adds 1 to each texel of an image with one row, atomically.
constexpr const char *adder =
    "#include <mux/gallium/shader_abi.h>\n"
    "kernel void k(constant ulong *const_0) {"
    "  global const struct mux_gallium_image_handle_s *image ="
    "      (global const struct mux_gallium_image_handle_s *)const_0[0];"
    "  size_t i = get_global_id(0);"
    "  if (i < image->layout.width) atomic_inc((volatile global uint *)image->texels + i); }";

uint64_t handle_of(mux_gallium_context_t context, const mux_gallium_image_view_t &image) {
  uint64_t handle = 0;
  succeed(muxGalliumCreateImageHandle(context, &image, &handle));
  REQUIRE(handle != 0);
  return handle;
}

mux_gallium_image_view_t image_of(mux_gallium_resource_t texture, uint32_t level) {
  mux_gallium_image_view_t image{};
  image.resource = texture;
  image.format = r32;
  image.access = reads | writes;
  image.level = level;
  return image;
}

void pass(mux_gallium_context_t context, uint64_t handle) {
  const mux_gallium_constant_buffer_t constants = {nullptr, 0, sizeof handle, &handle};
  succeed(muxGalliumSetConstantBuffer(context, mux_gallium_stage_compute, 0, &constants));
}

}  // namespace

TEST_CASE("V31, V33 create_image_handle: loads, stores and atomics by the number, in order") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 8, 1, 1, 2));
  const Box level_1 = {0, 0, 0, 4, 1, 1};
  const Box level_0 = {0, 0, 0, 8, 1, 1};
  constexpr uint32_t five = 5;
  succeed(muxGalliumClearTexture(context, texture, 0, &level_0, &five));
  const uint64_t handle = handle_of(context, image_of(texture, 1));
  succeed(muxGalliumMakeImageHandleResident(context, handle, reads | writes, true));
  pass(context, handle);
  mux_gallium_compute_state_t program = compile(context, adder);
  succeed(muxGalliumClearTexture(context, texture, 1, &level_1, &five));
  for (int time = 0; time < 3; ++time) {
    run(context, program, 8);
  }
  const std::vector<uint8_t> texels = context.read(texture, 1, level_1);
  CHECK(texels == std::vector<uint8_t>{8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0, 8, 0, 0, 0});
  CHECK(context.read(texture, 0, {7, 0, 0, 1, 1, 1})[0] == 5);
}

TEST_CASE("V31 create_image_handle: of a range of a buffer, which the handle holds") {
  Context context;
  const Resource result(buffer_of(16));
  uint64_t handle = 0;
  {
    const Resource buffer(buffer_of(512));
    context.write_all(buffer, std::vector<uint32_t>(128, 40));
    mux_gallium_image_view_t image = image_of(buffer, 0);
    image.offset = 256;
    image.size = 8;
    handle = handle_of(context, image);
  }
  succeed(muxGalliumMakeImageHandleResident(context, handle, reads | writes, true));
  pass(context, handle);
  run(context, compile(context, adder), 8);
  bind_buffer(context, 0, result);
  run(context,
      compile(context,
              "#include <mux/gallium/shader_abi.h>\n"
              "kernel void k(constant ulong *const_0, global uint *buffer_0) {"
              "  global const struct mux_gallium_image_handle_s *image ="
              "      (global const struct mux_gallium_image_handle_s *)const_0[0];"
              "  size_t i = get_global_id(0);"
              "  buffer_0[i] = ((global const uint *)image->texels)[i] + image->layout.width; }"),
      3);
  CHECK(context.read_as<uint32_t>(result, 0, 3) == std::vector<uint32_t>{43, 43, 42});
}

TEST_CASE("V33 make_image_handle_resident: the access is that of grids") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 8, 1));
  const Resource buffer(buffer_of(16));
  const uint64_t handle = handle_of(context, image_of(texture, 0));
  bind_buffer(context, 0, buffer);
  mux_gallium_compute_state_t program =
      compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] = 1; }");
  const auto pending_after = [&](uint32_t access) {
    context.finish();
    const Blockade blockade(context);
    succeed(muxGalliumMakeImageHandleResident(context, handle, access, true));
    run(context, program, 1);
    uint32_t pending = 0;
    succeed(muxGalliumIsResourceReferenced(context, texture, &pending));
    succeed(muxGalliumMakeImageHandleResident(context, handle, 0, false));
    return pending;
  };
  CHECK(pending_after(reads) == mux_gallium_referenced_for_read);
  CHECK(pending_after(writes) == mux_gallium_referenced_for_write);
}

TEST_CASE("V32, V33 delete_image_handle: not while it is resident; wrong handles and accesses") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 8, 1));
  constexpr auto invalid = mux_error_invalid_value;
  uint64_t handle = 0;
  refuse(muxGalliumCreateImageHandle(context, nullptr, &handle), invalid, "NULL");
  const mux_gallium_image_view_t nothing{};
  refuse(muxGalliumCreateImageHandle(context, &nothing, &handle), invalid, "NULL");
  const mux_gallium_image_view_t beyond = image_of(texture, 1);
  refuse(muxGalliumCreateImageHandle(context, &beyond, &handle), invalid, "level");
  const mux_gallium_image_view_t image = image_of(texture, 0);
  refuse(muxGalliumCreateImageHandle(context, &image, nullptr), mux_error_null_out_parameter,
         "out_handle");
  handle = handle_of(context, image);
  refuse(muxGalliumMakeImageHandleResident(context, handle, 0, true), invalid, "access");
  refuse(muxGalliumMakeImageHandleResident(context, handle, 64, true), invalid, "access");
  refuse(muxGalliumMakeImageHandleResident(context, handle, reads, false), invalid, "not resident");
  succeed(muxGalliumMakeImageHandleResident(context, handle, reads, true));
  refuse(muxGalliumMakeImageHandleResident(context, handle, reads, true), invalid, "already");
  refuse(muxGalliumDeleteImageHandle(context, handle), invalid, "resident");
  refuse(muxGalliumDeleteTextureHandle(context, handle), invalid, "no texture");
  succeed(muxGalliumMakeImageHandleResident(context, handle, 0, false));
  succeed(muxGalliumDeleteImageHandle(context, handle));
  refuse(muxGalliumDeleteImageHandle(context, handle), invalid, "no image");
  refuse(muxGalliumMakeImageHandleResident(context, handle, reads, true), invalid, "no image");
}

}  // namespace gallium_test::image_handles
