// Reads of images compared with the reference: every format, shape, access and sampler.

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <iomanip>
#include <limits>
#include <sstream>

#include "pipeline/kernel_runner.h"
#include "reference.h"

namespace mux::compiler::test::image_reads {
namespace {

constexpr float float_infinity = std::numeric_limits<float>::infinity();
constexpr size_t coordinates_per_run = 40;

/// Half as bits.
struct Half {
  uint16_t bits;
};

double number(float value) {
  return value;
}
double number(int32_t value) {
  return value;
}
double number(uint32_t value) {
  return value;
}
double number(Half value) {
  const Format format = {0x10B0, 0x10DD};
  std::byte bytes[2];
  std::memcpy(bytes, &value, sizeof(value));
  return decode(format, bytes)[0];
}

double as_result(float /*type*/, double value) {
  return value;
}
double as_result(int32_t /*type*/, double value) {
  return value;
}
double as_result(uint32_t /*type*/, double value) {
  return value;
}
double as_result(Half /*type*/, double value) {
  return round_to_half(value);
}

/// The part of a kernel's name for its result type, and its file.
template <typename Result>
struct ResultNames;
template <>
struct ResultNames<float> {
  static constexpr const char *suffix = "f";
  static constexpr const char *file = "float";
};
template <>
struct ResultNames<int32_t> {
  static constexpr const char *suffix = "i";
  static constexpr const char *file = "int";
};
template <>
struct ResultNames<uint32_t> {
  static constexpr const char *suffix = "ui";
  static constexpr const char *file = "uint";
};
template <>
struct ResultNames<Half> {
  static constexpr const char *suffix = "h";
  static constexpr const char *file = "half";
};

template <typename Result>
const Program &program(const std::string &level) {
  return load_shared(std::string(ResultNames<Result>::file) + "." + level + ".bc");
}

/// In place of a level: code specialized for the image format and the sampler.
constexpr const char *known = "known";

std::vector<std::string> levels_and_known() {
  std::vector<std::string> levels = clang_levels();
  levels.emplace_back(known);
  return levels;
}

/// Code of a kernel specialized for both.
template <typename Result>
std::unique_ptr<Program> program_for(const std::string &kernel, const Picture &picture,
                                     std::optional<uint32_t> sampler) {
  RangeShape shape = {.dimensions = 1, .has_small_ids = true, .has_long_rows = true};
  shape.opaque_arguments[0] =
      packed_format(picture.view().channel_order, picture.view().channel_type);
  shape.opaque_arguments[1] = static_cast<uint16_t>(sampler.value_or(0));
  return specialize(program<Result>("O2"), kernel, {{}, {}, {}, shape});
}

/// `how` is the last part of the kernel's name.
template <typename Result, typename Number>
std::vector<Result> read(const std::string &level, const std::string &how, const Picture &picture,
                         std::optional<uint32_t> sampler, std::vector<Coordinate<Number>> at) {
  std::vector<Result> out(4 * at.size());
  const std::string kernel =
      std::string("read") + ResultNames<Result>::suffix + "_" + picture.shape().name + "_" + how;
  const std::unique_ptr<Program> special =
      level == known ? program_for<Result>(kernel, picture, sampler) : nullptr;
  Call call(special != nullptr ? *special : program<Result>(level), kernel);
  call.image(picture.view());
  if (sampler) {
    call.sampler(*sampler);
  }
  call.buffer(at).buffer(out).run(
      {.global = {at.size(), 1, 1}, .local = {16, 1, 1}, .dimensions = 1});
  return out;
}

/// Whether a color is as expected; all NaNs are equal.
template <typename Result>
bool same(const Result *color, const Color &expected, double tolerance) {
  for (size_t i = 0; i < 4; ++i) {
    const double found = number(color[i]);
    const double wanted = as_result(Result(), expected[i]);
    const bool both_nan = std::isnan(found) && std::isnan(wanted);
    if (!both_nan && found != wanted && !(std::fabs(found - expected[i]) <= tolerance)) {
      return false;
    }
  }
  return true;
}

/// Compares all colors; reports the first wrong one.
template <typename Result, typename Number, typename Reference>
void check(const std::vector<Result> &colors, const std::vector<Coordinate<Number>> &at,
           const Reference &reference, double tolerance = 0.0) {
  std::ostringstream wrong;
  for (size_t i = 0; i < at.size() && wrong.str().empty(); ++i) {
    const Color expected = reference(at[i]);
    if (!same(&colors[4 * i], expected, tolerance)) {
      wrong << std::setprecision(10) << "at";
      for (const Number coordinate : at[i]) {
        wrong << " " << coordinate;
      }
      for (size_t component = 0; component < 4; ++component) {
        wrong << (component == 0 ? ": " : ", ") << number(colors[4 * i + component])
              << " instead of " << expected[component];
      }
    }
  }
  CHECK(wrong.str() == "");
}

/// Sizes of the dimensions of a coordinate, including layers.
std::array<uint32_t, 4> sizes_of(const Picture &picture) {
  std::array<uint32_t, 4> sizes = {picture.view().width, picture.view().height,
                                   picture.view().depth, 1};
  if (picture.shape().layered) {
    sizes[picture.shape().dimensions] = picture.view().array_layers;
  }
  return sizes;
}

int32_t random_index(uint32_t size, std::mt19937 &random) {
  switch (below(12, random)) {
    case 0:
      return std::numeric_limits<int32_t>::min();
    case 1:
      return std::numeric_limits<int32_t>::max();
    default:
      return static_cast<int32_t>(below(size + 8, random)) - 4;
  }
}

/// In pixels: inside, outside, at edges of pixels and next to them, and far away.
float random_position(uint32_t size, bool far, std::mt19937 &random) {
  const auto edge = static_cast<float>(static_cast<int>(below(2 * size + 9, random)) - 4) * 0.5F;
  const float far_away[] = {float_infinity, -float_infinity, std::nanf(""), 1e30F, -1e30F,
                            3e9F,           -3e9F,           1e-40F};
  switch (below(8, random)) {
    case 0:
      return edge;
    case 1:
      return std::nextafter(edge, float_infinity);
    case 2:
      return std::nextafter(edge, -float_infinity);
    case 3:
      return far ? far_away[below(8, random)] : far_away[below(3, random)];
    default:
      return std::uniform_real_distribution<float>(-2.5F, static_cast<float>(size) + 2.5F)(random);
  }
}

std::vector<Coordinate<int32_t>> random_indices(const Picture &picture, std::mt19937 &random) {
  std::vector<Coordinate<int32_t>> at(coordinates_per_run);
  for (Coordinate<int32_t> &coordinate : at) {
    for (size_t i = 0; i < 4; ++i) {
      coordinate[i] = random_index(sizes_of(picture)[i], random);
    }
  }
  return at;
}

std::vector<Coordinate<float>> random_positions(const Picture &picture, uint32_t sampler,
                                                std::mt19937 &random) {
  const bool normalized = (sampler & sampler_bits::normalized_coordinates) != 0;
  const uint32_t mode = sampler & sampler_bits::address_mask;
  // Repeated positions in pixels are exact only in the exact range of floats.
  const bool far = normalized || mode <= sampler_bits::address_clamp;
  std::vector<Coordinate<float>> at(coordinates_per_run);
  for (Coordinate<float> &coordinate : at) {
    for (size_t i = 0; i < 4; ++i) {
      const uint32_t size = sizes_of(picture)[i];
      coordinate[i] = random_position(size, far, random);
      if (normalized && i < picture.shape().dimensions) {
        coordinate[i] /= static_cast<float>(size);
      }
    }
  }
  return at;
}

/// Samplers for each picture. Specialized ones are compiled individually.
int samplers_at(const std::string &level) {
  return level == known ? 1 : 3;
}

uint32_t random_addressing(std::mt19937 &random) {
  return 2 * below(5, random) | below(2, random);
}

template <typename Result>
void check_indices(const std::string &level, const Picture &picture, std::mt19937 &random) {
  const std::vector<Coordinate<int32_t>> at = random_indices(picture, random);
  const auto directly = [&](const Coordinate<int32_t> &coordinate) {
    return read_nearest(picture, sampler_bits::address_none, coordinate);
  };
  check(read<Result>(level, "read_only", picture, std::nullopt, at), at, directly);
  check(read<Result>(level, "read_write", picture, std::nullopt, at), at, directly);
  if (picture.shape().name == "image1d_buffer") {
    return;
  }
  const uint32_t sampler = sampler_bits::filter_nearest | 2 * below(5, random);
  INFO("sampler 0x" << std::hex << sampler);
  check(read<Result>(level, "int", picture, sampler, at), at,
        [&](const Coordinate<int32_t> &coordinate) {
          return read_nearest(picture, sampler, coordinate);
        });
}

template <typename Result>
void check_positions(const std::string &level, const Picture &picture, std::mt19937 &random) {
  if (picture.shape().name == "image1d_buffer") {
    return;
  }
  for (int i = 0; i < samplers_at(level); ++i) {
    const uint32_t sampler = sampler_bits::filter_nearest | random_addressing(random);
    INFO("sampler 0x" << std::hex << sampler);
    const std::vector<Coordinate<float>> at = random_positions(picture, sampler, random);
    check(read<Result>(level, "float", picture, sampler, at), at,
          [&](const Coordinate<float> &coordinate) {
            return read_nearest(picture, sampler, coordinate);
          });
  }
}

/// Colors are between -1 and 1: a few roundings of products of three weights, and that of half.
template <typename Result>
void check_filter(const std::string &level, const Picture &picture, std::mt19937 &random) {
  if (picture.shape().name == "image1d_buffer") {
    return;
  }
  const double tolerance = std::is_same_v<Result, Half> ? 0x1p-11 : 0x1p-19;
  for (int i = 0; i < samplers_at(level); ++i) {
    const uint32_t sampler = sampler_bits::filter_linear | random_addressing(random);
    INFO("sampler 0x" << std::hex << sampler);
    const std::vector<Coordinate<float>> at = random_positions(picture, sampler, random);
    check(
        read<Result>(level, "float", picture, sampler, at), at,
        [&](const Coordinate<float> &coordinate) {
          return read_linear(picture, sampler, coordinate);
        },
        tolerance);
  }
}

bool has_kind(const FormatBytes &format, ChannelKind kind) {
  return kind_of(format.format.type) == kind;
}

/// Runs a test for every shape and format of that kind; for specialized code, only for shapes that
/// make a difference, of which each format has one unless MUX_TEST_IMAGES is `all`.
template <typename Test>
void for_pictures(ChannelKind kind, const std::string &level, const Test &test) {
  const uint32_t seed = random_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const FormatBytes &format : formats) {
    if (!has_kind(format, kind)) {
      continue;
    }
    for (const Shape &shape : shapes) {
      if (level == known && !is_specialized_for(shape, format)) {
        continue;
      }
      const Picture picture(shape, format, random_extent(shape, random), random);
      INFO(picture.description());
      test(picture, random);
    }
  }
}

}  // namespace

