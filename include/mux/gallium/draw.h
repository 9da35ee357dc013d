/// @file
/// Draws: values of the rendering state, vertex and index buffers, stream output, draws.
///
/// Coordinates are those of surfaces in memory: x to the right, y downwards, row 0 first.

#ifndef MUX_GALLIUM_DRAW_H
#define MUX_GALLIUM_DRAW_H

#include <mux/gallium/draw_state.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most viewports and scissors.
#define MUX_GALLIUM_MAX_VIEWPORTS 16
/// Clip planes.
#define MUX_GALLIUM_MAX_CLIP_PLANES 8
/// Most vertex buffers.
#define MUX_GALLIUM_MAX_VERTEX_BUFFERS 32
/// Most window rectangles.
#define MUX_GALLIUM_MAX_WINDOW_RECTANGLES 8

/// How vertices form primitives. D03.
typedef enum mux_gallium_primitive_e {
  mux_gallium_primitive_points = 0,
  mux_gallium_primitive_lines = 1,
  mux_gallium_primitive_line_loop = 2,
  mux_gallium_primitive_line_strip = 3,
  mux_gallium_primitive_triangles = 4,
  mux_gallium_primitive_triangle_strip = 5,
  mux_gallium_primitive_triangle_fan = 6,
  mux_gallium_primitive_quads = 7,
  mux_gallium_primitive_quad_strip = 8,
  mux_gallium_primitive_polygon = 9,
  mux_gallium_primitive_lines_adjacency = 10,
  mux_gallium_primitive_line_strip_adjacency = 11,
  mux_gallium_primitive_triangles_adjacency = 12,
  mux_gallium_primitive_triangle_strip_adjacency = 13,
  mux_gallium_primitive_patches = 14
} mux_gallium_primitive_e;

/// A viewport: window = position / w * scale + translate. F24.
typedef struct mux_gallium_viewport_s {
  /// In x, y and z.
  float scale[3];
  /// In x, y and z.
  float translate[3];
} mux_gallium_viewport_t;

/// A vertex buffer. D01.
typedef struct mux_gallium_vertex_buffer_s {
  /// The buffer; NULL for none: elements are 0.
  mux_gallium_resource_t resource;
  /// The first byte.
  uint64_t offset;
  /// Bytes of a record; 0 if all have the same.
  uint32_t stride;
} mux_gallium_vertex_buffer_t;

/// Sets the reference values of the stencil test. 0 at first.
///
/// @param[in] context the context.
/// @param[in] front the reference value of front faces; the low 8 bits count.
/// @param[in] back that of back faces, if their test is on.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL; #mux_error_failure
/// after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F10.
MUX_API mux_result_t muxGalliumSetStencilRef(mux_gallium_context_t context, uint32_t front,
                                             uint32_t back);

/// Sets the constant color of blend factors. Zeros at first.
///
/// @param[in] context the context.
/// @param[in] color red, green, blue, alpha; copied.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or `color` is NULL;
/// #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F11.
MUX_API mux_result_t muxGalliumSetBlendColor(mux_gallium_context_t context, const float color[4]);

/// Sets which samples are written. All at first. Surfaces have one sample yet: bit 0, if the
/// rasterizer's multisample is on.
///
/// @param[in] context the context.
/// @param[in] mask bit i is sample i.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL; #mux_error_failure
/// after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F12 to F14.
MUX_API mux_result_t muxGalliumSetSampleMask(mux_gallium_context_t context, uint32_t mask);

/// Sets how many samples are shaded. 1 at first; there is one sample yet.
///
/// @param[in] context the context.
/// @param[in] count samples for which fragment shaders run separately, at least.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL; #mux_error_failure
/// after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F17.
MUX_API mux_result_t muxGalliumSetMinSamples(mux_gallium_context_t context, uint32_t count);

