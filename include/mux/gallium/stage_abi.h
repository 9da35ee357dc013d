/// @file
/// What the shader of a stage of the pipeline is compiled to: a function of an object that
/// muxCompile() makes of TGSI, to be linked by muxLink() with a kernel that calls it. The
/// structures have the same layout in C and in OpenCL C.
///
/// A vertex shader becomes `mux_vertex_shader`, those of tessellation `mux_tess_control_shader` and
/// `mux_tess_evaluation_shader`, a geometry shader `mux_geometry_shader`, a fragment shader
/// `mux_fragment_shader`, with these parameters and no result:
///
/// - `global const struct mux_gallium_stage_resources_s *resources`
/// - `private const uint4 *inputs`: inputs[i] is IN[i], up to the highest declared number. What is
///   not declared is not read. Of geometry shaders, inputs[v * count + i] is IN[v][i], where count
///   is the highest declared number plus 1, and inputs[i] is IN[i] (PRIM_ID). Not used by shaders
///   of tessellation, whose inputs are in memory that all work-items share.
/// - `private uint4 *outputs`: outputs[i] is OUT[i]. What is not written keeps its value. Not used
/// by
///   tessellation control shaders.
/// - `private struct mux_gallium_vertex_values_s *values`, or one of `tess_control`,
///   `tess_evaluation`, `geometry` or `fragment`
///
/// Their memory does not overlap.
///
/// A tessellation control shader is called by all work-items of a work-group, one for each vertex
/// of a patch's output: its BARRIER is a barrier of the work-group, which may have several patches.
///
/// A fragment shader is called by all work-items of a sub-group of 16 or more: work-item i of the
/// sub-group has the pixel (i % 4, i / 4) of a block of 4 x 4 (of each 16). Derivatives are
/// differences between work-items, so those without a fragment call it as well, as helpers: their
/// writes to memory have no effect. IN has all inputs, also FACE, PRIM_ID, LAYER, VIEWPORT_INDEX
/// and PCOORD.

#ifndef MUX_GALLIUM_STAGE_ABI_H
#define MUX_GALLIUM_STAGE_ABI_H

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

/// Most resources of a kind.
#define MUX_GALLIUM_MAX_STAGE_RESOURCES 32

/// A constant buffer, a shader buffer or a buffer of atomic counters.
struct mux_gallium_stage_buffer_s {
  /// Of at least 16 bytes that may be read, whatever the size is.
  MUX_GALLIUM_U64 address;
  /// In bytes. Reads beyond it give 0, and writes have no effect.
  MUX_GALLIUM_U32 size;
  /// 0.
  MUX_GALLIUM_U32 reserved;
};

/// A sampler view with its sampler. The addresses are as those of a compute program's parameters
/// (compute.h) and not 0.
struct mux_gallium_stage_view_s {
  /// As `view_N`.
  MUX_GALLIUM_U64 texels;
  /// Of a mux_gallium_view_layout_s.
  MUX_GALLIUM_U64 layout;
  /// Of a mux_gallium_sampler_layout_s.
  MUX_GALLIUM_U64 sampler;
};

/// A shader image. The addresses are as those of a compute program's parameters and not 0.
struct mux_gallium_stage_image_s {
  /// As `image_N`.
  MUX_GALLIUM_U64 texels;
  /// Of a mux_gallium_image_layout_s.
  MUX_GALLIUM_U64 layout;
};

/// What a shader accesses. Elements that it does not declare are not read.
struct mux_gallium_stage_resources_s {
  /// CONST[n].
  struct mux_gallium_stage_buffer_s constants[MUX_GALLIUM_MAX_STAGE_RESOURCES];
  /// BUFFER[n].
  struct mux_gallium_stage_buffer_s buffers[MUX_GALLIUM_MAX_STAGE_RESOURCES];
  /// HWATOMIC[n].
  struct mux_gallium_stage_buffer_s atomics[MUX_GALLIUM_MAX_STAGE_RESOURCES];
  /// SAMP[n] with SVIEW[n].
  struct mux_gallium_stage_view_s views[MUX_GALLIUM_MAX_STAGE_RESOURCES];
  /// IMAGE[n].
  struct mux_gallium_stage_image_s images[MUX_GALLIUM_MAX_STAGE_RESOURCES];
};

