/// @file
/// What compute programs of the Gallium layer get as arguments: structures in memory that kernels
/// read, with the same layout in C and in OpenCL C.
///
/// A kernel's parameters are matched by name; muxGalliumCreateComputeState() (compute.h) has the
/// list. Offsets are from the address that the kernel gets.

#ifndef MUX_GALLIUM_SHADER_ABI_H
#define MUX_GALLIUM_SHADER_ABI_H

#ifdef __OPENCL_VERSION__
#define MUX_GALLIUM_U32 uint
#define MUX_GALLIUM_U64 ulong
#else
#include <stdint.h>
/// A number of 32 bits in both languages; undefined at the end of this header.
#define MUX_GALLIUM_U32 uint32_t
/// A number of 64 bits in both languages; undefined at the end of this header.
#define MUX_GALLIUM_U64 uint64_t
#endif

/// Most levels of a texture.
#define MUX_GALLIUM_MAX_LEVELS 15

/// A level of a view.
struct mux_gallium_view_level_s {
  /// Bytes from the view's address to the first texel of the view's first layer.
  MUX_GALLIUM_U64 offset;
  /// Bytes from one row to the next.
  MUX_GALLIUM_U64 stride;
  /// Bytes from one slice, layer or face to the next.
  MUX_GALLIUM_U64 layer_stride;
  /// Texels of the level.
  MUX_GALLIUM_U32 width;
  /// Rows of the level.
  MUX_GALLIUM_U32 height;
  /// Slices of a 3D texture, layers or faces of the view otherwise.
  MUX_GALLIUM_U32 depth;
  /// 0.
  MUX_GALLIUM_U32 reserved;
};

/// Properties of a view's format: bits of mux_gallium_view_layout_s::flags.
enum mux_gallium_view_flag_e {
  /// Red, green and blue are sRGB.
  mux_gallium_view_flag_srgb = 1,
  /// The components are integers, which are not filtered.
  mux_gallium_view_flag_integer = 2,
  /// The first channel is a depth.
  mux_gallium_view_flag_depth = 4,
  /// The second channel is a stencil value, and there is no depth.
  mux_gallium_view_flag_stencil = 8,
  /// The format has no single texels, or one that programs cannot decode.
  mux_gallium_view_flag_opaque = 16
};

/// Bits of the fourth number of a program's constant `texture_N_view`, which has what the code
/// that samples a view depends on: of its layout, channel_types, channel_offsets, channel_bits, and
///
///     block_bytes | flags << 8 | the four bits of channel_missing << 16 | the swizzles << 20
///
/// with these. A swizzle has three bits, red's are the lowest; channel_missing's bits are those of
/// red, green, blue and alpha.
enum mux_gallium_view_code_e {
  /// All layers of each level are within 2^31 bytes.
  mux_gallium_view_code_small = 1 << 14,
  /// The constant has been given. With mux_gallium_view_flag_opaque there is nothing to read.
  mux_gallium_view_code_given = 1 << 15
};

/// Layout of a sampler view.
struct mux_gallium_view_layout_s {
  /// A value of mux_gallium_target_e.
  MUX_GALLIUM_U32 target;
  /// A value of mux_gallium_format_e.
  MUX_GALLIUM_U32 format;
  /// Bytes of a block of the format.
  MUX_GALLIUM_U32 block_bytes;
  /// Samples; 1 if it is single-sampled. Sample s of layer l is slice l * samples + s.
  MUX_GALLIUM_U32 samples;
  /// Levels of the view; 0 if nothing is bound: reads give 0.
  MUX_GALLIUM_U32 level_count;
  /// Sources of red, green, blue and alpha: values of mux_gallium_swizzle_e.
  MUX_GALLIUM_U32 swizzle[4];
  /// 0.
  MUX_GALLIUM_U32 reserved;
  /// Bytes that may be accessed, from the view's address.
  MUX_GALLIUM_U64 size;
  /// The levels, from the view's first one on.
  struct mux_gallium_view_level_s levels[MUX_GALLIUM_MAX_LEVELS];
  /// Of red, green, blue and alpha, or depth and stencil: a value of mux_gallium_channel_type_e.
  /// Byte 0 is red's.
  MUX_GALLIUM_U32 channel_types;
  /// Their first bits in the block.
  MUX_GALLIUM_U32 channel_offsets;
  /// Their bits.
  MUX_GALLIUM_U32 channel_bits;
  /// 0 or 1: their values if the type is none.
  MUX_GALLIUM_U32 channel_missing;
  /// A set of mux_gallium_view_flag_e.
  MUX_GALLIUM_U32 flags;
  /// 0.
  MUX_GALLIUM_U32 reserved2;
};

