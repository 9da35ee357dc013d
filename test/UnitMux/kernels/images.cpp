// Images and samplers in kernels, from muxCreateImage() to reads and writes. The compiler's own
// tests compare every format and sampler with the formulas of the specification.

#include "images.h"

#include <catch2/catch.hpp>
#include <map>
#include <numeric>

namespace mux::test::images {

namespace {

class KernelImageFixture : public ImageFixture {
 public:
  /// Floats, one after the other.
  TestImage make_line(const std::vector<float> &values) {
    const TestImage line = make_image(
        {mux_image_type_1d, mux_image_format_R32_sfloat, static_cast<uint32_t>(values.size())});
    std::memcpy(line.bytes.data(), values.data(), values.size() * sizeof(float));
    return line;
  }
};

template <class Pixel>
Pixel &pixel(const TestImage &image, size_t x, size_t y = 0, size_t z = 0) {
  return *reinterpret_cast<Pixel *>(image.bytes.data() + image.offset_of(x, y, z));
}

/// A coordinate and the result of each addressing mode for the pixels 10, 20, 30, 40.
struct Reading {
  float at;
  std::map<mux_address_mode_e, float> values;
};

constexpr auto none = mux_address_mode_none;
constexpr auto clamp = mux_address_mode_clamp;
constexpr auto edge = mux_address_mode_clamp_edge;
constexpr auto repeat = mux_address_mode_repeat;
constexpr auto mirror = mux_address_mode_repeat_mirror;

const std::vector<Reading> nearest_readings = {
    {0.125F, {{none, 10}, {clamp, 10}, {edge, 10}, {repeat, 10}, {mirror, 10}}},
    {0.625F, {{none, 30}, {clamp, 30}, {edge, 30}, {repeat, 30}, {mirror, 30}}},
    {-0.125F, {{clamp, 0}, {edge, 10}, {repeat, 40}, {mirror, 10}}},
    {1.375F, {{clamp, 0}, {edge, 40}, {repeat, 20}, {mirror, 30}}},
    {-1.625F, {{clamp, 0}, {edge, 10}, {repeat, 20}, {mirror, 20}}},
};

const std::vector<Reading> linear_readings = {
    {0.25F, {{none, 15}, {clamp, 15}, {edge, 15}, {repeat, 15}, {mirror, 15}}},
    {0.0F, {{clamp, 5}, {edge, 10}, {repeat, 25}, {mirror, 10}}},
    {1.0F, {{clamp, 20}, {edge, 40}, {repeat, 25}, {mirror, 40}}},
    {-0.25F, {{clamp, 0}, {edge, 10}, {repeat, 35}, {mirror, 15}}},
    {1.0625F, {{clamp, 10}, {edge, 40}, {repeat, 17.5F}, {mirror, 40}}},
};

constexpr const char *read_line = R"(
  kernel void k(read_only image1d_t line, sampler_t sampler, global const float *at,
                global float4 *out) {
    size_t i = get_global_id(0);
    out[i] = read_imagef(line, sampler, at[i]);
  })";

}  // namespace

