/// @file
/// State objects of draws: blending, rasterization, tests of depth, stencil and alpha, shaders,
/// vertex elements.
///
/// States are immutable. A context holds what is bound to it. Without a state of a kind, draws use
/// the default of each: no blending and all channels written; filled triangles of both faces, with
/// depth clipped and the scissor off; no tests; no vertex elements.

#ifndef MUX_GALLIUM_DRAW_STATE_H
#define MUX_GALLIUM_DRAW_STATE_H

#include <mux/gallium/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Most color surfaces with a blend state of their own.
#define MUX_GALLIUM_MAX_BLEND_TARGETS 8
/// Most vertex elements.
#define MUX_GALLIUM_MAX_VERTEX_ELEMENTS 32
/// Most stream outputs of a shader.
#define MUX_GALLIUM_MAX_STREAM_OUTPUTS 64
/// Buffers of stream output.
#define MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS 4

/// How source and destination, each times its factor, are combined. F02.
typedef enum mux_gallium_blend_function_e {
  mux_gallium_blend_function_add = 0,
  mux_gallium_blend_function_subtract = 1,
  mux_gallium_blend_function_reverse_subtract = 2,
  mux_gallium_blend_function_min = 3,
  mux_gallium_blend_function_max = 4
} mux_gallium_blend_function_e;

/// Factor of a color. F02.
typedef enum mux_gallium_blend_factor_e {
  mux_gallium_blend_factor_one = 1,
  mux_gallium_blend_factor_src_color = 2,
  mux_gallium_blend_factor_src_alpha = 3,
  mux_gallium_blend_factor_dst_alpha = 4,
  mux_gallium_blend_factor_dst_color = 5,
  mux_gallium_blend_factor_src_alpha_saturate = 6,
  mux_gallium_blend_factor_const_color = 7,
  mux_gallium_blend_factor_const_alpha = 8,
  mux_gallium_blend_factor_src1_color = 9,
  mux_gallium_blend_factor_src1_alpha = 10,
  mux_gallium_blend_factor_zero = 17,
  mux_gallium_blend_factor_inv_src_color = 18,
  mux_gallium_blend_factor_inv_src_alpha = 19,
  mux_gallium_blend_factor_inv_dst_alpha = 20,
  mux_gallium_blend_factor_inv_dst_color = 21,
  mux_gallium_blend_factor_inv_const_color = 23,
  mux_gallium_blend_factor_inv_const_alpha = 24,
  mux_gallium_blend_factor_inv_src1_color = 25,
  mux_gallium_blend_factor_inv_src1_alpha = 26
} mux_gallium_blend_factor_e;

/// Operation on the bits of source and destination. F02.
typedef enum mux_gallium_logic_op_e {
  mux_gallium_logic_op_clear = 0,
  mux_gallium_logic_op_nor = 1,
  mux_gallium_logic_op_and_inverted = 2,
  mux_gallium_logic_op_copy_inverted = 3,
  mux_gallium_logic_op_and_reverse = 4,
  mux_gallium_logic_op_invert = 5,
  mux_gallium_logic_op_xor = 6,
  mux_gallium_logic_op_nand = 7,
  mux_gallium_logic_op_and = 8,
  mux_gallium_logic_op_equiv = 9,
  mux_gallium_logic_op_noop = 10,
  mux_gallium_logic_op_or_inverted = 11,
  mux_gallium_logic_op_copy = 12,
  mux_gallium_logic_op_or_reverse = 13,
  mux_gallium_logic_op_or = 14,
  mux_gallium_logic_op_set = 15
} mux_gallium_logic_op_e;

