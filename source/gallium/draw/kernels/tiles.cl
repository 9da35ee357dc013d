// Shades the pixels of a tile.

__attribute__((weak)) constant struct draw_fragment_code_s fragment_code = {0};

void mux_fragment_shader(global const struct mux_gallium_stage_resources_s *resources,
                         const private uint4 *inputs, private uint4 *outputs,
                         private struct mux_gallium_fragment_values_s *values);

#define HAS(flag) ((fragment_code.flags & (flag)) != 0)
// Targets have one sample, in the center of the pixel.
__attribute__((unused)) const global float sample_positions[2] = {0.5f, 0.5f};
// Bounds of what an edge's value may be within a tile, so that no sum overflows.
#define MAX_EDGE (1l << 30)

// A fragment of a block of 4 x 4 pixels, one a work-item.
typedef struct {
  int x;
  int y;
  // The weights of the vertices, in perspective and linear, and 1 / w.
  float3 perspective;
  float3 linear;
  float inverse_w;
  float depth;
  bool is_covered;
} fragment;

typedef struct {
  global const struct draw_job_s *job;
  global const struct mux_gallium_stage_resources_s *resources;
  global const uint4 *outputs;
  global const struct draw_record_s *record;
} primitive;

static float plane_at(const global float *plane, float x, float y) {
  return plane[2] + plane[0] * x + plane[1] * y;
}

// Whether a comparison holds. Not equal holds for a NaN.
static bool holds(uint function, bool is_less, bool is_equal, bool is_greater) {
  switch (function) {
    case 0:
      return false;
    case 1:
      return is_less;
    case 2:
      return is_equal;
    case 3:
      return is_less || is_equal;
    case 4:
      return is_greater;
    case 5:
      return !is_equal;
    case 6:
      return is_greater || is_equal;
    default:
      return true;
  }
}

static bool compare_float(uint function, float left, float right) {
  return holds(function, left < right, left == right, left > right);
}

static bool compare_uint(uint function, uint left, uint right) {
  return holds(function, left < right, left == right, left > right);
}

static uint stencil_result(uint operation, uint stored, uint reference) {
  switch (operation) {
    case 1:
      return 0;
    case 2:
      return reference;
    case 3:
      return min(stored + 1, 255u);
    case 4:
      return stored == 0 ? 0 : stored - 1;
    case 5:
      return (stored + 1) & 0xff;
    case 6:
      return (stored - 1) & 0xff;
    case 7:
      return ~stored & 0xff;
    default:
      return stored;
  }
}

static global uchar *texel_of(const global struct draw_target_s *target, uint layer,
                              const fragment *at, uint bytes) {
  return (global uchar *)target->address + layer * target->layer_stride +
         (ulong)(uint)at->y * target->stride + (ulong)(uint)at->x * bytes;
}

// Depth as it is stored.
static uint depth_bits_of(float depth) {
  if (HAS(draw_fragment_depth_is_float)) {
    return as_uint(depth);
  }
  return fragment_code.depth_bits == 32
             ? convert_uint_sat_rte((double)depth * 4294967295.0)
             : (uint)rint(depth * (float)low_bits(fragment_code.depth_bits));
}