TEST_CASE_METHOD(KernelImageFixture, "kernels: samplers passed as arguments", "[kernels][images]") {
  mux_kernel_t kernel = build(read_line, "k");
  const TestImage line = make_line({10, 20, 30, 40});
  for (const auto filter : {mux_filter_mode_nearest, mux_filter_mode_linear}) {
    const auto &readings = filter == mux_filter_mode_nearest ? nearest_readings : linear_readings;
    for (const bool normalize : {true, false}) {
      for (const auto mode : {none, clamp, edge, repeat, mirror}) {
        if (!normalize && (mode == repeat || mode == mirror)) {
          continue;
        }
        for (const Reading &reading : readings) {
          const auto expected = reading.values.find(mode);
          if (expected == reading.values.end()) {
            continue;
          }
          const std::vector<float> position = {normalize ? reading.at : reading.at * 4};
          const TestBuffer at = make_buffer(std::span<const float>(position));
          const TestBuffer out = make_buffer(4 * sizeof(float));
          ImageArguments arguments;
          arguments.image(line).sampler(mode, filter, normalize).buffer(at).buffer(out);
          launch(kernel, arguments, Range::linear(1, 1));
          CAPTURE(filter, normalize, mode, reading.at);
          CHECK(out.as<float>()[0] == expected->second);
          CHECK(out.as<float>()[1] == 0);
          CHECK(out.as<float>()[2] == 0);
          CHECK(out.as<float>()[3] == 1);
        }
      }
    }
  }
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: samplers declared in the source",
                 "[kernels][images]") {
  const auto options = GENERATE(as<std::string>{}, "-cl-std=CL1.2", "-cl-std=CL3.0",
                                "-cl-std=CL3.0 -cl-opt-disable");
  mux_kernel_t kernel = build(R"(
    constant sampler_t in_program =
        CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    float4 through(read_only image2d_t image, sampler_t sampler, float2 at) {
      return read_imagef(image, sampler, at);
    }
    kernel void k(read_only image2d_t image, sampler_t argument, global float4 *out) {
      const sampler_t in_kernel =
          CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
      const size_t i = get_global_id(0);
      const float2 at = (float2)(-1.4f + 0.3f * i, 1.7f - 0.17f * i);
      out[5 * i] = read_imagef(image, argument, at);
      out[5 * i + 1] = read_imagef(image, in_program, at);
      out[5 * i + 2] = read_imagef(image, in_kernel, at);
      out[5 * i + 3] = through(image, in_kernel, at);
      out[5 * i + 4] = read_imagef(
          image, CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR, at);
    })",
                              "k", options.c_str());
  const uint32_t seed = random_seed();
  CAPTURE(seed, options);
  std::mt19937 random(seed);
  const TestImage picture = make_image({mux_image_type_2d, mux_image_format_B8G8R8A8_unorm, 7, 5});
  randomize(random, picture.bytes);
  constexpr size_t items = 16;
  const TestBuffer out = make_buffer(items * 5 * 4 * sizeof(float));
  ImageArguments arguments;
  arguments.image(picture).sampler(repeat, mux_filter_mode_linear, true).buffer(out);
  launch(kernel, arguments, Range::linear(items, 4));
  std::vector<float> colors;
  for (size_t i = 0; i < items; ++i) {
    const auto first = out.as<float>().subspan(20 * i, 4);
    colors.insert(colors.end(), first.begin(), first.end());
    for (size_t place = 1; place < 5; ++place) {
      const auto other = out.as<float>().subspan(20 * i + 4 * place, 4);
      CHECK(std::equal(first.begin(), first.end(), other.begin()));
    }
  }
  // They are colors, and not all the same.
  CHECK(std::all_of(colors.begin(), colors.end(), [](float c) { return c >= 0 && c <= 1; }));
  CHECK(*std::max_element(colors.begin(), colors.end()) -
            *std::min_element(colors.begin(), colors.end()) >
        0.1F);
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: all pixels of all image types are distinct",
                 "[kernels][images]") {
  mux_executable_t executable = load(compile(R"(
    uint4 number(uint x, uint y, uint z) { return (uint4)(x + 100 * y + 10000 * z, x, y, z); }
    #define X get_global_id(0)
    #define Y get_global_id(1)
    #define Z get_global_id(2)
    kernel void line(write_only image1d_t image) {
      write_imageui(image, X, number(X, 0, 0));
    }
    kernel void lines(write_only image1d_array_t image) {
      write_imageui(image, (int2)(X, Y), number(X, Y, 0));
    }
    kernel void plane(write_only image2d_t image) {
      write_imageui(image, (int2)(X, Y), number(X, Y, 0));
    }
    kernel void planes(write_only image2d_array_t image) {
      write_imageui(image, (int4)(X, Y, Z, 0), number(X, Y, Z));
    }
    kernel void volume(write_only image3d_t image) {
      write_imageui(image, (int4)(X, Y, Z, 0), number(X, Y, Z));
    })"));
  const auto type = mux_image_format_R32G32B32A32_uint;
  const std::map<std::string, ImageShape> shapes = {
      {"line", {mux_image_type_1d, type, 37}},
      {"lines", {mux_image_type_1d, type, 20, 1, 1, 7, 0, 400}},
      {"plane", {mux_image_type_2d, type, 19, 11, 1, 0, 400}},
      {"planes", {mux_image_type_2d, type, 9, 8, 1, 5, 160, 1600}},
      {"volume", {mux_image_type_3d, type, 9, 8, 6, 0, 160, 1600}},
  };
  for (const auto &[name, shape] : shapes) {
    const TestImage picture = make_image(shape);
    const mux_extent_3d_t extent = picture.extent();
    ImageArguments arguments;
    arguments.image(picture);
    launch(make_kernel(executable, name.c_str()), arguments,
           {3, {extent.x, extent.y, extent.z}, {4, 2, 1}, {}});
    bool right = true;
    for (size_t z = 0; z < extent.z; ++z) {
      for (size_t y = 0; y < extent.y; ++y) {
        for (size_t x = 0; x < extent.x; ++x) {
          right &= pixel<std::array<uint32_t, 4>>(picture, x, y, z) ==
                   std::array<uint32_t, 4>{static_cast<uint32_t>(x + 100 * y + 10000 * z),
                                           static_cast<uint32_t>(x), static_cast<uint32_t>(y),
                                           static_cast<uint32_t>(z)};
        }
      }
    }
    CAPTURE(name);
    CHECK(right);
  }
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: an image is read and written by one work-item",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_write image2d_t image, int rounds) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      for (int round = 0; round < rounds; ++round) {
        const uint4 color = read_imageui(image, at);
        write_imageui(image, at, color * 3 + (uint4)(1, 2, 3, at.x));
        atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel,
                               memory_scope_work_item);
      }
    })",
                              "k", "-cl-std=CL3.0");
  const TestImage picture =
      make_image({mux_image_type_2d, mux_image_format_R32G32B32A32_uint, 33, 20});
  ImageArguments arguments;
  arguments.image(picture).value(int32_t{5});
  launch(kernel, arguments, {2, {33, 20, 1}, {8, 4, 1}, {}});
  // 1 + 3 + 9 + 27 + 81 times what is added.
  bool right = true;
  for (uint32_t y = 0; y < 20; ++y) {
    for (uint32_t x = 0; x < 33; ++x) {
      right &= pixel<std::array<uint32_t, 4>>(picture, x, y) ==
               std::array<uint32_t, 4>{121, 242, 363, 121 * x};
    }
  }
  CHECK(right);
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: image writes are visible to the next kernel",
                 "[kernels][images][scheduling]") {
  mux_kernel_t kernel = build(R"(
    constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE |
                                 CLK_FILTER_NEAREST;
    kernel void k(read_only image2d_t from, write_only image2d_t to) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      const uint4 sum = read_imageui(from, sampler, at + (int2)(-1, 0)) +
                        read_imageui(from, sampler, at + (int2)(1, 0)) +
                        read_imageui(from, sampler, at + (int2)(0, -1)) +
                        read_imageui(from, sampler, at + (int2)(0, 1));
      write_imageui(to, at, (sum + read_imageui(from, sampler, at)) & 255);
    })",
                              "k");
  constexpr uint32_t width = 50;
  constexpr uint32_t height = 31;
  constexpr int rounds = 40;
  const ImageShape shape = {mux_image_type_2d, mux_image_format_R8_uint, width, height};
  const TestImage first = make_image(shape);
  const TestImage second = make_image(shape);
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  randomize(random, first.bytes);
  std::vector<uint8_t> expected(width * height);
  for (uint32_t i = 0; i < width * height; ++i) {
    expected[i] = pixel<uint8_t>(first, i % width, i / width);
  }
  mux_command_buffer_t commands = make_command_buffer();
  for (int round = 0; round < rounds; ++round) {
    ImageArguments arguments;
    arguments.image(round % 2 == 0 ? first : second).image(round % 2 == 0 ? second : first);
    REQUIRE(record(commands, kernel, arguments, {2, {width, height, 1}, {16, 2, 1}, {}}) ==
            mux_success);
    const std::vector<uint8_t> old = expected;
    const auto at = [&](uint32_t x, uint32_t y) {
      return old[std::min(y, height - 1) * width + std::min(x, width - 1)];
    };
    for (uint32_t y = 0; y < height; ++y) {
      for (uint32_t x = 0; x < width; ++x) {
        expected[y * width + x] =
            static_cast<uint8_t>(at(x == 0 ? 0 : x - 1, y) + at(x + 1, y) +
                                 at(x, y == 0 ? 0 : y - 1) + at(x, y + 1) + at(x, y));
      }
    }
  }
  REQUIRE(run(commands) == mux_success);
  const TestImage &last = rounds % 2 == 0 ? first : second;
  bool right = true;
  for (uint32_t i = 0; i < width * height; ++i) {
    right &= pixel<uint8_t>(last, i % width, i / width) == expected[i];
  }
  CHECK(right);
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: image queries", "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_array_t planes, write_only image3d_t volume,
                  read_only image1d_array_t lines, global int *out) {
      out[0] = get_image_width(planes);
      out[1] = get_image_height(planes);
      out[2] = (int)get_image_array_size(planes);
      out[3] = get_image_channel_order(planes) == CLK_RGBA;
      out[4] = get_image_channel_data_type(planes) == CLK_UNORM_INT8;
      out[5] = get_image_dim(planes).y;
      out[6] = get_image_depth(volume);
      out[7] = get_image_dim(volume).x;
      out[8] = get_image_dim(volume).z;
      out[9] = get_image_channel_order(volume) == CLK_R;
      out[10] = get_image_channel_data_type(volume) == CLK_HALF_FLOAT;
      out[11] = get_image_width(lines);
      out[12] = (int)get_image_array_size(lines);
    })",
                              "k");
  ImageArguments arguments;
  const TestBuffer out = make_buffer(13 * sizeof(int32_t));
  arguments.image(make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm, 12, 34, 1, 5}))
      .image(make_image({mux_image_type_3d, mux_image_format_R16_sfloat, 6, 7, 8}))
      .image(make_image({mux_image_type_1d, mux_image_format_R32_uint, 9, 1, 1, 3}))
      .buffer(out);
  launch(kernel, arguments, Range::linear(1, 1));
  const std::vector<int32_t> expected = {12, 34, 5, 1, 1, 34, 8, 6, 8, 1, 1, 9, 3};
  CHECK(std::equal(expected.begin(), expected.end(), out.as<int32_t>().begin()));
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: images of every format are copied",
                 "[kernels][images]") {
  mux_executable_t executable = load(compile(R"(
    #define COPY(suffix)                                                          \
      kernel void copy##suffix(read_only image3d_t from, write_only image3d_t to) { \
        const int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0); \
        write_image##suffix(to, at, read_image##suffix(from, at));                \
      }
    COPY(f)
    COPY(i)
    COPY(ui))"));
  const uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (const ImageFormat &format : image_formats) {
    const uint32_t type = format.format >> 16;
    const bool is_signed = type >= 0x10D7 && type <= 0x10D9;
    const bool is_unsigned = type >= 0x10DA && type <= 0x10DC;
    mux_kernel_t kernel = make_kernel(executable, is_signed     ? "copyi"
                                                  : is_unsigned ? "copyui"
                                                                : "copyf");
    const ImageShape shape = {mux_image_type_3d, format.format, 7, 5, 3};
    const TestImage from = make_image(shape);
    const TestImage once = make_image(shape);
    const TestImage twice = make_image(shape);
    randomize(random, from.bytes);
    const Range everything = {3, {7, 5, 3}, {4, 1, 1}, {}};
    ImageArguments first;
    first.image(from).image(once);
    launch(kernel, first, everything);
    ImageArguments second;
    second.image(once).image(twice);
    launch(kernel, second, everything);
    CAPTURE(format.format);
    CHECK(std::equal(once.bytes.begin(), once.bytes.end(), twice.bytes.begin()));
    // Some bits of the others are padding, or have several meanings.
    const uint32_t order = format.format & 0xFFFF;
    const bool padded = order == 0x10BA || order == 0x10BB || order == 0x10C0;
    if ((is_signed || is_unsigned || type == 0x10D2 || type == 0x10D3) && !padded) {
      CHECK(std::equal(from.bytes.begin(), from.bytes.end(), once.bytes.begin()));
    } else {
      CHECK_FALSE(std::all_of(once.bytes.begin(), once.bytes.end(),
                              [](uint8_t byte) { return byte == 0; }));
    }
  }
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: kernels read the color of a filled image",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_only image2d_t image, global float4 *out) {
      const int2 at = (int2)(get_global_id(0), get_global_id(1));
      out[at.y * get_global_size(0) + at.x] = read_imagef(image, at);
    })",
                              "k");
  const TestImage picture = make_image({mux_image_type_2d, mux_image_format_A8R8G8B8_unorm, 6, 4});
  const TestBuffer out = make_buffer(6 * 4 * 4 * sizeof(float));
  const float color[4] = {1.0F, 0.2F, 0.0F, 0.6F};
  mux_command_buffer_t commands = make_command_buffer();
  REQUIRE(muxCommandFillImage(commands, picture.image, color, sizeof(color), {0, 0, 0}, {6, 4, 1},
                              0, nullptr, nullptr) == mux_success);
  ImageArguments arguments;
  arguments.image(picture).buffer(out);
  REQUIRE(record(commands, kernel, arguments, {2, {6, 4, 1}, {2, 2, 1}, {}}) == mux_success);
  REQUIRE(run(commands) == mux_success);
  for (size_t i = 0; i < out.as<float>().size(); ++i) {
    CHECK(out.as<float>()[i] == Approx(color[i % 4]).margin(1e-6));
  }
}

