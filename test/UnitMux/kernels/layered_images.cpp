// Layers of image arrays: selection by coordinates in reads, and no writes beyond them; and 1D
// images, which have no other coordinate.

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "images.h"

namespace mux::test::layered_images {

namespace {

constexpr uint32_t width = 19;
constexpr uint32_t height = 3;
constexpr uint32_t layers = 3;
constexpr uint32_t slice_pitch = 2048;

/// Formats with specialized code, and one whose pixels are read by functions if it is unknown.
const std::vector<mux_image_format_e> formats = {
    mux_image_format_R32_sfloat, mux_image_format_R32G32B32A32_sfloat,
    mux_image_format_R8G8B8A8_unorm, mux_image_format_R16_unorm};

class LayeredImagesFixture : public ImageFixture {
 public:
  TestImage all_zeros(mux_image_format_e format) {
    const TestImage image =
        make_image({mux_image_type_2d, format, width, height, 1, layers, 0, slice_pitch});
    std::fill(image.bytes.begin(), image.bytes.end(), uint8_t{0});
    return image;
  }

  /// Red is 1 in all pixels of the layer, and 0 in the others.
  TestImage one_layer(mux_image_format_e format, int32_t layer) {
    const TestImage image = all_zeros(format);
    write(image, layer);
    return image;
  }

  /// Writes 1 to all pixels of a layer, if it exists.
  void write(const TestImage &image, int32_t layer) {
    ImageArguments arguments;
    arguments.image(image).value(layer);
    launch(writes, arguments, {2, {width, height, 1}, {width, 1, 1}, {}});
  }