// Tests depth and stencil, and writes them. Returns whether the fragment passes.
static bool test_depth_stencil(const primitive *of, const fragment *at, uint stencil_reference) {
  if (fragment_code.depth_bytes == 0 ||
      !HAS(draw_fragment_depth_test | draw_fragment_stencil_test)) {
    return at->is_covered;
  }
  bool passes = false;
  if (at->is_covered) {
    global uchar *texel = texel_of(&of->job->depth, of->record->layer, at, fragment_code.depth_bytes);
    const uint4 words = load_texel(texel, fragment_code.depth_bytes);
    uint result = words.x;
    uint result_stencil = words.y;
    bool passes_depth = true;
    if (HAS(draw_fragment_depth_test)) {
      const uint mask = low_bits(fragment_code.depth_bits) << fragment_code.depth_offset;
      const uint stored = (words.x & mask) >> fragment_code.depth_offset;
      const uint depth = depth_bits_of(at->depth);
      passes_depth = HAS(draw_fragment_depth_is_float)
                         ? compare_float(fragment_code.depth_function, as_float(depth), as_float(stored))
                         : compare_uint(fragment_code.depth_function, depth, stored);
      if (HAS(draw_fragment_depth_write)) {
        result = (words.x & ~mask) | depth << fragment_code.depth_offset;
      }
    }
    passes = passes_depth;
    if (HAS(draw_fragment_stencil_test)) {
      const bool is_front = (of->record->flags & draw_record_front) != 0;
      const uint state = fragment_code.stencil[is_front ? 0 : 1];
      const bool is_second_word = fragment_code.stencil_offset >= 32;
      const uint shift = fragment_code.stencil_offset % 32;
      const uint stored = (is_second_word ? words.y : words.x) >> shift & 0xff;
      const uint value_mask = state >> 12 & 0xff;
      const uint write_mask = state >> 20 & 0xff;
      const bool passes_stencil =
          compare_uint(state & 7, stencil_reference & value_mask, stored & value_mask);
      const uint operation =
          !passes_stencil ? state >> 3 & 7 : passes_depth ? state >> 6 & 7 : state >> 9 & 7;
      const uint made = stencil_result(operation, stored, stencil_reference);
      const uint merged = (stored & ~write_mask) | (made & write_mask);
      passes &= passes_stencil;
      // Depth is written only if both pass.
      result = passes ? result : words.x;
      if (is_second_word) {
        result_stencil = (words.y & ~(0xffu << shift)) | merged << shift;
      } else {
        result = (result & ~(0xffu << shift)) | merged << shift;
      }
      store_texel(texel, fragment_code.depth_bytes, (uint4)(result, result_stencil, 0, 0));
    } else if (HAS(draw_fragment_depth_write) && passes) {
      store_texel(texel, fragment_code.depth_bytes, (uint4)(result, result_stencil, 0, 0));
    }
  }
  return passes;
}

static uint4 vertex_register(const primitive *of, uint vertex, uint number) {
  return of->outputs[of->record->vertices[vertex] + number];
}

static float vertex_w(const primitive *of, uint vertex) {
  return as_float(vertex_register(of, vertex, of->job->position_output).w);
}

// A register of the vertices, interpolated. Exact if all have the same value: shaders compare such
// inputs.
static uint4 weighted(const primitive *of, float3 weights, uint number) {
  const float4 first = as_float4(vertex_register(of, 0, number));
  const float4 second = as_float4(vertex_register(of, 1, number)) - first;
  const float4 third = as_float4(vertex_register(of, 2, number)) - first;
  return as_uint4(first + weights.y * second + weights.z * third);
}

static uint4 sprite_coordinate(const primitive *of, const fragment *at) {
  global const struct draw_record_s *record = of->record;
  const float s = 0.5f + ((float)at->x + 0.5f - record->center[0]) / record->size;
  const float t = 0.5f + ((float)at->y + 0.5f - record->center[1]) / record->size;
  const bool is_lower_left = (of->job->flags & draw_job_sprite_lower_left) != 0;
  return as_uint4((float4)(s, is_lower_left ? 1.0f - t : t, 0.0f, 1.0f));
}

static uint4 fragment_input(const primitive *of, const fragment *at, uint number) {
  global const struct draw_record_s *record = of->record;
  const bool is_front = (record->flags & draw_record_front) != 0;
  const uint from = is_front ? of->job->front_inputs[number] : of->job->back_inputs[number];
  switch (fragment_code.inputs[number]) {
    case draw_input_constant:
      return of->outputs[record->provoking + from];
    case draw_input_linear:
      return weighted(of, at->linear, from);
    case draw_input_perspective:
      return weighted(of, at->perspective, from);
    case draw_input_position:
      return as_uint4((float4)((float)at->x + 0.5f, (float)at->y + 0.5f, at->depth, at->inverse_w));
    case draw_input_face:
      return as_uint4((float4)(is_front ? 1.0f : -1.0f, 0.0f, 0.0f, 1.0f));
    case draw_input_primitive_id:
      return (uint4)(record->primitive_id);
    case draw_input_sprite:
      return (record->flags & draw_record_is_point) != 0 ? sprite_coordinate(of, at)
             : from != DRAW_NO_REGISTER                  ? weighted(of, at->perspective, from)
                                        : as_uint4((float4)(0.0f, 0.0f, 0.0f, 1.0f));
    case draw_input_layer:
      return (uint4)(record->layer);
    case draw_input_viewport:
      return (uint4)(record->flags >> 16 & 15);
    default:
      return as_uint4((float4)(0.0f, 0.0f, 0.0f, 1.0f));
  }
}

