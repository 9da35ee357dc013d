/// @file
/// Handles, enumerations and common structures of the Gallium layer.
///
/// Values of enumerations are the numbers that the vtest protocol sends, where it has them.

#ifndef MUX_GALLIUM_TYPES_H
#define MUX_GALLIUM_TYPES_H

#include <mux/gallium/formats.h>
#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A screen: a device, its capabilities and everything that contexts share. Screen.
typedef struct mux_gallium_screen_s *mux_gallium_screen_t;
/// A context: a stream of commands and the state that they use.
typedef struct mux_gallium_context_s *mux_gallium_context_t;
/// A buffer or a texture; made by a screen. R01.
typedef struct mux_gallium_resource_s *mux_gallium_resource_t;
/// A mapping of a box of a resource; made by a context. R10.
typedef struct mux_gallium_transfer_s *mux_gallium_transfer_t;
/// Sub-allocates buffers for data that is used once; belongs to a context. R51.
typedef struct mux_gallium_uploader_s *mux_gallium_uploader_t;
/// A compute program; made by a context. P01.
typedef struct mux_gallium_compute_state_s *mux_gallium_compute_state_t;
/// How textures are sampled; made by a context. V01.
typedef struct mux_gallium_sampler_state_s *mux_gallium_sampler_state_t;
/// What a shader samples: a range of levels and layers of a texture, or of a buffer's elements;
/// made by a context. V07.
typedef struct mux_gallium_sampler_view_s *mux_gallium_sampler_view_t;
/// What is rendered to: a level and layers of a resource; made by a context. K01.
typedef struct mux_gallium_surface_s *mux_gallium_surface_t;
/// A measurement of commands; made by a context. Q01.
typedef struct mux_gallium_query_s *mux_gallium_query_t;
/// How colors are written to surfaces; made by a context. F02.
typedef struct mux_gallium_blend_state_s *mux_gallium_blend_state_t;
/// How primitives become fragments; made by a context. F03.
typedef struct mux_gallium_rasterizer_state_s *mux_gallium_rasterizer_state_t;
/// Tests of depth, stencil and alpha; made by a context. F04.
typedef struct mux_gallium_depth_stencil_alpha_state_s *mux_gallium_depth_stencil_alpha_state_t;
/// A shader of a stage of the pipeline; made by a context. F05.
typedef struct mux_gallium_shader_state_s *mux_gallium_shader_state_t;
/// Where the inputs of vertex shaders are in vertex buffers; made by a context. F07.
typedef struct mux_gallium_vertex_elements_state_s *mux_gallium_vertex_elements_state_t;
/// A range of a buffer that stream output writes; made by a context. D25.
typedef struct mux_gallium_stream_output_target_s *mux_gallium_stream_output_target_t;
/// Orders work between contexts, threads and processes; made by a screen or a flush. S16.
typedef struct mux_gallium_fence_s *mux_gallium_fence_t;

/// Kind of a resource. Gallium 2020, Transfers; R21 to R24.
typedef enum mux_gallium_target_e {
  /// An array of bytes; not a texture.
  mux_gallium_target_buffer = 0,
  mux_gallium_target_texture_1d = 1,
  mux_gallium_target_texture_2d = 2,
  mux_gallium_target_texture_3d = 3,
  /// Six square faces: z of a box is the face, in the order +x, -x, +y, -y, +z, -z.
  mux_gallium_target_texture_cube = 4,
  /// Two dimensions, one level, sampled with unnormalized coordinates.
  mux_gallium_target_texture_rect = 5,
  /// z of a box is the layer, y is 0.
  mux_gallium_target_texture_1d_array = 6,
  /// z of a box is the layer.
  mux_gallium_target_texture_2d_array = 7,
  /// z of a box is 6 times the cube plus the face.
  mux_gallium_target_texture_cube_array = 8,
  /// The number of targets; not a target.
  mux_gallium_target_count = 9
} mux_gallium_target_e;

