#include "muxrun/pixel_format.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "common/command_line.h"

namespace mux::run {

namespace {

struct Order {
  std::string_view name;
  uint32_t number;
  // The channel order in the sRGB color space; 0 if there is none.
  uint32_t srgb = 0;
};

// The lower half of a mux_image_format_e.
constexpr Order orders[] = {
    {"r", 0x10B0},
    {"a", 0x10B1},
    {"rg", 0x10B2},
    {"ra", 0x10B3},
    {"rgb", 0x10B4, 0x10BF},
    {"rgba", 0x10B5, 0x10C1},
    {"bgra", 0x10B6, 0x10C2},
    {"argb", 0x10B7},
    {"intensity", 0x10B8},
    {"luminance", 0x10B9},
    {"rx", 0x10BA},
    {"rgx", 0x10BB},
    {"rgbx", 0x10BC, 0x10C0},
    {"depth", 0x10BD},
    {"abgr", 0x10C3},
};

struct Coding {
  std::string_view name;
  uint32_t number;
  ChannelCoding coding;
  unsigned bits;
};

constexpr unsigned rgb565 = 565;
constexpr unsigned rgb555 = 555;
constexpr unsigned rgb101010 = 101010;
constexpr unsigned rgba1010102 = 1010102;
constexpr unsigned abgr2101010 = 2101010;

// The upper half of a mux_image_format_e.
constexpr Coding codings[] = {
    {"8_snorm", 0x10D0, ChannelCoding::signed_fraction, 8},
    {"16_snorm", 0x10D1, ChannelCoding::signed_fraction, 16},
    {"8_unorm", 0x10D2, ChannelCoding::unsigned_fraction, 8},
    {"8_srgb", 0x10D2, ChannelCoding::srgb, 8},
    {"16_unorm", 0x10D3, ChannelCoding::unsigned_fraction, 16},
    {"565_unorm", 0x10D4, ChannelCoding::packed, rgb565},
    {"555_unorm", 0x10D5, ChannelCoding::packed, rgb555},
    {"101010_unorm", 0x10D6, ChannelCoding::packed, rgb101010},
    {"8_sint", 0x10D7, ChannelCoding::signed_integer, 8},
    {"16_sint", 0x10D8, ChannelCoding::signed_integer, 16},
    {"32_sint", 0x10D9, ChannelCoding::signed_integer, 32},
    {"8_uint", 0x10DA, ChannelCoding::unsigned_integer, 8},
    {"16_uint", 0x10DB, ChannelCoding::unsigned_integer, 16},
    {"32_uint", 0x10DC, ChannelCoding::unsigned_integer, 32},
    {"16_float", 0x10DD, ChannelCoding::floating_point, 16},
    {"32_float", 0x10DE, ChannelCoding::floating_point, 32},
    {"1010102_unorm", 0x10E0, ChannelCoding::packed, rgba1010102},
    {"2101010_unorm", 0x10E5, ChannelCoding::packed, abgr2101010},
};

bool is_gray(std::string_view order) {
  return order == "intensity" || order == "luminance";
}

// Whether the order is valid for channels that share a word.
bool is_packed_order(const Order &order, unsigned bits) {
  switch (bits) {
    case rgba1010102:
      return order.name == "rgba";
    case abgr2101010:
      return order.name == "abgr";
    default:
      return order.name == "rgb" || order.name == "rgbx";
  }
}

// Whether the order and the coding can be combined.
bool can_combine(const Order &order, const Coding &coding) {
  if (coding.coding == ChannelCoding::packed) {
    return is_packed_order(order, coding.bits);
  }
  if (coding.coding == ChannelCoding::srgb) {
    return order.srgb != 0;
  }
  if (order.name == "rgb" || order.name == "rgbx") {
    return false;
  }
  if (order.name == "depth") {
    return coding.name == "16_unorm" || coding.name == "32_float";
  }
  return !is_gray(order.name) || (coding.coding != ChannelCoding::signed_integer &&
                                  coding.coding != ChannelCoding::unsigned_integer);
}

// The component stored in a channel; 4 for padding.
size_t component_of(char channel) {
  constexpr std::string_view components = "rgba";
  return std::min(components.find(channel), components.size());
}

std::string_view channels_of(const PixelFormat &format) {
  const bool single = is_gray(format.order) || format.order == "depth";
  return single ? std::string_view("r") : format.order;
}

// Bits of the channels in a shared word, most significant first.
std::vector<unsigned> packed_bits(const PixelFormat &format) {
  switch (format.bits) {
    case rgb565:
      return {5, 6, 5};
    case rgb555:
      return {5, 5, 5};
    case rgba1010102:
      return {10, 10, 10, 2};
    case abgr2101010:
      return {2, 10, 10, 10};
    default:
      return {10, 10, 10};
  }
}

// Alpha is linear.
bool is_srgb(const PixelFormat &format, char channel) {
  return format.coding == ChannelCoding::srgb && channel != 'a';
}

double from_srgb(double color) {
  return color <= 0.04045 ? color / 12.92 : std::pow((color + 0.055) / 1.055, 2.4);
}

double to_srgb(double color) {
  // Clamps to 1; NaN becomes 0.
  const double limited = color > 0 ? std::min(color, 1.0) : 0.0;
  return limited < 0.0031308 ? 12.92 * limited : 1.055 * std::pow(limited, 1 / 2.4) - 0.055;
}

// Rounds to nearest even; NaN becomes 0.
double rounded(double value, double least, double most) {
  return std::isnan(value) ? 0 : std::nearbyint(std::clamp(value, least, most));
}

double greatest(unsigned bits) {
  return std::ldexp(1.0, static_cast<int>(bits)) - 1;
}

// Little-endian, as all supported devices.
uint64_t load_bits(const std::byte *bytes, size_t size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return value;
}

void store_bits(uint64_t value, std::byte *out, size_t size) {
  std::memcpy(out, &value, size);
}

int64_t load_signed(const std::byte *bytes, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<int64_t>(load_bits(bytes, bits / 8) << unused) >> unused;
}

double load_channel(const PixelFormat &format, const std::byte *bytes) {
  switch (format.coding) {
    case ChannelCoding::unsigned_fraction:
    case ChannelCoding::srgb:
      return static_cast<double>(load_bits(bytes, format.bits / 8)) / greatest(format.bits);
    case ChannelCoding::signed_fraction:
      return std::max(
          -1.0, static_cast<double>(load_signed(bytes, format.bits)) / greatest(format.bits - 1));
    case ChannelCoding::signed_integer:
      return static_cast<double>(load_signed(bytes, format.bits));
    case ChannelCoding::floating_point:
      if (format.bits == 16) {
        _Float16 half;
        std::memcpy(&half, bytes, sizeof(half));
        return static_cast<double>(half);
      } else {
        float single;
        std::memcpy(&single, bytes, sizeof(single));
        return single;
      }
    default:
      return static_cast<double>(load_bits(bytes, format.bits / 8));
  }
}

void store_channel(const PixelFormat &format, double value, std::byte *out) {
  const size_t size = format.bits / 8;
  const double most = greatest(format.bits - 1);
  switch (format.coding) {
    case ChannelCoding::unsigned_fraction:
    case ChannelCoding::srgb:
      store_bits(
          static_cast<uint64_t>(rounded(value * greatest(format.bits), 0, greatest(format.bits))),
          out, size);
      break;
    case ChannelCoding::signed_fraction:
      store_bits(
          static_cast<uint64_t>(static_cast<int64_t>(rounded(value * most, -most - 1, most))), out,
          size);
      break;
    case ChannelCoding::signed_integer:
      store_bits(static_cast<uint64_t>(static_cast<int64_t>(rounded(value, -most - 1, most))), out,
                 size);
      break;
    case ChannelCoding::floating_point:
      if (format.bits == 16) {
        const auto half = static_cast<_Float16>(value);
        std::memcpy(out, &half, sizeof(half));
      } else {
        const auto single = static_cast<float>(value);
        std::memcpy(out, &single, sizeof(single));
      }
      break;
    default:
      store_bits(static_cast<uint64_t>(rounded(value, 0, greatest(format.bits))), out, size);
      break;
  }
}

}  // namespace

bool PixelFormat::has_alpha() const {
  return channels_of(*this).find('a') != std::string_view::npos;
}

size_t PixelFormat::size() const {
  if (coding == ChannelCoding::packed) {
    return bits == rgb565 || bits == rgb555 ? 2 : 4;
  }
  return channels_of(*this).size() * bits / 8;
}

ElementType PixelFormat::element_type() const {
  switch (coding) {
    case ChannelCoding::signed_integer:
      return parse_type("int4");
    case ChannelCoding::unsigned_integer:
      return parse_type("uint4");
    default:
      return parse_type("float4");
  }
}

PixelFormat parse_format(std::string_view name) {
  for (const Order &order : orders) {
    for (const Coding &coding : codings) {
      if (name.starts_with(order.name) && name.substr(order.name.size()) == coding.name &&
          can_combine(order, coding)) {
        const uint32_t number = coding.coding == ChannelCoding::srgb ? order.srgb : order.number;
        return {std::string(name), static_cast<mux_image_format_e>(number | coding.number << 16),
                order.name, coding.coding, coding.bits};
      }
    }
  }
  throw tools::UsageError(
      "'" + std::string(name) +
      "' is not a format; formats are r, a, rg, ra, rgba, bgra, argb, abgr, rx or rgx with "
      "8_snorm, 16_snorm, 8_unorm, 16_unorm, 8_sint, 16_sint, 32_sint, 8_uint, "
      "16_uint, 32_uint, 16_float or 32_float appended, like rgba8_unorm; "
      "intensity or luminance with one of them except integers; depth with "
      "16_unorm or 32_float; rgb or rgbx with 565_unorm, 555_unorm or "
      "101010_unorm; rgba1010102_unorm, abgr2101010_unorm; rgb, rgbx, rgba or "
      "bgra with 8_srgb");
}

Color load_pixel(const PixelFormat &format, const std::byte *pixel) {
  Color color = {0, 0, 0, 1};
  if (format.coding == ChannelCoding::packed) {
    uint64_t word = load_bits(pixel, format.size());
    const std::vector<unsigned> bits = packed_bits(format);
    for (size_t channel = bits.size(); channel-- > 0;) {
      const auto mask = static_cast<uint64_t>(greatest(bits[channel]));
      color[component_of(format.order[channel])] =
          static_cast<double>(word & mask) / static_cast<double>(mask);
      word >>= bits[channel];
    }
    return color;
  }
  const std::string_view channels = channels_of(format);
  for (size_t channel = 0; channel < channels.size(); ++channel) {
    const size_t component = component_of(channels[channel]);
    if (component < color.size()) {
      const double number = load_channel(format, pixel + channel * format.bits / 8);
      color[component] = is_srgb(format, channels[channel]) ? from_srgb(number) : number;
    }
  }
  if (is_gray(format.order)) {
    color[1] = color[2] = color[0];
    color[3] = format.order == "intensity" ? color[0] : 1;
  }
  return color;
}

void store_pixel(const PixelFormat &format, const Color &color, std::byte *out) {
  if (format.coding == ChannelCoding::packed) {
    uint64_t word = 0;
    const std::vector<unsigned> bits = packed_bits(format);
    for (size_t channel = 0; channel < bits.size(); ++channel) {
      const double most = greatest(bits[channel]);
      const double value = color[component_of(format.order[channel])];
      word = word << bits[channel] | static_cast<uint64_t>(rounded(value * most, 0, most));
    }
    store_bits(word, out, format.size());
    return;
  }
  const std::string_view channels = channels_of(format);
  for (size_t channel = 0; channel < channels.size(); ++channel) {
    const size_t component = component_of(channels[channel]);
    const double value = component < color.size() ? color[component] : 0;
    store_channel(format, is_srgb(format, channels[channel]) ? to_srgb(value) : value,
                  out + channel * format.bits / 8);
  }
}

}  // namespace mux::run
