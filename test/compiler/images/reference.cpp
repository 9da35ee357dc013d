#include "reference.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "compiler/abi/kernel_abi.h"

namespace mux::compiler::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The components of the channels in memory order; x is padding.
const char *components(uint32_t order) {
  switch (order) {
    case 0x10B0:
      return "r";
    case 0x10B1:
      return "a";
    case 0x10B2:
      return "rg";
    case 0x10B3:
      return "ra";
    case 0x10B4:
    case 0x10BC:
      return "rgb";
    case 0x10B5:
      return "rgba";
    case 0x10B6:
      return "bgra";
    case 0x10B7:
      return "argb";
    case 0x10B8:
    case 0x10B9:
      return "r";
    case 0x10BA:
      return "rx";
    case 0x10BB:
      return "rgx";
    case 0x10BD:
      return "r";
    case 0x10BF:
      return "rgb";
    case 0x10C0:
      return "rgbx";
    case 0x10C1:
      return "rgba";
    case 0x10C2:
      return "bgra";
    case 0x10C3:
      return "abgr";
    default:
      return "";
  }
}

size_t component_index(char component) {
  return component == 'r' ? 0 : component == 'g' ? 1 : component == 'b' ? 2 : 3;
}

template <typename Integer>
double load(const std::byte *address) {
  Integer value;
  std::memcpy(&value, address, sizeof(value));
  return static_cast<double>(value);
}

double decode_half(uint32_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = static_cast<int>(bits >> 10 & 0x1F);
  const double significand = bits & 0x3FF;
  if (exponent == 31) {
    return significand == 0.0 ? sign * infinity : std::nan("");
  }
  return exponent == 0 ? sign * std::ldexp(significand, -24)
                       : sign * std::ldexp(1024.0 + significand, exponent - 25);
}

uint32_t encode_half(double value) {
  const uint32_t sign = std::signbit(value) ? 0x8000 : 0;
  const double size = std::fabs(round_to_half(value));
  if (std::isinf(size)) {
    return sign | 0x7C00;
  }
  if (size < std::ldexp(1.0, -14)) {
    return sign | static_cast<uint32_t>(std::ldexp(size, 24));
  }
  const int exponent = std::ilogb(size);
  return sign | static_cast<uint32_t>(exponent + 15) << 10 |
         (static_cast<uint32_t>(std::ldexp(size, 10 - exponent)) & 0x3FF);
}

/// Normalized integers are divided in float.
double divide(double number, double greatest) {
  const float quotient = static_cast<float>(number) / static_cast<float>(greatest);
  return quotient;
}

double decode_channel(uint32_t type, const std::byte *address) {
  switch (type) {
    case 0x10D0:
      return std::max(-1.0, divide(load<int8_t>(address), 127));
    case 0x10D1:
      return std::max(-1.0, divide(load<int16_t>(address), 32767));
    case 0x10D2:
      return divide(load<uint8_t>(address), 255);
    case 0x10D3:
      return divide(load<uint16_t>(address), 65535);
    case 0x10D7:
      return load<int8_t>(address);
    case 0x10D8:
      return load<int16_t>(address);
    case 0x10D9:
      return load<int32_t>(address);
    case 0x10DA:
      return load<uint8_t>(address);
    case 0x10DB:
      return load<uint16_t>(address);
    case 0x10DC:
      return load<uint32_t>(address);
    case 0x10DD:
      return decode_half(static_cast<uint32_t>(load<uint16_t>(address)));
    case 0x10DE:
      return load<float>(address);
    default:
      return 0.0;
  }
}

/// Widths of the channels in a word, the lowest bits last; nothing for other types.
std::vector<uint32_t> packed_widths(uint32_t type) {
  switch (type) {
    case 0x10D4:
      return {5, 6, 5};
    case 0x10D5:
      return {5, 5, 5};
    case 0x10D6:
      return {10, 10, 10};
    case 0x10E0:
      return {10, 10, 10, 2};
    case 0x10E5:
      return {2, 10, 10, 10};
    default:
      return {};
  }
}

bool is_srgb(uint32_t order) {
  return order >= 0x10BF && order <= 0x10C2;
}

