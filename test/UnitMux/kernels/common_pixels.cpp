// Common formats of 2D images have specialized code for pixels inside the image. The general
// functions are used for arrays: one with a single layer must have the same bits.

#include <catch2/catch.hpp>
#include <limits>

#include "images.h"

namespace mux::test::common_pixels {

namespace {

constexpr uint32_t width = 37;
constexpr uint32_t height = 11;
/// A packet of work-items, and more, is outside on each side.
constexpr size_t columns = 96;
constexpr size_t rows = 16;
constexpr size_t items = columns * rows;
constexpr Range around = {2, {columns, rows, 1}, {16, 4, 1}, {}};

constexpr mux_image_format_e formats[] = {
    mux_image_format_R32G32B32A32_sfloat, mux_image_format_R32_sfloat,
    mux_image_format_D32_sfloat,          mux_image_format_R8G8B8A8_unorm,
    mux_image_format_B8G8R8A8_unorm,      mux_image_format_R8_unorm};

/// Integer formats and the type they are read as: first those with specialized code, then others.
struct IntegerFormat {
  mux_image_format_e format;
  const char *suffix;
};
constexpr IntegerFormat integer_formats[] = {
    {mux_image_format_R8_uint, "ui"},  {mux_image_format_R8G8B8A8_uint, "ui"},
    {mux_image_format_R32_uint, "ui"}, {mux_image_format_R32_sint, "i"},
    {mux_image_format_R8_sint, "i"},   {mux_image_format_R8G8B8A8_sint, "i"},
    {mux_image_format_R16_uint, "ui"}, {mux_image_format_R32G32B32A32_uint, "ui"}};

bool has_bytes(mux_image_format_e format) {
  return format == mux_image_format_R8G8B8A8_unorm || format == mux_image_format_B8G8R8A8_unorm ||
         format == mux_image_format_R8_unorm;
}

constexpr mux_address_mode_e modes[] = {mux_address_mode_none, mux_address_mode_clamp,
                                        mux_address_mode_clamp_edge, mux_address_mode_repeat,
                                        mux_address_mode_repeat_mirror};

class CommonPixels : public ImageFixture {
 public:
  TestImage make_flat(mux_image_format_e format) {
    return make_image({mux_image_type_2d, format, width, height});
  }
  TestImage make_array(mux_image_format_e format) {
    return make_image({mux_image_type_2d, format, width, height, 1, 1});
  }

  /// Two images with the same random colors.
  std::pair<TestImage, TestImage> make_both(mux_image_format_e format) {
    const std::pair both(make_flat(format), make_array(format));
    if (has_bytes(format)) {
      randomize(random, both.first.bytes);
    } else {
      std::uniform_real_distribution<float> numbers(-3.0F, 3.0F);
      for (size_t i = 0; i < both.first.bytes.size() / sizeof(float); ++i) {
        const float number = numbers(random);
        std::memcpy(both.first.bytes.data() + i * sizeof(float), &number, sizeof(float));
      }
    }
    REQUIRE(both.first.bytes.size() == both.second.bytes.size());
    std::copy(both.first.bytes.begin(), both.first.bytes.end(), both.second.bytes.begin());
    return both;
  }

  void check_same(const TestBuffer &one, const TestBuffer &other) {
    const auto left = one.as<uint32_t>();
    const auto right = other.as<uint32_t>();
    REQUIRE(left.size() == right.size());
    const auto differ = std::mismatch(left.begin(), left.end(), right.begin());
    CAPTURE(differ.first - left.begin());
    CHECK(differ.first == left.end());
  }

