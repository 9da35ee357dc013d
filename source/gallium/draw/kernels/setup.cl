// Makes records of a chunk's primitives, and the sets of those that touch each tile.

__attribute__((weak)) constant struct draw_setup_code_s setup_code = {3, 31};

#define SETUP_HAS(flag) ((setup_code.flags & (flag)) != 0)

// Window coordinates in 1/256 pixels.
#define SUBPIXELS 256
#define HALF_PIXEL 128
// Coordinates that edges can be computed with in integers. Beyond, and behind the eye, edges come
// from homogeneous coordinates.
#define GUARD_LOW -8192.0f
#define GUARD_HIGH 24576.0f
// The largest coefficient of an edge.
#define MAX_COEFFICIENT 4194304.0

// A vertex of a primitive.
typedef struct {
  float4 clip;
  // In the window.
  float3 window;
  float inverse_w;
  // Whether it can be snapped.
  bool is_near;
  int x;
  int y;
  uint first_register;
} corner;

typedef struct {
  global const struct draw_job_s *job;
  global const struct draw_viewport_s *viewport;
  global const uint4 *outputs;
} setup;

static bool has_flag(global const struct draw_job_s *job, uint flag) {
  return (job->flags & flag) != 0;
}

static float4 output_of(const setup *in, const corner *of, uint number) {
  return as_float4(in->outputs[of->first_register + number]);
}

static bool is_finite(float4 value) {
  return isfinite(value.x) && isfinite(value.y) && isfinite(value.z) && isfinite(value.w);
}

static void place_corner(const setup *in, corner *at) {
  global const struct draw_viewport_s *viewport = in->viewport;
  at->inverse_w = 1.0f / at->clip.w;
  at->window.x = at->clip.x * at->inverse_w * viewport->scale[0] + viewport->translate[0];
  at->window.y = at->clip.y * at->inverse_w * viewport->scale[1] + viewport->translate[1];
  at->window.z = at->clip.z * at->inverse_w * viewport->scale[2] + viewport->translate[2];
  at->is_near = at->clip.w > 1e-30f && at->window.x >= GUARD_LOW && at->window.x < GUARD_HIGH &&
                at->window.y >= GUARD_LOW && at->window.y < GUARD_HIGH;
  at->x = at->is_near ? (int)rint(at->window.x * SUBPIXELS) : 0;
  at->y = at->is_near ? (int)rint(at->window.y * SUBPIXELS) : 0;
}

static float near_distance(const setup *in, float4 clip) {
  return has_flag(in->job, draw_job_half_z) ? clip.z : clip.z + clip.w;
}

static float user_distance(const setup *in, const corner *of, uint plane) {
  global const struct draw_job_s *job = in->job;
  if (has_flag(job, draw_job_clip_distances)) {
    const float4 distances = output_of(in, of, job->clip_distance_outputs[plane / 4]);
    return plane % 4 == 0   ? distances.x
           : plane % 4 == 1 ? distances.y
           : plane % 4 == 2 ? distances.z
                            : distances.w;
  }
  const float4 position = job->clip_vertex_output != DRAW_NO_REGISTER
                              ? output_of(in, of, job->clip_vertex_output)
                              : of->clip;
  return job->planes[plane][0] * position.x + job->planes[plane][1] * position.y +
         job->planes[plane][2] * position.z + job->planes[plane][3] * position.w;
}

// Bits of what a vertex is outside of: x, y and z of the volume, then the planes from bit 8 on.
static uint outside_of(const setup *in, const corner *of) {
  global const struct draw_job_s *job = in->job;
  const float4 clip = of->clip;
  uint outside = (clip.x < -clip.w ? 1u : 0) | (clip.x > clip.w ? 2u : 0) |
                 (clip.y < -clip.w ? 4u : 0) | (clip.y > clip.w ? 8u : 0) |
                 (clip.w <= 0 ? 64u : 0);
  if (has_flag(job, draw_job_depth_clip)) {
    outside |= (near_distance(in, clip) < 0 ? 16u : 0) | (clip.z > clip.w ? 32u : 0);
  }
  if (SETUP_HAS(draw_setup_has_planes)) {
    for (uint planes = job->clip_mask | job->cull_mask; planes != 0; planes &= planes - 1) {
      const uint plane = ctz(planes);
      outside |= user_distance(in, of, plane) >= 0 ? 0 : 256u << plane;
    }
  }
  return outside;
}

