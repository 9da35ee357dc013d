/// @file
/// Screens: capabilities, formats, and the resources that contexts share.

#ifndef MUX_GALLIUM_SCREEN_H
#define MUX_GALLIUM_SCREEN_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Capabilities and limits of a screen. Limits of textures are pixels of level 0.
typedef struct mux_gallium_screen_info_s {
  /// "Mux", null-terminated; lives as long as the library.
  const char *vendor;
  /// Name of the device, null-terminated; lives as long as the device.
  const char *device_name;
  /// Width and height of 1D, 2D, rectangle and 2D array textures.
  uint32_t max_texture_2d_size;
  /// Width, height and depth of 3D textures.
  uint32_t max_texture_3d_size;
  /// Width and height of a face of a cube.
  uint32_t max_texture_cube_size;
  /// Layers of arrays; faces of cube arrays.
  uint32_t max_texture_array_layers;
  /// Samples of a multisample texture.
  uint32_t max_samples;
  /// Bytes of a resource.
  uint64_t max_resource_size;
  /// Texels of a view of a buffer.
  uint32_t max_texel_buffer_elements;
  /// Constant buffers of a stage.
  uint32_t max_constant_buffers;
  /// Shader buffers of a stage.
  uint32_t max_shader_buffers;
  /// Images of a stage.
  uint32_t max_shader_images;
  /// Hardware atomic buffers of all stages.
  uint32_t max_hw_atomic_buffers;
  /// Sampler views of a stage.
  uint32_t max_sampler_views;
  /// Sampler states of a stage.
  uint32_t max_samplers;
  /// Buffers in GLOBAL.
  uint32_t max_global_bindings;
  /// Color surfaces of a framebuffer.
  uint32_t max_render_targets;
  /// Bytes of a constant buffer.
  uint32_t max_constant_buffer_size;
  /// Values of muxGalliumSetInlinableConstants().
  uint32_t max_inlinable_constants;
  /// Alignment of offsets of constant buffers in bytes.
  uint32_t constant_buffer_offset_alignment;
  /// The same of shader buffers.
  uint32_t shader_buffer_offset_alignment;
  /// The same of views of buffers.
  uint32_t texture_buffer_offset_alignment;
  /// Alignment in bytes of the address that a buffer is mapped at, counted from the box's start.
  uint32_t min_map_buffer_alignment;
  /// Work-items of a work-group.
  uint32_t max_compute_work_group_invocations;
  /// Work-items of a work-group in each dimension.
  uint32_t max_compute_block_size[3];
  /// Work-groups in each dimension.
  uint32_t max_compute_grid_size[3];
  /// Bytes of local memory of a work-group.
  uint32_t max_compute_shared_memory_size;
  /// Bytes of INPUT.
  uint32_t max_compute_input_size;
  /// Bytes of a page of a sparse buffer. R48.
  uint32_t sparse_buffer_page_size;
  /// Bit t is set if queries of type t can be created. Q14.
  uint32_t query_types;
  /// Frequency of timestamps in Hz.
  uint64_t timestamp_frequency;
  /// Whether muxGalliumClearTexture() works.
  bool clear_texture;
  /// Whether muxGalliumGenerateMipmap() works. K37.
  bool generate_mipmap;
  /// Whether handles of textures and images work. V27.
  bool bindless_texture;
  /// Whether buffers can be mapped persistently, and coherently.
  bool buffer_map_persistent_coherent;
  /// Whether fences can be exported and imported as file descriptors.
  bool native_fence_fd;
  /// Whether resets of the device are reported.
  bool device_reset_status_query;
  /// Whether muxGalliumGetQueryResultResource() works.
  bool query_buffer_object;
  /// Whether compute programs can be TGSI text.
  bool compute_tgsi;
  /// Whether draws work; false: this library has none yet.
  bool draws;
} mux_gallium_screen_info_t;

/// Creates a screen.
///
/// @param[in] device the device; must outlive the screen and all its objects.
/// @param[in] allocator_info provides the host memory of the mux objects that the screen makes.
/// @param[out] out_screen receives the screen; release it with muxGalliumDestroyScreen().
/// @return #mux_success; #mux_error_invalid_value if `device` is NULL;
/// #mux_error_null_allocator_callback if a callback of `allocator_info` is NULL;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory; #mux_error_feature_unsupported if the
/// device's memory is not coherent host memory.
///
/// Thread-safe. Gallium 2020, Screen; R01.
MUX_API mux_result_t muxGalliumCreateScreen(mux_device_t device,
                                            mux_allocator_info_t allocator_info,
                                            mux_gallium_screen_t *out_screen);

/// Releases a screen. It is destroyed when none of its contexts, resources and fences is left.
///
/// @param[in] screen the screen.
/// @return #mux_success; #mux_error_invalid_value if `screen` is NULL.
///
/// Thread-safe, but no other thread may use the handle any more.
MUX_API mux_result_t muxGalliumDestroyScreen(mux_gallium_screen_t screen);