// The sum of a register of the vertices, each times a number.
static float4 sum_of(const primitive *of, float3 factors, uint number) {
  return factors.x * as_float4(vertex_register(of, 0, number)) +
         factors.y * as_float4(vertex_register(of, 1, number)) +
         factors.z * as_float4(vertex_register(of, 2, number));
}

// The derivatives of the weights that interpolate in perspective, times 1 / w: along x or y.
static float3 weight_steps(const primitive *of, uint axis) {
  global const struct draw_record_s *record = of->record;
  return (float3)(record->weights[0][axis], record->weights[1][axis], record->weights[2][axis]);
}

// An input as a function of the place, for INTERP_*.
static struct mux_gallium_fragment_plane_s input_plane(const primitive *of, const fragment *at,
                                                       uint number, float4 input) {
  const bool is_front = (of->record->flags & draw_record_front) != 0;
  const uint from = is_front ? of->job->front_inputs[number] : of->job->back_inputs[number];
  const float3 x = weight_steps(of, 0);
  const float3 y = weight_steps(of, 1);
  float4 value = input * at->inverse_w;
  float4 dx = input * (x.x + x.y + x.z);
  float4 dy = input * (y.x + y.y + y.z);
  if (fragment_code.inputs[number] == draw_input_linear) {
    const float3 w = (float3)(vertex_w(of, 0), vertex_w(of, 1), vertex_w(of, 2));
    value = input;
    dx = sum_of(of, x * w, from);
    dy = sum_of(of, y * w, from);
  } else if (fragment_code.inputs[number] == draw_input_perspective) {
    dx = sum_of(of, x, from);
    dy = sum_of(of, y, from);
  }
  struct mux_gallium_fragment_plane_s plane;
  vstore4(value, 0, plane.value);
  vstore4(dx, 0, plane.dx);
  vstore4(dy, 0, plane.dy);
  return plane;
}

static struct mux_gallium_fragment_planes_s
planes_of(const primitive *of, const fragment *at,
          const private struct mux_gallium_fragment_plane_s *inputs) {
  const float3 x = weight_steps(of, 0);
  const float3 y = weight_steps(of, 1);
  // Flat colors have planes that are constant.
  const struct mux_gallium_fragment_planes_s planes = {
      inputs, sample_positions, 1, 0, {at->inverse_w, x.x + x.y + x.z, y.x + y.y + y.z}, {0, 0}, 0};
  return planes;
}

static float4 blend_factor(uint factor, float4 source, float4 second, float4 destination,
                           float4 constant_color) {
  float4 value;
  switch (factor & 15) {
    case 1:
      value = (float4)(1.0f);
      break;
    case 2:
      value = source;
      break;
    case 3:
      value = (float4)(source.w);
      break;
    case 4:
      value = (float4)(destination.w);
      break;
    case 5:
      value = destination;
      break;
    case 6: {
      const float saturated = fmin(source.w, 1.0f - destination.w);
      value = (float4)(saturated, saturated, saturated, 1.0f);
      break;
    }
    case 7:
      value = constant_color;
      break;
    case 8:
      value = (float4)(constant_color.w);
      break;
    case 9:
      value = second;
      break;
    case 10:
      value = (float4)(second.w);
      break;
    default:
      value = (float4)(0.0f);
      break;
  }
  // 17 is zero; the ones after it are 1 minus those without 16.
  return factor == 17 ? (float4)(0.0f) : (factor & 16) != 0 ? 1.0f - value : value;
}

static float4 blend_equation(uint function, float4 source, float4 source_factor, float4 destination,
                             float4 destination_factor) {
  switch (function) {
    case 0:
      return source * source_factor + destination * destination_factor;
    case 1:
      return source * source_factor - destination * destination_factor;
    case 2:
      return destination * destination_factor - source * source_factor;
    case 3:
      return fmin(source, destination);
    default:
      return fmax(source, destination);
  }
}

static float4 blended(uint state, float4 source, float4 second, float4 destination,
                      float4 constant_color) {
  const float4 rgb = blend_equation(
      state >> 1 & 7, source,
      blend_factor(state >> 4 & 31, source, second, destination, constant_color), destination,
      blend_factor(state >> 9 & 31, source, second, destination, constant_color));
  const float4 alpha = blend_equation(
      state >> 14 & 7, source,
      blend_factor(state >> 17 & 31, source, second, destination, constant_color), destination,
      blend_factor(state >> 22 & 31, source, second, destination, constant_color));
  return (float4)(rgb.xyz, alpha.w);
}