static void set_edge(global struct draw_record_s *record, uint number, int a, int b, long c) {
  record->edges_a[number] = a;
  record->edges_b[number] = b;
  record->edges_c[number] = c;
}

// The edge from one point to another, positive to the right of it for sign 1 (with y downwards).
// Points on it are inside if it is a left edge, or the upper or lower one, as the job says.
static void set_snapped_edge(const setup *in, global struct draw_record_s *record, uint number,
                             int2 from, int2 to, int sign) {
  const int a = (from.y - to.y) * sign;
  const int b = (to.x - from.x) * sign;
  const bool is_flat_inside = has_flag(in->job, draw_job_bottom_edge) ? b < 0 : b > 0;
  const bool is_inside = a > 0 || (a == 0 && is_flat_inside);
  const long c = -((long)a * from.x + (long)b * from.y);
  set_edge(record, number, a, b,
           (c + (long)HALF_PIXEL * ((long)a + b) - (is_inside ? 0 : 1)) >> 8);
}

// An edge of a line in 1/256 pixels, inclusive or not.
static void set_line_edge(global struct draw_record_s *record, uint number, int a, int b, long c,
                          bool is_inclusive) {
  set_edge(record, number, a, b,
           (c + (long)HALF_PIXEL * ((long)a + b) - (is_inclusive ? 0 : 1)) >> 8);
}

static void set_no_edge(global struct draw_record_s *record, uint number) {
  set_edge(record, number, 0, 0, 0);
}

static void set_plane(global float *plane, float dx, float dy, float value) {
  plane[0] = dx;
  plane[1] = dy;
  plane[2] = value;
}

// The first pixel whose center is at a coordinate or after it.
static int first_pixel(int coordinate) {
  return (coordinate + HALF_PIXEL - 1) >> 8;
}

// The pixel after the last one whose center is at a coordinate or before it.
static int end_pixel(int coordinate) {
  return ((coordinate - HALF_PIXEL) >> 8) + 1;
}

// Returns whether there are pixels.
static bool set_rectangle(global struct draw_record_s *record, global const int *bounds, int4 pixels) {
  const int4 made = (int4)(max(bounds[0], pixels.x), max(bounds[1], pixels.y),
                           min(bounds[2], pixels.z), min(bounds[3], pixels.w));
  record->rectangle[0] = made.x;
  record->rectangle[1] = made.y;
  record->rectangle[2] = made.z;
  record->rectangle[3] = made.w;
  return made.x < made.z && made.y < made.w;
}

static float offset_of(const setup *in, uint enable, float dzdx, float dzdy, float largest_depth) {
  global const struct draw_job_s *job = in->job;
  if (!SETUP_HAS(draw_setup_has_offset) || !has_flag(job, enable)) {
    return 0;
  }
  float unit = job->depth_unit;
  if (has_flag(job, draw_job_float_depth)) {
    unit = ldexp(1.0f, max(ilogb(largest_depth), -126) - 23);
  }
  const float offset =
      fmax(fabs(dzdx), fabs(dzdy)) * job->offset_scale + unit * job->offset_units;
  return job->offset_clamp > 0   ? fmin(offset, job->offset_clamp)
         : job->offset_clamp < 0 ? fmax(offset, job->offset_clamp)
                                 : offset;
}

// What is known of a triangle before its fill mode is looked at.
typedef struct {
  // Twice the area in the window, in units of 1/256 pixels.
  float area;
  float dzdx;
  float dzdy;
  float largest_depth;
} triangle;

