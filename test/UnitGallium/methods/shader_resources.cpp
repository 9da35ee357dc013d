#include "fixtures.h"

#include <mux/gallium/shader_abi.h>

namespace gallium_test::shader_resources {

namespace {

constexpr auto compute = mux_gallium_stage_compute;
constexpr auto r32 = mux_gallium_format_r32_uint;

/// Copies the layout that a kernel gets for a parameter into a buffer, as numbers of 32 bits.
template <typename Layout>
Layout layout_of(Context &context, const std::string &parameter) {
  constexpr int32_t words = sizeof(Layout) / 4;
  const Resource result(buffer_of(sizeof(Layout)));
  const std::string source = "kernel void copy(global const uint *" + parameter +
                             ", global uint *buffer_9) {"
                             "  size_t i = get_global_id(0); buffer_9[i] = " +
                             parameter + "[i]; }";
  mux_gallium_compute_state_t program = compile(context, source);
  bind_buffer(context, 9, result);
  run(context, program, words);
  const std::vector<uint32_t> raw = context.read_as<uint32_t>(result, 0, words);
  Layout layout;
  std::memcpy(&layout, raw.data(), sizeof layout);
  return layout;
}

using ImageLayout = mux_gallium_image_layout_t;

void bind_image(mux_gallium_context_t context, uint32_t slot,
                const mux_gallium_image_view_t &image) {
  succeed(muxGalliumSetShaderImages(context, compute, slot, 1, &image));
}

}  // namespace

TEST_CASE("V21, V22 set_shader_buffers: ranges that programs read and write") {
  Context context;
  const Resource from(buffer_of(64));
  const Resource to(buffer_of(64));
  context.write_all<uint32_t>(from, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  context.write_all(to, std::vector<uint32_t>(16, 0));
  mux_gallium_compute_state_t program = compile(
      context,
      "kernel void k(global const uint *buffer_2, uint buffer_2_size, global uint *buffer_5,"
      "              uint buffer_5_size) {"
      "  buffer_5[0] = buffer_2[0]; buffer_5[1] = buffer_2_size; buffer_5[2] = buffer_5_size; }");
  const mux_gallium_shader_buffer_t buffers[] = {
      {from, 16, 20}, {nullptr, 0, 0}, {nullptr, 0, 0}, {to, 32, 1000}};
  succeed(muxGalliumSetShaderBuffers(context, compute, 2, 4, buffers, 8));
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(to, 32, 3) == std::vector<uint32_t>{4, 20, 32});
  CHECK(context.read_as<uint32_t>(to, 0, 1)[0] == 0);
  // Slots outside of the range are kept; NULL frees.
  succeed(muxGalliumSetShaderBuffers(context, compute, 3, 1, buffers, 0));
  succeed(muxGalliumSetShaderBuffers(context, compute, 2, 1, nullptr, 0));
  mux_gallium_compute_state_t sizes =
      compile(context,
              "kernel void k(uint buffer_2_size, uint buffer_3_size, global uint *buffer_5) {"
              "  buffer_5[0] = buffer_2_size; buffer_5[1] = buffer_3_size; }");
  run(context, sizes, 1);
  CHECK(context.read_as<uint32_t>(to, 32, 2) == std::vector<uint32_t>{0, 20});
  const mux_gallium_shader_buffer_t wrong = {from, 8, 16};
  refuse(muxGalliumSetShaderBuffers(context, compute, 0, 1, &wrong, 0), mux_error_invalid_value,
         "aligned");
  refuse(muxGalliumSetShaderBuffers(context, compute, 31, 2, nullptr, 0), mux_error_invalid_value,
         "slots");
}

TEST_CASE("P15 set_compute_resources: further buffers of the compute stage") {
  Context context;
  const Resource buffer(buffer_of(64));
  const mux_gallium_shader_buffer_t bound = {buffer, 0, 64};
  succeed(muxGalliumSetComputeResources(context, 7, 1, &bound));
  mux_gallium_compute_state_t program =
      compile(context, "kernel void k(global uint *buffer_7) { buffer_7[get_global_id(0)] = 3; }");
  run(context, program, 16);
  CHECK(context.read_as<uint32_t>(buffer, 0, 16) == std::vector<uint32_t>(16, 3));
}

TEST_CASE("V26 set_hw_atomic_buffers: counters that all instances share") {
  Context context;
  const Resource buffer(buffer_of(64));
  context.write_all(buffer, std::vector<uint32_t>(16, 0));
  const mux_gallium_shader_buffer_t bound = {buffer, 4, 8};
  succeed(muxGalliumSetHwAtomicBuffers(context, 1, 1, &bound));
  mux_gallium_compute_state_t program =
      compile(context,
              "kernel void k(global uint *atomic_1, uint atomic_1_size) {"
              "  atomic_inc(atomic_1); atomic_add(atomic_1 + 1, atomic_1_size); }");
  run(context, program, 16, 16);
  CHECK(context.read_as<uint32_t>(buffer, 0, 4) == std::vector<uint32_t>{0, 256, 2048, 0});
  succeed(muxGalliumSetHwAtomicBuffers(context, 1, 1, nullptr));
  const mux_gallium_shader_buffer_t wrong = {buffer, 2, 8};
  refuse(muxGalliumSetHwAtomicBuffers(context, 0, 1, &wrong), mux_error_invalid_value, "aligned");
}

TEST_CASE("V23, V24, V25 set_shader_images: a level and layers, read and written") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d_array, r32, 8, 8, 4, 3));
  const Box all = {0, 0, 0, 4, 4, 4};
  constexpr uint32_t before = 5;
  succeed(muxGalliumClearTexture(context, texture, 1, &all, &before));
  mux_gallium_image_view_t image{};
  image.resource = texture;
  image.format = r32;
  image.access = mux_gallium_image_access_read | mux_gallium_image_access_write;
  image.level = 1;
  image.first_layer = 2;
  image.last_layer = 3;
  bind_image(context, 4, image);
  const auto layout = layout_of<ImageLayout>(context, "image_4_layout");
  CHECK(layout.width == 4);
  CHECK(layout.height == 4);
  CHECK(layout.depth == 2);
  CHECK(layout.samples == 1);
  CHECK(layout.row_pitch == 16);
  CHECK(layout.slice_pitch == 64);
  CHECK(layout.texel_bytes == 4);
  CHECK(layout.encoding == mux_gallium_image_encoding_bits32);
  // Through the layout, the second layer of the image is layer 3 of the texture.
  mux_gallium_compute_state_t write =
      compile(context,
              "kernel void write(global uchar *image_4, global const uint *image_4_layout) {"
              "  ulong slice = *(global const ulong *)(image_4_layout + 8);"
              "  *(global uint *)(image_4 + slice + image_4_layout[4] + 4) = 8; }");
  static_assert(offsetof(ImageLayout, slice_pitch) == 32);
  run(context, write, 1);
  CHECK(context.read(texture, 1, {1, 1, 3, 1, 1, 1})[0] == 8);
  CHECK(context.read(texture, 1, {0, 1, 3, 1, 1, 1})[0] == 5);
  image.level = 3;
  refuse(muxGalliumSetShaderImages(context, compute, 0, 1, &image), mux_error_invalid_value,
         "level");
  image.level = 0;
  image.last_layer = 4;
  refuse(muxGalliumSetShaderImages(context, compute, 0, 1, &image), mux_error_invalid_value,
         "layers");
  image.last_layer = 3;
  image.format = mux_gallium_format_r8_unorm;
  refuse(muxGalliumSetShaderImages(context, compute, 0, 1, &image), mux_error_invalid_value,
         "another size");
}