/// What a resource is bound as; a bitfield. Bits that no entry point checks are hints.
typedef enum mux_gallium_bind_e {
  /// Surfaces of depth and stencil.
  mux_gallium_bind_depth_stencil = 1 << 0,
  /// Surfaces of color.
  mux_gallium_bind_render_target = 1 << 1,
  mux_gallium_bind_sampler_view = 1 << 3,
  mux_gallium_bind_vertex_buffer = 1 << 4,
  mux_gallium_bind_index_buffer = 1 << 5,
  mux_gallium_bind_constant_buffer = 1 << 6,
  mux_gallium_bind_display_target = 1 << 7,
  /// Sizes of indirect grids and draws.
  mux_gallium_bind_command_args = 1 << 8,
  mux_gallium_bind_stream_output = 1 << 11,
  mux_gallium_bind_shader_buffer = 1 << 14,
  /// Results of queries.
  mux_gallium_bind_query_buffer = 1 << 15,
  mux_gallium_bind_cursor = 1 << 16,
  mux_gallium_bind_custom = 1 << 17,
  mux_gallium_bind_scanout = 1 << 18,
  mux_gallium_bind_staging = 1 << 19,
  mux_gallium_bind_shared = 1 << 20,
  mux_gallium_bind_linear = 1 << 22,
  /// Required by muxGalliumSetGlobalBinding(). P09. Not in the vtest protocol, as the next.
  mux_gallium_bind_global = 1 << 24,
  mux_gallium_bind_shader_image = 1 << 25
} mux_gallium_bind_e;

/// Expected use of a resource by the program; a hint. R53.
typedef enum mux_gallium_usage_e {
  mux_gallium_usage_default = 0,
  /// Written rarely or never.
  mux_gallium_usage_immutable = 1,
  /// Written by the program often.
  mux_gallium_usage_dynamic = 2,
  /// Written by the program once, and used once.
  mux_gallium_usage_stream = 3,
  /// Read by the program.
  mux_gallium_usage_staging = 4
} mux_gallium_usage_e;

/// Flags of a resource's creation; a bitfield.
typedef enum mux_gallium_resource_flag_e {
  /// Allows #mux_gallium_map_persistent. R35.
  mux_gallium_resource_flag_map_persistent = 1 << 0,
  /// Allows #mux_gallium_map_coherent. R38.
  mux_gallium_resource_flag_map_coherent = 1 << 1,
  /// Reserves addresses without memory, see muxGalliumResourceCommit(). R43.
  mux_gallium_resource_flag_sparse = 1 << 2
} mux_gallium_resource_flag_e;

/// How a resource is mapped; a bitfield. Gallium 2020, PIPE_MAP; R25 to R42.
typedef enum mux_gallium_map_e {
  /// The mapping shows the contents as of the call, or later ones. R26.
  mux_gallium_map_read = 1 << 0,
  /// What is written reaches the resource at muxGalliumTransferUnmap() at the latest. R27.
  mux_gallium_map_write = 1 << 1,
  /// Maps the resource's own memory, or fails. R28.
  mux_gallium_map_directly = 1 << 2,
  /// The old contents of the box may be lost; those outside are kept. Not with read. R29, R39.
  mux_gallium_map_discard_range = 1 << 3,
  /// Fails rather than waits for the device. R31.
  mux_gallium_map_dontblock = 1 << 4,
  /// Does not wait for the device; overlapping accesses are undefined. Not with read. R32, R41.
  mux_gallium_map_unsynchronized = 1 << 5,
  /// Only ranges of muxGalliumTransferFlushRegion() are written. Not with read. R33, R42.
  mux_gallium_map_flush_explicit = 1 << 6,
  /// The old contents of the whole resource may be lost. With read it is refused, although the
  /// documents only discourage that. R30, R40.
  mux_gallium_map_discard_whole_resource = 1 << 7,
  /// The device may use the resource while it is mapped. R34.
  mux_gallium_map_persistent = 1 << 8,
  /// With persistent: writes of either side are visible to the other at once. R37.
  mux_gallium_map_coherent = 1 << 9,
  /// The context may be used by another thread meanwhile; always so here.
  mux_gallium_map_thread_safe = 1 << 10,
  /// Only the depth of a depth and stencil format is accessed; a hint.
  mux_gallium_map_depth_only = 1 << 11,
  /// Only the stencil of a depth and stencil format is accessed; a hint.
  mux_gallium_map_stencil_only = 1 << 12,
  /// The resource is mapped once only; a hint.
  mux_gallium_map_once = 1 << 13
} mux_gallium_map_e;