static double3 homogeneous(const setup *in, const corner *of) {
  global const struct draw_viewport_s *viewport = in->viewport;
  return (double3)((double)of->clip.x * viewport->scale[0] + (double)of->clip.w * viewport->translate[0],
                   (double)of->clip.y * viewport->scale[1] + (double)of->clip.w * viewport->translate[1],
                   (double)of->clip.w);
}

static double homogeneous_depth(const setup *in, const corner *of) {
  return (double)of->clip.z * in->viewport->scale[2] + (double)of->clip.w * in->viewport->translate[2];
}

static double3 cross_of(double3 one, double3 other) {
  return (double3)(one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
                   one.x * other.y - one.y * other.x);
}

static double dot_of(double3 one, double3 other) {
  return one.x * other.x + one.y * other.y + one.z * other.z;
}

static triangle near_triangle(const setup *in, const corner *corners) {
  triangle made;
  made.dzdx = 0;
  made.dzdy = 0;
  const long dx1 = corners[1].x - corners[0].x;
  const long dy1 = corners[1].y - corners[0].y;
  const long dx2 = corners[2].x - corners[0].x;
  const long dy2 = corners[2].y - corners[0].y;
  const long area = dx1 * dy2 - dx2 * dy1;
  made.area = (float)area;
  if (area != 0) {
    const float scale = SUBPIXELS / made.area;
    const float dz1 = corners[1].window.z - corners[0].window.z;
    const float dz2 = corners[2].window.z - corners[0].window.z;
    made.dzdx = ((float)dy2 * dz1 - (float)dy1 * dz2) * scale;
    made.dzdy = ((float)dx1 * dz2 - (float)dx2 * dz1) * scale;
  }
  made.largest_depth = fmax(fabs(corners[0].window.z),
                            fmax(fabs(corners[1].window.z), fabs(corners[2].window.z)));
  return made;
}

// Twice the area, or another number of the same sign.
static double homogeneous_area(const double3 *points) {
  return dot_of(points[0], cross_of(points[1], points[2]));
}

static bool is_front_face(const setup *in, double area) {
  return has_flag(in->job, draw_job_front_ccw) ? area < 0 : area > 0;
}

static int4 pixels_of(const corner *corners) {
  const int left = min(corners[0].x, min(corners[1].x, corners[2].x));
  const int top = min(corners[0].y, min(corners[1].y, corners[2].y));
  const int right = max(corners[0].x, max(corners[1].x, corners[2].x));
  const int bottom = max(corners[0].y, max(corners[1].y, corners[2].y));
  return (int4)(first_pixel(left), first_pixel(top), end_pixel(right), end_pixel(bottom));
}

static bool fill_near(const setup *in, global struct draw_record_s *record, const corner *corners,
                      const triangle *of) {
  if (!set_rectangle(record, in->viewport->clip, pixels_of(corners))) {
    return false;
  }
  const int sign = of->area > 0 ? 1 : -1;
  const float scale = SUBPIXELS / of->area;
  float dx[3];
  float dy[3];
  for (uint i = 1; i < 3; ++i) {
    const corner *other = &corners[3 - i];
    const float turn = i == 1 ? scale : -scale;
    dx[i] = (float)(other->y - corners[0].y) * turn;
    dy[i] = (float)(corners[0].x - other->x) * turn;
  }
  dx[0] = -dx[1] - dx[2];
  dy[0] = -dy[1] - dy[2];
  for (uint i = 0; i < 3; ++i) {
    const corner *from = &corners[(i + 1) % 3];
    const corner *to = &corners[(i + 2) % 3];
    set_snapped_edge(in, record, i, (int2)(from->x, from->y), (int2)(to->x, to->y), sign);
    set_plane(record->weights[i], dx[i] * corners[i].inverse_w, dy[i] * corners[i].inverse_w,
              i == 0 ? corners[0].inverse_w : 0.0f);
  }
  set_no_edge(record, 3);
  record->reference[0] = (float)corners[0].x / SUBPIXELS;
  record->reference[1] = (float)corners[0].y / SUBPIXELS;
  set_plane(record->depth, of->dzdx, of->dzdy,
            corners[0].window.z +
                offset_of(in, draw_job_offset_fill, of->dzdx, of->dzdy, of->largest_depth));
  return true;
}