TEST_CASE(
    "V23 set_shader_images: the encoding of texels for programs that write without a format") {
  Context context;
  const std::pair<mux_gallium_format_e, uint32_t> cases[] = {
      {mux_gallium_format_r32g32b32a32_float, mux_gallium_image_encoding_bits32},
      {mux_gallium_format_r16_float, mux_gallium_image_encoding_float16},
      {mux_gallium_format_r8g8b8a8_unorm, mux_gallium_image_encoding_unorm8},
      {mux_gallium_format_r16g16_snorm, mux_gallium_image_encoding_snorm16},
      {mux_gallium_format_r8_uint, mux_gallium_image_encoding_uint8},
      {mux_gallium_format_r16g16b16a16_sint, mux_gallium_image_encoding_sint16},
      {mux_gallium_format_r11g11b10_float, mux_gallium_image_encoding_r11g11b10_float},
      {mux_gallium_format_r10g10b10a2_unorm, mux_gallium_image_encoding_r10g10b10a2_unorm},
      {mux_gallium_format_r10g10b10a2_uint, mux_gallium_image_encoding_r10g10b10a2_uint},
      {mux_gallium_format_b8g8r8a8_unorm, mux_gallium_image_encoding_none},
      {mux_gallium_format_r8g8b8a8_srgb, mux_gallium_image_encoding_none},
      {mux_gallium_format_r8g8b8x8_unorm, mux_gallium_image_encoding_none},
      {mux_gallium_format_b5g6r5_unorm, mux_gallium_image_encoding_none},
      {mux_gallium_format_r32_unorm, mux_gallium_image_encoding_none},
      {mux_gallium_format_l8_unorm, mux_gallium_image_encoding_none},
      {mux_gallium_format_z32_float, mux_gallium_image_encoding_none},
  };
  for (const auto &[format, encoding] : cases) {
    const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 1, 1));
    mux_gallium_image_view_t image{};
    image.resource = texture;
    image.format = format;
    bind_image(context, 0, image);
    INFO(format);
    CHECK(layout_of<ImageLayout>(context, "image_0_layout").encoding == encoding);
  }
}