TEST_CASE("colors are read from every format of real numbers", "[images]") {
  const auto level = GENERATE(from_range(levels_and_known()));
  for_pictures(ChannelKind::real, level, [&](const Picture &picture, std::mt19937 &random) {
    check_indices<float>(level, picture, random);
    check_positions<float>(level, picture, random);
  });
}

TEST_CASE("colors are read as half", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  for_pictures(ChannelKind::real, level, [&](const Picture &picture, std::mt19937 &random) {
    check_indices<Half>(level, picture, random);
    check_positions<Half>(level, picture, random);
  });
}

TEST_CASE("colors are read from every format of integers", "[images]") {
  const auto level = GENERATE(from_range(levels_and_known()));
  for_pictures(ChannelKind::signed_integer, level,
               [&](const Picture &picture, std::mt19937 &random) {
                 check_indices<int32_t>(level, picture, random);
                 check_positions<int32_t>(level, picture, random);
               });
  for_pictures(ChannelKind::unsigned_integer, level,
               [&](const Picture &picture, std::mt19937 &random) {
                 check_indices<uint32_t>(level, picture, random);
                 check_positions<uint32_t>(level, picture, random);
               });
}

TEST_CASE("linear filtering", "[images]") {
  const auto level = GENERATE(from_range(levels_and_known()));
  for_pictures(ChannelKind::real, level, [&](const Picture &picture, std::mt19937 &random) {
    picture.fill_with_colors(random);
    check_filter<float>(level, picture, random);
    if (level != known) {
      check_filter<Half>(level, picture, random);
    }
  });
}