// An edge of a triangle that is behind the eye or far outside in part, rounded to integers.
static void set_wide_edge(global struct draw_record_s *record, uint number, double3 line) {
  const double largest = fmax(fabs(line.x), fabs(line.y));
  if (largest < 1e-30) {
    set_edge(record, number, 0, 0, line.z >= 0 ? 0 : -1);
    return;
  }
  const double scale = MAX_COEFFICIENT / largest;
  const int a = (int)rint(line.x * scale);
  const int b = (int)rint(line.y * scale);
  const double c = line.z * scale + 0.5 * ((double)a + (double)b);
  set_edge(record, number, a, b, (long)floor(clamp(c, -1e15, 1e15)));
}

static bool fill_wide(const setup *in, global struct draw_record_s *record, const corner *corners,
                      const double3 *points, double area) {
  global const int *bounds = in->viewport->clip;
  if (!set_rectangle(record, bounds, (int4)(bounds[0], bounds[1], bounds[2], bounds[3]))) {
    return false;
  }
  const double x = record->rectangle[0] + 0.5;
  const double y = record->rectangle[1] + 0.5;
  const int sign = area > 0 ? 1 : -1;
  double3 depth = (double3)(0.0);
  for (uint i = 0; i < 3; ++i) {
    const corner *from = &corners[(i + 1) % 3];
    const corner *to = &corners[(i + 2) % 3];
    const double3 line = cross_of(points[(i + 1) % 3], points[(i + 2) % 3]) * (1.0 / area);
    if (from->is_near && to->is_near) {
      // As in the triangle on the other side of the edge.
      set_snapped_edge(in, record, i, (int2)(from->x, from->y), (int2)(to->x, to->y), sign);
    } else {
      set_wide_edge(record, i, line);
    }
    set_plane(record->weights[i], (float)line.x, (float)line.y,
              (float)(line.x * x + line.y * y + line.z));
    depth += line * homogeneous_depth(in, &corners[i]);
  }
  set_no_edge(record, 3);
  record->reference[0] = (float)x;
  record->reference[1] = (float)y;
  set_plane(record->depth, (float)depth.x, (float)depth.y,
            (float)(depth.x * x + depth.y * y + depth.z) +
                offset_of(in, draw_job_offset_fill, (float)depth.x, (float)depth.y, 1.0f));
  return true;
}

// Reduces the part of a line that is inside: where the distances of its ends are not both negative.
static void clip_line(float from, float to, float *begin, float *end) {
  if (!(from >= 0) && !(to >= 0)) {
    *end = -1;
  } else if (!(from >= 0)) {
    *begin = fmax(*begin, from / (from - to));
  } else if (!(to >= 0)) {
    *end = fmin(*end, from / (from - to));
  }
}

static float4 mixed(float4 from, float4 to, float at) {
  return at == 0 ? from : at == 1 ? to : from + (to - from) * at;
}

// The edges of a line of pixels: `width` of them in each column, or row, that it crosses.
static void set_pixel_line(const setup *in, global struct draw_record_s *record, int2 from, int2 to,
                           int width) {
  const int2 along = to - from;
  const bool is_x = abs(along.x) >= abs(along.y);
  const int major = is_x ? along.x : along.y;
  const int minor = is_x ? along.y : along.x;
  const int sign = major >= 0 ? 1 : -1;
  const int begin = is_x ? from.x : from.y;
  const int finish = is_x ? to.x : to.y;
  // From the begin, that included, to the end.
  set_line_edge(record, 0, is_x ? sign : 0, is_x ? 0 : sign, -(long)sign * begin, true);
  set_line_edge(record, 1, is_x ? -sign : 0, is_x ? 0 : -sign, (long)sign * finish,
                has_flag(in->job, draw_job_line_last_pixel));
  const int across = abs(major);
  const int down = -minor * sign;
  const int a = is_x ? down : across;
  const int b = is_x ? across : down;
  const long c = -((long)a * from.x + (long)b * from.y);
  const long half_width = (long)across * width * HALF_PIXEL;
  set_line_edge(record, 2, a, b, c + half_width, true);
  set_line_edge(record, 3, -a, -b, -c + half_width, false);
}