/// Alpha is linear.
bool is_srgb(uint32_t order, char channel) {
  return is_srgb(order) && (channel == 'r' || channel == 'g' || channel == 'b');
}

/// The formula of the specification, rounded to a float.
double decode_srgb(uint8_t stored) {
  const double color = stored / 255.0;
  const double linear = color <= 0.04045 ? color / 12.92 : std::pow((color + 0.055) / 1.055, 2.4);
  return static_cast<float>(linear);
}

uint8_t encode_srgb(double color) {
  const double limited = std::isnan(color) ? 0.0 : std::min(std::max(color, 0.0), 1.0);
  const double encoded =
      limited < 0.0031308 ? 12.92 * limited : 1.055 * std::pow(limited, 1.0 / 2.4) - 0.055;
  return static_cast<uint8_t>(std::floor(encoded * 255.0 + 0.5));
}

/// Clamped, rounded to nearest even; 0 for NaN.
double saturate(double value, double least, double greatest) {
  return std::isnan(value) ? 0.0 : std::nearbyint(std::min(std::max(value, least), greatest));
}

template <typename Integer>
std::vector<std::byte> store(double value) {
  const auto stored = static_cast<Integer>(value);
  std::vector<std::byte> bytes(sizeof(stored));
  std::memcpy(bytes.data(), &stored, sizeof(stored));
  return bytes;
}

/// The products of the formulas are in float.
template <typename Integer>
std::vector<std::byte> store_normalized(double value) {
  const auto scale = static_cast<float>(std::numeric_limits<Integer>::max());
  return store<Integer>(saturate(static_cast<float>(value) * scale,
                                 std::numeric_limits<Integer>::min(),
                                 std::numeric_limits<Integer>::max()));
}

template <typename Integer>
std::vector<std::byte> store_integer(double value) {
  return store<Integer>(
      saturate(value, std::numeric_limits<Integer>::min(), std::numeric_limits<Integer>::max()));
}

std::vector<std::byte> encode_channel(uint32_t type, double value) {
  switch (type) {
    case 0x10D0:
      return store_normalized<int8_t>(value);
    case 0x10D1:
      return store_normalized<int16_t>(value);
    case 0x10D2:
      return store_normalized<uint8_t>(value);
    case 0x10D3:
      return store_normalized<uint16_t>(value);
    case 0x10D7:
      return store_integer<int8_t>(value);
    case 0x10D8:
      return store_integer<int16_t>(value);
    case 0x10D9:
      return store_integer<int32_t>(value);
    case 0x10DA:
      return store_integer<uint8_t>(value);
    case 0x10DB:
      return store_integer<uint16_t>(value);
    case 0x10DC:
      return store_integer<uint32_t>(value);
    case 0x10DD:
      return store<uint16_t>(encode_half(value));
    default:
      return store<float>(value);
  }
}

bool normalized(uint32_t sampler) {
  return (sampler & sampler_bits::normalized_coordinates) != 0;
}

uint32_t mode_of(uint32_t sampler) {
  return sampler & sampler_bits::address_mask;
}

bool repeats(uint32_t sampler) {
  return mode_of(sampler) == sampler_bits::address_repeat ||
         mode_of(sampler) == sampler_bits::address_mirrored_repeat;
}

/// Unnormalized coordinates: u, v, w of the specification.
float unnormalize(float coordinate, uint32_t size, uint32_t sampler) {
  if (repeats(sampler) && !std::isfinite(coordinate)) {
    coordinate = 0.0F;
  }
  if (!normalized(sampler)) {
    return coordinate;
  }
  const auto width = static_cast<float>(size);
  if (mode_of(sampler) == sampler_bits::address_repeat) {
    return (coordinate - std::floor(coordinate)) * width;
  }
  if (mode_of(sampler) == sampler_bits::address_mirrored_repeat) {
    const float even = 2.0F * std::rint(0.5F * coordinate);
    return std::fabs(coordinate - even) * width;
  }
  return coordinate * width;
}

