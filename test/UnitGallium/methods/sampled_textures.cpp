#include "fixtures.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gallium_test::sampled_textures {

// Textures in compute shaders of TGSI.

namespace {

constexpr uint32_t texel_count = 16;

mux_gallium_compute_state_t shader_of(mux_gallium_context_t context,
                                      const std::string &instruction) {
  const std::string text =
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 16\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SAMP[0]\n"
      "DCL SVIEW[0], 2D, FLOAT\nDCL BUFFER[0]\nDCL TEMP[0..2], LOCAL\n"
      "IMM[0] UINT32 {16, 0, 0, 1031798784}\n"
      "  0: UMUL TEMP[0].x, SV[0].xxxx, IMM[0].xxxx\n"
      "  1: U2F TEMP[2].x, SV[0].xxxx\n"
      "  2: MAD TEMP[2], TEMP[2].xxxx, IMM[0].wyyy, IMM[0].yyyy\n" +
      instruction + "  4: STORE BUFFER[0], TEMP[0].xxxx, TEMP[1]\n  5: END\n";
  mux_gallium_compute_template_t description{};
  description.language = mux_gallium_language_tgsi;
  description.source = text.data();
  description.source_length = text.size();
  mux_gallium_compute_state_t made = nullptr;
  succeed(muxGalliumCreateComputeState(context, &description, &made));
  return made;
}

mux_gallium_sampler_view_t view_of(mux_gallium_context_t context, mux_gallium_resource_t texture,
                                   uint32_t format, uint32_t first_swizzle = mux_gallium_swizzle_x,
                                   uint32_t last_swizzle = mux_gallium_swizzle_w) {
  mux_gallium_sampler_view_template_t made{};
  made.target = mux_gallium_target_texture_2d;
  made.format = format;
  made.swizzle_g = mux_gallium_swizzle_y;
  made.swizzle_b = mux_gallium_swizzle_z;
  made.swizzle_r = first_swizzle;
  made.swizzle_a = last_swizzle;
  mux_gallium_sampler_view_t view = nullptr;
  succeed(muxGalliumCreateSamplerView(context, texture, &made, &view));
  return view;
}

/// The sixteen texels of a view as a shader reads them. Destroys the view.
std::vector<uint32_t> sampled(Context &context, mux_gallium_compute_state_t program,
                              mux_gallium_sampler_view_t view) {
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &view));
  const Resource result(buffer_of(16 * texel_count));
  bind_buffer(context, 0, result);
  succeed(muxGalliumBindComputeState(context, program));
  mux_gallium_grid_info_t info{};
  std::fill_n(info.block, 3, 1U);
  info.block[0] = texel_count;
  std::fill_n(info.grid, 3, 1U);
  succeed(muxGalliumLaunchGrid(context, &info));
  std::vector<uint32_t> words = context.read_as<uint32_t>(result, 0, 4 * texel_count);
  mux_gallium_sampler_view_t none = nullptr;
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &none));
  succeed(muxGalliumSamplerViewDestroy(context, view));
  return words;
}

std::vector<uint32_t> sampled(Context &context, mux_gallium_compute_state_t program,
                              mux_gallium_resource_t texture, uint32_t format) {
  return sampled(context, program, view_of(context, texture, format));
}

Resource random_texture(Context &context, uint32_t format, uint32_t block_bytes) {
  Resource texture(texture_of(mux_gallium_target_texture_2d,
                              static_cast<mux_gallium_format_e>(format), texel_count));
  std::vector<uint8_t> data(size_t{block_bytes} * texel_count);
  uint32_t state = format;
  for (uint8_t &byte : data) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<uint8_t>(state >> 24);
  }
  const Box box = {0, 0, 0, texel_count, 1, 1};
  succeed(muxGalliumTextureSubdata(context, texture, 0, mux_gallium_map_write, &box, data.data(),
                                   data.size(), data.size()));
  return texture;
}

