/// @file
/// Capabilities and limits of screens, and which formats they support.
#pragma once

#include <mux/gallium/screen.h>

namespace mux::gallium {

/// Bytes of a page of sparse buffers. 64 KiB is what programs expect, and a multiple of the pages
/// of every system that Mux runs on.
inline constexpr uint32_t sparse_page_size = 65536;

/// Alignment of offsets of constant, shader and texel buffers in bytes: vectors of four numbers.
inline constexpr uint32_t buffer_offset_alignment = 16;

/// Slots of each kind: limits of the screen, and capacities of its contexts.
inline constexpr uint32_t constant_slots = 16;
inline constexpr uint32_t buffer_slots = 32;
inline constexpr uint32_t atomic_slots = 16;
inline constexpr uint32_t global_slots = 32;
inline constexpr uint32_t image_slots = 32;
inline constexpr uint32_t view_slots = 32;
inline constexpr uint32_t sampler_slots = 32;

/// Texels of a view of a buffer.
inline constexpr uint32_t max_texel_buffer_elements = 1U << 27U;

mux_gallium_screen_info_t describe_screen(mux_device_t device);

/// A format to look up; as the parameters of muxGalliumIsFormatSupported().
struct FormatUse {
  uint32_t format;
  uint32_t target;
  uint32_t samples;
  uint32_t bindings;
};

bool is_supported(const mux_gallium_screen_info_t &info, const FormatUse &use) noexcept;

}  // namespace mux::gallium