  const uint32_t seed = random_seed();
  std::mt19937 random{seed};
  const TestBuffer out = make_buffer(items * 16);
  const TestBuffer expected = make_buffer(items * 16);
};

}  // namespace

TEST_CASE_METHOD(CommonPixels, "kernels: neighboring pixels inside and outside of an image",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_t flat, read_only image2d_array_t array, sampler_t sampler,
                  global float4 *out, global float4 *expected) {
      const int2 at = (int2)(get_global_id(0) - 24, get_global_id(1) - 2);
      const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
      out[i] = read_imagef(flat, sampler, at);
      expected[i] = read_imagef(array, sampler, (int4)(at, 0, 0));
    })",
                              "k");
  CAPTURE(seed);
  for (const mux_image_format_e format : formats) {
    const auto [flat, array] = make_both(format);
    for (const mux_address_mode_e mode : modes) {
      CAPTURE(format, mode);
      ImageArguments arguments;
      arguments.image(flat).image(array).sampler(mode, mux_filter_mode_nearest, false);
      arguments.buffer(out).buffer(expected);
      launch(kernel, arguments, around);
      check_same(out, expected);
    }
  }
}

TEST_CASE_METHOD(CommonPixels, "kernels: pixels at any place of an image", "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_t flat, read_only image2d_array_t array, sampler_t sampler,
                  global const float2 *places, global float4 *out, global float4 *expected) {
      const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
      out[i] = read_imagef(flat, sampler, places[i]);
      expected[i] = read_imagef(array, sampler, (float4)(places[i], 0, 0));
    })",
                              "k");
  CAPTURE(seed);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float special[] = {infinity,
                               -infinity,
                               std::numeric_limits<float>::quiet_NaN(),
                               0.0F,
                               -0.0F,
                               0.5F,
                               1.0F,
                               width,
                               width - 0.5F,
                               height,
                               height - 0.5F,
                               1e30F,
                               -1e30F,
                               0x1.fffffep-1F * width};
  for (const bool normalized : {false, true}) {
    std::uniform_real_distribution<float> numbers(-0.3F, 1.3F);
    std::vector<float> places(2 * items);
    for (size_t i = 0; i < places.size(); ++i) {
      const float size = normalized ? 1.0F : i % 2 == 0 ? width : height;
      places[i] = i % 7 == 0 ? special[random() % std::size(special)] : numbers(random) * size;
    }
    const TestBuffer at = make_buffer(std::span<const float>(places));
    for (const mux_image_format_e format : formats) {
      const auto [flat, array] = make_both(format);
      for (const mux_address_mode_e mode : modes) {
        for (const auto filter : {mux_filter_mode_nearest, mux_filter_mode_linear}) {
          CAPTURE(format, mode, normalized, filter);
          ImageArguments arguments;
          arguments.image(flat).image(array).sampler(mode, filter, normalized);
          arguments.buffer(at).buffer(out).buffer(expected);
          launch(kernel, arguments, around);
          check_same(out, expected);
        }
      }
    }
  }
}

TEST_CASE_METHOD(CommonPixels, "kernels: every byte of a pixel is read as its quotient by 255",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_t flat, global float *out) {
      const int x = get_global_id(0);
      out[x] = read_imagef(flat, (int2)(x, 0)).y;
    })",
                              "k");
  const TestImage bytes = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 256, 1});
  for (size_t i = 0; i < 256; ++i) {
    bytes.bytes[4 * i + 1] = static_cast<uint8_t>(i);
  }
  ImageArguments arguments;
  arguments.image(bytes).buffer(out);
  launch(kernel, arguments, Range::linear(256, 64));
  for (size_t i = 0; i < 256; ++i) {
    CHECK(out.as<float>()[i] == static_cast<float>(i) / 255.0F);
  }
}