/// Sets the planes that clip if the rasterizer state enables them, and the shader writes no
/// CLIPDIST. Zeros at first.
///
/// @param[in] context the context.
/// @param[in] planes a vertex is inside if dot(plane, position) >= 0; copied.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or `planes` is NULL;
/// #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F18.
MUX_API mux_result_t muxGalliumSetClipState(mux_gallium_context_t context,
                                            const float planes[MUX_GALLIUM_MAX_CLIP_PLANES][4]);

/// Sets the stipple of filled triangles. All ones at first.
///
/// @param[in] context the context.
/// @param[in] rows row y % 32; bit 31 - x % 32 is a pixel; copied.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or `rows` is NULL;
/// #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F19.
MUX_API mux_result_t muxGalliumSetPolygonStipple(mux_gallium_context_t context,
                                                 const uint32_t rows[32]);

/// Sets rectangles outside of which nothing is drawn if the rasterizer state enables them, one for
/// each viewport. Empty at first.
///
/// @param[in] context the context.
/// @param[in] start the first.
/// @param[in] count the number; others are not changed.
/// @param[in] scissors copied.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, `scissors` is NULL, or
/// there are too many; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F20 to F23.
MUX_API mux_result_t muxGalliumSetScissorStates(mux_gallium_context_t context, uint32_t start,
                                                uint32_t count,
                                                const mux_gallium_rectangle_t *scissors);

/// Sets viewports. Zeros at first.
///
/// @param[in] context the context.
/// @param[in] start the first.
/// @param[in] count the number; others are not changed.
/// @param[in] viewports copied.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, `viewports` is NULL, or
/// there are too many; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; F24.
MUX_API mux_result_t muxGalliumSetViewportStates(mux_gallium_context_t context, uint32_t start,
                                                 uint32_t count,
                                                 const mux_gallium_viewport_t *viewports);

/// Binds vertex buffers from the first on.
///
/// @param[in] context the context.
/// @param[in] count the number; those after them are unbound.
/// @param[in] buffers copied; resources are held. NULL unbinds all.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, there are too many, or a
/// resource is a texture; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; D01.
MUX_API mux_result_t muxGalliumSetVertexBuffers(mux_gallium_context_t context, uint32_t count,
                                                const mux_gallium_vertex_buffer_t *buffers);

/// Binds an index buffer for draws with `indexed` that name none; in documents up to 2015.
///
/// @param[in] context the context.
/// @param[in] resource the buffer; NULL for none.
/// @param[in] index_size 1, 2 or 4 bytes.
/// @param[in] offset the first byte, a multiple of `index_size`.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or an argument is out of
/// range; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Other States; D02.
MUX_API mux_result_t muxGalliumSetIndexBuffer(mux_gallium_context_t context,
                                              mux_gallium_resource_t resource, uint32_t index_size,
                                              uint64_t offset);

/// Creates a range of a buffer for stream output, which holds a reference to the buffer.
///
/// @param[in] context the context.
/// @param[in] resource a buffer.
/// @param[in] offset the first byte, a multiple of 4.
/// @param[in] size bytes.
/// @param[out] out_target receives the target; destroy it with
/// muxGalliumStreamOutputTargetDestroy().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, the resource is a texture
/// or the range not inside the buffer; #mux_error_failure after a reset;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Stream Output; D24, D25.
MUX_API mux_result_t muxGalliumCreateStreamOutputTarget(
    mux_gallium_context_t context, mux_gallium_resource_t resource, uint64_t offset, uint64_t size,
    mux_gallium_stream_output_target_t *out_target);

/// Destroys a target. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] target the target.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the target is of
/// another context.
///
/// For one thread at a time of each context. Gallium 2020, Stream Output; D26.
MUX_API mux_result_t muxGalliumStreamOutputTargetDestroy(mux_gallium_context_t context,
                                                         mux_gallium_stream_output_target_t target);

/// An offset of muxGalliumSetStreamOutputTargets(): go on where the last draw ended. D28.
#define MUX_GALLIUM_STREAM_OUTPUT_APPEND UINT32_MAX