TEST_CASE_METHOD(KernelImageFixture,
                 "kernels: coordinates outside of an image do not access other memory",
                 "[kernels][images]") {
  mux_kernel_t kernel = build(R"(
    kernel void k(read_write image2d_t image, read_only image2d_t other, sampler_t sampler,
                  global const float2 *at, global float4 *out) {
      const size_t i = get_global_id(0);
      write_imagef(image, as_int2(at[i]), (float4)(1.0f));
      write_imagef(image, convert_int2_sat(at[i]) + 1000000, (float4)(1.0f));
      out[i] = read_imagef(other, sampler, at[i]) + read_imagef(image, as_int2(at[i]));
    })",
                              "k", "-cl-std=CL3.0");
  const ImageShape shape = {mux_image_type_2d, mux_image_format_R32_sfloat, 4, 4};
  const TestImage image = make_image(shape);
  const TestImage other = make_image(shape);
  const float far = 3e38F;
  const float nan = std::nanf("");
  const std::vector<float> positions = {far,   far, -far, -far, nan,     nan, 1e9F, -1e9F,
                                        1e19F, nan, nan,  far,  -1e-30F, far, 5.0F, -1.0F};
  const TestBuffer at = make_buffer(std::span<const float>(positions));
  const TestBuffer out = make_buffer(positions.size() * 2 * sizeof(float));
  for (const auto mode : {none, clamp, edge, repeat, mirror}) {
    for (const auto filter : {mux_filter_mode_nearest, mux_filter_mode_linear}) {
      for (const bool normalize : {true, false}) {
        ImageArguments arguments;
        arguments.image(image).image(other).sampler(mode, filter, normalize).buffer(at).buffer(out);
        launch(kernel, arguments, Range::linear(positions.size() / 2, 2));
      }
    }
  }
  CHECK(
      std::all_of(image.bytes.begin(), image.bytes.end(), [](uint8_t byte) { return byte == 0; }));
  CHECK(
      std::all_of(other.bytes.begin(), other.bytes.end(), [](uint8_t byte) { return byte == 0; }));
}