/// Describes a screen.
///
/// @param[in] screen the screen.
/// @param[out] out_info receives the description.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// Thread-safe. Gallium 2020, Screen; Q14, R48, V27, K37.
MUX_API mux_result_t muxGalliumGetScreenInfo(mux_gallium_screen_t screen,
                                             mux_gallium_screen_info_t *out_info);

/// Returns the current time of the device, by the clock of timestamp queries: CLOCK_MONOTONIC.
///
/// @param[in] screen the screen.
/// @param[out] out_nanoseconds receives the time.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// Thread-safe. Gallium 2020, Screen; Q19.
MUX_API mux_result_t muxGalliumGetTimestamp(mux_gallium_screen_t screen, uint64_t *out_nanoseconds);

/// Type of a format's channels.
typedef enum mux_gallium_channel_type_e {
  /// No channels: compressed, planar and subsampled formats.
  mux_gallium_channel_type_none = 0,
  /// Integers that stand for 0 to 1.
  mux_gallium_channel_type_unorm = 1,
  /// Integers that stand for -1 to 1.
  mux_gallium_channel_type_snorm = 2,
  /// Unsigned integers that are converted to floating point.
  mux_gallium_channel_type_uscaled = 3,
  /// Signed integers that are converted to floating point.
  mux_gallium_channel_type_sscaled = 4,
  mux_gallium_channel_type_uint = 5,
  mux_gallium_channel_type_sint = 6,
  /// 16, 32 or 64 bits; without a sign 10 or 11 bits.
  mux_gallium_channel_type_float = 7,
  /// Signed, with 16 bits after the point.
  mux_gallium_channel_type_fixed = 8,
  /// Nine bits each of three channels that share an exponent.
  mux_gallium_channel_type_shared_exponent = 9
} mux_gallium_channel_type_e;

/// A format. Channels 0 to 3 are red, green, blue and alpha, or depth and stencil in 0 and 1.
typedef struct mux_gallium_format_info_s {
  /// "R8G8B8A8_UNORM"; lives as long as the library.
  const char *name;
  /// Bytes of a block; 0 for planar formats.
  uint32_t block_bytes;
  /// Pixels of a block's row.
  uint32_t block_width;
  /// Rows of a block.
  uint32_t block_height;
  /// Type of each channel, one of ::mux_gallium_channel_type_e; none if the channel is not stored.
  uint8_t channel_types[4];
  /// The first bit of each channel in the little-endian block. Luminance and intensity formats have
  /// the same bits in several channels.
  uint8_t channel_offsets[4];
  /// The number of bits of each channel.
  uint8_t channel_bits[4];
  /// Value of channels that are not stored: 0 or 1.
  uint8_t channel_defaults[4];
  /// Whether red, green and blue are encoded by the sRGB curve.
  bool is_srgb;
  /// Whether channel 0 is depth.
  bool has_depth;
  /// Whether channel 1 is stencil.
  bool has_stencil;
  /// Whether texels cannot be addressed one by one.
  bool is_compressed;
} mux_gallium_format_info_t;

/// Describes a format.
///
/// @param[in] format one of ::mux_gallium_format_e.
/// @param[out] out_info receives the description.
/// @return #mux_success; #mux_error_invalid_value if there is no such format;
/// #mux_error_null_out_parameter.
///
/// Thread-safe.
MUX_API mux_result_t muxGalliumGetFormatInfo(uint32_t format, mux_gallium_format_info_t *out_info);

/// Returns whether resources of a format can be made and bound.
///
/// @param[in] screen the screen.
/// @param[in] format one of ::mux_gallium_format_e.
/// @param[in] target one of ::mux_gallium_target_e.
/// @param[in] sample_count samples; 0 and 1 are single-sampled.
/// @param[in] bindings bitfield of ::mux_gallium_bind_e: all of them are needed; 0 for storage and
/// copies alone.
/// @param[out] out_supported receives the answer; false for numbers that are no format or target.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// Thread-safe. Gallium 2020, Screen.
MUX_API mux_result_t muxGalliumIsFormatSupported(mux_gallium_screen_t screen, uint32_t format,
                                                 uint32_t target, uint32_t sample_count,
                                                 uint32_t bindings, bool *out_supported);

/// A resource to create. Zero-initialize it.
typedef struct mux_gallium_resource_template_s {
  /// One of ::mux_gallium_target_e.
  uint32_t target;
  /// One of ::mux_gallium_format_e. Of a buffer it is not used.
  uint32_t format;
  /// Pixels of level 0; bytes of a buffer. Not 0.
  uint32_t width;
  /// Rows of level 0; 0 is taken as 1.
  uint32_t height;
  /// Slices of level 0 of a 3D texture; 0 is taken as 1.
  uint32_t depth;
  /// Layers: 6 of a cube, 6 times the cubes of a cube array; 0 is taken as 1, or 6 of a cube.
  uint32_t array_size;
  /// Levels besides level 0.
  uint32_t last_level;
  /// Samples; 0 and 1 are single-sampled.
  uint32_t samples;
  /// One of ::mux_gallium_usage_e.
  uint32_t usage;
  /// Bitfield of ::mux_gallium_bind_e.
  uint32_t bind;
  /// Bitfield of ::mux_gallium_resource_flag_e.
  uint32_t flags;
} mux_gallium_resource_template_t;