/// Binds the targets of stream output, to which draws write the vertices of each primitive, in the
/// order of the primitives, as the shader of the last stage before rasterization says. A primitive
/// that does not fit in one of its targets is written to none.
///
/// @param[in] context the context.
/// @param[in] count the number; 0 ends stream output.
/// @param[in] targets NULL for a buffer that is not written.
/// @param[in] offsets bytes in each target's range where vertices are written, multiples of 4, or
/// #MUX_GALLIUM_STREAM_OUTPUT_APPEND.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, there are too many, a
/// target is of another context, or an offset is not a multiple; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, Stream Output; D21, D27 to D31.
MUX_API mux_result_t muxGalliumSetStreamOutputTargets(
    mux_gallium_context_t context, uint32_t count,
    const mux_gallium_stream_output_target_t *targets, const uint32_t *offsets);

/// A draw. Zero-initialize it.
typedef struct mux_gallium_draw_info_s {
  /// One of ::mux_gallium_primitive_e; no quads and patches yet.
  uint32_t mode;
  /// Bytes of an index: 0 for none, 1, 2 or 4. D06.
  uint32_t index_size;
  /// The index buffer; NULL for that of muxGalliumSetIndexBuffer(), with its offset and size.
  mux_gallium_resource_t index_resource;
  /// Bytes before index 0, a multiple of `index_size`.
  uint64_t index_offset;
  /// The first vertex, or index. D04.
  uint32_t start;
  /// The number of vertices or indices.
  uint32_t count;
  /// The first instance. D05.
  uint32_t start_instance;
  /// The number of instances.
  uint32_t instance_count;
  /// Added to each index. D11.
  int32_t index_bias;
  /// Bounds of the indices: a hint. D07.
  uint32_t min_index;
  /// The same.
  uint32_t max_index;
  /// Whether `restart_index` ends a primitive. D12.
  bool primitive_restart;
  /// Compared with indices before the bias. D13, D14.
  uint32_t restart_index;
  /// DRAWID.
  uint32_t draw_id;
  /// A buffer with the numbers of vertices or indices, instances, the first vertex or index, with
  /// indices the bias, and the first instance, 32 bits each; NULL for those above.
  mux_gallium_resource_t indirect;
  /// Its first byte, a multiple of 4.
  uint64_t indirect_offset;
  /// Bytes between draws, if there are several.
  uint32_t indirect_stride;
  /// The number of draws; at most, with `indirect_count`.
  uint32_t indirect_draw_count;
  /// A buffer with the number of draws; NULL for none.
  mux_gallium_resource_t indirect_count;
  /// Its first byte, a multiple of 4.
  uint64_t indirect_count_offset;
  /// A target of stream output: as many vertices are drawn as were written to it, from 0 on; NULL
  /// for none. Without indices and an indirect buffer. D32.
  mux_gallium_stream_output_target_t count_from_stream_output;
} mux_gallium_draw_info_t;

/// Draws. The vertex shader must be bound, and a fragment shader unless colors are not written.
/// A draw is skipped by the render condition.
///
/// Buffers are read robustly: elements and indices outside of them are 0. Sizes in `indirect`, and
/// indices with primitive restart, are read by the calling thread, which waits for commands that
/// write them.
///
/// @param[in] context the context.
/// @param[in] info read during the call only.
/// @return #mux_success; #mux_error_invalid_value if `context` or `info` is NULL, an enumerator is
/// out of range, there is no vertex shader, an index size is not 0, 1, 2 or 4, an offset is not a
/// multiple, a resource is a texture, or indices are asked for and there is no buffer;
/// #mux_error_feature_unsupported for quads, patches, surfaces of several samples, geometry and
/// tessellation shaders; #mux_error_failure after a reset;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, Drawing; D03 to D18.
MUX_API mux_result_t muxGalliumDrawVbo(mux_gallium_context_t context,
                                       const mux_gallium_draw_info_t *info);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_DRAW_H