/// An index after the addressing mode, -1 for the border. NaN and distant coordinates are numbers
/// beyond any image.
double address(double index, uint32_t pixels, uint32_t sampler) {
  const double size = pixels;
  switch (mode_of(sampler)) {
    case sampler_bits::address_clamp_to_edge:
      return std::min(std::max(index, 0.0), size - 1);
    case sampler_bits::address_repeat:
      return index - size * std::floor(index / size);
    case sampler_bits::address_mirrored_repeat: {
      const double rest = index - 2 * size * std::floor(index / (2 * size));
      return std::min(rest, 2 * size - 1 - rest);
    }
    default:
      return index >= 0 && index < size ? index : -1.0;
  }
}

double floor_or_far(float coordinate) {
  return std::isnan(coordinate) ? -infinity : std::floor(static_cast<double>(coordinate));
}

double nearest(float coordinate, uint32_t size, uint32_t sampler) {
  return address(floor_or_far(unnormalize(coordinate, size, sampler)), size, sampler);
}

double nearest(int32_t coordinate, uint32_t size, uint32_t sampler) {
  return address(coordinate, size, sampler);
}

template <typename Number>
double layer_of(const Picture &picture, const Coordinate<Number> &at) {
  if (!picture.shape().layered) {
    return 0.0;
  }
  const auto layer = static_cast<double>(at[picture.shape().dimensions]);
  const double last = picture.view().array_layers - 1.0;
  return std::isnan(layer) ? 0.0 : std::min(std::max(std::nearbyint(layer), 0.0), last);
}

Color pixel_at(const Picture &picture, double x, double y, double z) {
  if (x < 0 || y < 0 || z < 0) {
    return border_color(picture.view().channel_order);
  }
  const size_t offset =
      picture.offset(static_cast<int64_t>(x), static_cast<int64_t>(y), static_cast<int64_t>(z));
  return decode(picture.format(), picture.data() + offset);
}

template <typename Number>
Color nearest_pixel(const Picture &picture, uint32_t sampler, const Coordinate<Number> &at) {
  const ImageView &view = picture.view();
  const unsigned dimensions = picture.shape().dimensions;
  const double x = nearest(at[0], view.width, sampler);
  const double y = dimensions >= 2 ? nearest(at[1], view.height, sampler) : 0.0;
  const double z = dimensions == 3 ? nearest(at[2], view.depth, sampler) : layer_of(picture, at);
  return pixel_at(picture, x, y, z);
}

/// i0, i1 and a of the specification, for one dimension.
struct Pair {
  double index[2] = {0, 0};
  double weight[2] = {1, 0};
};

Pair linear(float coordinate, uint32_t size, uint32_t sampler) {
  const float position = unnormalize(coordinate, size, sampler);
  if (!std::isfinite(position)) {
    const double end = address(position > 0 ? infinity : -infinity, size, sampler);
    return {{end, end}, {1, 0}};
  }
  const double center = static_cast<double>(position) - 0.5;
  const double first = std::floor(center);
  const double a = center - first;
  return {{address(first, size, sampler), address(first + 1, size, sampler)}, {1 - a, a}};
}

}  // namespace

double round_to_half(double value) {
  if (!std::isfinite(value) || value == 0.0) {
    return value;
  }
  const double unit = std::ldexp(1.0, std::max(std::ilogb(value), -14) - 10);
  const double rounded = std::nearbyint(value / unit) * unit;
  return std::fabs(rounded) >= 65536.0 ? std::copysign(infinity, value) : rounded;
}

Color border_color(uint32_t channel_order) {
  const bool opaque = channel_order == 0x10B0 || channel_order == 0x10B2 ||
                      channel_order == 0x10B4 || channel_order == 0x10B9 || channel_order == 0x10BF;
  return {0, 0, 0, opaque ? 1.0 : 0.0};
}