/// System values of a vertex.
struct mux_gallium_vertex_values_s {
  /// VERTEXID: the index, with the base.
  MUX_GALLIUM_U32 vertex_id;
  /// VERTEXID_NOBASE.
  MUX_GALLIUM_U32 vertex_id_without_base;
  /// INSTANCEID, from 0.
  MUX_GALLIUM_U32 instance_id;
  /// BASEVERTEX.
  MUX_GALLIUM_U32 base_vertex;
  /// BASEINSTANCE.
  MUX_GALLIUM_U32 base_instance;
  /// DRAWID.
  MUX_GALLIUM_U32 draw_id;
};

/// Registers of a patch in memory.
struct mux_gallium_patch_s {
#ifdef __OPENCL_VERSION__
  /// Component c of IN[v][i] or OUT[v][i] is at
  /// vertices[v * vertex_stride + (4 * i + c) * component_stride].
  global uint *vertices;
  /// Component c of IN[i] or OUT[i], which the patch has once, is at
  /// per_patch[(4 * i + c) * per_patch_stride].
  global uint *per_patch;
#else
  /// An address, of OpenCL C.
  uint64_t vertices;
  /// An address, of OpenCL C.
  uint64_t per_patch;
#endif
  /// In words of 32 bits.
  MUX_GALLIUM_U32 vertex_stride;
  /// In words; 1 if a vertex is contiguous.
  MUX_GALLIUM_U32 component_stride;
  /// In words; 1 if the registers are contiguous.
  MUX_GALLIUM_U32 per_patch_stride;
  /// At least 1. Numbers of vertices are clamped to those below. Of inputs it is VERTICESIN.
  MUX_GALLIUM_U32 vertex_count;
};

/// System values of an invocation of a tessellation control shader, and its registers.
struct mux_gallium_tess_control_values_s {
  /// IN.
  struct mux_gallium_patch_s input;
  /// OUT; what is not written keeps its value. Other memory than that of `input`.
  struct mux_gallium_patch_s output;
  /// PRIM_ID.
  MUX_GALLIUM_U32 primitive_id;
  /// INVOCATIONID: the number of the output vertex.
  MUX_GALLIUM_U32 invocation_id;
};

/// System values of a vertex of a tessellation, and its inputs.
struct mux_gallium_tess_evaluation_values_s {
  /// IN.
  struct mux_gallium_patch_s input;
  /// TESSCOORD.
  float coordinate[3];
  /// PRIM_ID.
  MUX_GALLIUM_U32 primitive_id;
  /// TESSOUTER.
  float outer_levels[4];
  /// TESSINNER.
  float inner_levels[2];
};

/// The vertices that an invocation of a geometry shader emits to a stream.
struct mux_gallium_geometry_stream_s {
#ifdef __OPENCL_VERSION__
  /// Component c of OUT[i] of the vertex v is written to
  /// vertices[v * vertex_stride + (4 * i + c) * component_stride]; only components that are
  /// declared and belong to the stream. Not read or written for streams to which the shader does
  /// not emit.
  global uint *vertices;
  /// The number of vertices before the vertex v in its strip, from 0, is written to
  /// places[v * vertex_stride]: n or more complete a primitive of n + 1 vertices with those before.
  global uint *places;
#else
  /// An address, of OpenCL C.
  uint64_t vertices;
  /// An address, of OpenCL C.
  uint64_t places;
#endif
  /// Set by the caller to 0, and by the shader to the number of vertices.
  MUX_GALLIUM_U32 vertex_count;
  /// The same, for primitives of the shader's output primitive (points, lines or triangles).
  MUX_GALLIUM_U32 primitive_count;
  /// Set by the caller to 0; the vertices of the last strip.
  MUX_GALLIUM_U32 strip_length;
  /// 0.
  MUX_GALLIUM_U32 reserved;
};

/// Vertex streams.
#define MUX_GALLIUM_MAX_STREAMS 4

/// System values and results of an invocation of a geometry shader.
struct mux_gallium_geometry_values_s {
  /// PRIM_ID, if it is a system value.
  MUX_GALLIUM_U32 primitive_id;
  /// INVOCATIONID, below the property GS_INVOCATIONS.
  MUX_GALLIUM_U32 invocation_id;
  /// Set by the caller to 0, and by the shader to the number of vertices of all streams: at most
  /// the property GS_MAX_OUTPUT_VERTICES. What is emitted beyond it is dropped.
  MUX_GALLIUM_U32 emitted_count;
  /// The number of vertices of each stream for which there is memory; others are dropped.
  MUX_GALLIUM_U32 capacity;
  /// Between vertices of a stream, in words of 32 bits.
  MUX_GALLIUM_U32 vertex_stride;
  /// Between components of a vertex, in words: 1 if a vertex is contiguous.
  MUX_GALLIUM_U32 component_stride;
  struct mux_gallium_geometry_stream_s streams[MUX_GALLIUM_MAX_STREAMS];
};

