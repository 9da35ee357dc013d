/* Kernels for native.cpp, compiled as C99 and as C++20. */

#include <math.h>
#include <mux/native_kernel.h>
#include <string.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define UNUSED(parameter) ((void)(parameter))

/* scale: a loop over all work-items of a one-dimensional range. */

struct scale_arguments {
  float *data;
  float factor;
};

static int32_t scale(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                     uint64_t last_group, void *scratch) {
  const struct scale_arguments *arguments = (const struct scale_arguments *)packed;
  const mux_native_span_t items = mux_native_items_x(range, first_group, last_group);
  UNUSED(scratch);
  for (uint64_t i = items.begin; i < items.end; ++i) {
    arguments->data[i] *= arguments->factor;
  }
  return 0;
}

static const mux_native_argument_t scale_list[] = {
    MUX_NATIVE_ARGUMENT(struct scale_arguments, data, "float*", mux_native_argument_buffer,
                        mux_native_access_read_write),
    MUX_NATIVE_ARGUMENT(struct scale_arguments, factor, "float", mux_native_argument_plain_old_data,
                        mux_native_access_none),
};

MUX_NATIVE_KERNEL(scale_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "scale",
    .function = scale,
    .arguments = scale_list,
    .argument_count = COUNT(scale_list),
    .reach = mux_native_reach_arguments,
};

/* ids: adds up the ids of each work-item of up to three dimensions, at its linear global id. */

struct ids_arguments {
  uint64_t *out;
};

static int32_t ids(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                   uint64_t last_group, void *scratch) {
  const struct ids_arguments *arguments = (const struct ids_arguments *)packed;
  UNUSED(scratch);
  for (uint64_t number = first_group; number < last_group; ++number) {
    const mux_native_group_t group = mux_native_group(range, number);
    for (uint64_t z = 0; z < group.size[2]; ++z) {
      for (uint64_t y = 0; y < group.size[1]; ++y) {
        for (uint64_t x = 0; x < group.size[0]; ++x) {
          const uint64_t column = group.begin[0] + x - range->global_offset[0];
          const uint64_t row = group.begin[1] + y - range->global_offset[1];
          const uint64_t slice = group.begin[2] + z - range->global_offset[2];
          const uint64_t at =
              (slice * range->global_size[1] + row) * range->global_size[0] + column;
          arguments->out[at] += (group.begin[0] + x) + (group.begin[1] + y) * 100 +
                                (group.begin[2] + z) * 10000 + group.id[0] * 1000000 +
                                group.id[1] * 10000000 + group.id[2] * 100000000 +
                                mux_native_group_items(&group) * 1000000000;
        }
      }
    }
  }
  return 0;
}

static const mux_native_argument_t ids_list[] = {
    MUX_NATIVE_ARGUMENT(struct ids_arguments, out, "ulong*", mux_native_argument_buffer,
                        mux_native_access_write),
};

MUX_NATIVE_KERNEL(ids_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "ids",
    .function = ids,
    .arguments = ids_list,
    .argument_count = COUNT(ids_list),
    .reach = mux_native_reach_arguments,
};

/* scratch: all three kinds of scratch memory, filled for the whole group before any of it is read.
 */

struct scratch_arguments {
  const int32_t *in;
  int32_t *out;
  uint64_t first;
  uint64_t second;
};

static int32_t use_scratch(const void *packed, const mux_native_range_t *range,
                           uint64_t first_group, uint64_t last_group, void *scratch) {
  const struct scratch_arguments *arguments = (const struct scratch_arguments *)packed;
  int32_t *declared = (int32_t *)mux_native_local(scratch, 0);
  int32_t *first = (int32_t *)mux_native_local(scratch, arguments->first);
  int32_t *second = (int32_t *)mux_native_local(scratch, arguments->second);
  int64_t *storage = (int64_t *)mux_native_work_item_storage(range, scratch);
  const uintptr_t all =
      (uintptr_t)declared | (uintptr_t)first | (uintptr_t)second | (uintptr_t)storage;
  if (all % MUX_NATIVE_SCRATCH_ALIGNMENT != 0) {
    return 2;
  }
  for (uint64_t number = first_group; number < last_group; ++number) {
    const mux_native_group_t group = mux_native_group(range, number);
    const uint64_t items = group.size[0];
    for (uint64_t i = 0; i < items; ++i) {
      const int32_t value = arguments->in[group.begin[0] + i];
      declared[i] = value;
      first[i] = value * 2;
      second[i] = value * 3;
      storage[i] = value * 4;
    }
    for (uint64_t i = 0; i < items; ++i) {
      const uint64_t other = items - 1 - i;
      arguments->out[group.begin[0] + i] =
          declared[other] + first[other] + second[other] + (int32_t)storage[other];
    }
  }
  return 0;
}

