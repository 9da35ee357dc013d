/// @file
/// The layout of images in the memory that kernels translated from TGSI get, as C: each image is
/// passed as a pointer to bytes and a pointer to a ::texture_layout_s in global memory, which is
/// aligned to 8 bytes. Whoever binds images fills it; the numbers are uniform for all work-items.

#ifndef MUX_TEXTURE_LAYOUT_H
#define MUX_TEXTURE_LAYOUT_H

#include <stdint.h>

/// How the components of a texel are stored, in little-endian order from the first component on.
typedef enum texture_encoding_e {
  /// Nothing can be read or written.
  texture_encoding_none = 0,
  /// 32 bits each, of any type.
  texture_encoding_bits32 = 1,
  /// Floating-point numbers of 16 bits.
  texture_encoding_float16 = 2,
  texture_encoding_unorm8 = 3,
  texture_encoding_unorm16 = 4,
  texture_encoding_snorm8 = 5,
  texture_encoding_snorm16 = 6,
  texture_encoding_uint8 = 7,
  texture_encoding_uint16 = 8,
  texture_encoding_sint8 = 9,
  texture_encoding_sint16 = 10,
  /// Unsigned floating-point numbers of 11, 11 and 10 bits.
  texture_encoding_r11g11b10_float = 11,
  /// 10, 10, 10 and 2 bits.
  texture_encoding_r10g10b10a2_unorm = 12,
  texture_encoding_r10g10b10a2_uint = 13
} texture_encoding_e;

/// An image: one level of a texture, or some of its layers, or a part of a buffer.
typedef struct texture_layout_s {
  /// Texels in x; of a buffer, its elements.
  uint32_t width;
  /// Texels in y; 1 if there is no such dimension.
  uint32_t height;
  /// Slices of a 3D image, layers of an array, faces of cubes; 1 for others. A 1D array has its
  /// layers here.
  uint32_t depth;
  /// Samples of a texel; 1 if it is not multisampled.
  uint32_t samples;
  /// Bytes between rows.
  uint32_t row_pitch;
  /// One of ::texture_encoding_e: what is written by stores whose instruction has no format.
  uint32_t encoding;
  /// Bytes of a texel: 1, 2, 4, 8 or 16.
  uint32_t texel_bytes;
  /// 0.
  uint32_t reserved;
  /// Bytes between slices, layers or faces.
  uint64_t slice_pitch;
  /// Bytes between the samples of a texel.
  uint64_t sample_pitch;
} texture_layout_s;

#endif  // MUX_TEXTURE_LAYOUT_H