static bool line_between(const setup *in, global struct draw_record_s *record, const corner *from,
                         const corner *to, float offset) {
  global const struct draw_job_s *job = in->job;
  float begin = 0;
  float end = 1;
  const float4 a = from->clip;
  const float4 b = to->clip;
  clip_line(a.w - 1e-6f, b.w - 1e-6f, &begin, &end);
  clip_line(a.w + a.x, b.w + b.x, &begin, &end);
  clip_line(a.w - a.x, b.w - b.x, &begin, &end);
  clip_line(a.w + a.y, b.w + b.y, &begin, &end);
  clip_line(a.w - a.y, b.w - b.y, &begin, &end);
  if (has_flag(job, draw_job_depth_clip)) {
    clip_line(near_distance(in, a), near_distance(in, b), &begin, &end);
    clip_line(a.w - a.z, b.w - b.z, &begin, &end);
  }
  if (SETUP_HAS(draw_setup_has_planes)) {
    for (uint planes = job->clip_mask; planes != 0; planes &= planes - 1) {
      const uint plane = ctz(planes);
      clip_line(user_distance(in, from, plane), user_distance(in, to, plane), &begin, &end);
    }
  }
  if (begin >= end) {
    return false;
  }
  corner first;
  corner last;
  first.clip = mixed(a, b, begin);
  last.clip = mixed(a, b, end);
  place_corner(in, &first);
  place_corner(in, &last);
  const int2 start = (int2)(first.x, first.y);
  const int2 finish = (int2)(last.x, last.y);
  if (!first.is_near || !last.is_near || (start.x == finish.x && start.y == finish.y)) {
    return false;
  }
  const float width = job->line_width;
  const int reach = (int)(width * SUBPIXELS) + SUBPIXELS;
  const int4 pixels =
      (int4)(first_pixel(min(start.x, finish.x) - reach), first_pixel(min(start.y, finish.y) - reach),
             end_pixel(max(start.x, finish.x) + reach), end_pixel(max(start.y, finish.y) + reach));
  if (!set_rectangle(record, in->viewport->scissor, pixels)) {
    return false;
  }
  const float dx = (float)(finish.x - start.x) / SUBPIXELS;
  const float dy = (float)(finish.y - start.y) / SUBPIXELS;
  float along_x;
  float along_y;
  if (has_flag(job, draw_job_line_quad)) {
    const float square = dx * dx + dy * dy;
    const float scale = 0.5f * width * SUBPIXELS / sqrt(square);
    const int2 side = (int2)((int)rint(-dy * scale), (int)rint(dx * scale));
    const int2 points[4] = {start - side, finish - side, finish + side, start + side};
    for (uint i = 0; i < 4; ++i) {
      set_snapped_edge(in, record, i, points[i], points[(i + 1) % 4], 1);
    }
    along_x = dx / square;
    along_y = dy / square;
  } else {
    set_pixel_line(in, record, start, finish, max((int)rint(width), 1));
    const bool is_x = fabs(dx) >= fabs(dy);
    along_x = is_x ? 1.0f / dx : 0.0f;
    along_y = is_x ? 0.0f : 1.0f / dy;
  }
  const float from_begin = (1 - begin) * first.inverse_w;
  const float from_end = (1 - end) * last.inverse_w;
  const float to_begin = begin * first.inverse_w;
  const float to_end = end * last.inverse_w;
  set_plane(record->weights[0], along_x * (from_end - from_begin), along_y * (from_end - from_begin),
            from_begin);
  set_plane(record->weights[1], along_x * (to_end - to_begin), along_y * (to_end - to_begin), to_begin);
  set_plane(record->weights[2], 0, 0, 0);
  const float rise = last.window.z - first.window.z;
  set_plane(record->depth, along_x * rise, along_y * rise, first.window.z + offset);
  record->reference[0] = (float)start.x / SUBPIXELS;
  record->reference[1] = (float)start.y / SUBPIXELS;
  record->vertices[0] = from->first_register;
  record->vertices[1] = to->first_register;
  record->vertices[2] = from->first_register;
  return true;
}