Color decode(const Format &format, const std::byte *pixel) {
  Color color = {0, 0, 0, 1};
  const std::string channels = components(format.order);
  if (const std::vector<uint32_t> widths = packed_widths(format.type); !widths.empty()) {
    const auto word = format.type == 0x10D4 || format.type == 0x10D5
                          ? static_cast<uint32_t>(load<uint16_t>(pixel))
                          : static_cast<uint32_t>(load<uint32_t>(pixel));
    uint32_t shift = 0;
    for (size_t i = widths.size(); i-- > 0;) {
      const uint32_t greatest = (1U << widths[i]) - 1;
      color[component_index(channels[i])] = divide(word >> shift & greatest, greatest);
      shift += widths[i];
    }
    return color;
  }
  const std::byte *next = pixel;
  for (const char channel : channels) {
    if (is_srgb(format.order, channel)) {
      color[component_index(channel)] = decode_srgb(static_cast<uint8_t>(*next));
    } else if (channel != 'x') {
      color[component_index(channel)] = decode_channel(format.type, next);
    }
    next += encode_channel(format.type, 0.0).size();
  }
  if (format.order == 0x10B8) {
    color = {color[0], color[0], color[0], color[0]};
  } else if (format.order == 0x10B9) {
    color = {color[0], color[0], color[0], 1};
  }
  return color;
}

std::vector<std::byte> encode(const FormatBytes &format, const Color &color) {
  const std::string channels = components(format.format.order);
  if (const std::vector<uint32_t> widths = packed_widths(format.format.type); !widths.empty()) {
    uint32_t word = 0;
    for (size_t i = 0; i < widths.size(); ++i) {
      const uint32_t greatest = (1U << widths[i]) - 1;
      const double value = color[component_index(channels[i])];
      const float product = static_cast<float>(value) * static_cast<float>(greatest);
      word = word << widths[i] | static_cast<uint32_t>(saturate(product, 0, greatest));
    }
    return format.bytes == 2 ? store<uint16_t>(word) : store<uint32_t>(word);
  }
  std::vector<std::byte> bytes;
  for (const char channel : channels) {
    const double value = channel == 'x' ? 0.0 : color[component_index(channel)];
    const std::vector<std::byte> stored = is_srgb(format.format.order, channel)
                                              ? store<uint8_t>(encode_srgb(value))
                                              : encode_channel(format.format.type, value);
    bytes.insert(bytes.end(), stored.begin(), stored.end());
  }
  return bytes;
}

Color read_nearest(const Picture &picture, uint32_t sampler, const Coordinate<float> &at) {
  return nearest_pixel(picture, sampler, at);
}

Color read_nearest(const Picture &picture, uint32_t sampler, const Coordinate<int32_t> &at) {
  return nearest_pixel(picture, sampler, at);
}

Color read_linear(const Picture &picture, uint32_t sampler, const Coordinate<float> &at) {
  const ImageView &view = picture.view();
  const unsigned dimensions = picture.shape().dimensions;
  const Pair x = linear(at[0], view.width, sampler);
  const Pair y = dimensions >= 2 ? linear(at[1], view.height, sampler) : Pair();
  Pair z = dimensions == 3 ? linear(at[2], view.depth, sampler) : Pair();
  if (dimensions != 3) {
    z.index[0] = layer_of(picture, at);
  }
  Color sum = {0, 0, 0, 0};
  for (size_t k = 0; k < 2; ++k) {
    for (size_t j = 0; j < 2; ++j) {
      for (size_t i = 0; i < 2; ++i) {
        const Color pixel = pixel_at(picture, x.index[i], y.index[j], z.index[k]);
        const double weight = x.weight[i] * y.weight[j] * z.weight[k];
        for (size_t component = 0; component < 4; ++component) {
          sum[component] += weight * pixel[component];
        }
      }
    }
  }
  return sum;
}

std::optional<size_t> written_offset(const Picture &picture, const Coordinate<int32_t> &at) {
  const ImageView &view = picture.view();
  const unsigned dimensions = picture.shape().dimensions;
  const uint32_t sizes[3] = {view.width, view.height, view.depth};
  int64_t place[3] = {0, 0, 0};
  for (size_t i = 0; i < dimensions; ++i) {
    place[i] = at[i];
    if (at[i] < 0 || static_cast<uint32_t>(at[i]) >= sizes[i]) {
      return std::nullopt;
    }
  }
  if (picture.shape().layered) {
    place[2] = at[dimensions];
    if (place[2] < 0 || place[2] >= view.array_layers) {
      return std::nullopt;
    }
  }
  return picture.offset(place[0], place[1], place[2]);
}

}  // namespace mux::compiler::test