TEST_CASE_METHOD(KernelImageFixture, "kernels: images as wide and as high as the device allows",
                 "[kernels][images]") {
  const uint32_t largest = device->info->max_image_dimension_2d;
  REQUIRE(largest == 1U << 24);
  // All its pixels can be addressed by a coordinate in single precision.
  mux_kernel_t write = build(R"(
    kernel void k(write_only image2d_t image, global const int2 *at) {
      size_t i = get_global_id(0);
      write_imagef(image, at[i], (float4)(i + 1, 2, 3, 4) / 255.0f);
    })",
                             "k");
  mux_kernel_t read = build(R"(
    constant sampler_t near = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;
    constant sampler_t whole = CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR |
                               CLK_ADDRESS_CLAMP_TO_EDGE;
    kernel void k(read_only image2d_t image, global const int2 *at, global float *out) {
      size_t i = get_global_id(0);
      out[3 * i] = read_imagef(image, at[i]).x;
      out[3 * i + 1] = read_imagef(image, near, convert_float2(at[i])).x;
      float2 size = convert_float2(get_image_dim(image));
      out[3 * i + 2] = read_imagef(image, whole, (float2)(1.0f, 1.0f)).x;
      out[3 * i + 2] *= size.x * size.y == (float)get_image_width(image) * get_image_height(image);
    })",
                            "k");
  for (const bool is_wide : {true, false}) {
    CAPTURE(is_wide);
    const auto long_one = static_cast<int>(largest);
    const TestImage image = make_image({mux_image_type_2d, mux_image_format_R8G8B8A8_unorm,
                                        is_wide ? largest : 1, is_wide ? 1 : largest});
    std::vector<int> at;
    const std::vector<int> distances = {0,           1, 65535, 65536, (1 << 23) + 1, long_one - 2,
                                        long_one - 1};
    for (const int distance : distances) {
      at.push_back(is_wide ? distance : 0);
      at.push_back(is_wide ? 0 : distance);
    }
    const TestBuffer places = make_buffer(std::span<const int>(at));
    const TestBuffer out = make_buffer(distances.size() * 3 * sizeof(float));
    ImageArguments arguments;
    arguments.image(image).buffer(places);
    launch(write, arguments, Range::linear(distances.size(), 1));
    arguments.buffer(out);
    launch(read, arguments, Range::linear(distances.size(), distances.size()));
    for (size_t i = 0; i < distances.size(); ++i) {
      const auto distance = static_cast<size_t>(distances[i]);
      CAPTURE(distance);
      const uint8_t *bytes = &pixel<uint8_t>(image, is_wide ? distance : 0, is_wide ? 0 : distance);
      CHECK(bytes[0] == i + 1);
      CHECK(bytes[1] == 2);
      CHECK(out.as<float>()[3 * i] == static_cast<float>(i + 1) / 255.0F);
      CHECK(out.as<float>()[3 * i + 1] == static_cast<float>(i + 1) / 255.0F);
      CHECK(out.as<float>()[3 * i + 2] == static_cast<float>(distances.size()) / 255.0F);
    }
  }
}

