/// @file
/// What the kernels of draws get in memory, with the same layout in C++ and in OpenCL C.
///
/// A draw is divided into chunks of consecutive primitives. `draw_vertices` runs the vertex shader
/// for a chunk, `draw_stream_output` writes vertices to buffers, `draw_setup` makes a record of
/// each of its primitives and notes which tiles of the framebuffer it touches, `draw_tiles` shades
/// the pixels of a tile, chunk after chunk.

#ifndef MUX_GALLIUM_DRAW_ABI_H
#define MUX_GALLIUM_DRAW_ABI_H

#ifdef __OPENCL_VERSION__
#define DRAW_U32 uint
#define DRAW_U64 ulong
#define DRAW_I64 long
#else
#include <cstdint>
namespace mux::gallium {
#define DRAW_U32 uint32_t
#define DRAW_U64 uint64_t
#define DRAW_I64 int64_t
#endif

/// Most records of a chunk: the bits of a tile's set.
#define DRAW_CHUNK_RECORDS 256
/// Words of a tile's set of records.
#define DRAW_SET_WORDS (DRAW_CHUNK_RECORDS / 32)
/// Most vertices of a chunk.
#define DRAW_CHUNK_VERTICES (3 * DRAW_CHUNK_RECORDS)
/// Pixels of a tile's side.
#define DRAW_TILE 64
#define DRAW_MAX_ELEMENTS 32
/// Most registers of a vertex, and of a fragment's inputs.
#define DRAW_MAX_REGISTERS 48
#define DRAW_MAX_VIEWPORTS 16
#define DRAW_MAX_TARGETS 8
#define DRAW_CLIP_PLANES 8
/// Buffers of stream output, and most registers that are written to them.
#define DRAW_STREAM_BUFFERS 4
#define DRAW_STREAM_OUTPUTS 64
/// The number of a register that there is not.
#define DRAW_NO_REGISTER 0xffffffffu

/// Encoding of a texel or of a vertex element.
struct draw_format_s {
  /// One byte a channel, as in mux_gallium_view_layout_s.
  DRAW_U32 types;
  DRAW_U32 offsets;
  DRAW_U32 bits;
  /// block_bytes | is_srgb << 8 | is_integer << 9 | four bits of the missing values << 16
  DRAW_U32 properties;
};

/// What the code of `draw_vertices` depends on.
struct draw_vertex_code_s {
  DRAW_U32 element_count;
  /// Registers of a vertex.
  DRAW_U32 output_count;
  /// Bits: elements that advance by instances.
  DRAW_U32 instanced;
  /// Bits: registers that are clamped to 0 and 1.
  DRAW_U32 clamped;
  struct draw_format_s formats[DRAW_MAX_ELEMENTS];
};

/// Bits of draw_setup_code_s::flags.
enum draw_setup_flag_e {
  /// Triangles are filled, drawn as lines, or as points.
  draw_setup_fills = 1,
  draw_setup_draws_lines = 1 << 1,
  draw_setup_draws_points = 1 << 2,
  /// Planes or distances clip or cull.
  draw_setup_has_planes = 1 << 3,
  /// Depths are offset.
  draw_setup_has_offset = 1 << 4
};

/// What the code of `draw_setup` depends on.
struct draw_setup_code_s {
  /// Vertices of a primitive.
  DRAW_U32 corners;
  DRAW_U32 flags;
};

/// What a fragment's input is.
enum draw_input_kind_e {
  /// Not written by the stage before: (0, 0, 0, 1).
  draw_input_missing = 0,
  draw_input_constant = 1,
  draw_input_linear = 2,
  draw_input_perspective = 3,
  draw_input_position = 4,
  draw_input_face = 5,
  draw_input_primitive_id = 6,
  draw_input_sprite = 7,
  draw_input_layer = 8,
  draw_input_viewport = 9
};

/// Bits of draw_fragment_code_s::flags.
enum draw_fragment_flag_e {
  /// Depth and stencil are tested and written before the shader.
  draw_fragment_early = 1,
  draw_fragment_depth_test = 1 << 1,
  draw_fragment_depth_write = 1 << 2,
  draw_fragment_stencil_test = 1 << 3,
  draw_fragment_alpha_test = 1 << 4,
  draw_fragment_alpha_to_one = 1 << 5,
  draw_fragment_clamp_color = 1 << 6,
  draw_fragment_logic_op = 1 << 7,
  draw_fragment_stipple = 1 << 8,
  /// Counts the fragments that pass the tests.
  draw_fragment_counts = 1 << 9,
  /// There is a shader.
  draw_fragment_shades = 1 << 10,
  /// The depth target has a floating-point format.
  draw_fragment_depth_is_float = 1 << 11,
  /// The shader interpolates inputs at other places (INTERP_*).
  draw_fragment_interpolates = 1 << 12
};

struct draw_color_code_s {
  /// With 0 block bytes, there is no such target.
  struct draw_format_s format;
  /// As word 4 + i of a blend object in the protocol: enable | rgb function << 1 | source << 4 |
  /// destination << 9 | alpha function << 14 | source << 17 | destination << 22 | mask << 27
  DRAW_U32 blend;
  /// The register of the shader's color.
  DRAW_U32 output;
};

/// What the code of `draw_tiles` depends on.
struct draw_fragment_code_s {
  DRAW_U32 flags;
  /// Of the depth test, the alpha test: mux_gallium_function_e.
  DRAW_U32 depth_function;
  DRAW_U32 alpha_function;
  DRAW_U32 logic_op;
  /// Bits of depth, 0 if there is none, and its first bit; the first bit of stencil; bytes of
  /// a texel.
  DRAW_U32 depth_bits;
  DRAW_U32 depth_offset;
  DRAW_U32 stencil_offset;
  DRAW_U32 depth_bytes;
  /// Of front and back: function | fail << 3 | pass << 6 | depth fail << 9 | value mask << 12 |
  /// write mask << 20
  DRAW_U32 stencil[2];
  /// Registers of these outputs.
  DRAW_U32 depth_output;
  DRAW_U32 stencil_output;
  DRAW_U32 mask_output;
  DRAW_U32 second_source_output;
  DRAW_U32 target_count;
  struct draw_color_code_s targets[DRAW_MAX_TARGETS];
  DRAW_U32 input_count;
  DRAW_U32 inputs[DRAW_MAX_REGISTERS];
};

struct draw_element_s {
  /// Of 32 bytes or more that may be read.
  DRAW_U64 address;
  /// Bytes from there that belong to the buffer; may be fewer.
  DRAW_U64 size;
  DRAW_U32 stride;
  DRAW_U32 divisor;
};

struct draw_viewport_s {
  float scale[3];
  float translate[3];
  /// Of the depth, in order.
  float min_depth;
  float max_depth;
  /// Pixels of the scissor and the framebuffer, the last ones excluded.
  int scissor[4];
  /// The same, in the viewport.
  int clip[4];
};

struct draw_target_s {
  DRAW_U64 address;
  DRAW_U64 layer_stride;
  DRAW_U64 stride;
};

/// Bits of draw_job_s::flags.
enum draw_job_flag_e {
  draw_job_provoking_first = 1,
  draw_job_depth_clip = 1 << 1,
  draw_job_half_z = 1 << 2,
  draw_job_front_ccw = 1 << 3,
  draw_job_cull_front = 1 << 4,
  draw_job_cull_back = 1 << 5,
  draw_job_bottom_edge = 1 << 6,
  draw_job_offset_point = 1 << 7,
  draw_job_offset_line = 1 << 8,
  draw_job_offset_fill = 1 << 9,
  /// Points are squares at any position, not aligned to pixels.
  draw_job_point_quad = 1 << 10,
  /// Lines are rectangles.
  draw_job_line_quad = 1 << 11,
  draw_job_point_size_per_vertex = 1 << 12,
  draw_job_sprite_lower_left = 1 << 13,
  /// CLIPDIST decides on clipping, not the planes.
  draw_job_clip_distances = 1 << 14,
  /// The depth is of floats: the unit of offsets depends on the primitive.
  draw_job_float_depth = 1 << 15,
  draw_job_line_last_pixel = 1 << 16
};

struct draw_job_s {
  struct draw_element_s elements[DRAW_MAX_ELEMENTS];
  /// Bytes of an index; 0 if there are none.
  DRAW_U32 index_size;
  /// Indices that may be read; others are 0.
  DRAW_U32 index_count;
  /// mux_gallium_primitive_e.
  DRAW_U32 mode;
  /// Vertices of an instance.
  DRAW_U32 vertex_count;
  DRAW_U32 start;
  int index_bias;
  DRAW_U32 start_instance;
  DRAW_U32 draw_id;
  /// Primitives of an instance.
  DRAW_U32 primitives;
  /// The first of this batch, counted through all instances, and their number.
  DRAW_U32 first_primitive;
  DRAW_U32 primitive_count;
  /// Vertices of a primitive.
  DRAW_U32 corners;
  /// Primitives of a chunk, and records of a primitive.
  DRAW_U32 chunk_primitives;
  DRAW_U32 expansion;
  DRAW_U32 chunk_count;
  /// Registers of a vertex.
  DRAW_U32 output_count;

