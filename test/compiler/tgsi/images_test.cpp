// Images: formats, targets, bounds, sizes, atomic operations.

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/abi/texture_layout.h"
#include "shader_run.h"

namespace mux::test::images {
namespace {

constexpr uint32_t untouched = 0x5a5a5a5a;
constexpr float infinity = std::numeric_limits<float>::infinity();

const std::string one_item =
    "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 1\nPROPERTY CS_FIXED_BLOCK_HEIGHT 1\n"
    "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL TEMP[0..4], LOCAL\nDCL BUFFER[0]\n";

Words words_of(const texture_layout_s &layout) {
  Words words(sizeof(layout) / sizeof(uint32_t));
  std::memcpy(words.data(), &layout, sizeof(layout));
  return words;
}

/// An image of one row.
texture_layout_s row_of(uint32_t width, uint32_t texel_bytes, texture_encoding_e encoding) {
  texture_layout_s layout = {};
  layout.width = width;
  layout.height = 1;
  layout.depth = 1;
  layout.samples = 1;
  layout.row_pitch = width * texel_bytes;
  layout.encoding = static_cast<uint32_t>(encoding);
  layout.texel_bytes = texel_bytes;
  return layout;
}

uint32_t bits(float number) {
  return std::bit_cast<uint32_t>(number);
}

struct FormatCase {
  std::string format;
  texture_encoding_e encoding;
  uint32_t bytes;
  /// What is stored.
  std::array<uint32_t, 4> components;
  /// The texel in memory.
  Words texel;
  /// What is loaded.
  std::array<uint32_t, 4> loaded;
};

const uint32_t one = bits(1);

std::vector<FormatCase> float_cases() {
  const uint32_t nan = bits(std::numeric_limits<float>::quiet_NaN());
  return {
      {"R32G32B32A32_FLOAT",
       texture_encoding_bits32,
       16,
       {1, nan, 0x80000000, 4},
       {1, nan, 0x80000000, 4},
       {1, nan, 0x80000000, 4}},
      {"R32G32_FLOAT",
       texture_encoding_bits32,
       8,
       {one, bits(-2), 3, 4},
       {one, bits(-2)},
       {one, bits(-2), 0, one}},
      {"R32_FLOAT",
       texture_encoding_bits32,
       4,
       {bits(-0.5F), 2, 3, 4},
       {bits(-0.5F)},
       {bits(-0.5F), 0, 0, one}},
      {"R16G16B16A16_FLOAT",
       texture_encoding_float16,
       8,
       {bits(0.333F), bits(-2), bits(65504), bits(infinity)},
       {0xc0003554, 0x7c007bff},
       {bits(0.33300781F), bits(-2), bits(65504), bits(infinity)}},
      {"R16G16_FLOAT",
       texture_encoding_float16,
       4,
       {bits(1), bits(1e-9F), 0, 0},
       {0x00003c00},
       {one, 0, 0, one}},
      {"R16_FLOAT", texture_encoding_float16, 2, {bits(1), 0, 0, 0}, {0x3c00}, {one, 0, 0, one}},
      {"R11G11B10_FLOAT",
       texture_encoding_r11g11b10_float,
       4,
       {bits(1), bits(-3), bits(1.5F), bits(9)},
       {0x3c0U | 0x1f0U << 22},
       {one, 0, bits(1.5F), one}},
      {"R11G11B10_FLOAT",
       texture_encoding_r11g11b10_float,
       4,
       {bits(infinity), bits(65024), bits(1.015625F), 0},
       {0x7c0U | 0x7bfU << 11 | 0x1e0U << 22},
       {bits(infinity), bits(65024), one, one}},
  };
}

std::vector<FormatCase> normalized_cases() {
  return {
      {"R8G8B8A8_UNORM",
       texture_encoding_unorm8,
       4,
       {bits(0.5F), bits(-1), bits(2), bits(1)},
       {0xffff0080},
       {bits(128 / 255.0F), 0, one, one}},
      {"R8G8_UNORM",
       texture_encoding_unorm8,
       2,
       {bits(1), bits(0.2F), 0, 0},
       {0x33ff},
       {one, bits(51 / 255.0F), 0, one}},
      {"R8_UNORM", texture_encoding_unorm8, 1, {bits(1), 0, 0, 0}, {0xff}, {one, 0, 0, one}},
      {"R16G16B16A16_UNORM",
       texture_encoding_unorm16,
       8,
       {bits(1), 0, bits(0.5F), bits(-0.0F)},
       {0x0000ffff, 0x00008000},
       {one, 0, bits(32768 / 65535.0F), 0}},
      {"R16_UNORM", texture_encoding_unorm16, 2, {bits(1), 0, 0, 0}, {0xffff}, {one, 0, 0, one}},
      {"R8G8B8A8_SNORM",
       texture_encoding_snorm8,
       4,
       {bits(-1), bits(1), bits(-5), bits(0.5F)},
       {0x40817f81},
       {bits(-1), one, bits(-1), bits(64 / 127.0F)}},
      {"R16G16_SNORM",
       texture_encoding_snorm16,
       4,
       {bits(-1), bits(1), 0, 0},
       {0x7fff8001},
       {bits(-1), one, 0, one}},
      {"R10G10B10A2_UNORM",
       texture_encoding_r10g10b10a2_unorm,
       4,
       {bits(1), 0, bits(0.5F), bits(0.7F)},
       {0x3ffU | 0x200U << 20 | 2U << 30},
       {one, 0, bits(512 / 1023.0F), bits(2 / 3.0F)}},
  };
}

std::vector<FormatCase> integer_cases() {
  const auto word = [](int32_t number) { return static_cast<uint32_t>(number); };
  return {
      {"R32G32B32A32_UINT",
       texture_encoding_bits32,
       16,
       {1, 2, 3, ~0U},
       {1, 2, 3, ~0U},
       {1, 2, 3, ~0U}},
      {"R32_SINT",
       texture_encoding_bits32,
       4,
       {word(-7), 2, 3, 4},
       {word(-7)},
       {word(-7), 0, 0, 1}},
      {"R16G16B16A16_UINT",
       texture_encoding_uint16,
       8,
       {1, 70000, 3, 65535},
       {0xffff0001, 0xffff0003},
       {1, 65535, 3, 65535}},
      {"R16G16_SINT",
       texture_encoding_sint16,
       4,
       {word(-40000), word(-2), 0, 0},
       {0xfffe8000},
       {word(-32768), word(-2), 0, 1}},
      {"R8G8B8A8_UINT",
       texture_encoding_uint8,
       4,
       {1, 256, 255, 4},
       {0x04ffff01},
       {1, 255, 255, 4}},
      {"R8G8_SINT",
       texture_encoding_sint8,
       2,
       {word(-200), 127, 0, 0},
       {0x7f80},
       {word(-128), 127, 0, 1}},
      {"R8_SINT", texture_encoding_sint8, 1, {word(-1), 0, 0, 0}, {0xff}, {word(-1), 0, 0, 1}},
      {"R10G10B10A2_UINT",
       texture_encoding_r10g10b10a2_uint,
       4,
       {1023, 2000, 5, 9},
       {0x3ffU | 0x3ffU << 10 | 5U << 20 | 3U << 30},
       {1023, 1023, 5, 3}},
  };
}

std::string immediate(size_t index, const std::array<uint32_t, 4> &words) {
  std::string text = "IMM[" + std::to_string(index) + "] UINT32 {";
  for (size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(words[i]);
  }
  return text + "}\n";
}

/// Stores the second texel of a row, loads it again, and compares memory and result.
void check_format(const FormatCase &row, bool is_named) {
  INFO(row.format << (is_named ? "" : ", named by the layout"));
  const std::string format = "PIPE_FORMAT_" + row.format;
  ShaderRun run(
      one_item + "DCL IMAGE[0], 2D, " + format + ", WR\n" + immediate(0, {1, 0, 0, 0}) +
      immediate(1, row.components) +
      numbered({"STORE IMAGE[0], IMM[0].xyyy, IMM[1], 2D" + (is_named ? ", " + format : ""),
                "LOAD TEMP[0], IMAGE[0], IMM[0].xyyy, 2D, " + format,
                "STORE BUFFER[0], IMM[0].yyyy, TEMP[0]", "END"}));
  constexpr uint32_t width = 3;
  const texture_layout_s layout =
      row_of(width, row.bytes, is_named ? texture_encoding_none : row.encoding);
  Words memory(width * row.bytes / 4 + 1, untouched);
  run.bind("image_0", memory).bind("image_0_layout", words_of(layout)).bind("buffer_0", Words(4));
  run.run({1, 1, 1}, {1, 1, 1});
  std::memcpy(reinterpret_cast<char *>(memory.data()) + row.bytes, row.texel.data(), row.bytes);
  CHECK(run.words("image_0") == memory);
  CHECK(run.words("buffer_0") == Words(row.loaded.begin(), row.loaded.end()));
}

/// Coordinates of a target, and the word of the image's memory that they mean.
struct TargetCase {
  std::string target;
  std::array<uint32_t, 4> coordinates;
  /// Nothing if they are out of range.
  std::optional<size_t> word;
  /// The result of RESQ.
  std::array<uint32_t, 4> sizes;
};

/// 3 x 2 texels, 12 layers, 2 samples; rows of 4, layers of 10, samples of 120 words.
texture_layout_s layered() {
  texture_layout_s layout = row_of(3, 4, texture_encoding_bits32);
  layout.height = 2;
  layout.depth = 12;
  layout.samples = 2;
  layout.row_pitch = 16;
  layout.slice_pitch = 40;
  layout.sample_pitch = 480;
  return layout;
}

}  // namespace

TEST_CASE("texels of all kinds of formats are stored and loaded", "[tgsi]") {
  for (const auto &cases : {float_cases(), normalized_cases(), integer_cases()}) {
    for (const FormatCase &row : cases) {
      for (const bool is_named : {true, false}) {
        check_format(row, is_named);
      }
    }
  }
}

TEST_CASE("an image without an encoding is not written", "[tgsi]") {
  ShaderRun run(one_item + "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\n" + immediate(0, {0, 0, 0, 0}) +
                numbered({"STORE IMAGE[0], IMM[0].xxxx, IMM[0], 2D", "END"}));
  texture_layout_s layout = row_of(1, 4, texture_encoding_none);
  layout.texel_bytes = 0;
  run.bind("image_0", Words(4, untouched)).bind("image_0_layout", words_of(layout));
  run.run({1, 1, 1}, {1, 1, 1});
  CHECK(run.words("image_0") == Words(4, untouched));
}

TEST_CASE("coordinates are those of the target, and texels out of range are not accessed",
          "[tgsi]") {
  constexpr uint32_t minus_one = 0xffffffff;
  const std::array<uint32_t, 4> plain = {3, 2, 0, 2};
  const std::array<uint32_t, 4> with_layers = {3, 2, 12, 2};
  const std::vector<TargetCase> cases = {
      {"1D", {2, 9, 9, 9}, 2, {3, 0, 0, 2}},
      {"1D", {3, 0, 0, 0}, std::nullopt, {3, 0, 0, 2}},
      {"", {1, 9, 9, 9}, 1, {3, 0, 0, 2}},
      {"", {minus_one, 0, 0, 0}, std::nullopt, {3, 0, 0, 2}},
      {"1D_ARRAY", {2, 11, 9, 9}, 112, {3, 12, 0, 2}},
      {"1D_ARRAY", {2, 12, 0, 0}, std::nullopt, {3, 12, 0, 2}},
      {"2D", {2, 1, 9, 9}, 6, plain},
      {"2D", {2, 2, 0, 0}, std::nullopt, plain},
      {"2D", {2, minus_one, 0, 0}, std::nullopt, plain},
      {"RECT", {0, 1, 9, 9}, 4, plain},
      {"3D", {1, 1, 11, 9}, 115, with_layers},
      {"3D", {1, 1, 12, 0}, std::nullopt, with_layers},
      {"2D_ARRAY", {1, 0, 3, 9}, 31, with_layers},
      {"CUBE", {1, 1, 5, 9}, 55, plain},
      {"CUBEARRAY", {0, 0, 8, 9}, 80, {3, 2, 2, 2}},
      {"2D_MSAA", {2, 1, 9, 1}, 126, plain},
      {"2D_MSAA", {2, 1, 0, 2}, std::nullopt, plain},
      {"2D_ARRAY_MSAA", {2, 1, 3, 1}, 156, with_layers},
  };
  for (const TargetCase &row : cases) {
    INFO(row.target << " " << row.coordinates[0] << " " << row.coordinates[1] << " "
                    << row.coordinates[2] << " " << row.coordinates[3]);
    const std::string extras =
        (row.target.empty() ? "" : ", " + row.target) + ", PIPE_FORMAT_R32_UINT";
    ShaderRun run(
        one_item + "DCL IMAGE[0], " + (row.target.empty() ? "BUFFER" : row.target) +
        ", PIPE_FORMAT_R32_UINT, WR\n" + immediate(0, row.coordinates) +
        immediate(1, {0, 16, 32, 7}) +
        numbered({"LOAD TEMP[0], IMAGE[0], IMM[0]" + extras,
                  "STORE BUFFER[0], IMM[1].xxxx, TEMP[0]",
                  "ATOMUADD TEMP[1].x, IMAGE[0], IMM[0], IMM[1].wwww" + extras,
                  "STORE BUFFER[0].x, IMM[1].zzzz, TEMP[1]", "RESQ TEMP[2], IMAGE[0]" + extras,
                  "STORE BUFFER[0], IMM[1].yyyy, TEMP[2]", "END"}));
    Words memory(240);
    for (uint32_t i = 0; i < memory.size(); ++i) {
      memory[i] = 1000 + i;
    }
    run.bind("image_0", memory).bind("image_0_layout", words_of(layered()));
    run.bind("buffer_0", Words(12, untouched)).run({1, 1, 1}, {1, 1, 1});
    const Words &results = run.words("buffer_0");
    const uint32_t expected = row.word ? 1000 + static_cast<uint32_t>(*row.word) : 0;
    CHECK(results[0] == expected);
    CHECK(results[8] == expected);
    CHECK(Words(results.begin() + 4, results.begin() + 8) ==
          Words(row.sizes.begin(), row.sizes.end()));
    if (row.word) {
      memory[*row.word] += 7;
    }
    CHECK(run.words("image_0") == memory);
  }
}

TEST_CASE("images are selected by address registers", "[tgsi]") {
  for (const uint32_t image : {0U, 1U, 2U, 0xffffffffU}) {
    INFO("image " << image);
    ShaderRun run(
        one_item +
        "DCL IMAGE[0..1], 1D, PIPE_FORMAT_R32_UINT, WR\nDCL ADDR[0]\n"
        "IMM[0] UINT32 {0, 5, 0, 0}\n" +
        numbered({"LOAD TEMP[0].x, BUFFER[0], IMM[0].xxxx", "UARL ADDR[0].x, TEMP[0].xxxx",
                  "STORE IMAGE[ADDR[0].x], IMM[0].xxxx, IMM[0].yyyy, 1D, "
                  "PIPE_FORMAT_R32_UINT",
                  "END"}));
    const Words layout = words_of(row_of(1, 4, texture_encoding_bits32));
    run.bind("image_0", {10}).bind("image_0_layout", layout);
    run.bind("image_1", {11}).bind("image_1_layout", layout);
    run.bind("buffer_0", {image}).run({1, 1, 1}, {1, 1, 1});
    CHECK(run.words("image_0")[0] == (image == 0 ? 5 : 10));
    CHECK(run.words("image_1")[0] == (image == 1 ? 5 : 11));
  }
}

TEST_CASE("work-items store the texels of an image", "[tgsi]") {
  ShaderRun run(
      "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 16\nPROPERTY CS_FIXED_BLOCK_HEIGHT 4\n"
      "PROPERTY CS_FIXED_BLOCK_DEPTH 1\nDCL SV[0], THREAD_ID\nDCL SV[1], BLOCK_ID\n"
      "DCL IMAGE[0], 2D, PIPE_FORMAT_NONE, WR\nDCL TEMP[0..1], LOCAL\n"
      "IMM[0] UINT32 {16, 4, 0, 0}\nIMM[1] FLT32 {0x3b808081, 0x3b808081, 0x3b808081, "
      "0x3b808081}\n" +
      numbered({"UMAD TEMP[0].xy, SV[1].xyyy, IMM[0].xyyy, SV[0].xyyy", "U2F TEMP[1], TEMP[0].xyxy",
                "MUL TEMP[1], TEMP[1], IMM[1]", "STORE IMAGE[0], TEMP[0], TEMP[1], 2D", "END"}));
  constexpr uint32_t width = 40;
  constexpr uint32_t height = 10;
  texture_layout_s layout = row_of(width, 4, texture_encoding_unorm8);
  layout.height = height;
  run.bind("image_0", Words(width * height)).bind("image_0_layout", words_of(layout));
  run.run({3, 3, 1}, {16, 4, 1});
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      INFO(x << ", " << y);
      REQUIRE(run.words("image_0")[y * width + x] == (x | y << 8 | x << 16 | y << 24));
    }
  }
}

}  // namespace mux::test::images
