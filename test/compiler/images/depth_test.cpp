// Depth images: reads and writes of a single number, the red channel of other images.

#include <catch2/catch.hpp>
#include <cstring>

#include "pipeline/kernel_runner.h"
#include "reference.h"

namespace mux::compiler::test::image_depth {
namespace {

constexpr FormatBytes depth_formats[] = {{{0x10BD, 0x10D3}, 2}, {{0x10BD, 0x10DE}, 4}};

/// A depth image of both types and shapes, with its kernels.
class Depth {
 public:
  Depth()
      : level_(GENERATE(from_range(clang_levels()))),
        shape_(GENERATE(as<std::string>{}, "image2d", "image2d_array")),
        format_(GENERATE(from_range(std::begin(depth_formats), std::end(depth_formats)))),
        picture(shape_of(shape_), format_, {6, 5, 1, shape_ == "image2d" ? 0U : 3U}, random) {
    picture.fill_with_colors(random);
  }

  std::string kernel(const std::string &before, const std::string &after = "") const {
    return before + shape_ + after;
  }
  const Program &program() const { return load_shared("depth." + level_ + ".bc"); }

  /// Some are outside of the image.
  template <typename Number>
  std::vector<Coordinate<Number>> places() {
    std::vector<Coordinate<Number>> at(64);
    for (Coordinate<Number> &place : at) {
      for (Number &coordinate : place) {
        const auto number = std::uniform_real_distribution<float>(-2.0F, 8.0F)(random);
        coordinate = static_cast<Number>(number);
      }
    }
    return at;
  }

 private:
  std::string level_;
  std::string shape_;
  FormatBytes format_;

 public:
  std::mt19937 random{random_seed()};
  Picture picture;
};

template <typename Number, typename Reference>
void check(const std::vector<float> &depths, const std::vector<Coordinate<Number>> &at,
           const Reference &reference, double tolerance) {
  for (size_t i = 0; i < at.size(); ++i) {
    INFO("at " << at[i][0] << " " << at[i][1] << " " << at[i][2]);
    CHECK(depths[i] == Approx(reference(at[i])[0]).margin(tolerance).epsilon(0));
  }
}

}  // namespace

TEST_CASE("depth is read as one number", "[images]") {
  Depth depth;
  auto at = depth.places<int32_t>();
  std::vector<float> out(at.size());
  Call(depth.program(), depth.kernel("read_", "_directly"))
      .image(depth.picture.view())
      .buffer(at)
      .buffer(out)
      .run({.global = {at.size(), 1, 1}, .local = {16, 1, 1}});
  const auto nearest = [&](const auto &place) {
    return read_nearest(depth.picture, sampler_bits::address_clamp, place);
  };
  check(out, at, nearest, 0.0);
  std::fill(out.begin(), out.end(), -7.0F);
  Call(depth.program(), depth.kernel("read_", "_int"))
      .image(depth.picture.view())
      .sampler(sampler_bits::address_clamp | sampler_bits::filter_nearest)
      .buffer(at)
      .buffer(out)
      .run({.global = {at.size(), 1, 1}, .local = {16, 1, 1}});
  check(out, at, nearest, 0.0);
}

TEST_CASE("depth is filtered, and is 0 at the border", "[images]") {
  Depth depth;
  const auto mode = GENERATE(sampler_bits::address_clamp, sampler_bits::address_clamp_to_edge);
  auto at = depth.places<float>();
  std::vector<float> out(at.size());
  Call(depth.program(), depth.kernel("read_", "_float"))
      .image(depth.picture.view())
      .sampler(mode | sampler_bits::filter_linear)
      .buffer(at)
      .buffer(out)
      .run({.global = {at.size(), 1, 1}, .local = {16, 1, 1}});
  check(
      out, at, [&](const auto &place) { return read_linear(depth.picture, mode, place); }, 0x1p-19);
}

TEST_CASE("depth is written as one number", "[images]") {
  Depth depth;
  const ImageView &view = depth.picture.view();
  std::vector<Coordinate<int32_t>> at;
  for (uint32_t i = 0; i < depth.picture.pixel_count(); ++i) {
    at.push_back({static_cast<int32_t>(i % view.width),
                  static_cast<int32_t>(i / view.width % view.height),
                  static_cast<int32_t>(i / view.width / view.height), 7});
  }
  std::vector<float> in(at.size());
  for (float &number : in) {
    number = std::uniform_real_distribution<float>(0.0F, 0.5F)(depth.random);
  }
  const Range range = {.global = {at.size(), 1, 1}, .local = {1, 1, 1}};
  Call(depth.program(), depth.kernel("write_")).image(view).buffer(at).buffer(in).run(range);
  const auto written = [&](const Coordinate<int32_t> &place) {
    return read_nearest(depth.picture, sampler_bits::address_none, place)[0];
  };
  // The error that the specification allows for a conversion to CL_UNORM_INT16: half a step, and
  // the rounding of the product with 65535.
  constexpr double margin = 0.6 / 65535;
  for (size_t i = 0; i < at.size(); ++i) {
    CHECK(written(at[i]) == Approx(in[i]).margin(margin).epsilon(0));
  }
  Call(depth.program(), depth.kernel("double_")).image(view).buffer(at).run(range);
  for (size_t i = 0; i < at.size(); ++i) {
    CHECK(written(at[i]) == Approx(2 * in[i]).margin(0x1p-15).epsilon(0));
  }
}

TEST_CASE("queries of depth images", "[images]") {
  Depth depth;
  const ImageView &view = depth.picture.view();
  std::vector<int32_t> out(6);
  Call(depth.program(), depth.kernel("ask_")).image(view).buffer(out).run({});
  CHECK(out == std::vector<int32_t>{6, 5, 6, 5, static_cast<int32_t>(view.channel_type), 0x10BD});
  if (view.array_layers != 0) {
    Call(depth.program(), "layers").image(view).buffer(out).run({});
    CHECK(out[0] == 3);
  }
}

}  // namespace mux::compiler::test::image_depth
