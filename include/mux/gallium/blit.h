/// @file
/// Surfaces, framebuffers, clears, copies, blits and mipmaps.

#ifndef MUX_GALLIUM_BLIT_H
#define MUX_GALLIUM_BLIT_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A surface. Zero-initialize it.
typedef struct mux_gallium_surface_template_s {
  /// One of ::mux_gallium_format_e: the resource's, or another of the same block size.
  uint32_t format;
  /// The level.
  uint32_t level;
  /// The first layer, slice or face; 0 for targets that have none. K03.
  uint32_t first_layer;
  /// The last one, included.
  uint32_t last_layer;
  /// #mux_gallium_bind_render_target or #mux_gallium_bind_depth_stencil. K02.
  uint32_t bind;
} mux_gallium_surface_template_t;

/// Creates a surface, which holds a reference to the resource.
///
/// @param[in] context the context.
/// @param[in] resource a texture.
/// @param[in] description copied.
/// @param[out] out_surface receives the surface; destroy it with muxGalliumSurfaceDestroy().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the resource is a buffer,
/// the level or layers are not in it, the format is unknown, compressed or of another block size,
/// or `bind` is neither of the two flags or does not fit the format; #mux_error_failure after a
/// reset; #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Surfaces; K01 to K03.
MUX_API mux_result_t muxGalliumCreateSurface(mux_gallium_context_t context,
                                             mux_gallium_resource_t resource,
                                             const mux_gallium_surface_template_t *description,
                                             mux_gallium_surface_t *out_surface);

/// Destroys a surface, and drops its reference to the resource once it is not bound any more.
///
/// @param[in] context the context that made it.
/// @param[in] surface the surface.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the surface is of
/// another context.
///
/// For one thread at a time of each context. Gallium 2020, Surfaces; K05.
MUX_API mux_result_t muxGalliumSurfaceDestroy(mux_gallium_context_t context,
                                              mux_gallium_surface_t surface);

/// Most color surfaces of a framebuffer.
#define MUX_GALLIUM_MAX_COLOR_BUFFERS 8

/// A framebuffer. Zero-initialize it. Without draws the sizes are not used: a clear covers each
/// whole surface.
typedef struct mux_gallium_framebuffer_s {
  /// Pixels in x of a framebuffer without surfaces.
  uint32_t width;
  /// Rows of a framebuffer without surfaces.
  uint32_t height;
  /// Layers of a framebuffer without surfaces.
  uint32_t layers;
  /// Samples of a framebuffer without surfaces.
  uint32_t samples;
  /// Number of `color`.
  uint32_t color_count;
  /// NULL for none.
  mux_gallium_surface_t color[MUX_GALLIUM_MAX_COLOR_BUFFERS];
  /// NULL for none.
  mux_gallium_surface_t depth_stencil;
} mux_gallium_framebuffer_t;

/// Binds surfaces for muxGalliumClear(). Holds references to them.
///
/// @param[in] context the context.
/// @param[in] framebuffer copied; NULL unbinds all.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, there are too many
/// surfaces, or one is of another context or of the wrong kind; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Resource Binding State; F08, F09.
MUX_API mux_result_t muxGalliumSetFramebufferState(mux_gallium_context_t context,
                                                   const mux_gallium_framebuffer_t *framebuffer);

/// What to clear; a bitfield. Bit 2 + k is color surface k.
typedef enum mux_gallium_clear_e {
  /// The depth.
  mux_gallium_clear_depth = 1 << 0,
  /// The stencil.
  mux_gallium_clear_stencil = 1 << 1,
  /// The first color surface.
  mux_gallium_clear_color0 = 1 << 2,
  /// All eight color surfaces.
  mux_gallium_clear_color = 0xff << 2
} mux_gallium_clear_e;

/// Sets whole surfaces of the framebuffer, with all their layers, to values. Masks, scissors and
/// rectangles have no effect (K07, K08); surfaces that are not bound are left out. Obeys the render
/// condition.
///
/// @param[in] context the context.
/// @param[in] buffers bitfield of ::mux_gallium_clear_e.
/// @param[in] color the color of all color surfaces; NULL if none is cleared.
/// @param[in] depth the depth, clamped to 0 to 1 for normalized formats.
/// @param[in] stencil the stencil, of which the lower 8 bits count.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, a bit is unknown, or a
/// color surface is to be cleared and `color` is NULL; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Clearing; K06 to K10, Q36.
MUX_API mux_result_t muxGalliumClear(mux_gallium_context_t context, uint32_t buffers,
                                     const mux_gallium_color_t *color, double depth,
                                     uint32_t stencil);