TEST_CASE_METHOD(CommonPixels, "kernels: pixels are written inside an image, and nowhere else",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(write_only image2d_t flat, write_only image2d_array_t array,
                  global const float4 *colors) {
      const int2 at = (int2)(get_global_id(0) - 24, get_global_id(1) - 2);
      const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
      write_imagef(flat, at, colors[i]);
      write_imagef(array, (int4)(at, 0, 0), colors[i]);
    })",
                              "k");
  CAPTURE(seed);
  constexpr float infinity = std::numeric_limits<float>::infinity();
  std::uniform_real_distribution<float> numbers(-0.2F, 1.2F);
  std::vector<float> values(4 * items);
  for (size_t i = 0; i < values.size(); ++i) {
    // Half of a step between two bytes is rounded to even.
    const float halves = (static_cast<float>(random() % 255) + 0.5F) / 255.0F;
    const float special[] = {infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                             halves,   halves,    1e30F};
    values[i] = i % 3 == 0 ? special[random() % std::size(special)] : numbers(random);
  }
  const TestBuffer colors = make_buffer(std::span<const float>(values));
  for (const mux_image_format_e format : formats) {
    CAPTURE(format);
    const TestImage flat = make_flat(format);
    const TestImage array = make_array(format);
    ImageArguments arguments;
    arguments.image(flat).image(array).buffer(colors);
    launch(kernel, arguments, around);
    CHECK(std::equal(flat.bytes.begin(), flat.bytes.end(), array.bytes.begin()));
    CHECK(
        std::any_of(flat.bytes.begin(), flat.bytes.end(), [](uint8_t byte) { return byte != 0; }));
  }
}

TEST_CASE_METHOD(CommonPixels, "kernels: pixels of integers inside and outside of an image",
                 "[kernels][images]") {
  CAPTURE(seed);
  for (const IntegerFormat &format : integer_formats) {
    const std::string suffix = format.suffix;
    const std::string type = suffix == "i" ? "int4" : "uint4";
    mux_kernel_t kernel = build(
        "kernel void k(read_only image2d_t flat, read_only image2d_array_t array,"
        "              sampler_t sampler, global " +
            type + " *out, global " + type +
            " *expected) {"
            "  const int2 at = (int2)(get_global_id(0) - 24, get_global_id(1) - 2);"
            "  const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);"
            "  out[i] = read_image" +
            suffix +
            "(flat, sampler, at);"
            "  expected[i] = read_image" +
            suffix +
            "(array, sampler, (int4)(at, 0, 0));"
            "}",
        "k");
    const TestImage flat = make_flat(format.format);
    const TestImage array = make_array(format.format);
    randomize(random, flat.bytes);
    std::copy(flat.bytes.begin(), flat.bytes.end(), array.bytes.begin());
    for (const mux_address_mode_e mode :
         {mux_address_mode_none, mux_address_mode_clamp, mux_address_mode_clamp_edge}) {
      CAPTURE(format.format, mode);
      ImageArguments arguments;
      arguments.image(flat).image(array).sampler(mode, mux_filter_mode_nearest, false);
      arguments.buffer(out).buffer(expected);
      launch(kernel, arguments, around);
      check_same(out, expected);
    }
  }
}

TEST_CASE_METHOD(CommonPixels, "kernels: integers are written as pixels, and saturated",
                 "[kernels][images]") {
  CAPTURE(seed);
  std::vector<uint32_t> values(4 * items);
  for (uint32_t &value : values) {
    // Most fit a byte.
    value = random() % 3 == 0 ? random() : random() % 300 - 20;
  }
  const TestBuffer colors = make_buffer(std::span<const uint32_t>(values));
  for (const IntegerFormat &format : integer_formats) {
    CAPTURE(format.format);
    const std::string suffix = format.suffix;
    const std::string type = suffix == "i" ? "int4" : "uint4";
    mux_kernel_t kernel = build(
        "kernel void k(write_only image2d_t flat, write_only image2d_array_t array,"
        "              global const " +
            type +
            " *colors) {"
            "  const int2 at = (int2)(get_global_id(0) - 24, get_global_id(1) - 2);"
            "  const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);"
            "  write_image" +
            suffix +
            "(flat, at, colors[i]);"
            "  write_image" +
            suffix +
            "(array, (int4)(at, 0, 0), colors[i]);"
            "}",
        "k");
    const TestImage flat = make_flat(format.format);
    const TestImage array = make_array(format.format);
    ImageArguments arguments;
    arguments.image(flat).image(array).buffer(colors);
    launch(kernel, arguments, around);
    CHECK(std::equal(flat.bytes.begin(), flat.bytes.end(), array.bytes.begin()));
    CHECK(
        std::any_of(flat.bytes.begin(), flat.bytes.end(), [](uint8_t byte) { return byte != 0; }));
  }
}

}  // namespace mux::test::common_pixels