static const mux_native_argument_t scratch_list[] = {
    MUX_NATIVE_ARGUMENT(struct scratch_arguments, in, "int*", mux_native_argument_buffer,
                        mux_native_access_read),
    MUX_NATIVE_ARGUMENT(struct scratch_arguments, out, "int*", mux_native_argument_buffer,
                        mux_native_access_write),
    MUX_NATIVE_ARGUMENT(struct scratch_arguments, first, "int*", mux_native_argument_local_buffer,
                        mux_native_access_read_write),
    MUX_NATIVE_ARGUMENT(struct scratch_arguments, second, "int*", mux_native_argument_local_buffer,
                        mux_native_access_unknown),
};

MUX_NATIVE_KERNEL(scratch_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "scratch",
    .function = use_scratch,
    .arguments = scratch_list,
    .argument_count = COUNT(scratch_list),
    .reach = mux_native_reach_arguments,
    .local_memory_size = 64 * sizeof(int32_t),
    .storage_per_group = 8,
    .storage_per_work_item = sizeof(int64_t),
};

/* values: arguments of every size, listed in another order than the struct's. */

struct pair {
  int32_t first;
  double second;
};

struct values_arguments {
  int8_t small;
  int16_t middle;
  struct pair both;
  float vector[4];
  int64_t *out;
  const float *nothing;
};

static int32_t values(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                      uint64_t last_group, void *scratch) {
  const struct values_arguments *arguments = (const struct values_arguments *)packed;
  UNUSED(range);
  UNUSED(scratch);
  if (first_group != 0 || last_group != 1 || arguments->nothing != NULL) {
    return 3;
  }
  arguments->out[0] = arguments->small;
  arguments->out[1] = arguments->middle;
  arguments->out[2] = arguments->both.first;
  arguments->out[3] = (int64_t)(arguments->both.second * 8);
  arguments->out[4] = (int64_t)(arguments->vector[0] + arguments->vector[3]);
  return 0;
}

static const mux_native_argument_t values_list[] = {
    MUX_NATIVE_ARGUMENT(struct values_arguments, out, "long*", mux_native_argument_buffer,
                        mux_native_access_write),
    MUX_NATIVE_ARGUMENT(struct values_arguments, both, "pair", mux_native_argument_plain_old_data,
                        mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct values_arguments, small, "char", mux_native_argument_plain_old_data,
                        mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct values_arguments, middle, "short",
                        mux_native_argument_plain_old_data, mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct values_arguments, vector, "float4",
                        mux_native_argument_plain_old_data, mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct values_arguments, nothing, NULL, mux_native_argument_buffer,
                        mux_native_access_none),
};

MUX_NATIVE_KERNEL(values_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "values",
    .function = values,
    .arguments = values_list,
    .argument_count = COUNT(values_list),
    .required_local_size = {1, 1, 1},
};

/* fails: returns the argument `status` if the group with the given number is run. */

struct fails_arguments {
  uint64_t group;
  int32_t status;
};

static int32_t fails(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                     uint64_t last_group, void *scratch) {
  const struct fails_arguments *arguments = (const struct fails_arguments *)packed;
  UNUSED(range);
  UNUSED(scratch);
  return arguments->group >= first_group && arguments->group < last_group ? arguments->status : 0;
}

static const mux_native_argument_t fails_list[] = {
    MUX_NATIVE_ARGUMENT(struct fails_arguments, group, "ulong", mux_native_argument_plain_old_data,
                        mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct fails_arguments, status, "int", mux_native_argument_plain_old_data,
                        mux_native_access_none),
};

MUX_NATIVE_KERNEL(fails_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "fails",
    .function = fails,
    .arguments = fails_list,
    .argument_count = COUNT(fails_list),
    .reach = mux_native_reach_arguments,
};

/* library: calls the C library and the compiler's runtime library, with function tables, jump
 * tables and constants. */

struct library_arguments {
  const double *in;
  double *out;
};

static double half_of(double value) {
  return value / 2;
}

typedef double (*unary)(double);
static const unary functions[] = {sin, cos, exp, sqrt, half_of};

static double choose(uint64_t which, double value) {
  switch (which) {
    case 0:
      return functions[0](value);
    case 1:
      return functions[1](value);
    case 2:
      return functions[2](value);
    case 3:
      return functions[3](value);
    case 4:
      return functions[4](value);
    case 5:
      return pow(value, 1.5);
    case 6:
      return (double)sinf((float)value) + (double)cosf((float)value);
    default:
      return fma(value, value, 0.1);
  }
}

static int32_t library(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                       uint64_t last_group, void *scratch) {
  const struct library_arguments *arguments = (const struct library_arguments *)packed;
  const mux_native_span_t items = mux_native_items_x(range, first_group, last_group);
  UNUSED(scratch);
  for (uint64_t i = items.begin; i < items.end; ++i) {
    double row[64];
    memset(row, 0, sizeof row);
    row[i % 64] = choose(i % 8, arguments->in[i]);
    memcpy(&arguments->out[i], &row[i % 64], sizeof(double));
  }
  return 0;
}

