// Images and samplers of muxrun.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "common/command_line.h"
#include "common/files.h"
#include "common/picture.h"
#include "muxrun/argument.h"
#include "muxrun/image_content.h"
#include "muxrun/output.h"
#include "muxrun/pixel_format.h"
#include "process.h"

using mux::run::Color;
using mux::run::load_pixel;
using mux::run::parse_argument;
using mux::run::parse_format;
using mux::run::PixelFormat;
using mux::run::store_pixel;
using mux::test::ProcessResult;
using mux::test::run_process;
using mux::test::ScratchDirectory;

namespace {

ProcessResult muxrun(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {MUX_TEST_MUXRUN, MUX_TEST_KERNELS});
  return run_process(arguments);
}

void check_output(const ProcessResult &result, const std::string &expected) {
  INFO(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output == expected);
}

void check_refused(const std::vector<std::string> &arguments, const std::string &message) {
  const ProcessResult result = muxrun(arguments);
  INFO(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(result.output.empty());
  CHECK_THAT(result.errors, Catch::StartsWith("muxrun: ") && Catch::Contains(message));
}

std::vector<std::string> invert_with(const std::string &in, const std::string &sampler,
                                     const std::string &out) {
  return {"-k", "invert", "-g", "3,2", "-a", in, "-a", sampler, "-a", out};
}

// A picture of three by two pixels.
mux::tools::Picture small_picture() {
  mux::tools::Picture picture = mux::tools::make_picture(3, 2);
  for (size_t byte = 0; byte < picture.rgba.size(); ++byte) {
    picture.rgba[byte] = static_cast<uint8_t>(byte * 10);
  }
  return picture;
}

std::vector<int> pixel_bytes(const std::string &name, const Color &color) {
  const PixelFormat format = parse_format(name);
  std::vector<std::byte> bytes(format.size());
  store_pixel(format, color, bytes.data());
  std::vector<int> numbers;
  for (const std::byte byte : bytes) {
    numbers.push_back(std::to_integer<int>(byte));
  }
  return numbers;
}

using Bytes = std::vector<int>;

}  // namespace

TEST_CASE("formats have matching names, numbers and sizes", "[muxrun-images]") {
  const std::tuple<const char *, mux_image_format_e, size_t> formats[] = {
      {"rgba8_unorm", mux_image_format_R8G8B8A8_unorm, 4},
      {"r8_snorm", mux_image_format_R8_snorm, 1},
      {"a16_float", mux_image_format_A16_sfloat, 2},
      {"rg32_sint", mux_image_format_R32G32_sint, 8},
      {"ra8_uint", mux_image_format_R8A8_uint, 2},
      {"bgra8_unorm", mux_image_format_B8G8R8A8_unorm, 4},
      {"argb8_sint", mux_image_format_A8R8G8B8_sint, 4},
      {"intensity16_float", mux_image_format_INTENSITY16_sfloat, 2},
      {"luminance8_unorm", mux_image_format_LUMINANCE8_unorm, 1},
      {"rx16_uint", mux_image_format_R16x16_uint, 4},
      {"rgx32_float", mux_image_format_R32G32B32_sfloat, 12},
      {"rgb565_unorm", mux_image_format_R5G6B5_unorm_pack16, 2},
      {"rgb101010_unorm", mux_image_format_R10G10B10_unorm_pack32, 4},
      {"rgbx555_unorm", mux_image_format_R5G5B5x1_unorm_pack16, 2},
      {"rgba32_uint", mux_image_format_R32G32B32A32_uint, 16},
      {"bgra16_unorm", mux_image_format_B16G16R16A16_unorm, 8},
      {"abgr8_unorm", mux_image_format_A8B8G8R8_unorm, 4},
      {"depth16_unorm", mux_image_format_D16_unorm, 2},
      {"rgb8_srgb", mux_image_format_R8G8B8_srgb, 3},
      {"bgra8_srgb", mux_image_format_B8G8R8A8_srgb, 4},
      {"rgba1010102_unorm", mux_image_format_R10G10B10A2_unorm_pack32, 4},
      {"abgr2101010_unorm", mux_image_format_A2B10G10R10_unorm_pack32, 4},
  };
  for (const auto &[name, number, size] : formats) {
    INFO(name);
    CHECK(parse_format(name).format == number);
    CHECK(parse_format(name).size() == size);
  }
  for (const char *name :
       {"", "rgba", "rgba8", "8_unorm", "rgb8_unorm", "rgba565_unorm", "depth8_unorm", "argb8_srgb",
        "intensity8_uint", "rgba8_float", "RGBA8_unorm"}) {
    INFO(name);
    CHECK_THROWS_AS(parse_format(name), mux::tools::UsageError);
  }
}