/// The texels that a blit to four floats or integers makes.
std::vector<uint32_t> blitted(Context &context, mux_gallium_resource_t texture, uint32_t format,
                              mux_gallium_format_e to) {
  const Resource wide(texture_of(mux_gallium_target_texture_2d, to, texel_count));
  const Box box = {0, 0, 0, texel_count, 1, 1};
  mux_gallium_blit_info_t info{};
  info.source = {texture, 0, format, box};
  info.destination = {wide, 0, to, box};
  info.mask = mux_gallium_blit_rgba;
  succeed(muxGalliumBlit(context, &info));
  const std::vector<uint8_t> raw = context.read(wide, 0, box);
  std::vector<uint32_t> words(raw.size() / 4);
  std::memcpy(words.data(), raw.data(), raw.size());
  return words;
}

float as_float(uint32_t word) {
  float value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

bool are_equal(uint32_t one, uint32_t other, bool is_integer) {
  const float a = as_float(one);
  const float b = as_float(other);
  return one == other ||
         (!is_integer && (std::fabs(a - b) <= 2e-6F * std::fabs(b) || (a != a && b != b)));
}

/// Combinations of formats and samplers that a program is compiled for. Others run code for all.
constexpr size_t most_variants = 16;

/// A shader that runs the code for all formats.
mux_gallium_compute_state_t general_shader_of(Context &context, const std::string &instruction) {
  mux_gallium_compute_state_t program = shader_of(context, instruction);
  constexpr auto format = mux_gallium_format_r8_uint;
  const Resource texture = random_texture(context, format, 1);
  for (uint32_t i = 0; i < most_variants; ++i) {
    sampled(context, program, view_of(context, texture, format, i % 4, i / 4));
  }
  return program;
}

/// How texels are stored, whatever the order of the channels.
std::vector<uint32_t> storage_of(const mux_gallium_format_info_t &info) {
  std::vector<uint32_t> storage;
  storage.reserve(5);
  for (size_t i = 0; i < 4; ++i) {
    storage.push_back(info.channel_types[i] << 16 | info.channel_bits[i] << 8 |
                      info.channel_offsets[i]);
  }
  std::sort(storage.begin(), storage.end());
  storage.push_back(info.block_bytes << 1 | (info.is_srgb ? 1U : 0U));
  return storage;
}

}  // namespace

TEST_CASE("P17, V21 texture instructions: texels of all formats of colors") {
  Context context;
  const std::string instruction = "  3: TXF TEMP[1], SV[0].xyyy, SAMP[0], RECT\n";
  mux_gallium_compute_state_t general = general_shader_of(context, instruction);
  mux_gallium_compute_state_t program = nullptr;
  std::set<std::vector<uint32_t>> known;
  size_t count = 0;
  for (uint32_t format = 1; format < mux_gallium_format_count; ++format) {
    bool is_supported = false;
    succeed(muxGalliumIsFormatSupported(screen(), format, mux_gallium_target_texture_2d, 1,
                                        mux_gallium_bind_sampler_view, &is_supported));
    mux_gallium_format_info_t info{};
    if (!is_supported) {
      continue;
    }
    succeed(muxGalliumGetFormatInfo(format, &info));
    if (info.has_depth || info.has_stencil || info.is_compressed) {
      continue;
    }
    INFO(info.name);
    const auto has_type = [&](mux_gallium_channel_type_e type) {
      return std::any_of(info.channel_types, info.channel_types + 4,
                         [&](uint8_t other) { return other == type; });
    };
    const bool is_signed = has_type(mux_gallium_channel_type_sint);
    const bool is_integer = is_signed || has_type(mux_gallium_channel_type_uint);
    const Resource texture = random_texture(context, format, info.block_bytes);
    const std::vector<uint32_t> expected =
        blitted(context, texture, format,
                is_signed    ? mux_gallium_format_r32g32b32a32_sint
                : is_integer ? mux_gallium_format_r32g32b32a32_uint
                             : mux_gallium_format_r32g32b32a32_float);
    for (const bool is_known : {false, true}) {
      // Code for a format is compiled once for each way to store texels.
      if (is_known && !known.insert(storage_of(info)).second) {
        continue;
      }
      if (is_known && known.size() % most_variants == 1) {
        succeed(program == nullptr ? mux_success : muxGalliumDestroyComputeState(context, program));
        program = shader_of(context, instruction);
      }
      const std::vector<uint32_t> found =
          sampled(context, is_known ? program : general, texture, format);
      for (size_t i = 0; i < found.size(); ++i) {
        INFO("texel " << i / 4 << ", component " << i % 4 << ": " << std::hex << found[i] << ", "
                      << expected[i] << ", known " << is_known);
        REQUIRE(are_equal(found[i], expected[i], is_integer));
      }
    }
    ++count;
  }
  CHECK(count > 200);
  succeed(muxGalliumDestroyComputeState(context, general));
  succeed(muxGalliumDestroyComputeState(context, program));
}