static const mux_native_argument_t library_list[] = {
    MUX_NATIVE_ARGUMENT(struct library_arguments, in, "double*", mux_native_argument_buffer,
                        mux_native_access_read),
    MUX_NATIVE_ARGUMENT(struct library_arguments, out, "double*", mux_native_argument_buffer,
                        mux_native_access_write),
};

MUX_NATIVE_KERNEL(library_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "library",
    .function = library,
    .arguments = library_list,
    .argument_count = COUNT(library_list),
    .reach = mux_native_reach_arguments,
};

/* count: variables of the object, whose lifetime is that of the executable. */

static int32_t calls = 40;
static int32_t untouched[1000];

struct count_arguments {
  int32_t *out;
};

static int32_t count(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                     uint64_t last_group, void *scratch) {
  const struct count_arguments *arguments = (const struct count_arguments *)packed;
  UNUSED(range);
  UNUSED(first_group);
  UNUSED(last_group);
  UNUSED(scratch);
  calls += 1;
  arguments->out[0] = calls + untouched[calls];
  return 0;
}

static const mux_native_argument_t count_list[] = {
    MUX_NATIVE_ARGUMENT(struct count_arguments, out, "int*", mux_native_argument_buffer,
                        mux_native_access_unknown),
};

MUX_NATIVE_KERNEL(count_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "count",
    .function = count,
    .arguments = count_list,
    .argument_count = COUNT(count_list),
};

/* share: distributes `count` items to groups. */

struct share_arguments {
  uint32_t *out;
  uint64_t count;
};

static int32_t share(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                     uint64_t last_group, void *scratch) {
  const struct share_arguments *arguments = (const struct share_arguments *)packed;
  UNUSED(scratch);
  for (uint64_t group = first_group; group < last_group; ++group) {
    const mux_native_span_t mine = mux_native_share(range, group, group + 1, arguments->count);
    for (uint64_t i = mine.begin; i < mine.end; ++i) {
      arguments->out[i] += (uint32_t)group + 1;
    }
  }
  return 0;
}

static const mux_native_argument_t share_list[] = {
    MUX_NATIVE_ARGUMENT(struct share_arguments, out, "uint*", mux_native_argument_buffer,
                        mux_native_access_read_write),
    MUX_NATIVE_ARGUMENT(struct share_arguments, count, "ulong", mux_native_argument_plain_old_data,
                        mux_native_access_none),
};

MUX_NATIVE_KERNEL(share_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "share",
    .function = share,
    .arguments = share_list,
    .argument_count = COUNT(share_list),
    .reach = mux_native_reach_arguments,
};

/* picture: copies an image of 32-bit pixels to a buffer, followed by properties of the image and
 * the sampler. */

struct picture_arguments {
  const mux_native_image_t *image;
  uint64_t sampler;
  uint32_t *out;
};

static int32_t picture(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                       uint64_t last_group, void *scratch) {
  const struct picture_arguments *arguments = (const struct picture_arguments *)packed;
  const mux_native_image_t *image = arguments->image;
  UNUSED(scratch);
  if (image->pixel_size != 4) {
    return 4;
  }
  for (uint64_t number = first_group; number < last_group; ++number) {
    const mux_native_group_t group = mux_native_group(range, number);
    for (uint64_t y = group.begin[1]; y < group.begin[1] + group.size[1]; ++y) {
      for (uint64_t x = group.begin[0]; x < group.begin[0] + group.size[0]; ++x) {
        memcpy(&arguments->out[y * image->width + x],
               mux_native_pixel(image, (uint32_t)x, (uint32_t)y, 0), 4);
      }
    }
  }
  if (first_group == 0) {
    uint32_t *facts = arguments->out + (uint64_t)image->width * image->height;
    facts[0] = image->width;
    facts[1] = image->height;
    facts[2] = image->channel_order;
    facts[3] = image->channel_type;
    facts[4] = (uint32_t)arguments->sampler;
  }
  return 0;
}

static const mux_native_argument_t picture_list[] = {
    MUX_NATIVE_ARGUMENT(struct picture_arguments, image, "image2d_t", mux_native_argument_image,
                        mux_native_access_read),
    MUX_NATIVE_ARGUMENT(struct picture_arguments, sampler, "sampler_t", mux_native_argument_sampler,
                        mux_native_access_none),
    MUX_NATIVE_ARGUMENT(struct picture_arguments, out, "uint*", mux_native_argument_buffer,
                        mux_native_access_write),
};

MUX_NATIVE_KERNEL(picture_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "picture",
    .function = picture,
    .arguments = picture_list,
    .argument_count = COUNT(picture_list),
    .reach = mux_native_reach_arguments,
};

/* nothing: no arguments at all. */

static int32_t nothing(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                       uint64_t last_group, void *scratch) {
  UNUSED(packed);
  UNUSED(range);
  UNUSED(scratch);
  return first_group < last_group ? 0 : 5;
}

MUX_NATIVE_KERNEL(nothing_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "nothing",
    .function = nothing,
};