  DRAW_U32 flags;
  /// mux_gallium_fill_e of front and back faces.
  DRAW_U32 fill[2];
  DRAW_U32 position_output;
  DRAW_U32 point_size_output;
  DRAW_U32 clip_distance_outputs[2];
  DRAW_U32 clip_vertex_output;
  DRAW_U32 edge_flag_output;
  DRAW_U32 layer_output;
  DRAW_U32 viewport_output;
  /// Bits of planes, or of distances, that clip, and of distances that cull.
  DRAW_U32 clip_mask;
  DRAW_U32 cull_mask;
  float point_size;
  float max_point_size;
  float line_width;
  float offset_units;
  float offset_scale;
  float offset_clamp;
  /// The least difference of depths.
  float depth_unit;
  float planes[DRAW_CLIP_PLANES][4];
  struct draw_viewport_s viewports[DRAW_MAX_VIEWPORTS];
  DRAW_U32 viewport_count;

  /// Tiles of the framebuffer.
  DRAW_U32 tiles_x;
  DRAW_U32 tiles_y;
  /// The first tile of the ND-range, and the tiles of its rows.
  DRAW_U32 first_tile_x;
  DRAW_U32 first_tile_y;
  DRAW_U32 range_tiles_x;
  DRAW_U32 layer_count;
  float alpha_reference;
  float blend_color[4];
  DRAW_U32 stencil_reference[2];
  DRAW_U32 stipple[32];
  /// Of each fragment input, the vertex's register for front and back faces.
  DRAW_U32 front_inputs[DRAW_MAX_REGISTERS];
  DRAW_U32 back_inputs[DRAW_MAX_REGISTERS];
  struct draw_target_s targets[DRAW_MAX_TARGETS];
  struct draw_target_s depth;
  /// Of a number that the fragments are added to; 0 for none.
  DRAW_U64 counter;
};

/// What the code of `draw_stream_output` depends on.
struct draw_stream_output_code_s {
  /// Vertices of a primitive.
  DRAW_U32 corners;
};

/// Components of a register that are written to a buffer.
struct draw_stream_register_s {
  DRAW_U32 number;
  DRAW_U32 component;
  /// The number of components.
  DRAW_U32 count;
  DRAW_U32 buffer;
  /// Words before it, of a vertex in the buffer.
  DRAW_U32 offset;
};

struct draw_stream_output_s {
  /// Where the first vertex of the draw is written.
  DRAW_U64 addresses[DRAW_STREAM_BUFFERS];
  /// Words of a vertex.
  DRAW_U32 strides[DRAW_STREAM_BUFFERS];
  /// Primitives that are written, of all instances; those after them are dropped.
  DRAW_U32 primitive_count;
  DRAW_U32 output_count;
  struct draw_stream_register_s outputs[DRAW_STREAM_OUTPUTS];
};

struct draw_chunk_s {
  /// Vertex numbers are (instance - first_instance) * range + index - first_index; if range is 0,
  /// those of the corners.
  DRAW_U32 range;
  DRAW_U32 first_index;
  DRAW_U32 first_instance;
  /// Tiles that its records touch, the last ones included; none if the first is after the last.
  int tiles[4];
};

/// Bits of draw_record_s::flags.
enum draw_record_flag_e {
  draw_record_live = 1,
  draw_record_front = 1 << 1,
  /// Fill mode: stippled.
  draw_record_is_fill = 1 << 2,
  draw_record_is_point = 1 << 3,
  /// Crosses the near and the far plane.
  draw_record_clips_near = 1 << 4,
  draw_record_clips_far = 1 << 5,
  /// Is partly behind the eye or far outside.
  draw_record_is_wide = 1 << 6
  // Bits 8 to 15: planes or distances that it crosses. Bits 16 to 19: the viewport.
};

/// A primitive in the framebuffer: a convex polygon of at most four edges.
struct draw_record_s {
  /// A pixel is inside if c + a x + b y >= 0 for each edge.
  DRAW_I64 edges_c[4];
  int edges_a[4];
  int edges_b[4];
  /// Change in x, in y and the value at the reference point of the weight of each vertex divided by
  /// its w.
  float weights[3][3];
  /// The same of the depth.
  float depth[3];
  float reference[2];
  /// Pixels, the last ones excluded.
  int rectangle[4];
  /// Of the vertices, in all outputs: the number of their first register.
  DRAW_U32 vertices[3];
  /// The one whose values are constant.
  DRAW_U32 provoking;
  DRAW_U32 flags;
  DRAW_U32 primitive_id;
  DRAW_U32 layer;
  /// Of points: the center and the size.
  float center[2];
  float size;
};

#ifndef __OPENCL_VERSION__
static_assert(sizeof(draw_record_s) % 8 == 0);
static_assert(sizeof(draw_element_s) == 24);
}  // namespace mux::gallium
#endif

#undef DRAW_U32
#undef DRAW_U64
#undef DRAW_I64

#endif  // MUX_GALLIUM_DRAW_ABI_H