static bool point_at(const setup *in, global struct draw_record_s *record, const corner *at,
                     float offset) {
  global const struct draw_job_s *job = in->job;
  if (!at->is_near || (outside_of(in, at) & ~15u & ~(job->cull_mask << 8)) != 0) {
    return false;
  }
  float size = job->point_size;
  if (has_flag(job, draw_job_point_size_per_vertex) && job->point_size_output != DRAW_NO_REGISTER) {
    size = output_of(in, at, job->point_size_output).x;
  }
  size = fmin(fmax(size, 1.0f), job->max_point_size);
  int4 pixels;
  if (has_flag(job, draw_job_point_quad)) {
    const int half_size = (int)rint(size * HALF_PIXEL);
    const int above = has_flag(job, draw_job_bottom_edge) ? 1 : 0;
    pixels = (int4)(first_pixel(at->x - half_size), first_pixel(at->y - half_size + above),
                    end_pixel(at->x + half_size - 1), end_pixel(at->y + half_size - 1 + above));
  } else {
    size = rint(size);
    const int whole = (int)size;
    const int centered = whole % 2 == 0 ? HALF_PIXEL : 0;
    const int left = ((at->x + centered) >> 8) - (whole / 2);
    const int top = ((at->y + centered) >> 8) - (whole / 2);
    pixels = (int4)(left, top, left + whole, top + whole);
  }
  if (!set_rectangle(record, in->viewport->scissor, pixels)) {
    return false;
  }
  for (uint i = 0; i < 4; ++i) {
    set_no_edge(record, i);
  }
  set_plane(record->weights[0], 0, 0, at->inverse_w);
  set_plane(record->weights[1], 0, 0, 0);
  set_plane(record->weights[2], 0, 0, 0);
  set_plane(record->depth, 0, 0, at->window.z + offset);
  record->reference[0] = at->window.x;
  record->reference[1] = at->window.y;
  record->center[0] = at->window.x;
  record->center[1] = at->window.y;
  record->size = size;
  record->flags |= draw_record_is_point;
  record->vertices[0] = at->first_register;
  record->vertices[1] = at->first_register;
  record->vertices[2] = at->first_register;
  return true;
}

static void note_crossings(const setup *in, global struct draw_record_s *record, uint crossed) {
  record->flags |= (crossed & 0xff00 & in->job->clip_mask << 8) |
                   ((crossed & 16) != 0 ? draw_record_clips_near : 0) |
                   ((crossed & 32) != 0 ? draw_record_clips_far : 0);
}

// A record of a triangle: the triangle, or one of its edges or vertices. Returns whether it is
// drawn.
static bool triangle_record(const setup *in, global struct draw_record_s *record,
                            const corner *corners, uint part, uint crossed) {
  global const struct draw_job_s *job = in->job;
  const bool is_near = corners[0].is_near && corners[1].is_near && corners[2].is_near;
  const triangle of = near_triangle(in, corners);
  double area = of.area;
  if (!is_near) {
    const double3 points[3] = {homogeneous(in, &corners[0]), homogeneous(in, &corners[1]),
                               homogeneous(in, &corners[2])};
    area = homogeneous_area(points);
  }
  const bool is_front = is_front_face(in, area);
  if (has_flag(job, is_front ? draw_job_cull_front : draw_job_cull_back)) {
    return false;
  }
  record->flags |= is_front ? draw_record_front : 0;
  const uint fill = job->fill[is_front ? 0 : 1];
  if (SETUP_HAS(draw_setup_fills) && (fill == 0 || fill == 3)) {
    if (part != 0) {
      return false;
    }
    record->flags |= draw_record_is_fill;
    note_crossings(in, record, crossed);
    for (uint i = 0; i < 3; ++i) {
      record->vertices[i] = corners[i].first_register;
    }
    if (!is_near) {
      record->flags |= draw_record_is_wide;
      return false;
    }
    return of.area != 0 && fill_near(in, record, corners, &of);
  }
  if (!SETUP_HAS(draw_setup_draws_lines | draw_setup_draws_points)) {
    return false;
  }
  const corner *from = &corners[part];
  if (job->edge_flag_output != DRAW_NO_REGISTER &&
      output_of(in, from, job->edge_flag_output).x == 0) {
    return false;
  }
  if (SETUP_HAS(draw_setup_draws_lines) && fill == 1) {
    return line_between(in, record, from, &corners[(part + 1) % 3],
                        offset_of(in, draw_job_offset_line, of.dzdx, of.dzdy, of.largest_depth));
  }
  return SETUP_HAS(draw_setup_draws_points) &&
         point_at(in, record, from,
                  offset_of(in, draw_job_offset_point, of.dzdx, of.dzdy, of.largest_depth));
}