namespace {

/// Writes random blocks to a level of layers of 16 * 4 texels.
void write_blocks(Context &context, mux_gallium_resource_t texture, uint32_t block_bytes,
                  uint32_t level, int layers, uint32_t seed) {
  const uint32_t stride = block_bytes * (texel_count / 4 >> level);
  std::vector<uint8_t> blocks(size_t{stride} * static_cast<size_t>(layers));
  uint32_t state = seed;
  for (uint8_t &byte : blocks) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<uint8_t>(state >> 24);
  }
  const Box box = {0, 0, 0, static_cast<int32_t>(texel_count >> level), 4 >> level, layers};
  succeed(muxGalliumTextureSubdata(context, texture, level, mux_gallium_map_write, &box,
                                   blocks.data(), stride, stride));
}

/// Compares the first row of a texture of blocks with what a blit makes of it.
void check_sampled_blocks(Context &context, mux_gallium_compute_state_t program,
                          mux_gallium_resource_t texture, uint32_t format, bool is_srgb) {
  const std::vector<uint32_t> expected =
      blitted(context, texture, format, mux_gallium_format_r32g32b32a32_float);
  const std::vector<uint32_t> found = sampled(context, program, texture, format);
  // Colors of bytes are rounded before they are converted from sRGB.
  const float allowed = is_srgb ? 0.5F / 255 * 2.4F : 0.51F / 255;
  for (size_t i = 0; i < found.size(); ++i) {
    INFO("texel " << i / 4 << ", component " << i % 4);
    const float difference = std::fabs(as_float(found[i]) - as_float(expected[i]));
    REQUIRE((found[i] == expected[i] || difference <= allowed));
  }
}

}  // namespace

TEST_CASE(
    "P17, V21 texture instructions: texels of compressed formats, as they were written last") {
  Context context;
  mux_gallium_compute_state_t program =
      shader_of(context, "  3: TXF TEMP[1], SV[0].xyyy, SAMP[0], RECT\n");
  size_t count = 0;
  for (uint32_t format = 1; format < mux_gallium_format_count; ++format) {
    mux_gallium_format_info_t info{};
    bool is_supported = false;
    succeed(muxGalliumIsFormatSupported(screen(), format, mux_gallium_target_texture_2d, 1,
                                        mux_gallium_bind_sampler_view, &is_supported));
    if (!is_supported || muxGalliumGetFormatInfo(format, &info) != mux_success ||
        !info.is_compressed) {
      continue;
    }
    INFO(info.name);
    const Resource texture(texture_of(mux_gallium_target_texture_2d,
                                      static_cast<mux_gallium_format_e>(format), texel_count, 4));
    for (const uint32_t seed : {format, format + 1000}) {
      write_blocks(context, texture, info.block_bytes, 0, 1, seed);
      check_sampled_blocks(context, program, texture, format, info.is_srgb);
    }
    ++count;
  }
  CHECK(count == 31);
  succeed(muxGalliumDestroyComputeState(context, program));
}

