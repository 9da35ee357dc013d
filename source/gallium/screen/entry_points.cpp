// Entry points of screens and formats.

#include "client/clock.h"
#include "gallium/format/format.h"
#include "gallium/screen/capabilities.h"
#include "gallium/screen/screen.h"
#include "gallium/support/call.h"

using namespace mux::gallium;

mux_result_t muxGalliumCreateScreen(mux_device_t device, mux_allocator_info_t allocator_info,
                                    mux_gallium_screen_t *out_screen) {
  return call("muxGalliumCreateScreen", arguments(device, out_screen), [&] {
    require_valid(device != nullptr, "the device is NULL");
    require(allocator_info.alloc != nullptr && allocator_info.free != nullptr,
            mux_error_null_allocator_callback, "a callback of the allocator is NULL");
    require_out(out_screen, "out_screen is NULL");
    *out_screen = new Screen(device, allocator_info);
  });
}

mux_result_t muxGalliumDestroyScreen(mux_gallium_screen_t screen) {
  return call("muxGalliumDestroyScreen", arguments(screen),
              [&] { checked<Screen>(screen).drop(); });
}

mux_result_t muxGalliumGetScreenInfo(mux_gallium_screen_t screen,
                                     mux_gallium_screen_info_t *out_info) {
  return call("muxGalliumGetScreenInfo", arguments(screen, out_info), [&] {
    const Screen &of = checked<Screen>(screen);
    require_out(out_info, "out_info is NULL");
    *out_info = of.info();
  });
}

mux_result_t muxGalliumGetTimestamp(mux_gallium_screen_t screen, uint64_t *out_nanoseconds) {
  return call("muxGalliumGetTimestamp", arguments(screen, out_nanoseconds), [&] {
    checked<Screen>(screen);
    require_out(out_nanoseconds, "out_nanoseconds is NULL");
    *out_nanoseconds = mux::client::now();
  });
}

mux_result_t muxGalliumGetFormatInfo(uint32_t format, mux_gallium_format_info_t *out_info) {
  return call("muxGalliumGetFormatInfo", arguments(format, out_info), [&] {
    const FormatInfo &info = checked_format(format);
    require_out(out_info, "out_info is NULL");
    *out_info = info;
  });
}

mux_result_t muxGalliumIsFormatSupported(mux_gallium_screen_t screen, uint32_t format,
                                         uint32_t target, uint32_t sample_count, uint32_t bindings,
                                         bool *out_supported) {
  return call("muxGalliumIsFormatSupported",
              arguments(screen, format, target, sample_count, bindings, out_supported), [&] {
                const Screen &of = checked<Screen>(screen);
                require_out(out_supported, "out_supported is NULL");
                *out_supported = is_supported(of.info(), {format, target, sample_count, bindings});
              });
}
