#include "host/record/pixel_color.h"

#include <cstdint>
#include <cstring>

#include "compiler/images/colors.h"
#include "formats/image_format.h"

namespace mux::host {
namespace {

template <typename Value>
PixelBytes pack(const compiler::ImageView &view, const PixelBytes &color) {
  Value values[4];
  static_assert(sizeof values == sizeof color);
  std::memcpy(values, color.data(), sizeof values);
  PixelBytes pixel{};
  compiler::images::write_color<Value>(
      view, pixel.data(),
      compiler::images::Color<Value>{values[0], values[1], values[2], values[3]});
  return pixel;
}

}  // namespace

PixelBytes pack_color(const compiler::ImageView &view, const PixelBytes &color) {
  using compiler::ChannelType;
  switch (ChannelType{view.channel_type}) {
    case ChannelType::signed_int8:
    case ChannelType::signed_int16:
    case ChannelType::signed_int32:
      return pack<int32_t>(view, color);
    case ChannelType::unsigned_int8:
    case ChannelType::unsigned_int16:
    case ChannelType::unsigned_int32:
      return pack<uint32_t>(view, color);
    default:
      return pack<float>(view, color);
  }
}

}  // namespace mux::host
