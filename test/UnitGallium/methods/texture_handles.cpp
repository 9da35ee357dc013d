#include "fixtures.h"

#include <mux/gallium/shader_abi.h>

namespace gallium_test::texture_handles {

namespace {

constexpr auto r32 = mux_gallium_format_r32_uint;

/// Reads texel (i, 0) of level 0 through a handle that is the first number of constant buffer 0.
constexpr const char *reader =
    "#include <mux/gallium/shader_abi.h>\n"
    "kernel void k(constant ulong *const_0, global uint *buffer_0) {"
    "  global const struct mux_gallium_texture_handle_s *texture ="
    "      (global const struct mux_gallium_texture_handle_s *)const_0[0];"
    "  size_t i = get_global_id(0);"
    "  global const uchar *texels ="
    "      (global const uchar *)texture->texels + texture->layout.levels[0].offset;"
    "  buffer_0[i] = i < texture->layout.levels[0].width ? ((global const uint *)texels)[i] : 0; }";

mux_gallium_sampler_view_t view_of(mux_gallium_context_t context, mux_gallium_resource_t resource,
                                   uint32_t level = 0) {
  mux_gallium_sampler_view_template_t description{};
  description.target = mux_gallium_target_texture_2d;
  description.format = r32;
  description.first_level = level;
  description.last_level = level;
  mux_gallium_sampler_view_t view = nullptr;
  succeed(muxGalliumCreateSamplerView(context, resource, &description, &view));
  return view;
}

uint64_t handle_of(mux_gallium_context_t context, mux_gallium_sampler_view_t view,
                   mux_gallium_sampler_state_t state = nullptr) {
  uint64_t handle = 0;
  succeed(muxGalliumCreateTextureHandle(context, view, state, &handle));
  REQUIRE(handle != 0);
  return handle;
}

void pass(mux_gallium_context_t context, uint64_t handle) {
  const mux_gallium_constant_buffer_t constants = {nullptr, 0, sizeof handle, &handle};
  succeed(muxGalliumSetConstantBuffer(context, mux_gallium_stage_compute, 0, &constants));
}

void fill(mux_gallium_context_t context, mux_gallium_resource_t texture, uint32_t level,
          const Box &box, uint32_t value) {
  succeed(muxGalliumClearTexture(context, texture, level, &box, &value));
}

}  // namespace

TEST_CASE("V27, V28, V30 create_texture_handle: programs read the view by its number") {
  REQUIRE(limits().bindless_texture);
  Context context;
  const Resource result(buffer_of(16));
  bind_buffer(context, 0, result);
  mux_gallium_sampler_view_t view = nullptr;
  {
    // The handle holds the view, and that the texture.
    const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 4, 2, 1, 2));
    fill(context, texture, 0, {0, 0, 0, 4, 2, 1}, 3);
    fill(context, texture, 1, {0, 0, 0, 1, 1, 1}, 8);
    fill(context, texture, 1, {1, 0, 0, 1, 1, 1}, 9);
    view = view_of(context, texture, 1);
  }
  const uint64_t handle = handle_of(context, view);
  succeed(muxGalliumSamplerViewDestroy(context, view));
  succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
  pass(context, handle);
  run(context, compile(context, reader), 4);
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>{8, 9, 0, 0});
}