TEST_CASE("integers are read with the nearest filter, whatever the sampler's filter", "[images]") {
  std::mt19937 random(random_seed());
  const Picture picture(shape_of("image2d"), {{0x10B5, 0x10DA}, 4}, {7, 5, 1, 0}, random);
  const uint32_t addressing = sampler_bits::address_clamp_to_edge;
  const std::vector<Coordinate<float>> at = random_positions(picture, addressing, random);
  CHECK(read<uint32_t>("O2", "float", picture, addressing | sampler_bits::filter_linear, at) ==
        read<uint32_t>("O2", "float", picture, addressing | sampler_bits::filter_nearest, at));
}

TEST_CASE("reads of another type than the channels' are zero", "[images]") {
  std::mt19937 random(random_seed());
  const std::vector<Coordinate<int32_t>> at = {{0, 0, 0, 0}, {-1, 0, 0, 0}};
  const std::vector<Coordinate<float>> between = {{0.7F, 0.7F, 0, 0}};
  const uint32_t linear = sampler_bits::filter_linear | sampler_bits::address_clamp;
  for (const FormatBytes &format : formats) {
    const Picture picture(shape_of("image2d"), format, {2, 2, 1, 0}, random);
    INFO(picture.description());
    if (has_kind(format, ChannelKind::real)) {
      CHECK(read<int32_t>("O2", "read_only", picture, std::nullopt, at) == std::vector<int32_t>(8));
      CHECK(read<uint32_t>("O2", "read_only", picture, std::nullopt, at) ==
            std::vector<uint32_t>(8));
    } else {
      CHECK(read<float>("O2", "read_only", picture, std::nullopt, at) == std::vector<float>(8));
      CHECK(read<float>("O2", "float", picture, linear, between) == std::vector<float>(4));
    }
  }
}