// Finishes a triangle that is partly behind the eye or far outside. For one at a time: there are
// few, and the code for several at once is large.
static bool finish_wide(global const struct draw_job_s *job, global const uint4 *outputs,
                        global struct draw_record_s *record) {
  setup in;
  in.job = job;
  in.viewport = &job->viewports[record->flags >> 16 & 15];
  in.outputs = outputs;
  corner corners[3];
  for (uint i = 0; i < 3; ++i) {
    corners[i].first_register = record->vertices[i];
    corners[i].clip = as_float4(outputs[record->vertices[i] + job->position_output]);
    place_corner(&in, &corners[i]);
  }
  const double3 points[3] = {homogeneous(&in, &corners[0]), homogeneous(&in, &corners[1]),
                             homogeneous(&in, &corners[2])};
  const double area = homogeneous_area(points);
  return area != 0 && fill_wide(&in, record, corners, points, area);
}

static void make_record(global const struct draw_job_s *job, global const struct draw_chunk_s *chunk,
                        uint chunk_number, global const uchar *indices, global const uint4 *outputs,
                        uint number, uint part, global struct draw_record_s *record) {
  corner corners[3];
  bool is_valid = true;
  for (uint i = 0; i < 3; ++i) {
    // Missing ones are the last.
    const uint at = min(i, setup_code.corners - 1);
    corners[i].first_register = register_of(job, chunk, chunk_number, indices, number, at, setup_code.corners);
    corners[i].clip = as_float4(outputs[corners[i].first_register + job->position_output]);
    is_valid &= is_finite(corners[i].clip);
  }
  const uint provoking = (job->flags & draw_job_provoking_first) != 0 ? 0 : setup_code.corners - 1;
  record->provoking = provoking == 0   ? corners[0].first_register
                      : provoking == 1 ? corners[1].first_register
                                       : corners[2].first_register;
  uint viewport = 0;
  if (job->viewport_output != DRAW_NO_REGISTER) {
    viewport = outputs[record->provoking + job->viewport_output].x;
    viewport = viewport < job->viewport_count ? viewport : 0;
  }
  record->layer =
      job->layer_output != DRAW_NO_REGISTER ? outputs[record->provoking + job->layer_output].x : 0;
  record->primitive_id = number % job->primitives;
  record->flags = viewport << 16;
  setup in;
  in.job = job;
  in.viewport = &job->viewports[viewport];
  in.outputs = outputs;
  uint crossed = 0;
  uint outside = ~0u;
  for (uint i = 0; i < 3; ++i) {
    place_corner(&in, &corners[i]);
    const uint of = outside_of(&in, &corners[i]);
    crossed |= of;
    outside &= of;
  }
  // Points reach into the volume from outside of it in x and y.
  outside &= setup_code.corners == 1 ? ~15u : ~0u;
  is_valid &= outside == 0 && record->layer < job->layer_count;
  bool is_drawn = false;
  if (is_valid) {
    if (setup_code.corners == 1) {
      record->flags |= draw_record_front;
      is_drawn = point_at(&in, record, &corners[0], 0);
    } else if (setup_code.corners == 2) {
      record->flags |= draw_record_front;
      is_drawn = line_between(&in, record, &corners[0], &corners[1], 0);
    } else {
      is_drawn = triangle_record(&in, record, corners, part, crossed);
    }
  }
  record->flags |= is_drawn ? draw_record_live : 0;
}