TEST_CASE("V23 set_shader_images: programs are compiled for the formats that are bound") {
  Context context;
  const Resource result(buffer_of(4));
  bind_buffer(context, 0, result);
  mux_gallium_compute_state_t program =
      compile(context,
              "__attribute__((weak)) constant uint image_3_format = 0;"
              "kernel void k(global uint *buffer_0) { buffer_0[0] = image_3_format; }");
  const auto format_constant = [&] {
    run(context, program, 1);
    return context.read_as<uint32_t>(result, 0, 1)[0];
  };
  CHECK(format_constant() == 0);
  const Resource bytes(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r8g8b8a8_unorm, 1, 1));
  const Resource halves(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_r16_float, 1, 1));
  for (int round = 0; round < 2; ++round) {
    mux_gallium_image_view_t image{};
    image.resource = bytes;
    image.format = mux_gallium_format_r8g8b8a8_unorm;
    bind_image(context, 3, image);
    CHECK(format_constant() == (mux_gallium_image_encoding_unorm8 | 4U << 8));
    image.resource = halves;
    image.format = mux_gallium_format_r16_float;
    bind_image(context, 3, image);
    CHECK(format_constant() == (mux_gallium_image_encoding_float16 | 2U << 8));
  }
  succeed(muxGalliumSetShaderImages(context, compute, 3, 1, nullptr));
  CHECK(format_constant() == 0);
}

TEST_CASE("V23 set_shader_images: a TGSI program stores texels in the format that is bound") {
  constexpr std::string_view shader =
      "COMP\n"
      "PROPERTY CS_FIXED_BLOCK_WIDTH 1\n"
      "PROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\n"
      "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\n"
      "IMM[0] UINT32 {0, 0, 0, 0}\n"
      "IMM[1] UINT32 {1065353216, 0, 3221225472, 1065353216}\n"
      "  0: STORE IMAGE[0], IMM[0], IMM[1], 2D\n"
      "  1: END\n";
  Context context;
  mux_gallium_compute_template_t description{};
  description.language = mux_gallium_language_tgsi;
  description.source = shader.data();
  description.source_length = shader.size();
  mux_gallium_compute_state_t program = nullptr;
  succeed(muxGalliumCreateComputeState(context, &description, &program));
  // Nothing is bound: the store is lost.
  run(context, program, 1);
  const std::pair<mux_gallium_format_e, std::vector<uint8_t>> cases[] = {
      {mux_gallium_format_r8g8b8a8_unorm, {255, 0, 0, 255}},
      {mux_gallium_format_r16_float, {0x00, 0x3C}},
      {mux_gallium_format_r8g8_snorm, {127, 0}},
      {mux_gallium_format_r32g32b32a32_float,
       {0, 0, 0x80, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0x80, 0x3F}},
      {mux_gallium_format_r8g8b8a8_unorm, {255, 0, 0, 255}},
  };
  for (const auto &[format, texel] : cases) {
    const Resource texture(texture_of(mux_gallium_target_texture_2d, format, 1, 1));
    mux_gallium_image_view_t image{};
    image.resource = texture;
    image.format = format;
    image.access = mux_gallium_image_access_write;
    bind_image(context, 0, image);
    run(context, program, 1);
    INFO(format);
    CHECK(context.read(texture, 0, {0, 0, 0, 1, 1, 1}) == texel);
  }
}