TEST_CASE("integers are read with the signedness of their format", "[images]") {
  std::mt19937 random(random_seed());
  const std::vector<Coordinate<int32_t>> at = {{0, 0, 0, 0}, {1, 1, 0, 0}, {-1, 0, 0, 0}};
  for (const FormatBytes &format : formats) {
    if (has_kind(format, ChannelKind::real)) {
      continue;
    }
    const Picture picture(shape_of("image2d"), format, {2, 2, 1, 0}, random);
    INFO(picture.description());
    const auto with_sign = read<int32_t>("O2", "read_only", picture, std::nullopt, at);
    CHECK(std::vector<uint32_t>(with_sign.begin(), with_sign.end()) ==
          read<uint32_t>("O2", "read_only", picture, std::nullopt, at));
  }
}

TEST_CASE("an image with fewer layers than the kernel's type is read in its first layer",
          "[images]") {
  std::mt19937 random(random_seed());
  const FormatBytes format = {{0x10B5, 0x10DA}, 4};
  const Picture flat(shape_of("image2d"), format, {3, 2, 1, 0}, random);
  const std::vector<Coordinate<int32_t>> first = {{2, 1, 0, 0}};
  const std::vector<Coordinate<int32_t>> other = {{2, 1, 1, 0}};
  const std::vector<uint32_t> expected =
      read<uint32_t>("O2", "read_only", flat, std::nullopt, first);
  for (const char *name : {"image3d", "image2d_array"}) {
    std::vector<Coordinate<int32_t>> at = first;
    std::vector<uint32_t> out(4);
    Call(program<uint32_t>("O2"), std::string("readui_") + name + "_read_only")
        .image(flat.view())
        .buffer(at)
        .buffer(out)
        .run({});
    CHECK(out == expected);
    at = other;
    Call(program<uint32_t>("O2"), std::string("readui_") + name + "_read_only")
        .image(flat.view())
        .buffer(at)
        .buffer(out)
        .run({});
    CHECK(out == (name == std::string("image3d") ? std::vector<uint32_t>(4) : expected));
  }
}

}  // namespace mux::compiler::test::image_reads
