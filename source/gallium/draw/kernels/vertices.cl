// Runs the vertex shader for the vertices of a chunk.

__attribute__((weak)) constant struct draw_vertex_code_s vertex_code = {0};

void mux_vertex_shader(global const struct mux_gallium_stage_resources_s *resources,
                       const private uint4 *inputs, private uint4 *outputs,
                       private struct mux_gallium_vertex_values_s *values);

static uint4 fetch_input(global const struct draw_job_s *job, uint number, uint index,
                         uint instance) {
  global const struct draw_element_s *element = &job->elements[number];
  const struct draw_format_s format = vertex_code.formats[number];
  const bool instanced = (vertex_code.instanced >> number & 1) != 0;
  const ulong row = instanced ? job->start_instance + instance / max(element->divisor, 1u) : index;
  const ulong offset = row * element->stride;
  const bool is_inside = offset + block_bytes(format) <= element->size;
  const uint4 value =
      fetch_element((global const uchar *)element->address + (is_inside ? offset : 0), format);
  return is_inside ? value : (uint4)(0);
}

static void store_output(global uint4 *results, uint number, uint4 value) {
  const bool is_clamped = number < 32 && (vertex_code.clamped >> number & 1) != 0;
  results[number] = is_clamped ? as_uint4(fmin(fmax(as_float4(value), 0.0f), 1.0f)) : value;
}

static void shade_vertex(global const struct draw_job_s *job,
                         global const struct mux_gallium_stage_resources_s *resources, uint index,
                         uint instance, global uint4 *results) {
  uint4 inputs[DRAW_MAX_ELEMENTS] = {(uint4)(0)};
#define FETCH(number)                                            \
  if ((number) < vertex_code.element_count) {                    \
    inputs[number] = fetch_input(job, number, index, instance);  \
  }
  EIGHT_TIMES(FETCH, 0)
  EIGHT_TIMES(FETCH, 8)
  EIGHT_TIMES(FETCH, 16)
  EIGHT_TIMES(FETCH, 24)
  uint4 outputs[DRAW_MAX_REGISTERS] = {(uint4)(0)};
  struct mux_gallium_vertex_values_s values;
  values.vertex_id = index;
  values.vertex_id_without_base =
      index - (job->index_size != 0 ? (uint)job->index_bias : job->start);
  values.instance_id = instance;
  values.base_vertex = job->index_size != 0 ? (uint)job->index_bias : job->start;
  values.base_instance = job->start_instance;
  values.draw_id = job->draw_id;
  mux_vertex_shader(resources, inputs, outputs, &values);
#define STORE(number)                                                           \
  if ((number) < vertex_code.output_count) {                                    \
    store_output(results, number, outputs[number]);                             \
  }
  EIGHT_TIMES(STORE, 0)
  EIGHT_TIMES(STORE, 8)
  EIGHT_TIMES(STORE, 16)
  EIGHT_TIMES(STORE, 24)
  EIGHT_TIMES(STORE, 32)
  EIGHT_TIMES(STORE, 40)
}

// The smallest and the largest index of a chunk's vertices.
static uint2 index_bounds(global const struct draw_job_s *job, global const uchar *indices,
                          uint first, uint corners) {
  uint lowest = ~0u;
  uint highest = 0;
  for (uint corner = get_local_id(0); corner < corners; corner += SUB_GROUP) {
    const uint primitive = (first + corner / job->corners) % job->primitives;
    const uint index =
        vertex_index(job, indices, stream_position(job, primitive, corner % job->corners));
    lowest = min(lowest, index);
    highest = max(highest, index);
  }
  return (uint2)(sub_group_reduce_min(lowest), sub_group_reduce_max(highest));
}

__attribute__((intel_reqd_sub_group_size(SUB_GROUP), reqd_work_group_size(SUB_GROUP, 1, 1)))
kernel void draw_vertices(global const struct draw_job_s *job,
                          global const struct mux_gallium_stage_resources_s *resources,
                          global const uchar *indices, global uint4 *outputs,
                          global struct draw_chunk_s *chunks) {
  const uint chunk = get_group_id(0);
  const uint first = chunk_first(job, chunk);
  const uint primitives = chunk_size(job, chunk);
  const uint corners = primitives * job->corners;
  const uint first_instance = first / job->primitives;
  const uint instances = (first + primitives - 1) / job->primitives - first_instance + 1;
  const uint2 bounds = index_bounds(job, indices, first, corners);
  const ulong range = (ulong)bounds.y - bounds.x + 1;
  // Vertices that several primitives use are shaded once, if there are few others between them.
  const bool is_range = range * instances <= corners;
  const uint count = is_range ? (uint)range * instances : corners;
  global uint4 *results = outputs + (ulong)chunk * DRAW_CHUNK_VERTICES * vertex_code.output_count;
  for (uint vertex = get_local_id(0); vertex < count; vertex += SUB_GROUP) {
    uint index;
    uint instance;
    if (is_range) {
      index = bounds.x + vertex % (uint)range;
      instance = first_instance + vertex / (uint)range;
    } else {
      const uint number = first + vertex / job->corners;
      index = vertex_index(
          job, indices, stream_position(job, number % job->primitives, vertex % job->corners));
      instance = number / job->primitives;
    }
    shade_vertex(job, resources, index, instance, results + vertex * vertex_code.output_count);
  }
  if (get_local_id(0) == 0) {
    chunks[chunk].range = is_range ? (uint)range : 0;
    chunks[chunk].first_index = bounds.x;
    chunks[chunk].first_instance = first_instance;
  }
}
