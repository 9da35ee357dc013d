/// @file
/// Structures that the kernels of this folder read, with the layout of pixels.cl, clear.cl,
/// blit.cl and decompress.cl.
#pragma once

#include <cstdint>

#include "gallium/format/format.h"

namespace mux::gallium {

struct PixelFormat {
  uint8_t type[4];
  uint8_t offset[4];
  uint8_t bits[4];
  uint8_t missing[4];
  uint32_t block_bytes;
  uint32_t is_srgb;
};
static_assert(sizeof(PixelFormat) == 24);

inline constexpr uint32_t max_block_bytes = 32;

struct FillValue {
  uint8_t value[max_block_bytes];
  uint8_t mask[max_block_bytes];
};

struct ClearValue {
  PixelFormat format;
  uint32_t channels;
  uint32_t padding;
  double color[4];
};
static_assert(sizeof(ClearValue) == 64);

struct FillBox {
  uint64_t offset;
  uint64_t stride;
  uint64_t layer_stride;
  uint32_t block_bytes;
  uint32_t keeps;
};
static_assert(sizeof(FillBox) == 32);

struct DecompressJob {
  uint64_t offset;
  uint64_t stride;
  uint64_t layer_stride;
  uint32_t first[3];
  uint32_t block_bytes;
  uint32_t kind;
  uint32_t is_bytes;
  uint64_t target;
};
static_assert(sizeof(DecompressJob) == 56);

struct BlitJobSide {
  uint64_t offset;
  uint64_t stride;
  uint64_t layer_stride;
  int32_t width;
  int32_t height;
  int32_t layers;
  int32_t samples;
  PixelFormat format;
};
static_assert(sizeof(BlitJobSide) == 64);

struct BlitJob {
  BlitJobSide source;
  BlitJobSide destination;
  float origin[3];
  float scale[3];
  uint32_t mask;
  uint32_t is_linear;
  uint32_t is_linear_in_z;
  uint32_t is_averaged;
  uint32_t is_blended;
  int32_t scissor[4];
  uint32_t rectangle_count;
  uint32_t rectangles_include;
  int32_t rectangles[8][4];
  int32_t first[3];
};
static_assert(sizeof(BlitJob) == 336);

PixelFormat pixel_format(const FormatInfo &format);

}  // namespace mux::gallium