// Whether an edge leaves something of the tile at (x, y).
static bool touches_tile(global const struct draw_record_s *record, int x, int y) {
  bool touches = true;
  for (uint edge = 0; edge < 3; ++edge) {
    const long a = record->edges_a[edge];
    const long b = record->edges_b[edge];
    const long highest = max(a, 0l) * (DRAW_TILE - 1) + max(b, 0l) * (DRAW_TILE - 1);
    touches &= record->edges_c[edge] + a * x + b * y + highest >= 0;
  }
  return touches;
}

// Adds a record to the sets of the tiles that it touches.
static void add_to_tiles(global const struct draw_job_s *job, global const struct draw_record_s *record,
                         uint number, int4 tiles, global uint *sets) {
  const uint width = tiles.z - tiles.x + 1;
  const uint count = width * (tiles.w - tiles.y + 1);
  for (uint at = get_local_id(0); at < count; at += SUB_GROUP) {
    const int tile_x = tiles.x + at % width;
    const int tile_y = tiles.y + at / width;
    if (touches_tile(record, tile_x * DRAW_TILE, tile_y * DRAW_TILE)) {
      sets[(tile_y * job->tiles_x + tile_x) * DRAW_SET_WORDS + number / 32] |= 1u << number % 32;
    }
  }
}

__attribute__((intel_reqd_sub_group_size(SUB_GROUP), reqd_work_group_size(SUB_GROUP, 1, 1)))
kernel void draw_setup(global const struct draw_job_s *job, global const uchar *indices,
                       global const uint4 *outputs, global struct draw_chunk_s *chunks,
                       global struct draw_record_s *all_records, global uint *all_sets) {
  const uint chunk = get_group_id(0);
  const uint tile_count = job->tiles_x * job->tiles_y;
  global uint *sets = all_sets + (ulong)chunk * tile_count * DRAW_SET_WORDS;
  global struct draw_record_s *records = all_records + (ulong)chunk * DRAW_CHUNK_RECORDS;
  for (uint at = get_local_id(0); at < tile_count * DRAW_SET_WORDS; at += SUB_GROUP) {
    sets[at] = 0;
  }
  const uint count = chunk_size(job, chunk) * job->expansion;
  for (uint at = get_local_id(0); at < count; at += SUB_GROUP) {
    make_record(job, &chunks[chunk], chunk, indices, outputs,
                chunk_first(job, chunk) + at / job->expansion, at % job->expansion, &records[at]);
  }
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  int4 touched = (int4)(INT_MAX, INT_MAX, -1, -1);
  for (uint at = 0; at < count; ++at) {
    global struct draw_record_s *record = &records[at];
    if (SETUP_HAS(draw_setup_fills) && (record->flags & draw_record_is_wide) != 0 &&
        finish_wide(job, outputs, record)) {
      record->flags |= draw_record_live;
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
    if ((record->flags & draw_record_live) == 0) {
      continue;
    }
    const int4 tiles = (int4)(record->rectangle[0] / DRAW_TILE, record->rectangle[1] / DRAW_TILE,
                              (record->rectangle[2] - 1) / DRAW_TILE,
                              (record->rectangle[3] - 1) / DRAW_TILE);
    add_to_tiles(job, record, at, tiles, sets);
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    touched = (int4)(min(touched.xy, tiles.xy), max(touched.zw, tiles.zw));
  }
  if (get_local_id(0) == 0) {
    chunks[chunk].tiles[0] = touched.x;
    chunks[chunk].tiles[1] = touched.y;
    chunks[chunk].tiles[2] = touched.z;
    chunks[chunk].tiles[3] = touched.w;
  }
}