/// Sets a rectangle of a color surface, in all its layers, to a color.
///
/// @param[in] context the context.
/// @param[in] surface the surface; need not be bound (K12).
/// @param[in] color the color.
/// @param[in] x the first column.
/// @param[in] y the first row.
/// @param[in] width columns; what lies outside of the surface is left out.
/// @param[in] height rows.
/// @param[in] render_condition_enabled whether to obey the render condition (K15).
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the surface is of
/// another context or of depth; #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Clearing; K11 to K13, K15, Q38.
MUX_API mux_result_t muxGalliumClearRenderTarget(mux_gallium_context_t context,
                                                 mux_gallium_surface_t surface,
                                                 const mux_gallium_color_t *color, uint32_t x,
                                                 uint32_t y, uint32_t width, uint32_t height,
                                                 bool render_condition_enabled);

/// Sets a rectangle of a depth and stencil surface, in all its layers, to values.
///
/// @param[in] context the context.
/// @param[in] surface the surface; need not be bound (K16).
/// @param[in] buffers #mux_gallium_clear_depth, #mux_gallium_clear_stencil or both: the other part
/// is kept (K14).
/// @param[in] depth the depth, clamped to 0 to 1 for normalized formats.
/// @param[in] stencil the stencil, of which the lower 8 bits count.
/// @param[in] x the first column.
/// @param[in] y the first row.
/// @param[in] width columns; what lies outside of the surface is left out.
/// @param[in] height rows.
/// @param[in] render_condition_enabled whether to obey the render condition (K18).
/// @return #mux_success; #mux_error_invalid_value if an object is NULL, the surface is of another
/// context or of color, or `buffers` has another bit; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Clearing; K14, K16 to K18, Q38.
MUX_API mux_result_t muxGalliumClearDepthStencil(mux_gallium_context_t context,
                                                 mux_gallium_surface_t surface, uint32_t buffers,
                                                 double depth, uint32_t stencil, uint32_t x,
                                                 uint32_t y, uint32_t width, uint32_t height,
                                                 bool render_condition_enabled);

/// Sets a box of a texture's level to a block. Never predicated (Q40).
///
/// @param[in] context the context.
/// @param[in] resource a texture.
/// @param[in] level the level.
/// @param[in] box the box, as for muxGalliumTransferMap().
/// @param[in] data one block in the texture's format; copied.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the resource is a buffer,
/// there is no such level or the box is empty or outside; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Clearing; K19, Q40.
MUX_API mux_result_t muxGalliumClearTexture(mux_gallium_context_t context,
                                            mux_gallium_resource_t resource, uint32_t level,
                                            const mux_gallium_box_t *box, const void *data);

/// Fills a range of a buffer with a repeated value. Never predicated (Q40).
///
/// @param[in] context the context.
/// @param[in] resource a buffer.
/// @param[in] offset the first byte.
/// @param[in] size bytes; a multiple of `value_size`; 0 fills nothing.
/// @param[in] value copied.
/// @param[in] value_size bytes of the value, from 1 to 128.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the resource is a
/// texture, the range is outside of it, or the sizes do not fit (K21); #mux_error_failure after a
/// reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Clearing; K20, K21, Q40.
MUX_API mux_result_t muxGalliumClearBuffer(mux_gallium_context_t context,
                                           mux_gallium_resource_t resource, uint64_t offset,
                                           uint64_t size, const void *value, uint32_t value_size);

/// Copies a box of bytes from one resource to another, or in one. Never predicated (Q39).
///
/// @param[in] context the context.
/// @param[in] destination a buffer if `source` is one; else a texture with blocks of as many bytes
/// and as many samples.
/// @param[in] destination_level the level.
/// @param[in] x where the box starts in the destination, in its pixels or bytes.
/// @param[in] y the same in y.
/// @param[in] z the same in z: slice, layer or face.
/// @param[in] source the source.
/// @param[in] source_level the level.
/// @param[in] source_box the box, in pixels of the source, as for muxGalliumTransferMap(): blocks
/// are copied to blocks.
/// @return #mux_success; #mux_error_invalid_value if an object is NULL, the formats, kinds or
/// samples do not fit (K27), a box is empty or outside, or the boxes overlap (K28);
/// #mux_error_failure after a reset; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Blitting; K24 to K28, Q39.
MUX_API mux_result_t muxGalliumResourceCopyRegion(
    mux_gallium_context_t context, mux_gallium_resource_t destination, uint32_t destination_level,
    uint32_t x, uint32_t y, uint32_t z, mux_gallium_resource_t source, uint32_t source_level,
    const mux_gallium_box_t *source_box);

/// Parts of a pixel that a blit writes; a bitfield.
typedef enum mux_gallium_blit_mask_e {
  mux_gallium_blit_r = 1 << 0,
  mux_gallium_blit_g = 1 << 1,
  mux_gallium_blit_b = 1 << 2,
  mux_gallium_blit_a = 1 << 3,
  mux_gallium_blit_rgba = 0xf,
  mux_gallium_blit_depth = 1 << 4,
  mux_gallium_blit_stencil = 1 << 5
} mux_gallium_blit_mask_e;

/// Most rectangles of a blit.
#define MUX_GALLIUM_MAX_WINDOW_RECTANGLES 8