TEST_CASE("V28 create_texture_handle: with the sampler state, unless the view is a buffer's") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 1, 1));
  mux_gallium_sampler_template_t description{};
  description.wrap_t = mux_gallium_wrap_clamp_to_border;
  description.max_lod = 2.5F;
  mux_gallium_sampler_state_t state = nullptr;
  succeed(muxGalliumCreateSamplerState(context, &description, &state));
  const mux_gallium_sampler_view_t view = view_of(context, texture);
  const uint64_t with = handle_of(context, view, state);
  const uint64_t without = handle_of(context, view);
  CHECK(with != without);
  succeed(muxGalliumDestroySamplerState(context, state));
  const Resource buffer(buffer_of(64));
  mux_gallium_sampler_view_template_t of_buffer{};
  of_buffer.target = mux_gallium_target_buffer;
  of_buffer.format = r32;
  of_buffer.size = 64;
  mux_gallium_sampler_view_t texels = nullptr;
  succeed(muxGalliumCreateSamplerView(context, buffer, &of_buffer, &texels));
  succeed(muxGalliumCreateSamplerState(context, &description, &state));
  const uint64_t of_texels = handle_of(context, texels, state);
  const Resource result(buffer_of(16));
  bind_buffer(context, 0, result);
  mux_gallium_compute_state_t program =
      compile(context,
              "#include <mux/gallium/shader_abi.h>\n"
              "kernel void k(constant ulong *const_0, global uint *buffer_0) {"
              "  global const struct mux_gallium_texture_handle_s *texture ="
              "      (global const struct mux_gallium_texture_handle_s *)const_0[0];"
              "  buffer_0[0] = texture->has_sampler; buffer_0[1] = texture->sampler.wrap_t;"
              "  buffer_0[2] = (uint)(texture->sampler.max_lod * 2); }");
  const auto sampler_through = [&](uint64_t handle) {
    succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
    pass(context, handle);
    run(context, program, 1);
    return context.read_as<uint32_t>(result, 0, 3);
  };
  CHECK(sampler_through(with) == std::vector<uint32_t>{1, mux_gallium_wrap_clamp_to_border, 5});
  CHECK(sampler_through(without) == std::vector<uint32_t>{0, 0, 0});
  CHECK(sampler_through(of_texels) == std::vector<uint32_t>{0, 0, 0});
}

TEST_CASE("V30 make_texture_handle_resident: grids are ordered with commands on the texture") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 16, 1));
  const Resource result(buffer_of(64));
  const Box all = {0, 0, 0, 16, 1, 1};
  fill(context, texture, 0, all, 1);
  bind_buffer(context, 0, result);
  mux_gallium_image_view_t image{};
  image.resource = texture;
  image.format = r32;
  image.access = mux_gallium_image_access_write;
  succeed(muxGalliumSetShaderImages(context, mux_gallium_stage_compute, 0, 1, &image));
  // One work-item that takes long, so that a grid that does not wait for it is ahead of it.
  mux_gallium_compute_state_t slow =
      compile(context,
              "kernel void k(global uint *image_0) {"
              "  uint x = 1; for (uint i = 0; i < 20000000; ++i) x = x * 1664525 + (x >> 7);"
              "  for (uint i = 0; i < 16; ++i) image_0[i] = x == 0 ? 5 : 2; }");
  mux_gallium_compute_state_t program = compile(context, reader);
  const uint64_t handle = handle_of(context, view_of(context, texture));
  pass(context, handle);
  run(context, program, 16);
  context.finish();
  {
    const Blockade blockade(context);
    run(context, slow, 1);
    succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
    run(context, program, 16);
    fill(context, texture, 0, all, 3);
  }
  CHECK(context.read_as<uint32_t>(result, 0, 16) == std::vector<uint32_t>(16, 2));
}

