/// @file
/// What a shader in TGSI declares and does: its registers, properties and resources, for a client
/// that calls the function or kernel which muxCompile() makes of it. In libmux, without a device.
///
///     mux_shader_interface_t shader;
///     if (muxDescribeTgsi(text, strlen(text), &shader) != mux_success)
///       fputs(muxGetLastErrorMessage(), stderr);
///     for (uint32_t i = 0; i < shader.input_count; ++i)
///       link(shader.inputs[i].semantic, shader.inputs[i].semantic_index);

#ifndef MUX_GALLIUM_SHADER_INTERFACE_H
#define MUX_GALLIUM_SHADER_INTERFACE_H

#include <mux/gallium/types.h>
#include <mux/mux.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most inputs, and most outputs, of a shader.
#define MUX_SHADER_MAX_REGISTERS 80
/// Most resources of a kind. Their numbers are less.
#define MUX_SHADER_MAX_RESOURCES 32

/// The meaning of an input, an output or a system value.
typedef enum mux_shader_semantic_e {
  /// Of inputs of vertex shaders, which are the vertex elements of their numbers.
  mux_shader_semantic_none = 0,
  /// `POSITION`: in clip space; of fragments in window space, or as an output the depth in z.
  mux_shader_semantic_position = 1,
  /// `COLOR`: of fragments as outputs the color buffer's number is the index.
  mux_shader_semantic_color = 2,
  /// `BCOLOR`.
  mux_shader_semantic_back_color = 3,
  /// `FOG`.
  mux_shader_semantic_fog = 4,
  /// `PSIZE`.
  mux_shader_semantic_point_size = 5,
  /// `GENERIC`.
  mux_shader_semantic_generic = 6,
  /// `FACE`.
  mux_shader_semantic_face = 7,
  /// `EDGEFLAG`.
  mux_shader_semantic_edge_flag = 8,
  /// `PRIM_ID`.
  mux_shader_semantic_primitive_id = 9,
  /// `INSTANCEID`.
  mux_shader_semantic_instance_id = 10,
  /// `VERTEXID`.
  mux_shader_semantic_vertex_id = 11,
  /// `STENCIL`: the reference in y.
  mux_shader_semantic_stencil = 12,
  /// `CLIPDIST`: clip and cull distances 4 * index to 4 * index + 3.
  mux_shader_semantic_clip_distance = 13,
  /// `CLIPVERTEX`.
  mux_shader_semantic_clip_vertex = 14,
  /// `TEXCOORD`.
  mux_shader_semantic_texture_coordinate = 15,
  /// `PCOORD`.
  mux_shader_semantic_point_coordinate = 16,
  /// `VIEWPORT_INDEX`.
  mux_shader_semantic_viewport_index = 17,
  /// `LAYER`.
  mux_shader_semantic_layer = 18,
  /// `SAMPLEID`.
  mux_shader_semantic_sample_id = 19,
  /// `SAMPLEPOS`.
  mux_shader_semantic_sample_position = 20,
  /// `SAMPLEMASK`.
  mux_shader_semantic_sample_mask = 21,
  /// `INVOCATIONID`.
  mux_shader_semantic_invocation_id = 22,
  /// `VERTEXID_NOBASE`.
  mux_shader_semantic_vertex_id_without_base = 23,
  /// `BASEVERTEX`.
  mux_shader_semantic_base_vertex = 24,
  /// `PATCH`.
  mux_shader_semantic_patch = 25,
  /// `TESSCOORD`.
  mux_shader_semantic_tess_coordinate = 26,
  /// `TESSOUTER`.
  mux_shader_semantic_tess_outer = 27,
  /// `TESSINNER`.
  mux_shader_semantic_tess_inner = 28,
  /// `VERTICESIN`.
  mux_shader_semantic_vertices_in = 29,
  /// `HELPER_INVOCATION`.
  mux_shader_semantic_helper_invocation = 30,
  /// `BASEINSTANCE`.
  mux_shader_semantic_base_instance = 31,
  /// `DRAWID`.
  mux_shader_semantic_draw_id = 32,
  /// `THREAD_ID`.
  mux_shader_semantic_thread_id = 33,
  /// `BLOCK_ID`.
  mux_shader_semantic_block_id = 34,
  /// `BLOCK_SIZE`.
  mux_shader_semantic_block_size = 35,
  /// `GRID_SIZE`.
  mux_shader_semantic_grid_size = 36,
  /// The number of semantics; not a semantic.
  mux_shader_semantic_count = 37
} mux_shader_semantic_e;