/// How the components of an image's texel are stored, red first: the numbers of
/// mux_gallium_image_layout_s::encoding.
enum mux_gallium_image_encoding_e {
  /// Another order, or other components: the kernel needs to know the format.
  mux_gallium_image_encoding_none = 0,
  /// 32 bits each, of any type.
  mux_gallium_image_encoding_bits32 = 1,
  /// Floating-point numbers of 16 bits.
  mux_gallium_image_encoding_float16 = 2,
  mux_gallium_image_encoding_unorm8 = 3,
  mux_gallium_image_encoding_unorm16 = 4,
  mux_gallium_image_encoding_snorm8 = 5,
  mux_gallium_image_encoding_snorm16 = 6,
  mux_gallium_image_encoding_uint8 = 7,
  mux_gallium_image_encoding_uint16 = 8,
  mux_gallium_image_encoding_sint8 = 9,
  mux_gallium_image_encoding_sint16 = 10,
  /// Unsigned floating-point numbers of 11, 11 and 10 bits.
  mux_gallium_image_encoding_r11g11b10_float = 11,
  /// 10, 10, 10 and 2 bits.
  mux_gallium_image_encoding_r10g10b10a2_unorm = 12,
  mux_gallium_image_encoding_r10g10b10a2_uint = 13
};

/// Layout of an image: a level of a texture and some of its layers, or a range of a buffer. All
/// numbers are 0 if nothing is bound: reads give 0, and writes are lost. The layout that TGSI
/// programs read.
struct mux_gallium_image_layout_s {
  /// Texels in x; of a buffer, its elements.
  MUX_GALLIUM_U32 width;
  /// Texels in y; 1 if there is no such dimension.
  MUX_GALLIUM_U32 height;
  /// Slices, layers or faces; 1 for others.
  MUX_GALLIUM_U32 depth;
  /// Samples of a texel; 1 if it is single-sampled.
  MUX_GALLIUM_U32 samples;
  /// Bytes between rows.
  MUX_GALLIUM_U32 row_pitch;
  /// A value of mux_gallium_image_encoding_e.
  MUX_GALLIUM_U32 encoding;
  /// Bytes of a texel.
  MUX_GALLIUM_U32 texel_bytes;
  /// 0.
  MUX_GALLIUM_U32 reserved;
  /// Bytes between slices, layers or faces.
  MUX_GALLIUM_U64 slice_pitch;
  /// Bytes between the samples of a texel.
  MUX_GALLIUM_U64 sample_pitch;
};

/// Bits of a program's constant `texture_N_sampler`, which has what the code that samples depends
/// on: from the layout of the sampler
///
///     wrap_s | wrap_t << 3 | wrap_r << 6 | min_img_filter << 9 | mag_img_filter << 10 |
///     min_mip_filter << 11 | compare_mode << 13 | compare_func << 14 | seamless_cube_map << 17 |
///     unnormalized_coords << 18
///
/// with these.
enum mux_gallium_sampler_code_e {
  /// There is a sampler.
  mux_gallium_sampler_code_bound = 1 << 19,
  /// The constant has been given.
  mux_gallium_sampler_code_given = 1 << 20
};