/// Blending of a color surface.
typedef struct mux_gallium_blend_target_s {
  /// Whether it blends; if not, the source is written.
  bool blend_enable;
  /// One of ::mux_gallium_blend_function_e, for red, green and blue. Used if it blends.
  uint32_t rgb_func;
  /// One of ::mux_gallium_blend_factor_e.
  uint32_t rgb_src_factor;
  /// The same of the destination.
  uint32_t rgb_dst_factor;
  /// The same for alpha.
  uint32_t alpha_func;
  /// The same for alpha.
  uint32_t alpha_src_factor;
  /// The same for alpha.
  uint32_t alpha_dst_factor;
  /// Channels that are written: bit 0 is red.
  uint32_t colormask;
} mux_gallium_blend_target_t;

/// A blend state.
typedef struct mux_gallium_blend_template_s {
  /// Whether each color surface has its own element of `targets`; if not, all have the first.
  bool independent_blend_enable;
  /// Whether bits are combined instead of blended, in unorm and integer formats.
  bool logicop_enable;
  /// One of ::mux_gallium_logic_op_e.
  uint32_t logicop_func;
  /// A hint: there is no dithering.
  bool dither;
  /// Whether alpha of the first color decides on samples. Surfaces have one sample: no effect yet.
  bool alpha_to_coverage;
  /// Whether alpha is replaced by 1.
  bool alpha_to_one;
  /// Of each color surface.
  mux_gallium_blend_target_t targets[MUX_GALLIUM_MAX_BLEND_TARGETS];
} mux_gallium_blend_template_t;

/// Creates a blend state.
///
/// @param[in] context the context.
/// @param[in] description copied.
/// @param[out] out_state receives the state; destroy it with muxGalliumDestroyBlendState().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or an enumerator that is
/// used is out of range; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F02.
MUX_API mux_result_t muxGalliumCreateBlendState(mux_gallium_context_t context,
                                                const mux_gallium_blend_template_t *description,
                                                mux_gallium_blend_state_t *out_state);

/// Binds a blend state for draws.
///
/// @param[in] context the context.
/// @param[in] state NULL for the default.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or the state is of another
/// context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F02.
MUX_API mux_result_t muxGalliumBindBlendState(mux_gallium_context_t context,
                                              mux_gallium_blend_state_t state);

/// Destroys a blend state. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] state the state.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the state is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F02.
MUX_API mux_result_t muxGalliumDestroyBlendState(mux_gallium_context_t context,
                                                 mux_gallium_blend_state_t state);

/// Faces of triangles; a bitfield. F03.
typedef enum mux_gallium_face_e {
  mux_gallium_face_none = 0,
  mux_gallium_face_front = 1,
  mux_gallium_face_back = 2,
  mux_gallium_face_front_and_back = 3
} mux_gallium_face_e;

/// What a triangle is drawn as. F03.
typedef enum mux_gallium_fill_e {
  mux_gallium_fill_solid = 0,
  mux_gallium_fill_line = 1,
  mux_gallium_fill_point = 2,
  mux_gallium_fill_rectangle = 3
} mux_gallium_fill_e;