static uint logic_result(uint operation, uint source, uint destination) {
  // Bit 0 is the result for two zeros, bit 1 for a destination of 1, bit 2 for a source of 1.
  return ((operation & 1) != 0 ? ~source & ~destination : 0) |
         ((operation & 2) != 0 ? ~source & destination : 0) |
         ((operation & 4) != 0 ? source & ~destination : 0) |
         ((operation & 8) != 0 ? source & destination : 0);
}

static float4 clamped_to(struct draw_format_s format, float4 color) {
  switch (byte_of(format.types, 0) != CHANNEL_NONE ? byte_of(format.types, 0)
                                                   : byte_of(format.types, 3)) {
    case CHANNEL_UNORM:
      return fmin(fmax(color, 0.0f), 1.0f);
    case CHANNEL_SNORM:
      return fmin(fmax(color, -1.0f), 1.0f);
    default:
      return HAS(draw_fragment_clamp_color) ? fmin(fmax(color, 0.0f), 1.0f) : color;
  }
}

static void write_color(const primitive *of, const fragment *at, uint number,
                        const private uint4 *shader_outputs) {
  const struct draw_color_code_s code = fragment_code.targets[number];
  const struct draw_format_s format = code.format;
  const uint bytes = block_bytes(format);
  const uint mask = code.blend >> 27 & 15;
  if (bytes == 0 || mask == 0 || code.output == DRAW_NO_REGISTER) {
    return;
  }
  global const struct draw_job_s *job = of->job;
  uint4 color = shader_outputs[code.output];
  if (HAS(draw_fragment_alpha_to_one) && !is_integer(format)) {
    color.w = as_uint(1.0f);
  }
  if (!at->is_covered) {
    return;
  }
  global uchar *texel = texel_of(&job->targets[number], of->record->layer, at, bytes);
  const bool blends = (code.blend & 1) != 0 && !is_integer(format) && !HAS(draw_fragment_logic_op);
  if (!is_integer(format)) {
    color = as_uint4(clamped_to(format, as_float4(color)));
  }
  uint4 words = (uint4)(0);
  if (blends) {
    words = load_texel(texel, bytes);
    const float4 second =
        fragment_code.second_source_output == DRAW_NO_REGISTER
            ? (float4)(0.0f)
            : clamped_to(format, as_float4(shader_outputs[fragment_code.second_source_output]));
    const float4 constant_color =
        clamped_to(format, (float4)(job->blend_color[0], job->blend_color[1], job->blend_color[2],
                                    job->blend_color[3]));
    color = as_uint4(blended(code.blend, as_float4(color), second, texel_color(words, format),
                             constant_color));
  }
  const packed_texel packed = pack_texel(color, format, mask);
  const bool is_whole = packed.masks[0] == low_bits(8 * min(bytes, 4u)) &&
                        (bytes < 8 || packed.masks[1] == ~0u) &&
                        (bytes < 16 || (packed.masks[2] & packed.masks[3]) == ~0u);
  uint4 made = (uint4)(packed.words[0], packed.words[1], packed.words[2], packed.words[3]);
  const bool has_logic = HAS(draw_fragment_logic_op) && byte_of(format.types, 0) != CHANNEL_FLOAT &&
                         !is_srgb(format);
  if (!is_whole || has_logic) {
    if (!blends) {
      words = load_texel(texel, bytes);
    }
    if (has_logic) {
      made.x = logic_result(fragment_code.logic_op, made.x, words.x);
      made.y = logic_result(fragment_code.logic_op, made.y, words.y);
      made.z = logic_result(fragment_code.logic_op, made.z, words.z);
      made.w = logic_result(fragment_code.logic_op, made.w, words.w);
    }
    const uint4 written =
        (uint4)(packed.masks[0], packed.masks[1], packed.masks[2], packed.masks[3]);
    made = (words & ~written) | (made & written);
  }
  store_texel(texel, bytes, made);
}