/// How an input of a fragment is interpolated.
typedef enum mux_shader_interpolation_e {
  /// The value of the provoking vertex. Also if the declaration names none, and of other stages.
  mux_shader_interpolation_constant = 0,
  /// Linear in window space.
  mux_shader_interpolation_linear = 1,
  mux_shader_interpolation_perspective = 2,
  /// As `perspective`, or `constant` if the rasterizer state says that colors are flat.
  mux_shader_interpolation_color = 3
} mux_shader_interpolation_e;

/// Where an input of a fragment is interpolated.
typedef enum mux_shader_location_e {
  mux_shader_location_center = 0,
  mux_shader_location_centroid = 1,
  /// At the sample that the shader runs for.
  mux_shader_location_sample = 2
} mux_shader_location_e;

/// What a view or an image is accessed as.
typedef enum mux_shader_target_e {
  mux_shader_target_buffer = 0,
  mux_shader_target_1d = 1,
  mux_shader_target_2d = 2,
  mux_shader_target_3d = 3,
  mux_shader_target_cube = 4,
  mux_shader_target_rect = 5,
  mux_shader_target_shadow_1d = 6,
  mux_shader_target_shadow_2d = 7,
  mux_shader_target_shadow_rect = 8,
  mux_shader_target_1d_array = 9,
  mux_shader_target_2d_array = 10,
  mux_shader_target_shadow_1d_array = 11,
  mux_shader_target_shadow_2d_array = 12,
  mux_shader_target_shadow_cube = 13,
  mux_shader_target_2d_multisample = 14,
  mux_shader_target_2d_array_multisample = 15,
  mux_shader_target_cube_array = 16,
  mux_shader_target_shadow_cube_array = 17,
  mux_shader_target_unknown = 18
} mux_shader_target_e;

/// The type of what a view returns, in its first component.
typedef enum mux_shader_view_type_e {
  mux_shader_view_type_unorm = 0,
  mux_shader_view_type_snorm = 1,
  mux_shader_view_type_sint = 2,
  mux_shader_view_type_uint = 3,
  mux_shader_view_type_float = 4
} mux_shader_view_type_e;

/// An input or output register.
typedef struct mux_shader_register_s {
  /// i of `IN[i]` or `OUT[i]`.
  uint32_t number;
  /// One of ::mux_shader_semantic_e.
  uint32_t semantic;
  /// k of `GENERIC[k]`. Registers that are declared as a range have consecutive indices.
  uint32_t semantic_index;
  /// Bit i is set if component i is used, as declared.
  uint8_t mask;
  /// One of ::mux_shader_interpolation_e.
  uint8_t interpolation;
  /// One of ::mux_shader_location_e.
  uint8_t location;
  /// 1 if there is one for each vertex: `IN[vertex][i]`.
  uint8_t is_per_vertex;
  /// The vertex stream of each component, for outputs of geometry shaders.
  uint8_t streams[4];
  /// Of inputs of fragments: 1 if an instruction `INTERP_*` may name it.
  uint8_t is_interpolated;
  /// 0.
  uint8_t reserved[3];
} mux_shader_register_t;