TEST_CASE("V30 make_texture_handle_resident: a map of the texture waits for grids") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 4, 1));
  const Resource result(buffer_of(16));
  fill(context, texture, 0, {0, 0, 0, 4, 1, 1}, 6);
  context.finish();
  const uint64_t handle = handle_of(context, view_of(context, texture));
  bind_buffer(context, 0, result);
  mux_gallium_compute_state_t program = compile(context, reader);
  pass(context, handle);
  const Box box = {0, 0, 0, 4, 1, 1};
  const auto is_busy = [&] {
    uint32_t pending = 0;
    succeed(muxGalliumIsResourceReferenced(context, texture, &pending));
    return pending != 0;
  };
  {
    const Blockade blockade(context);
    const Resource other(buffer_of(16));
    succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
    run(context, program, 4);
    CHECK(is_busy());
  }
  // A whole resource that is discarded keeps the address that the handle has.
  mux_gallium_transfer_t transfer = nullptr;
  void *mapped = nullptr;
  {
    const Blockade blockade(context);
    run(context, program, 4);
    succeed(muxGalliumFlush(context, 0, nullptr));
    refuse(muxGalliumTransferMap(context, texture, 0,
                                 mux_gallium_map_write | mux_gallium_map_dontblock, &box, &transfer,
                                 &mapped),
           mux_fence_not_ready, "");
  }
  succeed(muxGalliumTransferMap(context, texture, 0,
                                mux_gallium_map_write | mux_gallium_map_discard_whole_resource,
                                &box, &transfer, &mapped));
  const uint32_t values[] = {1, 2, 3, 4};
  std::memcpy(mapped, values, sizeof values);
  succeed(muxGalliumTransferUnmap(context, transfer));
  run(context, program, 4);
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>{1, 2, 3, 4});
  // What is not resident is not used.
  succeed(muxGalliumMakeTextureHandleResident(context, handle, false));
  context.finish();
  const Blockade blockade(context);
  run(context, compile(context, "kernel void k(global uint *buffer_0) { buffer_0[0] = 1; }"), 1);
  CHECK_FALSE(is_busy());
}

TEST_CASE("V29 delete_texture_handle: not while it is resident; grids that use it still run") {
  Context context;
  const Resource result(buffer_of(16));
  bind_buffer(context, 0, result);
  uint64_t handle = 0;
  {
    const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 4, 1));
    fill(context, texture, 0, {0, 0, 0, 4, 1, 1}, 6);
    const mux_gallium_sampler_view_t view = view_of(context, texture);
    handle = handle_of(context, view);
    succeed(muxGalliumSamplerViewDestroy(context, view));
  }
  succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
  refuse(muxGalliumDeleteTextureHandle(context, handle), mux_error_invalid_value, "resident");
  pass(context, handle);
  {
    const Blockade blockade(context);
    run(context, compile(context, reader), 4);
    succeed(muxGalliumMakeTextureHandleResident(context, handle, false));
    succeed(muxGalliumDeleteTextureHandle(context, handle));
  }
  CHECK(context.read_as<uint32_t>(result, 0, 4) == std::vector<uint32_t>(4, 6));
  refuse(muxGalliumDeleteTextureHandle(context, handle), mux_error_invalid_value, "no texture");
  refuse(muxGalliumMakeTextureHandleResident(context, handle, true), mux_error_invalid_value,
         "no texture");
}

TEST_CASE("V28, V30, R03 create_texture_handle: wrong objects, handles and states") {
  Context context;
  const Context other;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 1, 1));
  const mux_gallium_sampler_view_t view = view_of(context, texture);
  const mux_gallium_sampler_view_t foreign = view_of(other, texture);
  uint64_t handle = 0;
  constexpr auto invalid = mux_error_invalid_value;
  refuse(muxGalliumCreateTextureHandle(context, nullptr, nullptr, &handle), invalid, "NULL");
  refuse(muxGalliumCreateTextureHandle(context, foreign, nullptr, &handle), invalid, "another");
  refuse(muxGalliumCreateTextureHandle(context, view, nullptr, nullptr),
         mux_error_null_out_parameter, "out_handle");
  handle = handle_of(context, view);
  refuse(muxGalliumMakeTextureHandleResident(context, handle, false), invalid, "not resident");
  succeed(muxGalliumMakeTextureHandleResident(context, handle, true));
  refuse(muxGalliumMakeTextureHandleResident(context, handle, true), invalid, "already");
  // Numbers are of one context, and of one kind.
  refuse(muxGalliumMakeTextureHandleResident(other, handle, true), invalid, "no texture");
  refuse(muxGalliumDeleteImageHandle(context, handle), invalid, "no image");
  refuse(muxGalliumDeleteTextureHandle(context, 0), invalid, "no texture");
}

}  // namespace gallium_test::texture_handles
