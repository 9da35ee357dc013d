// Primitives of a stream of vertices.

#define SUB_GROUP 16

// Calls with the numbers from a multiple of 8 on. Written out, so that what depends on a number and
// on constants of the program is known before anything is inlined; a loop would be unrolled later.
#define EIGHT_TIMES(call, first) \
  call(first) call(first + 1) call(first + 2) call(first + 3) call(first + 4) call(first + 5) \
      call(first + 6) call(first + 7)

enum primitive_mode {
  mode_points = 0,
  mode_lines = 1,
  mode_line_loop = 2,
  mode_line_strip = 3,
  mode_triangles = 4,
  mode_triangle_strip = 5,
  mode_triangle_fan = 6,
  mode_polygon = 9,
  mode_lines_adjacency = 10,
  mode_line_strip_adjacency = 11,
  mode_triangles_adjacency = 12,
  mode_triangle_strip_adjacency = 13
};

// The place of a primitive's vertex in the order that makes the constant one first or last, as the
// job says, and keeps the sense of rotation.
static uint strip_corner(bool first, uint primitive, uint corner) {
  const bool swaps = (primitive & 1) != 0 && corner != (first ? 0u : 2u);
  return !swaps ? corner : (first ? 3 - corner : 1 - corner);
}

static uint fan_corner(bool first, uint primitive, uint corner) {
  const uint at = first ? (corner + 1) % 3 : corner;
  return at == 0 ? 0 : primitive + at;
}

// The position in the stream of a primitive's vertex.
static uint stream_position(global const struct draw_job_s *job, uint primitive, uint corner) {
  const bool first = (job->flags & draw_job_provoking_first) != 0;
  switch (job->mode) {
    case mode_points:
      return primitive;
    case mode_lines:
      return 2 * primitive + corner;
    case mode_line_strip:
      return primitive + corner;
    case mode_line_loop:
      return primitive + corner == job->vertex_count ? 0 : primitive + corner;
    case mode_triangles:
      return 3 * primitive + corner;
    case mode_triangle_strip:
      return primitive + strip_corner(first, primitive, corner);
    case mode_triangle_fan:
      return fan_corner(first, primitive, corner);
    case mode_polygon:
      // The constant vertex is 0.
      return fan_corner(!first, primitive, corner);
    case mode_lines_adjacency:
      return 4 * primitive + 1 + corner;
    case mode_line_strip_adjacency:
      return primitive + 1 + corner;
    case mode_triangles_adjacency:
      return 6 * primitive + 2 * corner;
    case mode_triangle_strip_adjacency:
      return 2 * (primitive + strip_corner(first, primitive, corner));
    default:
      return 0;
  }
}

// The index of a vertex of the stream, with the bias; without indices, its number.
static uint vertex_index(global const struct draw_job_s *job, global const uchar *indices,
                         uint position) {
  if (job->index_size == 0) {
    return job->start + position;
  }
  uint index = 0;
  if (position < job->index_count) {
    switch (job->index_size) {
      case 1:
        index = indices[position];
        break;
      case 2:
        index = ((global const ushort *)indices)[position];
        break;
      default:
        index = ((global const uint *)indices)[position];
        break;
    }
  }
  return index + (uint)job->index_bias;
}

static uint chunk_first(global const struct draw_job_s *job, uint chunk) {
  return job->first_primitive + chunk * job->chunk_primitives;
}

static uint chunk_size(global const struct draw_job_s *job, uint chunk) {
  return min(job->chunk_primitives, job->primitive_count - chunk * job->chunk_primitives);
}

// The first register of a vertex of a primitive, which has so many corners.
static uint register_of(global const struct draw_job_s *job, global const struct draw_chunk_s *chunk,
                        uint chunk_number, global const uchar *indices, uint number, uint at,
                        uint corners) {
  const uint first = chunk_first(job, chunk_number);
  uint vertex;
  if (chunk->range != 0) {
    const uint instance = number / job->primitives;
    const uint index =
        vertex_index(job, indices, stream_position(job, number % job->primitives, at));
    vertex = (instance - chunk->first_instance) * chunk->range + index - chunk->first_index;
  } else {
    vertex = (number - first) * corners + at;
  }
  return (chunk_number * DRAW_CHUNK_VERTICES + vertex) * job->output_count;
}