/// Properties, with the value that they have if the shader does not give them.
typedef struct mux_shader_properties_s {
  /// `GS_INPUT_PRIMITIVE`: 0 points, 1 lines, 4 triangles, 10 lines with adjacency, 12 triangles
  /// with adjacency. 0.
  uint32_t gs_input_primitive;
  /// `GS_OUTPUT_PRIMITIVE`: 0 points, 3 line strip, 5 triangle strip. 0.
  uint32_t gs_output_primitive;
  /// `GS_MAX_OUTPUT_VERTICES`. 0.
  uint32_t gs_max_output_vertices;
  /// `GS_INVOCATIONS`. 1.
  uint32_t gs_invocations;
  /// `FS_COORD_ORIGIN`: 1 for LOWER_LEFT. 0, UPPER_LEFT.
  uint32_t fs_coord_is_lower_left;
  /// `FS_COORD_PIXEL_CENTER`: 1 for INTEGER. 0, HALF_INTEGER.
  uint32_t fs_coord_is_integer;
  /// `FS_COLOR0_WRITES_ALL_CBUFS`. 0.
  uint32_t fs_color0_writes_all_buffers;
  /// `FS_DEPTH_LAYOUT`: 1 any, 2 greater, 3 less, 4 unchanged. 0, none is given.
  uint32_t fs_depth_layout;
  /// `FS_EARLY_DEPTH_STENCIL`. 0.
  uint32_t fs_early_depth_stencil;
  /// `FS_POST_DEPTH_COVERAGE`. 0.
  uint32_t fs_post_depth_coverage;
  /// `FS_BLEND_EQUATION_ADVANCED`: a bit mask. 0.
  uint32_t fs_blend_equation_advanced;
  /// `NUM_CLIPDIST_ENABLED`: the first distances, which clip. If neither this nor the next property
  /// is given: as many as the outputs `CLIPDIST` have, up to the last component that is declared.
  uint32_t clip_distances;
  /// `NUM_CULLDIST_ENABLED`: the distances after those, which cull. 0.
  uint32_t cull_distances;
  /// `TCS_VERTICES_OUT`. 0.
  uint32_t tcs_vertices_out;
  /// `TES_PRIM_MODE`: 1 isolines, 4 triangles, 7 quads. 0.
  uint32_t tes_primitive_mode;
  /// `TES_SPACING`: 0 fractional odd, 1 fractional even, 2 equal. 0.
  uint32_t tes_spacing;
  /// `TES_VERTEX_ORDER_CW`. 0.
  uint32_t tes_vertex_order_cw;
  /// `TES_POINT_MODE`. 0.
  uint32_t tes_point_mode;
  /// `CS_FIXED_BLOCK_WIDTH`, `_HEIGHT`, `_DEPTH`. 0, the size is variable.
  uint32_t block_size[3];
  /// `SEPARABLE_PROGRAM`. 0.
  uint32_t separable_program;
  /// `VS_PROHIBIT_UCPS`. 0.
  uint32_t vs_prohibit_ucps;
  /// `VS_WINDOW_SPACE_POSITION`. 0.
  uint32_t vs_window_space_position;
  /// `LEGACY_MATH_RULES`. 0.
  uint32_t legacy_math_rules;
  /// `LAYER_VIEWPORT_RELATIVE`. 0.
  uint32_t layer_viewport_relative;
} mux_shader_properties_t;

/// What a shader does; a bitfield.
typedef enum mux_shader_use_e {
  /// It has KILL, KILL_IF or DEMOTE.
  mux_shader_use_discard = 1 << 0,
  /// It stores to, or has atomic operations on, a buffer, an image or a counter.
  mux_shader_use_memory_writes = 1 << 1,
  /// It computes differences between fragments: derivatives, or levels of detail from them.
  mux_shader_use_derivatives = 1 << 2,
  /// It samples textures at a level of detail that is computed from derivatives, in fragments.
  mux_shader_use_implicit_levels = 1 << 3,
  /// A fragment shader has an output POSITION.
  mux_shader_use_depth_output = 1 << 4,
  /// A fragment shader has an output STENCIL.
  mux_shader_use_stencil_output = 1 << 5,
  /// A fragment shader has an output SAMPLEMASK.
  mux_shader_use_sample_mask_output = 1 << 6,
  /// An instruction names a sampler by a computed number.
  mux_shader_use_indirect_samplers = 1 << 7,
  /// A fragment shader must run for each sample: it has SAMPLEID or SAMPLEPOS, or an input that is
  /// interpolated there.
  mux_shader_use_samples = 1 << 8,
  /// It has INTERP_CENTROID, INTERP_SAMPLE or INTERP_OFFSET.
  mux_shader_use_interpolation = 1 << 9,
  /// It has BARRIER.
  mux_shader_use_barrier = 1 << 10
} mux_shader_use_e;