/// Creates a buffer or a texture. A buffer is filled with zeros; contents of a texture are
/// undefined.
///
/// Levels follow each other without padding, as muxGalliumGetResourceLayout() says; of a
/// multisample texture each layer has its samples as slices of their own.
///
/// @param[in] screen the screen.
/// @param[in] description read during the call only.
/// @param[out] out_resource receives the resource with one reference, see
/// muxGalliumReleaseResource().
/// @return #mux_success; #mux_error_invalid_value if `screen` is NULL, or `description` is NULL or
/// has an unknown target, format or flag, an extent of 0 or beyond the limits, extents or layers
/// that its target does not have, more levels than its extents, several samples of a target other
/// than 2D and 2D array or with levels, or is too large; #mux_error_feature_unsupported if
/// muxGalliumIsFormatSupported() says no, or if a texture is sparse (R50);
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// Thread-safe. Gallium 2020, resource_commit and Using several contexts; R01, R43.
MUX_API mux_result_t muxGalliumCreateResource(mux_gallium_screen_t screen,
                                              const mux_gallium_resource_template_t *description,
                                              mux_gallium_resource_t *out_resource);

/// Creates a resource in memory of the program, without a copy.
///
/// @param[in] screen the screen.
/// @param[in] description as for muxGalliumCreateResource(); not sparse.
/// @param[in] memory at least as many bytes as the layout has; must outlive the resource.
/// @param[in] memory_size bytes of `memory`.
/// @param[out] out_resource receives the resource with one reference.
/// @return as muxGalliumCreateResource(); #mux_error_invalid_value also if `memory` is NULL or too
/// small.
///
/// Thread-safe. Not in the documents of the context; a method of screens.
MUX_API mux_result_t muxGalliumCreateResourceFromMemory(
    mux_gallium_screen_t screen, const mux_gallium_resource_template_t *description, void *memory,
    uint64_t memory_size, mux_gallium_resource_t *out_resource);

/// Adds a reference to a resource.
///
/// @param[in] resource the resource.
/// @return #mux_success; #mux_error_invalid_value if `resource` is NULL.
///
/// Thread-safe. R01.
MUX_API mux_result_t muxGalliumRetainResource(mux_gallium_resource_t resource);

/// Drops a reference to a resource. It is destroyed when neither a reference, nor a view, surface,
/// binding, transfer or pending command that uses it is left.
///
/// @param[in] resource the resource.
/// @return #mux_success; #mux_error_invalid_value if `resource` is NULL or has no reference.
///
/// Thread-safe. R01, V08.
MUX_API mux_result_t muxGalliumReleaseResource(mux_gallium_resource_t resource);

/// Returns what a resource was created with, with defaults filled in.
///
/// @param[in] resource the resource.
/// @param[out] out_description receives the description.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// Thread-safe.
MUX_API mux_result_t muxGalliumGetResourceInfo(mux_gallium_resource_t resource,
                                               mux_gallium_resource_template_t *out_description);

/// Place of a level in a resource's memory. Block row r of slice s starts at `offset` + s *
/// `layer_stride` + r * `stride`; a slice is one of depth, or a layer or face, and a sample of it.
typedef struct mux_gallium_resource_layout_s {
  /// Bytes from the start of the resource.
  uint64_t offset;
  /// Bytes from one row of blocks to the next.
  uint64_t stride;
  /// Bytes from one slice to the next.
  uint64_t layer_stride;
  /// Bytes of the level.
  uint64_t size;
  /// Pixels of a row of the level.
  uint32_t width;
  /// Rows of pixels of the level.
  uint32_t height;
  /// Slices, layers or faces of the level; samples are not counted.
  uint32_t layers;
} mux_gallium_resource_layout_t;

/// Returns the layout of a level.
///
/// @param[in] resource the resource.
/// @param[in] level the level.
/// @param[out] out_layout receives the layout.
/// @return #mux_success; #mux_error_invalid_value if there is no such level;
/// #mux_error_null_out_parameter.
///
/// Thread-safe.
MUX_API mux_result_t muxGalliumGetResourceLayout(mux_gallium_resource_t resource, uint32_t level,
                                                 mux_gallium_resource_layout_t *out_layout);

/// Returns the number of bytes of a resource: the sum of its levels.
///
/// @param[in] resource the resource.
/// @param[out] out_size receives the size.
/// @return #mux_success; #mux_error_invalid_value; #mux_error_null_out_parameter.
///
/// Thread-safe.
MUX_API mux_result_t muxGalliumGetResourceSize(mux_gallium_resource_t resource, uint64_t *out_size);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_SCREEN_H