  mux_executable_t executable = load(compile(R"(
    kernel void writes(write_only image2d_array_t image, int layer) {
      write_imagef(image, (int4)(get_global_id(0), get_global_id(1), layer, 7), (float4)(1));
    }
    kernel void reads_integers(read_only image2d_array_t image, sampler_t sampler,
                               global const float *layers, global float *out) {
      const int layer = (int)layers[get_global_id(1)];
      const int x = get_global_id(0);
      out[get_global_id(1) * get_global_size(0) + x] =
          read_imagef(image, sampler, (int4)(x, 1, layer, 9)).x;
    }
    kernel void reads_places(read_only image2d_array_t image, sampler_t sampler,
                             global const float *layers, global float *out) {
      const float layer = layers[get_global_id(1)];
      const int x = get_global_id(0);
      out[get_global_id(1) * get_global_size(0) + x] =
          read_imagef(image, sampler, (float4)(x + 0.75f, 1.25f, layer, NAN)).x;
    }
    kernel void copies_row(read_only image1d_t from, sampler_t sampler, write_only image1d_t to,
                           global float4 *out) {
      const int x = (int)get_global_id(0) - 2;
      const float4 color = read_imagef(from, sampler, x - 1);
      const float4 between = read_imagef(from, sampler, (float)x);
      write_imagef(to, x, color);
      out[get_global_id(0)] = (float4)(color.x, color.w, between.x, between.w);
    })"));
  mux_kernel_t writes = make_kernel(executable, "writes");
};

float &number(const TestImage &image, uint32_t x) {
  return *reinterpret_cast<float *>(image.bytes.data() + image.offset_of(x, 0, 0));
}

}  // namespace

TEST_CASE_METHOD(LayeredImagesFixture, "kernels: layers are rounded and clamped by reads",
                 "[kernels][images]") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> places = {-1e30F, -7, -0.5F, 0,    0.5F, 0.75F, 1,     1.25F,
                                     1.5F,   2,  2.49F, 2.5F, 3,    100,   1e30F, nan};
  const TestBuffer at = make_buffer(places.size() * sizeof(float));
  std::copy(places.begin(), places.end(), at.as<float>().begin());
  const TestBuffer out = make_buffer(places.size() * width * sizeof(float));
  for (const char *name : {"reads_integers", "reads_places"}) {
    const bool is_integer = std::string(name) == "reads_integers";
    mux_kernel_t kernel = make_kernel(executable, name);
    for (const mux_image_format_e format : formats) {
      for (const mux_filter_mode_e filter : {mux_filter_mode_nearest, mux_filter_mode_linear}) {
        for (int32_t layer = 0; layer < static_cast<int32_t>(layers); ++layer) {
          if (is_integer && filter == mux_filter_mode_linear) {
            continue;
          }
          CAPTURE(name, format, filter, layer);
          ImageArguments arguments;
          arguments.image(one_layer(format, layer))
              .sampler(mux_address_mode_clamp_edge, filter, false)
              .buffer(at)
              .buffer(out);
          launch(kernel, arguments, {2, {width, places.size(), 1}, {width, 1, 1}, {}});
          for (size_t i = 0; i < places.size(); ++i) {
            // Integers only if they are in range.
            if (is_integer && !(std::fabs(places[i]) < 1e9F)) {
              continue;
            }
            const float place = is_integer ? std::trunc(places[i]) : places[i];
            const float last = layers - 1;
            const float rounded = place > 0 ? std::min(std::nearbyint(place), last) : 0;
            CAPTURE(places[i]);
            for (size_t x = 0; x < width; ++x) {
              REQUIRE(out.as<float>()[i * width + x] ==
                      (rounded == static_cast<float>(layer) ? 1.0F : 0.0F));
            }
          }
        }
      }
    }
  }
}

TEST_CASE_METHOD(LayeredImagesFixture, "kernels: writes beyond the layers are ignored",
                 "[kernels][images]") {
  for (const mux_image_format_e format : formats) {
    for (const int32_t layer : {-1000000000, -1, 0, 1, 2, 3, 1000000000}) {
      CAPTURE(format, layer);
      const TestImage image = one_layer(format, layer);
      const bool is_there = layer >= 0 && layer < static_cast<int32_t>(layers);
      const size_t row = width * image.image->pixel_size;
      std::vector<bool> may_be_written(image.bytes.size());
      for (uint32_t y = 0; is_there && y < height; ++y) {
        const size_t first = image.offset_of(0, y, static_cast<uint32_t>(layer));
        std::fill_n(may_be_written.begin() + static_cast<std::ptrdiff_t>(first), row, true);
        CHECK(image.bytes[first + row - 1] != 0);
      }
      bool is_right = true;
      for (size_t i = 0; i < image.bytes.size(); ++i) {
        is_right &= may_be_written[i] || image.bytes[i] == 0;
      }
      CHECK(is_right);
    }
  }
}

TEST_CASE_METHOD(LayeredImagesFixture, "kernels: rows are read and written to their ends",
                 "[kernels][images]") {
  mux_kernel_t kernel = make_kernel(executable, "copies_row");
  const TestBuffer out = make_buffer((width + 4) * sizeof(std::array<float, 4>));
  for (const mux_address_mode_e mode : {mux_address_mode_clamp, mux_address_mode_clamp_edge}) {
    CAPTURE(mode);
    const TestImage from = make_image({mux_image_type_1d, mux_image_format_R32_sfloat, width});
    const TestImage to = make_image({mux_image_type_1d, mux_image_format_R32_sfloat, width});
    std::fill(to.bytes.begin(), to.bytes.end(), uint8_t{0});
    const auto value_at = [](int x) { return static_cast<float>(x + 1); };
    for (uint32_t x = 0; x < width; ++x) {
      number(from, x) = value_at(static_cast<int>(x));
    }
    ImageArguments arguments;
    arguments.image(from).sampler(mode, mux_filter_mode_linear, false).image(to).buffer(out);
    launch(kernel, arguments, Range::linear(width + 4, width + 4));
    const auto color_at = [&](int x) -> std::array<float, 2> {
      const int last = static_cast<int>(width) - 1;
      return mode == mux_address_mode_clamp && (x < 0 || x > last)
                 ? std::array{0.0F, 1.0F}
                 : std::array{value_at(std::clamp(x, 0, last)), 1.0F};
    };
    for (int i = 0; i < static_cast<int>(width) + 4; ++i) {
      const int x = i - 2;
      CAPTURE(x);
      const std::array<float, 4> found = out.as<std::array<float, 4>>()[static_cast<size_t>(i)];
      CHECK(found[0] == color_at(x - 1)[0]);
      CHECK(found[1] == color_at(x - 1)[1]);
      CHECK(found[2] == (color_at(x - 1)[0] + color_at(x)[0]) / 2);
      CHECK(found[3] == (color_at(x - 1)[1] + color_at(x)[1]) / 2);
      if (x >= 0 && x < static_cast<int>(width)) {
        CHECK(number(to, static_cast<uint32_t>(x)) == color_at(x - 1)[0]);
      }
    }
  }
}

}  // namespace mux::test::layered_images