/// One side of a blit.
typedef struct mux_gallium_blit_side_s {
  /// A texture.
  mux_gallium_resource_t resource;
  /// The level.
  uint32_t level;
  /// One of ::mux_gallium_format_e: the resource's, or another of the same block size.
  uint32_t format;
  /// Negative extents mirror: the box then covers what lies before its start.
  mux_gallium_box_t box;
} mux_gallium_blit_side_t;

/// A blit. Zero-initialize it.
typedef struct mux_gallium_blit_info_s {
  /// What is written.
  mux_gallium_blit_side_t destination;
  /// What is read.
  mux_gallium_blit_side_t source;
  /// Bitfield of ::mux_gallium_blit_mask_e: colors, or depth and stencil.
  uint32_t mask;
  /// One of ::mux_gallium_filter_e. Integers, depth and stencil are not filtered.
  uint32_t filter;
  /// Whether pixels outside of `scissor` are kept. K32.
  bool scissor_enable;
  /// The pixels of the destination that may be written.
  mux_gallium_rectangle_t scissor;
  /// Whether the rectangles are those to write to rather than those to keep. K33.
  bool window_rectangle_include;
  /// 0 for no rectangles, and no effect.
  uint32_t window_rectangle_count;
  /// The rectangles, in pixels of the destination.
  mux_gallium_rectangle_t window_rectangles[MUX_GALLIUM_MAX_WINDOW_RECTANGLES];
  /// Whether to obey the render condition. Q37.
  bool render_condition_enable;
  /// Whether the source is blended over the destination by its alpha.
  bool alpha_blend;
} mux_gallium_blit_info_t;

/// Copies a box of a texture to another, scaled and converted. Of several samples in the source and
/// one in the destination the average is taken, and sample 0 of integers, depth and stencil;
/// samples of equal numbers are copied one by one; one sample is copied to all. The boxes must not
/// overlap. Never counts in queries (K34). The source may be compressed by S3TC, RGTC, LATC, BPTC,
/// ETC1 or ETC2 (EAC); its texels are decoded to 16 bytes each first. The destination may only be
/// compressed if blocks are copied: between equal formats, without scaling or clipping.
///
/// @param[in] context the context.
/// @param[in] info copied.
/// @return #mux_success; #mux_error_invalid_value if `context` or `info` or a resource is NULL, a
/// resource is a buffer, there is no such level, a box is empty or outside of its level, a format
/// is unknown or of another block size, `mask` is 0 or does not fit the formats, an enumerator or
/// count is out of range, samples differ otherwise than said, or copied boxes do not consist of
/// whole blocks; #mux_error_feature_unsupported for a source whose texels cannot be read or a
/// destination whose texels cannot be written; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Blitting; K24, K29 to K35, Q37.
MUX_API mux_result_t muxGalliumBlit(mux_gallium_context_t context,
                                    const mux_gallium_blit_info_t *info);

/// Averages the samples of a layer to a single-sampled texture of the same format and size; in
/// documents of 2010.
///
/// @param[in] context the context.
/// @param[in] destination the single-sampled texture.
/// @param[in] destination_layer the layer to write.
/// @param[in] source the multisample texture.
/// @param[in] source_layer the layer to read.
/// @return as muxGalliumBlit(); #mux_error_invalid_value also if the formats, sizes or samples do
/// not fit.
///
/// For one thread at a time of each context. Gallium 2010, Blitting; K36.
MUX_API mux_result_t muxGalliumResourceResolve(mux_gallium_context_t context,
                                               mux_gallium_resource_t destination,
                                               uint32_t destination_layer,
                                               mux_gallium_resource_t source,
                                               uint32_t source_layer);

/// Computes levels from the level before: from `base_level` + 1 to `last_level`, of some layers.
/// Other levels and layers are kept. Never predicated.
///
/// @param[in] context the context.
/// @param[in] resource a texture.
/// @param[in] format one of ::mux_gallium_format_e to read and write it as.
/// @param[in] base_level the first level to read.
/// @param[in] last_level the last level to write.
/// @param[in] first_layer the first layer or face; 0 of a 3D texture.
/// @param[in] last_layer the last layer or face; 0 of a 3D texture.
/// @param[out] out_generated receives whether it was done: false for formats that are not filtered
/// (integers, stencil) or whose texels cannot be written, multisample textures and buffers (K39).
/// @return #mux_success, done or not; #mux_error_invalid_value if an object is NULL, the levels or
/// layers are not in the resource or in the wrong order, or the format is unknown or of another
/// block size; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Mipmap generation; K37 to K39, Q40.
MUX_API mux_result_t muxGalliumGenerateMipmap(mux_gallium_context_t context,
                                              mux_gallium_resource_t resource, uint32_t format,
                                              uint32_t base_level, uint32_t last_level,
                                              uint32_t first_layer, uint32_t last_layer,
                                              bool *out_generated);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_BLIT_H