TEST_CASE("all formats of the device have names, and no others", "[muxrun-images]") {
  const mux::Device device;
  std::vector<mux_image_format_e> named;
  for (const char *order : {"r", "a", "rg", "ra", "rgb", "rgba", "bgra", "argb", "abgr", "depth",
                            "intensity", "luminance", "rx", "rgx", "rgbx"}) {
    for (const char *coding :
         {"8_snorm", "16_snorm", "8_unorm", "16_unorm", "565_unorm", "555_unorm", "101010_unorm",
          "1010102_unorm", "2101010_unorm", "8_srgb", "8_sint", "16_sint", "32_sint", "8_uint",
          "16_uint", "32_uint", "16_float", "32_float"}) {
      try {
        const PixelFormat format = parse_format(std::string(order) + coding);
        named.push_back(format.format);
        CHECK(mux::Image(device, {mux_image_type_1d, format.format, 1}).get()->pixel_size ==
              format.size());
      } catch (const mux::tools::UsageError &) {
        // Not all orders and codings can be combined.
      }
    }
  }
  std::vector<mux_image_format_e> there = mux::image_formats(device, mux_image_type_1d);
  std::sort(named.begin(), named.end());
  std::sort(there.begin(), there.end());
  CHECK(named == there);
}

TEST_CASE("colors are converted to pixels and back", "[muxrun-images]") {
  const Color color = {1, 0.5, 0, 0.25};
  CHECK(pixel_bytes("rgba8_unorm", color) == Bytes{255, 128, 0, 64});
  CHECK(pixel_bytes("bgra8_unorm", color) == Bytes{0, 128, 255, 64});
  CHECK(pixel_bytes("argb8_unorm", color) == Bytes{64, 255, 128, 0});
  CHECK(pixel_bytes("a8_unorm", color) == Bytes{64});
  CHECK(pixel_bytes("rgx8_unorm", color) == Bytes{255, 128, 0});
  CHECK(pixel_bytes("rgb565_unorm", color) == Bytes{0x00, 0xfc});
  CHECK(pixel_bytes("abgr8_unorm", color) == Bytes{64, 0, 128, 255});
  CHECK(pixel_bytes("bgra8_srgb", color) == Bytes{0, 188, 255, 64});
  CHECK(pixel_bytes("rgbx8_srgb", {1, -1, 2, 0.25}) == Bytes{255, 0, 255, 0});
  CHECK(pixel_bytes("depth32_float", {0.5, 1, 1, 1}) == Bytes{0, 0, 0, 0x3f});
  CHECK(pixel_bytes("rgba1010102_unorm", {1, 0.5, 0.25, 1}) == Bytes{0x03, 0x04, 0xe0, 0xff});
  CHECK(pixel_bytes("abgr2101010_unorm", {1, 0.5, 0.25, 1}) == Bytes{0xff, 0x03, 0x08, 0xd0});
  CHECK(pixel_bytes("r16_snorm", {-2, 0, 0, 0}) == Bytes{0x00, 0x80});
  CHECK(pixel_bytes("rg16_float", {1, -2, 0, 0}) == Bytes{0x00, 0x3c, 0x00, 0xc0});
  CHECK(pixel_bytes("rg8_sint", {200, -200, 0, 0}) == Bytes{127, 128});
  CHECK(pixel_bytes("r32_uint", {4294967295.0, 0, 0, 0}) == Bytes{255, 255, 255, 255});
  CHECK(pixel_bytes("r8_unorm", {std::numeric_limits<double>::quiet_NaN(), 0, 0, 0}) == Bytes{0});

  const std::byte word[] = {std::byte{0x00}, std::byte{0xfc}};
  CHECK(load_pixel(parse_format("rgb565_unorm"), word) == Color{1, 32.0 / 63, 0, 1});
  const std::byte pixel[] = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  const std::byte least[] = {std::byte{0x80}, std::byte{0x7f}};
  CHECK(load_pixel(parse_format("rg8_snorm"), least) == Color{-1, 1, 0, 1});
  CHECK(load_pixel(parse_format("ra8_sint"), least) == Color{-128, 0, 0, 127});
  CHECK(load_pixel(parse_format("intensity8_snorm"), least + 1) == Color{1, 1, 1, 1});
  CHECK(load_pixel(parse_format("a8_unorm"), least + 1) == Color{0, 0, 0, 127.0 / 255});
  CHECK(load_pixel(parse_format("abgr8_sint"), pixel) == Color{4, 3, 2, 1});
  CHECK(load_pixel(parse_format("rgba8_srgb"), pixel)[0] == Approx(1 / 255.0 / 12.92));
  CHECK(load_pixel(parse_format("rgba8_srgb"), pixel)[3] == 4 / 255.0);
  CHECK(load_pixel(parse_format("abgr2101010_unorm"), pixel)[3] == 0);
  CHECK(load_pixel(parse_format("luminance8_unorm"), least) ==
        Color{128.0 / 255, 128.0 / 255, 128.0 / 255, 1});
}