TEST_CASE_METHOD(KernelImageFixture,
                 "kernels: 1D images with more pixels than a float represents exactly",
                 "[kernels][images]") {
  CHECK(device->info->max_image_dimension_1d == INT32_MAX);
  constexpr uint32_t pixels = (1U << 26) + 5;
  mux_kernel_t kernel = build(R"(
    kernel void k(write_only image1d_t out, read_only image1d_t in, global int *sizes) {
      int i = get_global_id(0);
      int at = get_image_width(in) - 1 - i * 7;
      write_imageui(out, at, read_imageui(in, at) + 1);
      sizes[i] = get_image_width(out);
    })",
                              "k");
  const ImageShape shape = {mux_image_type_1d, mux_image_format_R8_uint, pixels};
  const TestImage in = make_image(shape);
  const TestImage out = make_image(shape);
  constexpr size_t count = 1000;
  for (size_t i = 0; i < count; ++i) {
    pixel<uint8_t>(in, pixels - 1 - i * 7) = static_cast<uint8_t>(i % 251);
  }
  const TestBuffer sizes = make_buffer(count * sizeof(int));
  ImageArguments arguments;
  arguments.image(out).image(in).buffer(sizes);
  launch(kernel, arguments, Range::linear(count, 100));
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    wrong += pixel<uint8_t>(out, pixels - 1 - i * 7) != i % 251 + 1;
    wrong += sizes.as<int>()[i] != static_cast<int>(pixels);
  }
  CHECK(wrong == 0);
}