TEST_CASE("P17 texture instructions: a view of compressed texels follows all writes") {
  Context context;
  Context other;
  mux_gallium_compute_state_t program =
      shader_of(context, "  3: TXF TEMP[1], SV[0].xyyy, SAMP[0], RECT\n");
  constexpr auto format = mux_gallium_format_dxt1_rgba;
  const Resource texture(texture_of(mux_gallium_target_texture_2d, format, texel_count, 4));
  const Resource source(texture_of(mux_gallium_target_texture_2d, format, texel_count, 4));
  const Box all = {0, 0, 0, texel_count, 4, 1};
  write_blocks(context, texture, 8, 0, 1, 1);
  write_blocks(context, source, 8, 0, 1, 2);
  mux_gallium_sampler_view_t view = view_of(context, texture, format);
  const Resource result(buffer_of(16 * texel_count));
  bind_buffer(context, 0, result);
  succeed(muxGalliumBindComputeState(context, program));
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &view));
  const auto sample = [&] {
    mux_gallium_grid_info_t info{};
    std::fill_n(info.block, 3, 1U);
    info.block[0] = texel_count;
    std::fill_n(info.grid, 3, 1U);
    succeed(muxGalliumLaunchGrid(context, &info));
    return context.read_as<uint32_t>(result, 0, 4 * texel_count);
  };
  const std::vector<uint32_t> first = sample();
  CHECK(sample() == first);

  // A command.
  succeed(muxGalliumResourceCopyRegion(context, texture, 0, 0, 0, 0, source, 0, &all));
  const std::vector<uint32_t> second = sample();
  CHECK(second != first);

  // A mapping.
  write_blocks(context, texture, 8, 0, 1, 1);
  CHECK(sample() == first);

  // A command of another context, which is flushed after a grid.
  succeed(muxGalliumResourceCopyRegion(other, texture, 0, 0, 0, 0, source, 0, &all));
  sample();
  succeed(muxGalliumFlush(other, 0, nullptr));
  CHECK(sample() == second);

  mux_gallium_sampler_view_t none = nullptr;
  succeed(muxGalliumSetSamplerViews(context, mux_gallium_stage_compute, 0, 1, &none));
  succeed(muxGalliumSamplerViewDestroy(context, view));
  succeed(muxGalliumDestroyComputeState(context, program));
}

TEST_CASE("P17 texture instructions: levels and layers of compressed formats") {
  Context context;
  mux_gallium_compute_state_t program =
      shader_of(context, "  3: TXF TEMP[1], SV[0].xyyy, SAMP[0], 2D\n");
  constexpr auto format = mux_gallium_format_rgtc1_unorm;
  auto description = texture_of(mux_gallium_target_texture_2d_array, format, texel_count, 4);
  description.array_size = 3;
  description.last_level = 1;
  const Resource texture(description);
  const Resource plane(texture_of(mux_gallium_target_texture_2d, format, texel_count / 2, 2));
  for (uint32_t level = 0; level < 2; ++level) {
    write_blocks(context, texture, 8, level, 3, level);
  }
  const Box layer = {0, 0, 2, texel_count / 2, 2, 1};
  succeed(muxGalliumResourceCopyRegion(context, plane, 0, 0, 0, 0, texture, 1, &layer));
  const std::vector<uint32_t> expected = sampled(context, program, plane, format);
  mux_gallium_sampler_view_template_t made{};
  made.target = mux_gallium_target_texture_2d;
  made.format = format;
  made.first_level = 1;
  made.last_level = 1;
  made.first_layer = 2;
  made.last_layer = 2;
  made.swizzle_g = mux_gallium_swizzle_y;
  made.swizzle_b = mux_gallium_swizzle_z;
  made.swizzle_a = mux_gallium_swizzle_w;
  mux_gallium_sampler_view_t view = nullptr;
  succeed(muxGalliumCreateSamplerView(context, texture, &made, &view));
  const std::vector<uint32_t> found = sampled(context, program, view);
  CHECK(found == expected);
  // Not all the same, and 0 outside of the level.
  CHECK(found[0] != found[4]);
  CHECK(found[4 * (texel_count / 2)] == 0);
  succeed(muxGalliumDestroyComputeState(context, program));
}