static bool passes_alpha(const primitive *of, const private uint4 *shader_outputs) {
  const uint output = fragment_code.targets[0].output;
  if (!HAS(draw_fragment_alpha_test) || output == DRAW_NO_REGISTER) {
    return true;
  }
  float alpha = as_float(shader_outputs[output].w);
  if (HAS(draw_fragment_clamp_color)) {
    alpha = clamp(alpha, 0.0f, 1.0f);
  }
  return compare_float(fragment_code.alpha_function, alpha, of->job->alpha_reference);
}

static float clamped_depth(const primitive *of, float depth) {
  global const struct draw_viewport_s *viewport =
      &of->job->viewports[of->record->flags >> 16 & 15];
  const float in_range = (of->job->flags & draw_job_depth_clip) != 0
                             ? depth
                             : fmin(fmax(depth, viewport->min_depth), viewport->max_depth);
  // A NaN becomes 0.
  return in_range > 0 ? fmin(in_range, 1.0f) : 0.0f;
}

// Tests, shades and writes the fragments of a block. Returns whether this one was drawn.
static bool shade(const primitive *of, fragment *at) {
  global const struct draw_job_s *job = of->job;
  const bool is_front = (of->record->flags & draw_record_front) != 0;
  uint stencil_reference = job->stencil_reference[is_front ? 0 : 1];
  if (HAS(draw_fragment_early)) {
    at->is_covered = test_depth_stencil(of, at, stencil_reference);
    if (sub_group_any(at->is_covered) == 0) {
      return false;
    }
  }
  uint4 outputs[DRAW_MAX_REGISTERS] = {(uint4)(0)};
  bool is_tested = at->is_covered;
  if (HAS(draw_fragment_shades)) {
    uint4 inputs[DRAW_MAX_REGISTERS] = {(uint4)(0)};
#define INTERPOLATE(number)                          \
  if ((number) < fragment_code.input_count) {        \
    inputs[number] = fragment_input(of, at, number); \
  }
    EIGHT_TIMES(INTERPOLATE, 0)
    EIGHT_TIMES(INTERPOLATE, 8)
    EIGHT_TIMES(INTERPOLATE, 16)
    EIGHT_TIMES(INTERPOLATE, 24)
    EIGHT_TIMES(INTERPOLATE, 32)
    EIGHT_TIMES(INTERPOLATE, 40)
    struct mux_gallium_fragment_values_s values;
    values.sample_id = 0;
    values.sample_mask = 1;
    values.sample_position[0] = 0.5f;
    values.sample_position[1] = 0.5f;
    values.is_helper = at->is_covered ? 0 : ~0u;
    values.is_discarded = 0;
    values.planes = 0;
    struct mux_gallium_fragment_plane_s input_planes[DRAW_MAX_REGISTERS];
    struct mux_gallium_fragment_planes_s planes;
    if (HAS(draw_fragment_interpolates)) {
#define SET_PLANE(number)                                                          \
  if ((number) < fragment_code.input_count) {                                      \
    input_planes[number] = input_plane(of, at, number, as_float4(inputs[number])); \
  }
      EIGHT_TIMES(SET_PLANE, 0)
      EIGHT_TIMES(SET_PLANE, 8)
      EIGHT_TIMES(SET_PLANE, 16)
      EIGHT_TIMES(SET_PLANE, 24)
      EIGHT_TIMES(SET_PLANE, 32)
      EIGHT_TIMES(SET_PLANE, 40)
      planes = planes_of(of, at, input_planes);
      values.planes = &planes;
    }
    mux_fragment_shader(of->resources, inputs, outputs, &values);
    at->is_covered &= values.is_discarded == 0;
    if (fragment_code.mask_output != DRAW_NO_REGISTER) {
      at->is_covered &= (outputs[fragment_code.mask_output].x & 1) != 0;
    }
    at->is_covered &= passes_alpha(of, outputs);
    if (!HAS(draw_fragment_early)) {
      if (fragment_code.depth_output != DRAW_NO_REGISTER) {
        at->depth = clamped_depth(of, as_float(outputs[fragment_code.depth_output].z));
      }
      if (fragment_code.stencil_output != DRAW_NO_REGISTER) {
        stencil_reference = outputs[fragment_code.stencil_output].y & 0xff;
      }
    }
  }
  if (!HAS(draw_fragment_early)) {
    at->is_covered = test_depth_stencil(of, at, stencil_reference);
    is_tested = at->is_covered;
  }
#define WRITE(number)                        \
  if ((number) < fragment_code.target_count) { \
    write_color(of, at, number, outputs);    \
  }
  EIGHT_TIMES(WRITE, 0)
  return is_tested;
}