TEST_CASE_METHOD(KernelImageFixture,
                 "kernels: as many images and samplers as the device allows, all at once",
                 "[kernels][images][slow]") {
  const uint32_t count = device->info->max_sampled_images;
  REQUIRE(device->info->max_storage_images == count);
  REQUIRE(device->info->max_samplers == count);
  std::string parameters;
  std::string body;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(i);
    parameters += (i == 0 ? "" : ", ") + ("read_only image2d_t in" + number) +
                  ", write_only image2d_t out" + number + ", sampler_t sampler" + number;
    body += "  write_imageui(out" + number + ", (int2)(0, 0), read_imageui(in" + number +
            ", sampler" + number + ", (float2)(2.5f, 0.5f)));\n";
  }
  mux_kernel_t kernel = build("kernel void k(" + parameters + ") {\n" + body + "}\n", "k");
  ImageArguments arguments;
  std::vector<TestImage> ins;
  std::vector<TestImage> outs;
  for (uint32_t i = 0; i < count; ++i) {
    ins.push_back(make_image({mux_image_type_2d, mux_image_format_R32_uint, 2}));
    outs.push_back(make_image({mux_image_type_2d, mux_image_format_R32_uint, 1}));
    pixel<uint32_t>(ins.back(), 0) = i * 2;
    pixel<uint32_t>(ins.back(), 1) = i * 2 + 1;
    arguments.image(ins.back()).image(outs.back());
    arguments.sampler(i % 3 == 0   ? edge
                      : i % 3 == 1 ? repeat
                                   : clamp,
                      mux_filter_mode_nearest, i % 3 == 1);
  }
  launch(kernel, arguments, Range::linear(1, 1));
  size_t wrong = 0;
  for (uint32_t i = 0; i < count; ++i) {
    // At 2.5 pixels: the last one, if the coordinate repeats half of the image further, or the
    // border.
    const uint32_t expected = i % 3 == 2 ? 0 : i * 2 + 1;
    wrong += pixel<uint32_t>(outs[i], 0) != expected;
  }
  CHECK(wrong == 0);
}

}  // namespace mux::test::images
