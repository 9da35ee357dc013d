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
#define MUX_GALLIUM_U32 uint32_t
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
  MUX_GALLIUM_U32 height;
  /// Slices of a 3D texture, layers or faces of the view otherwise.
  MUX_GALLIUM_U32 depth;
  /// 0.
  MUX_GALLIUM_U32 reserved;
};

/// Layout of a sampler view or an image view. Of an image only level 0 is used.
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
  /// Bits of mux_gallium_image_access_e; of an image only.
  MUX_GALLIUM_U32 access;
  /// Bytes that may be accessed, from the view's address.
  MUX_GALLIUM_U64 size;
  /// The levels, from the view's first one on.
  struct mux_gallium_view_level_s levels[MUX_GALLIUM_MAX_LEVELS];
};

/// A sampler state.
struct mux_gallium_sampler_layout_s {
  /// Values of mux_gallium_wrap_e.
  MUX_GALLIUM_U32 wrap_s;
  MUX_GALLIUM_U32 wrap_t;
  MUX_GALLIUM_U32 wrap_r;
  /// Values of mux_gallium_filter_e, and of mux_gallium_mip_filter_e.
  MUX_GALLIUM_U32 min_img_filter;
  MUX_GALLIUM_U32 min_mip_filter;
  MUX_GALLIUM_U32 mag_img_filter;
  /// Whether texels are compared with a reference, and a value of mux_gallium_function_e.
  MUX_GALLIUM_U32 compare_mode;
  MUX_GALLIUM_U32 compare_func;
  MUX_GALLIUM_U32 seamless_cube_map;
  MUX_GALLIUM_U32 max_anisotropy;
  /// Whether coordinates count texels rather than run from 0 to 1.
  MUX_GALLIUM_U32 unnormalized_coords;
  float lod_bias;
  float min_lod;
  float max_lod;
  /// Bits of four floats, or four integers of an integer view.
  MUX_GALLIUM_U32 border_color[4];
};

#ifndef __OPENCL_VERSION__
/// Short names for C.
typedef struct mux_gallium_view_level_s mux_gallium_view_level_t;
/// Short names for C.
typedef struct mux_gallium_view_layout_s mux_gallium_view_layout_t;
/// Short names for C.
typedef struct mux_gallium_sampler_layout_s mux_gallium_sampler_layout_t;
#endif

#undef MUX_GALLIUM_U32
#undef MUX_GALLIUM_U64

#endif  // MUX_GALLIUM_SHADER_ABI_H