// A vertex's distance from what clips.
static float vertex_distance(const primitive *of, uint vertex, uint plane) {
  global const struct draw_job_s *job = of->job;
  if ((job->flags & draw_job_clip_distances) != 0) {
    const uint4 distances = vertex_register(of, vertex, job->clip_distance_outputs[plane / 4]);
    return as_float(word_of(distances, plane % 4));
  }
  const uint output = job->clip_vertex_output != DRAW_NO_REGISTER ? job->clip_vertex_output
                                                                  : job->position_output;
  const float4 position = as_float4(vertex_register(of, vertex, output));
  return job->planes[plane][0] * position.x + job->planes[plane][1] * position.y +
         job->planes[plane][2] * position.z + job->planes[plane][3] * position.w;
}

// The value at a fragment: positive or 0 inside.
static float clip_distance(const primitive *of, const fragment *at, uint plane) {
  return dot(at->perspective, (float3)(vertex_distance(of, 0, plane), vertex_distance(of, 1, plane),
                                       vertex_distance(of, 2, plane)));
}

// A vertex's distance from the near plane, or the far one.
static float vertex_depth_distance(const primitive *of, uint vertex, bool is_far) {
  const float4 position = as_float4(vertex_register(of, vertex, of->job->position_output));
  const bool is_half = (of->job->flags & draw_job_half_z) != 0;
  return is_far ? position.w - position.z : is_half ? position.z : position.z + position.w;
}

static float depth_distance(const primitive *of, const fragment *at, bool is_far) {
  return dot(at->perspective,
             (float3)(vertex_depth_distance(of, 0, is_far), vertex_depth_distance(of, 1, is_far),
                      vertex_depth_distance(of, 2, is_far)));
}

static bool is_clipped(const primitive *of, const fragment *at) {
  const uint flags = of->record->flags;
  bool clips = false;
  if ((flags & draw_record_clips_near) != 0) {
    clips |= depth_distance(of, at, false) < 0;
  }
  if ((flags & draw_record_clips_far) != 0) {
    clips |= depth_distance(of, at, true) < 0;
  }
  for (uint planes = flags >> 8 & 0xff; planes != 0; planes &= planes - 1) {
    clips |= clip_distance(of, at, ctz(planes)) < 0;
  }
  return clips;
}

static void interpolate(const primitive *of, fragment *at) {
  global const struct draw_record_s *record = of->record;
  const float x = (float)at->x + 0.5f - record->reference[0];
  const float y = (float)at->y + 0.5f - record->reference[1];
  const float3 weights =
      (float3)(plane_at(record->weights[0], x, y), plane_at(record->weights[1], x, y),
               plane_at(record->weights[2], x, y));
  at->inverse_w = weights.x + weights.y + weights.z;
  at->perspective = weights / at->inverse_w;
  at->linear = weights * (float3)(vertex_w(of, 0), vertex_w(of, 1), vertex_w(of, 2));
  at->depth = clamped_depth(of, plane_at(record->depth, x, y));
}

// Draws a primitive in the block of 4 x 4 pixels at (x, y). `edges` are the values there. Returns
// whether this work-item's fragment was drawn.
static bool draw_block(const primitive *of, int x, int y, int4 edges) {
  global const struct draw_record_s *record = of->record;
  const int lane = get_local_id(0);
  fragment at;
  at.x = x + lane % 4;
  at.y = y + lane / 4;
  const int4 values =
      edges + vload4(0, record->edges_a) * (lane % 4) + vload4(0, record->edges_b) * (lane / 4);
  bool is_covered = at.x >= record->rectangle[0] && at.x < record->rectangle[2] &&
                    at.y >= record->rectangle[1] && at.y < record->rectangle[3] &&
                    (values.x | values.y | values.z | values.w) >= 0;
  if (HAS(draw_fragment_stipple) && (record->flags & draw_record_is_fill) != 0) {
    is_covered &= (of->job->stipple[at.y & 31] >> (31 - (at.x & 31)) & 1) != 0;
  }
  if (sub_group_any(is_covered) == 0) {
    return false;
  }
  at.is_covered = is_covered;
  interpolate(of, &at);
  if ((record->flags & (draw_record_clips_near | draw_record_clips_far | 0xff00)) != 0) {
    at.is_covered &= !is_clipped(of, &at);
    if (sub_group_any(at.is_covered) == 0) {
      return false;
    }
  }
  return shade(of, &at);
}