/// A rasterizer state. Zero-initialize it; half_pixel_center and depth_clip are usual.
typedef struct mux_gallium_rasterizer_template_s {
  /// Whether colors are constant.
  bool flatshade;
  /// Whether the near and the far plane clip; if not, depths are clamped to the viewport's.
  bool depth_clip;
  /// Whether the depth of the clip volume is 0 to w, not -w to w.
  bool clip_halfz;
  /// Whether nothing is rasterized.
  bool rasterizer_discard;
  /// Whether the first vertex of a primitive has the constant values, not the last.
  bool flatshade_first;
  /// Whether back faces have the colors BCOLOR.
  bool light_twoside;
  /// Whether t of sprites grows upwards.
  bool sprite_coord_lower_left;
  /// Whether points are squares around their vertex, not of whole pixels.
  bool point_quad_rasterization;
  /// Bitfield of ::mux_gallium_face_e: triangles that are not drawn.
  uint32_t cull_face;
  /// One of ::mux_gallium_fill_e.
  uint32_t fill_front;
  /// The same for back faces.
  uint32_t fill_back;
  /// Whether scissors cut.
  bool scissor;
  /// Whether front faces are counterclockwise in the window with y downwards to the eye: area < 0.
  bool front_ccw;
  /// Whether colors of vertices are clamped to 0 and 1.
  bool clamp_vertex_color;
  /// Whether colors of fragments are.
  bool clamp_fragment_color;
  /// Whether depths of triangles drawn as lines are offset.
  bool offset_line;
  /// The same of points.
  bool offset_point;
  /// The same of filled ones.
  bool offset_tri;
  /// A hint: edges of triangles are not smoothed.
  bool poly_smooth;
  /// Whether filled triangles have the stipple.
  bool poly_stipple_enable;
  /// A hint: points are squares.
  bool point_smooth;
  /// Whether points have the size PSIZE.
  bool point_size_per_vertex;
  /// Whether lines are rectangles.
  bool multisample;
  /// The same; lines are not smoothed.
  bool line_smooth;
  /// Whether lines have a pattern. Not yet: lines are solid.
  bool line_stipple_enable;
  /// Whether the last pixel of a line is drawn.
  bool line_last_pixel;
  /// Whether the center of pixels is at one half. It is in any case.
  bool half_pixel_center;
  /// Whether centers on a lower edge, not on an upper one, are inside.
  bool bottom_edge_rule;
  /// Whether inputs are interpolated at samples. There is one.
  bool force_persample_interp;
  /// Pixels of points without PSIZE.
  float point_size;
  /// Inputs that points replace: bit k is TEXCOORD[k] or GENERIC[k], bit 8 PCOORD.
  uint32_t sprite_coord_enable;
  /// 16 bits.
  uint32_t line_stipple_pattern;
  /// Pixels of a bit, minus 1.
  uint32_t line_stipple_factor;
  /// Clip planes, or clip distances, that are on.
  uint32_t clip_plane_enable;
  /// Pixels.
  float line_width;
  /// In units of the least difference of depths.
  float offset_units;
  /// Times the slope.
  float offset_scale;
  /// The largest offset, or the smallest if it is negative; 0 for none.
  float offset_clamp;
} mux_gallium_rasterizer_template_t;

/// Creates a rasterizer state.
///
/// @param[in] context the context.
/// @param[in] description copied.
/// @param[out] out_state receives the state; destroy it with muxGalliumDestroyRasterizerState().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, an enumerator is out of
/// range, or a number is not finite or a size negative; #mux_error_failure after a reset;
/// #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F03.
MUX_API mux_result_t muxGalliumCreateRasterizerState(
    mux_gallium_context_t context, const mux_gallium_rasterizer_template_t *description,
    mux_gallium_rasterizer_state_t *out_state);

/// Binds a rasterizer state for draws.
///
/// @param[in] context the context.
/// @param[in] state NULL for the default.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or the state is of another
/// context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F03.
MUX_API mux_result_t muxGalliumBindRasterizerState(mux_gallium_context_t context,
                                                   mux_gallium_rasterizer_state_t state);

/// Destroys a rasterizer state. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] state the state.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the state is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F03.
MUX_API mux_result_t muxGalliumDestroyRasterizerState(mux_gallium_context_t context,
                                                      mux_gallium_rasterizer_state_t state);

/// Operation on a stencil value. F04.
typedef enum mux_gallium_stencil_op_e {
  mux_gallium_stencil_op_keep = 0,
  mux_gallium_stencil_op_zero = 1,
  mux_gallium_stencil_op_replace = 2,
  mux_gallium_stencil_op_incr = 3,
  mux_gallium_stencil_op_decr = 4,
  mux_gallium_stencil_op_incr_wrap = 5,
  mux_gallium_stencil_op_decr_wrap = 6,
  mux_gallium_stencil_op_invert = 7
} mux_gallium_stencil_op_e;

