// Writes of images compared with the reference: every format, shape and access. All bytes are
// compared, including padding.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "pipeline/kernel_runner.h"
#include "reference.h"

namespace mux::compiler::test::image_writes {
namespace {

/// Every second pixel of the image, in random order, and some coordinates outside.
std::vector<Coordinate<int32_t>> random_places(const Picture &picture, std::mt19937 &random) {
  const ImageView &view = picture.view();
  const unsigned dimensions = picture.shape().dimensions;
  std::vector<uint64_t> pixels(picture.pixel_count());
  std::iota(pixels.begin(), pixels.end(), uint64_t{0});
  std::shuffle(pixels.begin(), pixels.end(), random);
  pixels.resize((pixels.size() + 1) / 2);
  std::vector<Coordinate<int32_t>> places;
  for (const uint64_t pixel : pixels) {
    const auto x = static_cast<int32_t>(pixel % view.width);
    const auto y = static_cast<int32_t>(pixel / view.width % view.height);
    const auto z = static_cast<int32_t>(pixel / view.width / view.height);
    places.push_back(dimensions == 1 ? Coordinate<int32_t>{x, z, 7, 7}
                                     : Coordinate<int32_t>{x, y, z, 7});
  }
  const int32_t sizes[3] = {static_cast<int32_t>(view.width),
                            static_cast<int32_t>(dimensions == 1 ? view.array_layers : view.height),
                            static_cast<int32_t>(std::max(view.depth, view.array_layers))};
  const unsigned coordinates = dimensions + (picture.shape().layered ? 1 : 0);
  for (unsigned i = 0; i < coordinates; ++i) {
    for (const int32_t outside :
         {-1, sizes[i], std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()}) {
      Coordinate<int32_t> place = {0, 0, 0, 0};
      place[i] = outside;
      places.push_back(place);
    }
  }
  return places;
}

float random_color(float /*type*/, std::mt19937 &random) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float special[] = {0.0F,  1.0F,  -1.0F,    0.5F,     -0.5F, 2.0F,     -2.0F,     1e30F,
                           1e-9F, -0.0F, infinity, 65519.0F, 1.5F,  65520.0F, -infinity, -1e30F};
  switch (below(5, random)) {
    case 0:
      return special[below(16, random)];
    case 1:
      // Midpoints between two stored numbers.
      return (static_cast<float>(below(255, random)) + 0.5F) / 255.0F;
    case 2:
      // Between two numbers of half, of any size.
      return std::ldexp(1024.5F + static_cast<float>(below(1024, random)),
                        -static_cast<int>(below(26, random)));
    default:
      return std::uniform_real_distribution<float>(-1.2F, 1.2F)(random);
  }
}

int32_t random_color(int32_t /*type*/, std::mt19937 &random) {
  const int32_t special[] = {127, 128, -128, -129, 32767, 32768, -32768, -32769};
  return below(2, random) == 0 ? special[below(8, random)] : static_cast<int32_t>(random());
}

uint32_t random_color(uint32_t /*type*/, std::mt19937 &random) {
  const uint32_t special[] = {0, 255, 256, 65535, 65536, 0xFFFFFFFF};
  return below(2, random) == 0 ? special[below(6, random)] : static_cast<uint32_t>(random());
}

template <typename Value>
void write(const Program &program, const std::string &kernel, const Picture &picture,
           std::vector<Coordinate<int32_t>> at, std::vector<Value> colors) {
  Call call(program, kernel);
  call.image(picture.view()).buffer(at).buffer(colors);
  call.run({.global = {at.size(), 1, 1}, .local = {16, 1, 1}});
}

/// The same with code specialized for the image format.
template <typename Value>
void write_known(const Program &program, const std::string &kernel, const Picture &picture,
                 const std::vector<Coordinate<int32_t>> &at, const std::vector<Value> &colors) {
  RangeShape shape = {.has_small_ids = true, .has_long_rows = true};
  shape.opaque_arguments[0] =
      packed_format(picture.view().channel_order, picture.view().channel_type);
  write(*specialize(program, kernel, {{}, {}, {}, shape}), kernel, picture, at, colors);
}

/// The expected memory of the image after the writes.
template <typename Value>
std::vector<std::byte> expected_bytes(const Picture &picture,
                                      const std::vector<Coordinate<int32_t>> &at,
                                      const std::vector<Value> &colors) {
  std::vector<std::byte> bytes = picture.bytes();
  for (size_t i = 0; i < at.size(); ++i) {
    const std::optional<size_t> offset = written_offset(picture, at[i]);
    if (!offset) {
      continue;
    }
    const Color color = {static_cast<double>(colors[4 * i]), static_cast<double>(colors[4 * i + 1]),
                         static_cast<double>(colors[4 * i + 2]),
                         static_cast<double>(colors[4 * i + 3])};
    const std::vector<std::byte> pixel =
        encode({picture.format(), picture.view().pixel_size}, color);
    std::copy(pixel.begin(), pixel.end(), bytes.begin() + static_cast<std::ptrdiff_t>(*offset));
  }
  return bytes;
}

template <typename Value>
void check_writes(ChannelKind kind, const std::string &file, const std::string &suffix) {
  const auto level = GENERATE(from_range(clang_levels()));
  const uint32_t seed = random_seed();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const Program &program = load_shared(file + "." + level + ".bc");
  for (const FormatBytes &format : formats) {
    if (kind_of(format.format.type) != kind) {
      continue;
    }
    for (const Shape &shape : shapes) {
      for (const char *access : {"write_only", "read_write"}) {
        const Picture picture(shape, format, random_extent(shape, random, 5), random);
        const std::vector<Coordinate<int32_t>> at = random_places(picture, random);
        std::vector<Value> colors(4 * at.size());
        std::generate(colors.begin(), colors.end(), [&] { return random_color(Value(), random); });
        const std::vector<std::byte> expected = expected_bytes(picture, at, colors);
        const std::vector<std::byte> before = picture.bytes();
        const std::string kernel = "write" + suffix + "_" + shape.name + "_" + access;
        write(program, kernel, picture, at, colors);
        INFO(picture.description());
        CHECK(picture.bytes() == expected);
        if (level == "O2" && is_specialized_for(shape, format)) {
          std::copy(before.begin(), before.end(), picture.data());
          write_known(program, kernel, picture, at, colors);
          CHECK(picture.bytes() == expected);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("colors are written to every format of real numbers", "[images]") {
  check_writes<float>(ChannelKind::real, "float", "f");
}

TEST_CASE("colors are written to every format of signed integers", "[images]") {
  check_writes<int32_t>(ChannelKind::signed_integer, "int", "i");
}

TEST_CASE("colors are written to every format of unsigned integers", "[images]") {
  check_writes<uint32_t>(ChannelKind::unsigned_integer, "uint", "ui");
}

TEST_CASE("colors are written as half", "[images]") {
  const auto level = GENERATE(from_range(clang_levels()));
  std::mt19937 random(random_seed());
  const Program &program = load_shared("half." + level + ".bc");
  for (const FormatBytes &format : formats) {
    if (kind_of(format.format.type) != ChannelKind::real) {
      continue;
    }
    for (const Shape &shape : shapes) {
      const Picture picture(shape, format, random_extent(shape, random, 4), random);
      const std::vector<Coordinate<int32_t>> at = random_places(picture, random);
      std::vector<uint16_t> halves(4 * at.size());
      std::vector<double> colors(halves.size());
      for (size_t i = 0; i < halves.size(); ++i) {
        // Numbers below 2.
        halves[i] = static_cast<uint16_t>((random() & 0x83FF) | below(16, random) << 10);
        std::byte bytes[2];
        std::memcpy(bytes, &halves[i], sizeof(bytes));
        colors[i] = decode({0x10B0, 0x10DD}, bytes)[0];
      }
      const std::vector<std::byte> expected = expected_bytes(picture, at, colors);
      write(program, "writeh_" + shape.name + "_write_only", picture, at, halves);
      INFO(picture.description());
      CHECK(picture.bytes() == expected);
    }
  }
}

TEST_CASE("NaN is written as zero to normalized formats", "[images]") {
  std::mt19937 random(random_seed());
  const Program &program = load_shared("float.O2.bc");
  for (const FormatBytes &format : formats) {
    const bool normalized = format.format.type <= 0x10D6 || format.format.type >= 0x10E0;
    if (!normalized) {
      continue;
    }
    const Picture picture(shape_of("image2d"), format, {1, 1, 1, 0}, random);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    write(program, "writef_image2d_write_only", picture, {{0, 0, 0, 0}},
          std::vector<float>{nan, nan, nan, nan});
    INFO(picture.description());
    CHECK(picture.bytes() == std::vector<std::byte>(format.bytes));
  }
}

void write_integers(const Picture &picture, bool is_signed, uint32_t number) {
  const std::vector<Coordinate<int32_t>> at = {{0, 0, 0, 0}};
  if (is_signed) {
    write(load_shared("int.O2.bc"), "writei_image2d_write_only", picture, at,
          std::vector<int32_t>(4, static_cast<int32_t>(number)));
  } else {
    write(load_shared("uint.O2.bc"), "writeui_image2d_write_only", picture, at,
          std::vector<uint32_t>(4, number));
  }
}

TEST_CASE("writes of another type than the channels' are ignored", "[images]") {
  std::mt19937 random(random_seed());
  const std::vector<Coordinate<int32_t>> at = {{0, 0, 0, 0}};
  for (const FormatBytes &format : formats) {
    const Picture picture(shape_of("image2d"), format, {2, 2, 1, 0}, random);
    INFO(picture.description());
    const std::vector<std::byte> before = picture.bytes();
    if (kind_of(format.format.type) == ChannelKind::real) {
      write_integers(picture, true, 5);
      write_integers(picture, false, 5);
    } else {
      write(load_shared("float.O2.bc"), "writef_image2d_write_only", picture, at,
            std::vector<float>(4, 0.5F));
    }
    CHECK(picture.bytes() == before);
  }
}

TEST_CASE("integers are written with the signedness of their format", "[images]") {
  std::mt19937 random(random_seed());
  for (const FormatBytes &format : formats) {
    if (kind_of(format.format.type) == ChannelKind::real) {
      continue;
    }
    const Picture picture(shape_of("image2d"), format, {2, 2, 1, 0}, random);
    INFO(picture.description());
    for (const uint32_t number : {5U, 0xffffff80U}) {
      write_integers(picture, true, number);
      const std::vector<std::byte> with_sign = picture.bytes();
      write_integers(picture, false, 1);
      CHECK(picture.bytes() != with_sign);
      write_integers(picture, false, number);
      CHECK(picture.bytes() == with_sign);
    }
  }
}

}  // namespace mux::compiler::test::image_writes