TEST_CASE("V23 set_shader_images: ranges of buffers, and free slots") {
  Context context;
  const Resource buffer(buffer_of(100));
  mux_gallium_image_view_t image{};
  image.resource = buffer;
  image.format = mux_gallium_format_r32g32_uint;
  image.access = mux_gallium_image_access_write;
  image.offset = 16;
  image.size = 1000;
  bind_image(context, 0, image);
  auto layout = layout_of<ImageLayout>(context, "image_0_layout");
  CHECK(layout.width == 10);
  CHECK(layout.height == 1);
  CHECK(layout.texel_bytes == 8);
  succeed(muxGalliumSetShaderImages(context, compute, 0, 1, nullptr));
  layout = layout_of<ImageLayout>(context, "image_0_layout");
  CHECK(layout.width == 0);
  CHECK(layout.texel_bytes == 0);
}

TEST_CASE("P16, P17, V05 bind_sampler_states: a program gets the sampler states of its stage") {
  Context context;
  mux_gallium_sampler_template_t description{};
  description.wrap_s = mux_gallium_wrap_clamp_to_border;
  description.wrap_r = mux_gallium_wrap_mirror_repeat;
  description.min_img_filter = mux_gallium_filter_linear;
  description.min_mip_filter = mux_gallium_mip_filter_none;
  description.compare_mode = true;
  description.compare_func = mux_gallium_function_gequal;
  description.min_lod = 2.0F;
  description.max_lod = 7.5F;
  description.border_color.f[3] = 0.5F;
  mux_gallium_sampler_state_t state = nullptr;
  succeed(muxGalliumCreateSamplerState(context, &description, &state));
  succeed(muxGalliumBindSamplerStates(context, compute, 2, 1, &state));
  const auto layout = layout_of<mux_gallium_sampler_layout_t>(context, "sampler_2");
  CHECK(layout.wrap_s == mux_gallium_wrap_clamp_to_border);
  CHECK(layout.wrap_r == mux_gallium_wrap_mirror_repeat);
  CHECK(layout.min_img_filter == mux_gallium_filter_linear);
  CHECK(layout.min_mip_filter == mux_gallium_mip_filter_none);
  CHECK(layout.compare_mode == 1);
  CHECK(layout.compare_func == mux_gallium_function_gequal);
  CHECK(layout.min_lod == 2.0F);
  CHECK(layout.max_lod == 7.5F);
  CHECK(layout.border_color[3] == 0x3f000000);
  description.wrap_t = 8;
  refuse(muxGalliumCreateSamplerState(context, &description, &state), mux_error_invalid_value,
         "wrap");
}

TEST_CASE("P17, V16 set_sampler_views: a program reads texels through a view") {
  Context context;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, r32, 4, 4, 1, 3));
  const Resource result(buffer_of(4));
  for (int32_t level = 0; level < 3; ++level) {
    const Box all = {0, 0, 0, 4 >> level, 4 >> level, 1};
    const uint32_t value = 100 + static_cast<uint32_t>(level);
    succeed(muxGalliumClearTexture(context, texture, static_cast<uint32_t>(level), &all, &value));
  }
  mux_gallium_sampler_view_template_t description{};
  description.target = mux_gallium_target_texture_2d;
  description.format = r32;
  description.last_level = 2;
  mux_gallium_sampler_view_t view = nullptr;
  succeed(muxGalliumCreateSamplerView(context, texture, &description, &view));
  succeed(muxGalliumSetSamplerViews(context, compute, 6, 1, &view));
  mux_gallium_compute_state_t program = compile(
      context,
      "typedef struct { ulong offset, stride, layer_stride; uint width, height, depth, reserved; }"
      "    level;"
      "kernel void k(global const uchar *view_6, global const uchar *view_6_layout,"
      "              global uint *buffer_0) {"
      "  global const level *levels = (global const level *)(view_6_layout + 48);"
      "  buffer_0[0] = *(global const uint *)(view_6 + levels[2].offset); }");
  bind_buffer(context, 0, result);
  run(context, program, 1);
  CHECK(context.read_as<uint32_t>(result, 0, 1)[0] == 102);
}

}  // namespace gallium_test::shader_resources