TEST_CASE("random floating-point images stay between 0 and 1", "[muxrun-images]") {
  for (const char *text :
       {"image:rgba16_float:50x20:random=9", "image:rgba32_float:50x20:random"}) {
    const mux::run::Argument argument = parse_argument(text);
    const auto &image = std::get<mux::run::ImageArgument>(argument.value);
    std::vector<std::byte> bytes(image.pixels() * image.format.size());
    mux::run::fill(image, bytes);
    double sum = 0;
    for (size_t pixel = 0; pixel < 1000; ++pixel) {
      for (const double component :
           load_pixel(image.format, bytes.data() + pixel * image.format.size())) {
        CHECK((component >= 0 && component < 1));
        sum += component;
      }
    }
    CHECK(sum / 4000 == Approx(0.5).margin(0.05));
  }
}

TEST_CASE("images without alpha are opaque pictures, integers keep their values",
          "[muxrun-images]") {
  const auto picture_of = [](const char *text, std::vector<uint8_t> bytes) {
    const mux::run::Argument argument = parse_argument(text);
    return mux::run::to_picture(std::get<mux::run::ImageArgument>(argument.value),
                                std::as_bytes(std::span(bytes)))
        .rgba;
  };
  using Rgba = std::vector<uint8_t>;
  CHECK(picture_of("image:r8_unorm:2x1", {7, 200}) == Rgba{7, 0, 0, 255, 200, 0, 0, 255});
  CHECK(picture_of("image:rg8_uint:1x1", {7, 200}) == Rgba{7, 200, 0, 255});
  CHECK(picture_of("image:luminance8_unorm:1x1", {9}) == Rgba{9, 9, 9, 255});
  CHECK(picture_of("image:intensity8_unorm:1x1", {9}) == Rgba{9, 9, 9, 255});
  CHECK(picture_of("image:ra8_unorm:1x1", {9, 100}) == Rgba{9, 0, 0, 100});
  CHECK(picture_of("image:r8_sint:1x1", {0x80}) == Rgba{0, 0, 0, 255});
  CHECK(picture_of("image:r16_sint:1x1", {0xff, 0x7f}) == Rgba{255, 0, 0, 255});
}

TEST_CASE("muxrun reads a picture, runs a kernel on it and saves a picture", "[muxrun-images]") {
  const ScratchDirectory scratch;
  const mux::tools::Picture picture = small_picture();
  mux::tools::write_png(scratch.path("in:1.png"), picture);
  for (const char *format : {"rgba8_unorm", "bgra8_unorm", "rgba16_unorm", "rgba32_float"}) {
    INFO(format);
    const std::string image = std::string("image:") + format + ":3x2";
    std::vector<std::string> command = invert_with(image + ":file=" + scratch.path("in:1.png"),
                                                   "sampler:clamp_edge:nearest:pixel", image);
    command.insert(command.end(), {"--save", "2=" + scratch.path("out.png")});
    check_output(muxrun(command), "");
    const mux::tools::Picture result =
        mux::tools::decode_png(mux::test::read_file(scratch.path("out.png")));
    REQUIRE(result.width == 3);
    REQUIRE(result.height == 2);
    for (size_t byte = 0; byte < result.rgba.size(); ++byte) {
      CHECK(result.rgba[byte] == (byte % 4 == 3 ? picture.rgba[byte] : 255 - picture.rgba[byte]));
    }
  }
}

