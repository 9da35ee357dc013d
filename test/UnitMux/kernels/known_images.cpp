// Kernels whose kinds of images and samplers change between commands, so that code specialized for
// one kind must not run: more kinds than specialized codes, and kinds set by updates.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstring>
#include <vector>

#include "command_buffer_fixture.h"
#include "images.h"

namespace mux::test::known_images {

namespace {

constexpr uint32_t width = 21;
constexpr uint32_t height = 4;

/// Reads the pixel above and to the left.
constexpr const char *source = R"(
  kernel void shift(read_only image2d_t from, sampler_t sampler, write_only image2d_t to,
                    global float4 *out) {
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const float4 color = read_imagef(from, sampler, at - 1);
    write_imagef(to, at, color);
    out[at.y * get_global_size(0) + at.x] = color;
  })";

using Color = std::array<float, 4>;

/// A format, the bytes of a channel with value 1, and the value read if all channels are 1.
struct Kind {
  mux_image_format_e format;
  std::vector<uint8_t> one;
  Color color;
  Color border;
};

const std::vector<Kind> kinds = {
    {mux_image_format_R8_unorm, {0xFF}, {1, 0, 0, 1}, {0, 0, 0, 1}},
    {mux_image_format_R8G8B8A8_unorm, {0xFF}, {1, 1, 1, 1}, {0, 0, 0, 0}},
    {mux_image_format_R32_sfloat, {0, 0, 0x80, 0x3F}, {1, 0, 0, 1}, {0, 0, 0, 1}},
    {mux_image_format_A8_unorm, {0xFF}, {0, 0, 0, 1}, {0, 0, 0, 0}},
    {mux_image_format_R16_snorm, {0xFF, 0x7F}, {1, 0, 0, 1}, {0, 0, 0, 1}},
    {mux_image_format_R16_sfloat, {0, 0x3C}, {1, 0, 0, 1}, {0, 0, 0, 1}},
    {mux_image_format_R16G16B16A16_unorm, {0xFF}, {1, 1, 1, 1}, {0, 0, 0, 0}},
};

class KnownImagesFixture : public ImageFixture {
 public:
  KnownImagesFixture() {
    for (const Kind &kind : kinds) {
      const TestImage image = make_image({mux_image_type_2d, kind.format, width, height});
      for (size_t i = 0; i < image.bytes.size(); ++i) {
        image.bytes[i] = kind.one[i % kind.one.size()];
      }
      from.push_back(image);
      to.push_back(make_image({mux_image_type_2d, kind.format, width, height}));
    }
  }

  ImageArguments arguments(size_t kind, mux_address_mode_e mode) {
    ImageArguments all;
    all.image(from[kind]).sampler(mode, mux_filter_mode_nearest, false).image(to[kind]).buffer(out);
    return all;
  }

  void expect(size_t kind, mux_address_mode_e mode) {
    CAPTURE(kind, mode);
    const Kind &expected = kinds[kind];
    const std::span<Color> colors = out.as<Color>();
    for (uint32_t y = 0; y < height; ++y) {
      for (uint32_t x = 0; x < width; ++x) {
        const bool is_outside = mode == mux_address_mode_clamp && (x == 0 || y == 0);
        CAPTURE(x, y);
        CHECK(colors[y * width + x] == (is_outside ? expected.border : expected.color));
      }
    }
    // The last pixel is inside.
    const TestImage &written = to[kind];
    const size_t last = written.offset_of(width - 1, height - 1, 0);
    CHECK(std::equal(
        written.bytes.begin() + static_cast<std::ptrdiff_t>(last),
        written.bytes.begin() + static_cast<std::ptrdiff_t>(last + written.image->pixel_size),
        from[kind].bytes.begin() + static_cast<std::ptrdiff_t>(last)));
    std::fill(out.bytes.begin(), out.bytes.end(), uint8_t{0xAA});
    std::fill(written.bytes.begin(), written.bytes.end(), uint8_t{0});
  }

  Range whole() const {
    Range range = Range::linear(width, width);
    range.dimensions = 2;
    range.global[1] = height;
    return range;
  }

  mux_kernel_t kernel = build(source, "shift");
  std::vector<TestImage> from;
  std::vector<TestImage> to;
  TestBuffer out = make_buffer(size_t{width} * height * sizeof(Color));
};

constexpr std::array modes = {mux_address_mode_clamp, mux_address_mode_clamp_edge};

}  // namespace

TEST_CASE_METHOD(KnownImagesFixture, "kernels: more kinds of images than specialized code",
                 "[kernels][images]") {
  for (int round = 0; round < 3; ++round) {
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      for (const mux_address_mode_e mode : modes) {
        ImageArguments all = arguments(kind, mode);
        launch(kernel, all, whole());
        expect(kind, mode);
      }
    }
  }
}

TEST_CASE_METHOD(KernelFixture, "kernels: functions with names of the library",
                 "[kernels][images]") {
  mux_kernel_t named = build(R"(
    int __attribute__((overloadable)) mux_known_read(int x) { return x + 1; }
    int __attribute__((overloadable)) mux_known_write(int x) { return 3 * x; }
    kernel void k(global int *out) {
      int i = get_global_id(0);
      out[i] = mux_known_write(mux_known_read(i));
    })",
                             "k");
  const TestBuffer out = make_buffer(20 * sizeof(int));
  launch(named, Arguments().buffer(out), Range::linear(20, 5));
  for (int i = 0; i < 20; ++i) {
    CHECK(out.as<int>()[static_cast<size_t>(i)] == 3 * (i + 1));
  }
}

TEST_CASE_METHOD(KnownImagesFixture, "kernels: an update changes the kinds of images and samplers",
                 "[kernels][images]") {
  ImageArguments first = arguments(0, modes[0]);
  REQUIRE(record(command_buffer, kernel, first, whole()) == mux_success);
  REQUIRE(run(command_buffer) == mux_success);
  expect(0, modes[0]);
  for (size_t kind = 1; kind <= kinds.size(); ++kind) {
    const size_t next = kind % kinds.size();
    const mux_address_mode_e mode = modes[kind % 2];
    SECTION("with muxUpdateDescriptors " + std::to_string(kind)) {
      // Both images at first, then the sampler as well.
      const ImageArguments all = arguments(next, mode);
      Update images{{0, 2}, {}};
      images.arguments.descriptors = {all.descriptors[0], all.descriptors[2]};
      REQUIRE(images.apply(command_buffer, 0) == mux_success);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      expect(next, modes[0]);
      Update sampler{{1}, {}};
      sampler.arguments.descriptors = {all.descriptors[1]};
      REQUIRE(sampler.apply(command_buffer, 0) == mux_success);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      expect(next, mode);
    }
    SECTION("of the whole ND-range command " + std::to_string(kind)) {
      ImageArguments all = arguments(next, mode);
      NdRangeUpdate update{0, kernel, &all, whole()};
      REQUIRE(update.apply(command_buffer) == mux_success);
      REQUIRE(dispatch_and_wait(command_buffer) == mux_success);
      expect(next, mode);
    }
  }
}

}  // namespace mux::test::known_images