// The blocks of `size` pixels, of 4 x 4 such blocks at (x, y), that a primitive may touch, a bit
// each.
static uint touched_blocks(global const struct draw_record_s *record, int x, int y, int size,
                           int4 edges) {
  const int lane = get_local_id(0);
  const int dx = lane % 4 * size;
  const int dy = lane / 4 * size;
  const int4 a = vload4(0, record->edges_a);
  const int4 b = vload4(0, record->edges_b);
  const int4 highest = edges + (max(a, 0) + max(b, 0)) * (size - 1);
  const int4 values = highest + a * dx + b * dy;
  const bool touches = x + dx < record->rectangle[2] && x + dx + size > record->rectangle[0] &&
                       y + dy < record->rectangle[3] && y + dy + size > record->rectangle[1] &&
                       (values.x | values.y | values.z | values.w) >= 0;
  return sub_group_ballot(touches).x;
}

// Draws a primitive in the tile at (x, y). Returns the number of this work-item's fragments.
static uint draw_primitive(const primitive *of, int x, int y) {
  global const struct draw_record_s *record = of->record;
  uint drawn = 0;
  const int4 a = vload4(0, record->edges_a);
  const int4 b = vload4(0, record->edges_b);
  const long4 at_tile =
      vload4(0, record->edges_c) + convert_long4(a) * x + convert_long4(b) * y;
  const int4 edges = convert_int4(clamp(at_tile, -MAX_EDGE, MAX_EDGE));
  for (uint blocks = touched_blocks(record, x, y, 16, edges); blocks != 0; blocks &= blocks - 1) {
    const int block = ctz(blocks);
    const int block_x = block % 4 * 16;
    const int block_y = block / 4 * 16;
    const int4 block_edges = edges + a * block_x + b * block_y;
    for (uint quads = touched_blocks(record, x + block_x, y + block_y, 4, block_edges); quads != 0;
         quads &= quads - 1) {
      const int quad = ctz(quads);
      const int quad_x = quad % 4 * 4;
      const int quad_y = quad / 4 * 4;
      drawn += draw_block(of, x + block_x + quad_x, y + block_y + quad_y,
                          block_edges + a * quad_x + b * quad_y)
                   ? 1
                   : 0;
    }
  }
  return drawn;
}

__attribute__((intel_reqd_sub_group_size(SUB_GROUP), reqd_work_group_size(SUB_GROUP, 1, 1)))
kernel void draw_tiles(global const struct draw_job_s *job,
                       global const struct mux_gallium_stage_resources_s *resources,
                       global const uint4 *outputs, global const struct draw_chunk_s *chunks,
                       global const struct draw_record_s *records, global const uint *sets) {
  const uint group = get_group_id(0);
  const int tile_x = job->first_tile_x + group % job->range_tiles_x;
  const int tile_y = job->first_tile_y + group / job->range_tiles_x;
  const uint tile = tile_y * job->tiles_x + tile_x;
  primitive of;
  of.job = job;
  of.resources = resources;
  of.outputs = outputs;
  uint drawn = 0;
  for (uint chunk = 0; chunk < job->chunk_count; ++chunk) {
    global const struct draw_chunk_s *in = &chunks[chunk];
    if (tile_x < in->tiles[0] || tile_x > in->tiles[2] || tile_y < in->tiles[1] ||
        tile_y > in->tiles[3]) {
      continue;
    }
    global const uint *set =
        sets + ((ulong)chunk * job->tiles_x * job->tiles_y + tile) * DRAW_SET_WORDS;
    for (uint word = 0; word < DRAW_SET_WORDS; ++word) {
      for (uint bits = set[word]; bits != 0; bits &= bits - 1) {
        of.record = &records[chunk * DRAW_CHUNK_RECORDS + word * 32 + ctz(bits)];
        drawn += draw_primitive(&of, tile_x * DRAW_TILE, tile_y * DRAW_TILE);
      }
    }
  }
  if (HAS(draw_fragment_counts)) {
    const uint sum = sub_group_reduce_add(drawn);
    if (get_local_id(0) == 0 && sum != 0) {
      atom_add((volatile global ulong *)job->counter, (ulong)sum);
    }
  }
}
