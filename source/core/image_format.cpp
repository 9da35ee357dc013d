#include "core/image_format.h"

#include <algorithm>
#include <span>

namespace mux::core {
namespace {

constexpr std::array all_types = {
    ChannelType::snorm8, ChannelType::snorm16, ChannelType::unorm8,  ChannelType::unorm16,
    ChannelType::sint8,  ChannelType::sint16,  ChannelType::sint32,  ChannelType::uint8,
    ChannelType::uint16, ChannelType::uint32,  ChannelType::float16, ChannelType::float32,
};
constexpr std::array packed_types = {
    ChannelType::unorm565,
    ChannelType::unorm555,
    ChannelType::unorm101010,
};
constexpr std::array byte_types = {
    ChannelType::snorm8,
    ChannelType::unorm8,
    ChannelType::sint8,
    ChannelType::uint8,
};
constexpr std::array real_types = {
    ChannelType::snorm8,  ChannelType::snorm16, ChannelType::unorm8,
    ChannelType::unorm16, ChannelType::float16, ChannelType::float32,
};

struct Order {
  ChannelOrder order;
  // Padding included.
  uint32_t channels;
  std::span<const ChannelType> types;
};

constexpr std::array<Order, 13> orders = {{
    {ChannelOrder::r, 1, all_types},
    {ChannelOrder::a, 1, all_types},
    {ChannelOrder::rg, 2, all_types},
    {ChannelOrder::ra, 2, all_types},
    {ChannelOrder::rgb, 3, packed_types},
    {ChannelOrder::rgba, 4, all_types},
    {ChannelOrder::bgra, 4, byte_types},
    {ChannelOrder::argb, 4, byte_types},
    {ChannelOrder::intensity, 1, real_types},
    {ChannelOrder::luminance, 1, real_types},
    {ChannelOrder::rx, 2, all_types},
    {ChannelOrder::rgx, 3, all_types},
    {ChannelOrder::rgbx, 4, packed_types},
}};

constexpr uint32_t number_of(ChannelOrder order, ChannelType type) {
  return static_cast<uint32_t>(order) | static_cast<uint32_t>(type) << 16;
}

constexpr uint32_t pixel_size(ChannelType type, uint32_t channels) {
  switch (type) {
    case ChannelType::snorm8:
    case ChannelType::unorm8:
    case ChannelType::sint8:
    case ChannelType::uint8:
      return channels;
    case ChannelType::snorm16:
    case ChannelType::unorm16:
    case ChannelType::sint16:
    case ChannelType::uint16:
    case ChannelType::float16:
      return 2 * channels;
    case ChannelType::sint32:
    case ChannelType::uint32:
    case ChannelType::float32:
      return 4 * channels;
    // All channels in one unit.
    case ChannelType::unorm565:
    case ChannelType::unorm555:
      return 2;
    case ChannelType::unorm101010:
      return 4;
  }
  return 0;
}

constexpr std::array<mux_image_format_e, image_format_count> formats = [] {
  std::array<mux_image_format_e, image_format_count> all{};
  size_t count = 0;
  for (const Order &order : orders) {
    for (const ChannelType type : order.types) {
      all[count++] = static_cast<mux_image_format_e>(number_of(order.order, type));
    }
  }
  return all;
}();

static_assert(formats.front() == mux_image_format_R8_snorm);
static_assert(formats.back() == mux_image_format_R10G10B10x2_unorm_pack32);

}  // namespace

const std::array<mux_image_format_e, image_format_count> &image_formats() {
  return formats;
}

uint32_t pixel_size(uint32_t format) {
  for (const Order &order : orders) {
    if (static_cast<uint32_t>(order.order) == (format & 0xffff)) {
      const auto type = static_cast<ChannelType>(format >> 16);
      const bool exists =
          std::find(order.types.begin(), order.types.end(), type) != order.types.end();
      return exists ? pixel_size(type, order.channels) : 0;
    }
  }
  return 0;
}

}  // namespace mux::core