/// A sampler state.
struct mux_gallium_sampler_layout_s {
  /// A value of mux_gallium_wrap_e.
  MUX_GALLIUM_U32 wrap_s;
  /// The same in t.
  MUX_GALLIUM_U32 wrap_t;
  /// The same in r.
  MUX_GALLIUM_U32 wrap_r;
  /// A value of mux_gallium_filter_e.
  MUX_GALLIUM_U32 min_img_filter;
  /// A value of mux_gallium_mip_filter_e.
  MUX_GALLIUM_U32 min_mip_filter;
  /// A value of mux_gallium_filter_e.
  MUX_GALLIUM_U32 mag_img_filter;
  /// Whether texels are compared with a reference.
  MUX_GALLIUM_U32 compare_mode;
  /// A value of mux_gallium_function_e.
  MUX_GALLIUM_U32 compare_func;
  /// Whether cubes are filtered across faces.
  MUX_GALLIUM_U32 seamless_cube_map;
  /// Samples of anisotropic filtering; 0 and 1 are off.
  MUX_GALLIUM_U32 max_anisotropy;
  /// Whether coordinates count texels rather than run from 0 to 1.
  MUX_GALLIUM_U32 unnormalized_coords;
  /// Added to the level.
  float lod_bias;
  /// The least level, counted from the first of the view.
  float min_lod;
  /// The greatest level.
  float max_lod;
  /// Bits of four floats, or four integers of an integer view.
  MUX_GALLIUM_U32 border_color[4];
};

/// What a handle of muxGalliumCreateTextureHandle() is the address of: a sampler view with a
/// sampler state. A program casts the 64-bit number, which it gets in a buffer, in constants or in
/// INPUT:
///
///     kernel void read(global const ulong *buffer_0, ...) {
///       global const struct mux_gallium_texture_handle_s *texture =
///           (global const struct mux_gallium_texture_handle_s *)buffer_0[0];
///       global const uchar *texels = (global const uchar *)texture->texels;
///
/// It may read the structure and the texels while the handle is resident in the grid's context.
struct mux_gallium_texture_handle_s {
  /// The view's address, as of a parameter `view_N`; 0 if there are no texels.
  MUX_GALLIUM_U64 texels;
  /// Whether there is a sampler state: 0 or 1. There is none for views of buffers.
  MUX_GALLIUM_U32 has_sampler;
  /// 0.
  MUX_GALLIUM_U32 reserved;
  /// The view.
  struct mux_gallium_view_layout_s layout;
  /// The sampler state; zeros if there is none.
  struct mux_gallium_sampler_layout_s sampler;
};

/// What a handle of muxGalliumCreateImageHandle() is the address of. A program may read the
/// structure while the handle is resident in the grid's context, and access the texels as it was
/// made resident for.
struct mux_gallium_image_handle_s {
  /// The address of the image's first texel, as of a parameter `image_N`; 0 if there is none.
  MUX_GALLIUM_U64 texels;
  /// The image.
  struct mux_gallium_image_layout_s layout;
};

#ifndef __OPENCL_VERSION__
/// Short names for C.
typedef struct mux_gallium_view_level_s mux_gallium_view_level_t;
/// Short names for C.
typedef struct mux_gallium_view_layout_s mux_gallium_view_layout_t;
/// Short names for C.
typedef struct mux_gallium_image_layout_s mux_gallium_image_layout_t;
/// Short names for C.
typedef struct mux_gallium_sampler_layout_s mux_gallium_sampler_layout_t;
/// Short names for C.
typedef struct mux_gallium_texture_handle_s mux_gallium_texture_handle_t;
/// Short names for C.
typedef struct mux_gallium_image_handle_s mux_gallium_image_handle_t;
#endif

#undef MUX_GALLIUM_U32
#undef MUX_GALLIUM_U64

#endif  // MUX_GALLIUM_SHADER_ABI_H