TEST_CASE("muxrun saves the bytes of images and reads them again", "[muxrun-images]") {
  const ScratchDirectory scratch;
  const std::string raw = scratch.path("pixels.raw");
  check_output(muxrun({"-k", "double_integers", "-g", "2,2", "-a", "image:r16_sint:2x2:random=4",
                       "-a", "image:r32_sint:2x2", "--save", "0=" + raw}),
               "");
  const std::string bytes = mux::test::read_file(raw);
  REQUIRE(bytes.size() == 8);
  int16_t values[4];
  std::memcpy(values, bytes.data(), sizeof(values));
  std::string expected = "1:";
  for (const int16_t value : values) {
    expected += " (" + std::to_string(2 * value) + ",0,0,1)";
  }
  check_output(muxrun({"-k", "double_integers", "-g", "2,2", "-a", "image:r16_sint:2x2:file=" + raw,
                       "-a", "image:r32_sint:2x2", "--print", "1"}),
               expected + "\n");
}

TEST_CASE("muxrun passes samplers with their address mode, filter and coordinates",
          "[muxrun-images]") {
  const ScratchDirectory scratch;
  const float pixels[] = {1, 3};
  const std::string file =
      scratch.write("pixels", std::string(reinterpret_cast<const char *>(pixels), sizeof(pixels)));
  const auto between = [&](const std::string &sampler) {
    return muxrun({"-k", "between", "-g", "2", "-a", "image:r32_float:2:file=" + file, "-a",
                   sampler, "-a", "buffer:float:2", "--print", "2"});
  };
  // The pixels are 1 and 3; the coordinates 1 and 2 are their right edges.
  check_output(between("sampler:clamp_edge:linear:pixel"), "2: 2 3\n");
  check_output(between("sampler:clamp:linear:pixel"), "2: 2 1.5\n");
  check_output(between("sampler:clamp:nearest:pixel"), "2: 3 0\n");
  // Normalized, 1 and 2 wrap to 0: half of the first and half of the last pixel.
  check_output(between("sampler:repeat:linear:normalized"), "2: 2 2\n");
  check_output(between("sampler:mirror:nearest:normalized"), "2: 3 1\n");
}

TEST_CASE("muxrun creates images of the kernel's image type", "[muxrun-images]") {
  check_output(muxrun({"-k", "sizes_of_array", "-g", "1", "-a", "image:r8_uint:5x4x3", "-a",
                       "buffer:int:3", "--print", "1"}),
               "1: 5 4 3\n");
  check_output(muxrun({"-k", "sizes_of_volume", "-g", "1", "-a", "image:r8_uint:5x4x3", "-a",
                       "buffer:int:3", "--print", "1"}),
               "1: 5 4 3\n");
}

TEST_CASE("muxrun prints the requested number of pixels", "[muxrun-images]") {
  check_output(muxrun({"-k", "sizes_of_volume", "-g", "1", "-a", "image:rgba8_unorm:2x2x2", "-a",
                       "buffer:int:3", "--print", "0:2"}),
               "0: (0,0,0,0) (0,0,0,0)\n");
}

