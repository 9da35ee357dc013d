// Blits: every texel of the destination is computed from the source.

typedef struct {
  // Of the level's first texel.
  ulong offset;
  ulong stride;
  ulong layer_stride;
  // Texels of the level; slices without samples.
  int width;
  int height;
  int layers;
  int samples;
  pixel_format format;
} blit_side;

typedef struct {
  blit_side source;
  blit_side destination;
  // The source's coordinates of the destination's texel (x, y, z): origin + (x, y, z) * scale, at
  // the center of the texel.
  float origin[3];
  float scale[3];
  // Bits of channels; of depth and stencil, 1 and 2.
  uint mask;
  // Whether texels are interpolated in x and y, and between slices.
  uint is_linear;
  uint is_linear_in_z;
  // Whether samples are averaged to one.
  uint is_averaged;
  uint is_blended;
  // Written texels: those inside of the scissor and of one of the rectangles, or outside of all.
  int scissor[4];
  uint rectangle_count;
  uint rectangles_include;
  int rectangles[8][4];
  // The first texel that is written.
  int first[3];
} blit_job;

static int is_in(const int *rectangle, int x, int y) {
  return x >= rectangle[0] && y >= rectangle[1] && x < rectangle[2] && y < rectangle[3];
}

static int is_written(const blit_job *job, int x, int y) {
  if (!is_in(job->scissor, x, y)) {
    return 0;
  }
  if (job->rectangle_count == 0) {
    return 1;
  }
  uint is_inside = 0;
  for (uint index = 0; index < job->rectangle_count; ++index) {
    is_inside |= is_in(job->rectangles[index], x, y);
  }
  return is_inside == job->rectangles_include;
}

// A texel of the source; coordinates outside of the level are those of its edge.
static double4 fetch(global const uchar *memory, const blit_side *side, int3 at, int sample) {
  const int x = clamp(at.x, 0, side->width - 1);
  const int y = clamp(at.y, 0, side->height - 1);
  const int z = clamp(at.z, 0, side->layers - 1);
  global const uchar *texel = memory + side->offset +
                              (ulong)(z * side->samples + sample) * side->layer_stride +
                              (ulong)y * side->stride + (ulong)x * side->format.block_bytes;
  const pixel_block block = load_block(texel, side->format.block_bytes);
  return unpack(&block, &side->format);
}

static double4 fetch_samples(global const uchar *memory, const blit_job *job, int3 at,
                             int sample) {
  if (!job->is_averaged) {
    return fetch(memory, &job->source, at, job->source.samples > 1 ? sample : 0);
  }
  double4 sum = 0;
  for (int index = 0; index < job->source.samples; ++index) {
    sum += fetch(memory, &job->source, at, index);
  }
  return sum / (double)job->source.samples;
}

static double4 fetch_row(global const uchar *memory, const blit_job *job, int3 at, double part,
                         int sample) {
  const double4 left = fetch_samples(memory, job, at, sample);
  const double4 right = fetch_samples(memory, job, at + (int3)(1, 0, 0), sample);
  return left + (right - left) * part;
}

static double4 fetch_slice(global const uchar *memory, const blit_job *job, int3 at, double2 part,
                           int sample) {
  const double4 top = fetch_row(memory, job, at, part.x, sample);
  const double4 bottom = fetch_row(memory, job, at + (int3)(0, 1, 0), part.x, sample);
  return top + (bottom - top) * part.y;
}

static double4 sample_source(global const uchar *memory, const blit_job *job, float3 at,
                             int sample) {
  const int nearest_z = (int)floor(at.z);
  if (!job->is_linear) {
    const int3 nearest = (int3)((int)floor(at.x), (int)floor(at.y), nearest_z);
    return fetch_samples(memory, job, nearest, sample);
  }
  const float2 begin = floor(at.xy - 0.5f);
  const double2 part = convert_double2(at.xy - 0.5f - begin);
  const int2 first = convert_int2(begin);
  if (!job->is_linear_in_z) {
    return fetch_slice(memory, job, (int3)(first, nearest_z), part, sample);
  }
  const float begin_z = floor(at.z - 0.5f);
  const int first_z = (int)begin_z;
  const double4 front = fetch_slice(memory, job, (int3)(first, first_z), part, sample);
  const double4 back = fetch_slice(memory, job, (int3)(first, first_z + 1), part, sample);
  return front + (back - front) * (double)(at.z - 0.5f - begin_z);
}

static void write_sample(global uchar *memory, const blit_job *job, int3 at, int sample,
                         double4 color) {
  const blit_side *to = &job->destination;
  global uchar *texel = memory + to->offset +
                        (ulong)(at.z * to->samples + sample) * to->layer_stride +
                        (ulong)at.y * to->stride + (ulong)at.x * to->format.block_bytes;
  pixel_block block = load_block(texel, to->format.block_bytes);
  if (job->is_blended) {
    const double4 below = unpack(&block, &to->format);
    color = color * color.w + below * (1.0 - color.w);
  }
  pack(&block, &to->format, color, job->mask);
  store_block(texel, to->format.block_bytes, block);
}

// The source and the destination may be one memory, with boxes that do not overlap.
kernel void blit(global const uchar *source, global uchar *destination,
                 global const blit_job *shared_job) {
  const blit_job job = *shared_job;
  const int x = job.first[0] + (int)get_global_id(0);
  const int y = job.first[1] + (int)get_global_id(1);
  const int z = job.first[2] + (int)get_global_id(2);
  if (!is_written(&job, x, y)) {
    return;
  }
  const float3 at = (float3)(job.origin[0] + x * job.scale[0], job.origin[1] + y * job.scale[1],
                             job.origin[2] + z * job.scale[2]);
  for (int sample = 0; sample < job.destination.samples; ++sample) {
    const double4 color = sample_source(source, &job, at, sample);
    write_sample(destination, &job, (int3)(x, y, z), sample, color);
  }
}