/// Stencil test of a face.
typedef struct mux_gallium_stencil_state_s {
  /// Whether there is a test. That of back faces is used if both are on; else front's serves both.
  bool enabled;
  /// One of ::mux_gallium_function_e: reference & valuemask is on the left of it.
  uint32_t func;
  /// One of ::mux_gallium_stencil_op_e, if the test fails.
  uint32_t fail_op;
  /// If stencil and depth pass.
  uint32_t zpass_op;
  /// If the stencil passes and the depth fails.
  uint32_t zfail_op;
  /// Bits that are compared, at most 0xff.
  uint32_t valuemask;
  /// Bits that are written, at most 0xff.
  uint32_t writemask;
} mux_gallium_stencil_state_t;

/// Tests of depth, stencil and alpha.
typedef struct mux_gallium_depth_stencil_alpha_template_s {
  /// Whether there is a depth test; without one nothing is written.
  bool depth_enabled;
  /// Whether the depth of fragments that pass is written.
  bool depth_writemask;
  /// One of ::mux_gallium_function_e: the fragment's depth is on the left of it.
  uint32_t depth_func;
  /// Whether alpha of the first color is tested.
  bool alpha_enabled;
  /// One of ::mux_gallium_function_e.
  uint32_t alpha_func;
  /// What alpha is compared with.
  float alpha_ref;
  /// Of front and back faces.
  mux_gallium_stencil_state_t stencil[2];
} mux_gallium_depth_stencil_alpha_template_t;

/// Creates a state of tests.
///
/// @param[in] context the context.
/// @param[in] description copied.
/// @param[out] out_state receives the state; destroy it with
/// muxGalliumDestroyDepthStencilAlphaState().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or an enumerator or mask
/// is out of range; #mux_error_failure after a reset; #mux_error_null_out_parameter;
/// #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F04.
MUX_API mux_result_t muxGalliumCreateDepthStencilAlphaState(
    mux_gallium_context_t context, const mux_gallium_depth_stencil_alpha_template_t *description,
    mux_gallium_depth_stencil_alpha_state_t *out_state);

/// Binds a state of tests for draws.
///
/// @param[in] context the context.
/// @param[in] state NULL for the default.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or the state is of another
/// context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F04.
MUX_API mux_result_t muxGalliumBindDepthStencilAlphaState(
    mux_gallium_context_t context, mux_gallium_depth_stencil_alpha_state_t state);

/// Destroys a state of tests. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] state the state.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the state is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F04.
MUX_API mux_result_t muxGalliumDestroyDepthStencilAlphaState(
    mux_gallium_context_t context, mux_gallium_depth_stencil_alpha_state_t state);

/// Components of an output that a shader's vertices write to a buffer. D33.
typedef struct mux_gallium_stream_output_s {
  /// The number of the register OUT.
  uint32_t register_index;
  /// The first component, 0 to 3.
  uint32_t start_component;
  /// The number of components.
  uint32_t num_components;
  /// The buffer's number, below #MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS.
  uint32_t output_buffer;
  /// Numbers of 32 bits before it, of a vertex in the buffer.
  uint32_t dst_offset;
  /// The vertex stream, 0 to 3.
  uint32_t stream;
} mux_gallium_stream_output_t;

/// A shader.
typedef struct mux_gallium_shader_template_s {
  /// One of ::mux_gallium_stage_e, but compute.
  uint32_t stage;
  /// TGSI text; it need not end in a null character.
  const char *source;
  /// Bytes of `source`.
  uint64_t source_length;
  /// Number of `stream_outputs`; 0 for none.
  uint32_t stream_output_count;
  /// Numbers of 32 bits of a vertex in each buffer.
  uint32_t stream_output_strides[MUX_GALLIUM_MAX_STREAM_OUTPUT_BUFFERS];
  /// What vertices write, if this is the last stage before rasterization.
  mux_gallium_stream_output_t stream_outputs[MUX_GALLIUM_MAX_STREAM_OUTPUTS];
} mux_gallium_shader_template_t;