TEST_CASE("P17 texture instructions: depth and stencil") {
  Context context;
  mux_gallium_compute_state_t program =
      shader_of(context, "  3: TXF TEMP[1], SV[0].xyyy, SAMP[0], RECT\n");
  Resource texture(
      texture_of(mux_gallium_target_texture_2d, mux_gallium_format_z24_unorm_s8_uint, texel_count));
  std::vector<uint32_t> data(texel_count);
  for (uint32_t i = 0; i < texel_count; ++i) {
    data[i] = i * 0x111111 | (200 + i) << 24;
  }
  const Box box = {0, 0, 0, texel_count, 1, 1};
  succeed(muxGalliumTextureSubdata(context, texture, 0, mux_gallium_map_write, &box, data.data(),
                                   4 * texel_count, 4 * texel_count));
  const std::vector<uint32_t> depth =
      sampled(context, program, texture, mux_gallium_format_z24_unorm_s8_uint);
  const std::vector<uint32_t> stencil =
      sampled(context, program, texture, mux_gallium_format_x24s8_uint);
  for (uint32_t i = 0; i < texel_count; ++i) {
    INFO("texel " << i);
    CHECK(std::fabs(as_float(depth[4 * i]) - static_cast<float>(i) / 15) < 1e-6F);
    CHECK(stencil[4 * i] == 200 + i);
  }
  succeed(muxGalliumDestroyComputeState(context, program));
}

TEST_CASE("P17, V01 texture instructions: a sampler filters, and what is not bound is 0") {
  Context context;
  // The coordinate of work-item i is i / 16.
  mux_gallium_compute_state_t program =
      shader_of(context, "  3: TEX TEMP[1], TEMP[2], SAMP[0], 2D\n");
  constexpr auto format = mux_gallium_format_r8_unorm;
  Resource texture(texture_of(mux_gallium_target_texture_2d, format, texel_count));
  std::vector<uint8_t> data(texel_count);
  for (uint32_t i = 0; i < texel_count; ++i) {
    data[i] = static_cast<uint8_t>(10 * i);
  }
  const Box box = {0, 0, 0, texel_count, 1, 1};
  succeed(muxGalliumTextureSubdata(context, texture, 0, mux_gallium_map_write, &box, data.data(),
                                   texel_count, texel_count));
  CHECK(sampled(context, program, texture, format) == std::vector<uint32_t>(4 * texel_count));
  mux_gallium_sampler_template_t description{};
  description.wrap_s = mux_gallium_wrap_clamp_to_edge;
  description.min_img_filter = mux_gallium_filter_linear;
  description.mag_img_filter = mux_gallium_filter_linear;
  description.min_mip_filter = mux_gallium_mip_filter_none;
  mux_gallium_sampler_state_t sampler = nullptr;
  succeed(muxGalliumCreateSamplerState(context, &description, &sampler));
  succeed(muxGalliumBindSamplerStates(context, mux_gallium_stage_compute, 0, 1, &sampler));
  const std::vector<uint32_t> words = sampled(context, program, texture, format);
  for (uint32_t i = 0; i < texel_count; ++i) {
    INFO("texel " << i);
    // Halfway to the texel before.
    const float expected = i == 0 ? 0.0F : 10.0F * static_cast<float>(i) - 5;
    CHECK(std::fabs(as_float(words[4 * i]) * 255 - expected) < 0.01F);
    CHECK(as_float(words[4 * i + 3]) == 1);
  }
  mux_gallium_sampler_state_t none = nullptr;
  succeed(muxGalliumBindSamplerStates(context, mux_gallium_stage_compute, 0, 1, &none));
  succeed(muxGalliumDestroySamplerState(context, sampler));
  succeed(muxGalliumDestroyComputeState(context, program));
}

}  // namespace gallium_test::sampled_textures