TEST_CASE("muxrun --help has images and samplers", "[muxrun-images]") {
  const ProcessResult result = run_process({MUX_TEST_MUXRUN, "--help"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, Catch::Contains("image:FORMAT:") &&
                                Catch::Contains("sampler:ADDRESS") &&
                                Catch::Contains("rgba8_unorm"));
}

TEST_CASE("muxrun rejects images and samplers it cannot parse", "[muxrun-images]") {
  const std::string in = "image:rgba8_unorm:3x2";
  const std::string sampler = "sampler:clamp:nearest:pixel";
  const auto bad_image = [&](const std::string &image, const std::string &message) {
    check_refused(invert_with(image, sampler, in), "argument '" + image + "': " + message);
  };
  bad_image("image", "'' is not a format; formats are r, a, rg");
  bad_image("image:rgb8_unorm:3x2", "'rgb8_unorm' is not a format");
  bad_image("image:rgba8_unorm", "'' is not a size of an image");
  bad_image("image:rgba8_unorm:3xtwo", "'two' is not a size of an image");
  bad_image("image:rgba8_unorm:3x0", "'3x0' is not an image size");
  bad_image("image:rgba8_unorm:4294967296x1", "'4294967296x1' is not an image size");
  bad_image("image:rgba8_unorm:1x2x3x4", "'1x2x3x4' has more than three dimensions");
  bad_image("image:rgba8_unorm:3x2:iota", "'iota' is not a content of images");
  bad_image("image:rgba8_unorm:3x2:ones", "'ones' is not a content");
  bad_image("image:rgba8_unorm:16777217x2",
            "muxCreateImage: width is 16777217, more than the device's maximum");
  check_refused(invert_with(in + ":file=/nowhere.png", sampler, in), "cannot open '/nowhere.png'");
  const auto bad_sampler = [&](const std::string &text, const std::string &message) {
    check_refused(invert_with(in, text, in), "argument '" + text + "': " + message);
  };
  bad_sampler("sampler", "'' is not an address mode: none, clamp, clamp_edge, repeat, mirror");
  bad_sampler("sampler:clamp:cubic:pixel", "'cubic' is not a filter: nearest, linear");
  bad_sampler("sampler:clamp:linear", "'' is not a kind of coordinates: normalized, pixel");
  bad_sampler("sampler:repeat:linear:pixel", "repeat and mirror need normalized coordinates");
}

TEST_CASE("muxrun rejects images that do not match the kernel", "[muxrun-images]") {
  const std::string in = "image:rgba8_unorm:3x2";
  const std::string sampler = "sampler:clamp:nearest:pixel";
  check_refused(invert_with("buffer:int:6", sampler, in),
                "argument 0 ('in') of kernel 'invert' is an image (image2d_t); 'buffer:int:6' is a "
                "buffer");
  check_refused(invert_with(in, in, in), "'" + in + "' is an image");
  check_refused(invert_with(sampler, sampler, in), "'" + sampler + "' is a sampler");
  check_refused(invert_with("image:rgba8_unorm:3x2x1", sampler, in), "has 3 sizes, not 2");
  check_refused(invert_with("image:rgba8_unorm:3", sampler, in), "has 1 size, not 2");
  check_refused(
      {"-k", "sizes_of_array", "-g", "1", "-a", "image:r8_uint:5x4", "-a", "buffer:int:3"},
      "has 2 sizes, not 3");
}

TEST_CASE("muxrun rejects pictures of another size and other files", "[muxrun-images]") {
  const ScratchDirectory scratch;
  mux::tools::write_png(scratch.path("small.png"), small_picture());
  const std::string sampler = "sampler:clamp:nearest:pixel";
  const std::string small = ":file=" + scratch.path("small.png");
  check_refused(invert_with("image:rgba8_unorm:4x2" + small, sampler, "image:rgba8_unorm:3x2"),
                "has 3x2 pixels, but the image has 4x2");
  const std::string content = mux::test::read_file(scratch.path("small.png"));
  const std::string broken = ":file=" + scratch.write("broken.png", content.substr(0, 40));
  check_refused(invert_with("image:rgba8_unorm:3x2" + broken, sampler, "image:rgba8_unorm:3x2"),
                "cannot read the picture '" + scratch.path("broken.png") + "': ");
  const std::string noise = ":file=" + scratch.write("noise.png", "12345");
  check_refused(invert_with("image:rgba8_unorm:3x2" + noise, sampler, "image:rgba8_unorm:3x2"),
                "is not PNG and has 5 bytes, but the image has 24");
  std::vector<std::string> command = {"-k", "sizes_of_volume",     "-g", "1",
                                      "-a", "image:r8_uint:5x4x3", "-a", "buffer:int:3"};
  command.insert(command.end(), {"--save", "0=" + scratch.path("volume.png")});
  check_refused(command, "only 2D images can be saved as PNG");
  command.back() = "0=/nowhere/at/all.raw";
  check_refused(command, "cannot create '/nowhere/at/all.raw'");
  command[command.size() - 2] = "--print";
  command.back() = "0:61";
  check_refused(command, "the image has only 60 pixels");
}
