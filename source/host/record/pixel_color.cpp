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
  // Not NULL, since images have a valid format.
  const formats::ChannelTypeInfo *type =
      formats::channel_type(formats::ChannelType{view.channel_type});
  switch (type->color) {
    case formats::ColorType::signed_integer:
      return pack<int32_t>(view, color);
    case formats::ColorType::unsigned_integer:
      return pack<uint32_t>(view, color);
    case formats::ColorType::floating_point:
      break;
  }
  return pack<float>(view, color);
}

}  // namespace mux::host