/// An input as a function of the place in window space: value + x * dx + y * dy, where x and y are
/// pixels from the center of the work-item's pixel, y in the direction of ascending rows.
struct mux_gallium_fragment_plane_s {
  float value[4];
  float dx[4];
  float dy[4];
};

/// What INTERP_CENTROID, INTERP_SAMPLE and INTERP_OFFSET compute inputs from.
struct mux_gallium_fragment_planes_s {
#ifdef __OPENCL_VERSION__
  /// inputs[i] is that of IN[i]; read for inputs that are interpolated
  /// (mux_shader_register_s::is_interpolated) and not CONSTANT. For PERSPECTIVE and COLOR it is
  /// that of the input times 1/w.
  const private struct mux_gallium_fragment_plane_s *inputs;
  /// The positions of the samples in the pixel, in 0 to 1: x and y of each.
  const global float *sample_positions;
#else
  /// An address, of OpenCL C.
  uint64_t inputs;
  /// An address, of OpenCL C.
  uint64_t sample_positions;
#endif
  /// At least 1. Sample numbers are clamped to those below.
  MUX_GALLIUM_U32 sample_count;
  /// Whether inputs COLOR are constant, as IN has them.
  MUX_GALLIUM_U32 colors_are_flat;
  /// 1/w at the center of the pixel, and its derivatives along x and y.
  float reciprocal_w[3];
  /// From the center of the pixel, in pixels, to where inputs CENTROID are interpolated.
  float centroid[2];
  /// 0.
  MUX_GALLIUM_U32 reserved;
};

/// System values and results of a fragment.
struct mux_gallium_fragment_values_s {
  /// SAMPLEID.
  MUX_GALLIUM_U32 sample_id;
  /// SAMPLEMASK, as read.
  MUX_GALLIUM_U32 sample_mask;
  /// SAMPLEPOS.
  float sample_position[2];
  /// HELPER_INVOCATION, 0 or ~0: whether there is no fragment.
  MUX_GALLIUM_U32 is_helper;
  /// Set by the caller to 0, and by a shader that discards the fragment to ~0.
  MUX_GALLIUM_U32 is_discarded;
#ifdef __OPENCL_VERSION__
  /// NULL if the shader has no instruction INTERP_* (mux_shader_use_interpolation).
  const private struct mux_gallium_fragment_planes_s *planes;
#else
  /// An address, of OpenCL C.
  uint64_t planes;
#endif
};

#ifndef __OPENCL_VERSION__
/// Short names for C.
typedef struct mux_gallium_stage_buffer_s mux_gallium_stage_buffer_t;
/// Short names for C.
typedef struct mux_gallium_stage_view_s mux_gallium_stage_view_t;
/// Short names for C.
typedef struct mux_gallium_stage_image_s mux_gallium_stage_image_t;
/// Short names for C.
typedef struct mux_gallium_stage_resources_s mux_gallium_stage_resources_t;
/// Short names for C.
typedef struct mux_gallium_vertex_values_s mux_gallium_vertex_values_t;
/// Short names for C.
typedef struct mux_gallium_patch_s mux_gallium_patch_t;
/// Short names for C.
typedef struct mux_gallium_tess_control_values_s mux_gallium_tess_control_values_t;
/// Short names for C.
typedef struct mux_gallium_tess_evaluation_values_s mux_gallium_tess_evaluation_values_t;
/// Short names for C.
typedef struct mux_gallium_geometry_stream_s mux_gallium_geometry_stream_t;
/// Short names for C.
typedef struct mux_gallium_geometry_values_s mux_gallium_geometry_values_t;
/// Short names for C.
typedef struct mux_gallium_fragment_plane_s mux_gallium_fragment_plane_t;
/// Short names for C.
typedef struct mux_gallium_fragment_planes_s mux_gallium_fragment_planes_t;
/// Short names for C.
typedef struct mux_gallium_fragment_values_s mux_gallium_fragment_values_t;
#endif

#undef MUX_GALLIUM_U32
#undef MUX_GALLIUM_U64

#endif  // MUX_GALLIUM_STAGE_ABI_H