/// Creates a shader: compiles it to a function of stage_abi.h. A draw joins it with kernels.
///
/// @param[in] context the context.
/// @param[in] description read during the call only.
/// @param[out] out_shader receives the shader; destroy it with muxGalliumDestroyShader().
/// @return #mux_success; #mux_error_invalid_value if `context`, `description` or its source is
/// NULL, its length 0, the stage unknown or that of compute programs, or a stream output out of
/// range or beyond the stride of its buffer; #mux_error_failure if the source has errors, the first
/// of which is in the error message, or is of another stage, or after a reset;
/// #mux_error_feature_unsupported for geometry and tessellation shaders, or if the compiler cannot
/// be opened; #mux_error_null_out_parameter; #mux_error_out_of_memory. The whole log goes to the
/// context's debug callback.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F05, D33.
MUX_API mux_result_t muxGalliumCreateShader(mux_gallium_context_t context,
                                            const mux_gallium_shader_template_t *description,
                                            mux_gallium_shader_state_t *out_shader);

/// Binds a shader to a stage.
///
/// @param[in] context the context.
/// @param[in] stage one of ::mux_gallium_stage_e, but compute.
/// @param[in] shader of that stage; NULL for none.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL, or the shader is of another
/// context or stage; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F05.
MUX_API mux_result_t muxGalliumBindShader(mux_gallium_context_t context, uint32_t stage,
                                          mux_gallium_shader_state_t shader);

/// Destroys a shader. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] shader the shader.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the shader is of
/// another context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F05.
MUX_API mux_result_t muxGalliumDestroyShader(mux_gallium_context_t context,
                                             mux_gallium_shader_state_t shader);

/// An input of vertex shaders: IN[i] of element i.
typedef struct mux_gallium_vertex_element_s {
  /// Bytes from the start of a record to it.
  uint32_t src_offset;
  /// 0: a record for each vertex; d: for each d instances. D15, D16.
  uint32_t instance_divisor;
  /// The vertex buffer.
  uint32_t vertex_buffer_index;
  /// One of ::mux_gallium_format_e, of at most 32 bytes.
  uint32_t format;
} mux_gallium_vertex_element_t;

/// Vertex elements.
typedef struct mux_gallium_vertex_elements_template_s {
  /// Number of `elements`.
  uint32_t count;
  /// In the order of the inputs.
  mux_gallium_vertex_element_t elements[MUX_GALLIUM_MAX_VERTEX_ELEMENTS];
} mux_gallium_vertex_elements_template_t;

/// Creates vertex elements.
///
/// @param[in] context the context.
/// @param[in] description copied.
/// @param[out] out_state receives the state; destroy it with
/// muxGalliumDestroyVertexElementsState().
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL, there are too many, a
/// buffer's number is out of range, or a format cannot be read one by one; #mux_error_failure after
/// a reset; #mux_error_null_out_parameter; #mux_error_out_of_memory.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F07, D15 to D17.
MUX_API mux_result_t muxGalliumCreateVertexElementsState(
    mux_gallium_context_t context, const mux_gallium_vertex_elements_template_t *description,
    mux_gallium_vertex_elements_state_t *out_state);

/// Binds vertex elements for draws.
///
/// @param[in] context the context.
/// @param[in] state NULL for the default.
/// @return #mux_success; #mux_error_invalid_value if `context` is NULL or the state is of another
/// context; #mux_error_failure after a reset.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F07, D15 to D17.
MUX_API mux_result_t muxGalliumBindVertexElementsState(mux_gallium_context_t context,
                                                       mux_gallium_vertex_elements_state_t state);

/// Destroys vertex elements. While it is bound it stays usable.
///
/// @param[in] context the context that made it.
/// @param[in] state the state.
/// @return #mux_success; #mux_error_invalid_value if an argument is NULL or the state is of another
/// context.
///
/// For one thread at a time of each context. Gallium 2020, CSO State; F01, F07, D15 to D17.
MUX_API mux_result_t muxGalliumDestroyVertexElementsState(
    mux_gallium_context_t context, mux_gallium_vertex_elements_state_t state);

#ifdef __cplusplus
}
#endif

#endif  // MUX_GALLIUM_DRAW_STATE_H