/// What a shader declares and does.
typedef struct mux_shader_interface_s {
  /// One of ::mux_gallium_stage_e.
  uint32_t stage;
  /// Bits of ::mux_shader_use_e.
  uint32_t uses;
  /// Number of `inputs`.
  uint32_t input_count;
  /// Number of `outputs`.
  uint32_t output_count;
  /// `IN`, in order of their numbers. Others are zeros.
  mux_shader_register_t inputs[MUX_SHADER_MAX_REGISTERS];
  /// `OUT`, in order of their numbers. Others are zeros.
  mux_shader_register_t outputs[MUX_SHADER_MAX_REGISTERS];
  /// Bit s is set if a system value with the semantic s of ::mux_shader_semantic_e is declared.
  uint64_t system_values;
  mux_shader_properties_t properties;
  /// Number of registers of `CONST[0]`, declared: the highest number plus 1, or 0.
  uint32_t constant_count;
  /// Bit n is set if `CONST[n]` is declared.
  uint32_t constant_buffers;
  /// Bit n is set if `SAMP[n]` is declared.
  uint32_t samplers;
  /// Bit n is set if `SVIEW[n]` is declared.
  uint32_t views;
  /// Bit n is set if `IMAGE[n]` is declared.
  uint32_t images;
  /// Bit n is set if `IMAGE[n]` is declared writable.
  uint32_t writable_images;
  /// Bit n is set if `BUFFER[n]` is declared.
  uint32_t buffers;
  /// Bit n is set if `HWATOMIC[n]` is declared.
  uint32_t atomic_buffers;
  /// Bit s is set if a geometry shader may emit vertices of stream s.
  uint32_t emitted_streams;
  /// One of ::mux_shader_target_e for each of `views`.
  uint8_t view_targets[MUX_SHADER_MAX_RESOURCES];
  /// One of ::mux_shader_view_type_e for each of `views`.
  uint8_t view_types[MUX_SHADER_MAX_RESOURCES];
  /// One of ::mux_shader_target_e for each of `images`.
  uint8_t image_targets[MUX_SHADER_MAX_RESOURCES];
} mux_shader_interface_t;

/// Describes a shader of any stage, also of one that muxCompile() does not support, as far as its
/// text is valid. What is used only by instructions that are never reached counts as used.
///
/// @param[in] source TGSI text, as for muxCompile(); only read during the call.
/// @param[in] source_length bytes of `source`.
/// @param[out] out_interface receives the description; zeros after an error.
/// @return #mux_success; #mux_error_failure if the text is no valid shader, has more than
/// #MUX_SHADER_MAX_REGISTERS inputs or outputs, or a resource whose number is not less than
/// #MUX_SHADER_MAX_RESOURCES: muxGetLastErrorMessage() returns the line, the word and the reason;
/// #mux_error_invalid_value if `source` is NULL or the length 0; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory; #mux_error_feature_unsupported if the compiler cannot be opened.
/// Thread-safe. Not in the documents of Gallium, whose drivers parse shaders.
MUX_API mux_result_t muxDescribeTgsi(const char *source, uint64_t source_length,
                                     mux_shader_interface_t *out_interface);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_SHADER_INTERFACE_H