/// The names of flags before the documents renamed them. R25.
typedef enum mux_gallium_transfer_flag_e {
  mux_gallium_transfer_read = mux_gallium_map_read,
  mux_gallium_transfer_write = mux_gallium_map_write,
  mux_gallium_transfer_map_directly = mux_gallium_map_directly,
  mux_gallium_transfer_discard_range = mux_gallium_map_discard_range,
  mux_gallium_transfer_dontblock = mux_gallium_map_dontblock,
  mux_gallium_transfer_unsynchronized = mux_gallium_map_unsynchronized,
  mux_gallium_transfer_flush_explicit = mux_gallium_map_flush_explicit,
  mux_gallium_transfer_discard_whole_resource = mux_gallium_map_discard_whole_resource,
  mux_gallium_transfer_persistent = mux_gallium_map_persistent,
  mux_gallium_transfer_coherent = mux_gallium_map_coherent
} mux_gallium_transfer_flag_e;

/// Memory that a barrier is for; a bitfield. S27, S28.
typedef enum mux_gallium_barrier_e {
  /// Makes writes to persistent mappings that are not coherent visible to the device, and writes of
  /// the device that have ended visible to such mappings. S28.
  mux_gallium_barrier_mapped_buffer = 1 << 0,
  mux_gallium_barrier_shader_buffer = 1 << 1,
  mux_gallium_barrier_query_buffer = 1 << 2,
  mux_gallium_barrier_vertex_buffer = 1 << 3,
  mux_gallium_barrier_index_buffer = 1 << 4,
  mux_gallium_barrier_constant_buffer = 1 << 5,
  mux_gallium_barrier_indirect_buffer = 1 << 6,
  mux_gallium_barrier_texture = 1 << 7,
  mux_gallium_barrier_image = 1 << 8,
  mux_gallium_barrier_framebuffer = 1 << 9,
  mux_gallium_barrier_streamout_buffer = 1 << 10,
  mux_gallium_barrier_global_buffer = 1 << 11,
  mux_gallium_barrier_update_buffer = 1 << 12,
  mux_gallium_barrier_update_texture = 1 << 13
} mux_gallium_barrier_e;

/// A stage of the pipeline. Bindings are stored for every stage; only compute programs can use them
/// so far.
typedef enum mux_gallium_stage_e {
  mux_gallium_stage_vertex = 0,
  mux_gallium_stage_fragment = 1,
  mux_gallium_stage_geometry = 2,
  mux_gallium_stage_tess_ctrl = 3,
  mux_gallium_stage_tess_eval = 4,
  mux_gallium_stage_compute = 5,
  /// The number of stages; not a stage.
  mux_gallium_stage_count = 6
} mux_gallium_stage_e;

/// Where a component of a texel comes from. V12.
typedef enum mux_gallium_swizzle_e {
  mux_gallium_swizzle_x = 0,
  mux_gallium_swizzle_y = 1,
  mux_gallium_swizzle_z = 2,
  mux_gallium_swizzle_w = 3,
  mux_gallium_swizzle_zero = 4,
  mux_gallium_swizzle_one = 5
} mux_gallium_swizzle_e;

/// Comparison of a value with a reference.
typedef enum mux_gallium_function_e {
  mux_gallium_function_never = 0,
  mux_gallium_function_less = 1,
  mux_gallium_function_equal = 2,
  mux_gallium_function_lequal = 3,
  mux_gallium_function_greater = 4,
  mux_gallium_function_notequal = 5,
  mux_gallium_function_gequal = 6,
  mux_gallium_function_always = 7
} mux_gallium_function_e;

/// A box of a resource's level. Where a function copies, the signs of the extents may mirror; all
/// other functions require positive extents.
typedef struct mux_gallium_box_s {
  /// The first pixel in x; the first byte of a buffer.
  int32_t x;
  /// The first pixel in y; 0 if the target has no rows.
  int32_t y;
  /// The first slice, layer or face, see ::mux_gallium_target_e.
  int32_t z;
  /// Pixels in x; bytes of a buffer.
  int32_t width;
  /// Rows; 1 if the target has none.
  int32_t height;
  /// Slices, layers or faces; 1 if the target has none.
  int32_t depth;
} mux_gallium_box_t;

/// A rectangle of a surface.
typedef struct mux_gallium_rectangle_s {
  /// The first column.
  uint16_t min_x;
  /// The first row.
  uint16_t min_y;
  /// The column after the last.
  uint16_t max_x;
  /// The row after the last.
  uint16_t max_y;
} mux_gallium_rectangle_t;

/// A color to clear to: the member for the format's type.
MUX_EXTENSION typedef union mux_gallium_color_s {
  /// Normalized, scaled and floating-point formats; srgb formats get linear values.
  float f[4];
  /// Signed integer formats.
  int32_t i[4];
  /// Unsigned integer formats.
  uint32_t u[4];
} mux_gallium_color_t;

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_TYPES_H
