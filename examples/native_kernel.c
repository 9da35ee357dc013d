/* Kernels written in C and compiled by any C compiler.
 *
 *     cc -std=c99 -O2 -fPIC -I include -c native_kernel.c -o native_kernel.o
 *     muxcc --list native_kernel.o
 *     muxrun native_kernel.o -k scale -g 8 -a buffer:float:8:iota -a scalar:float:3 --print 0
 *     muxrun native_kernel.o -k sums -g 10 -l 4 -a buffer:float:10:iota -a buffer:float:3 --print 1
 */
#include <mux/native_kernel.h>

/* scale: data[i] *= factor. */

struct scale_arguments {
  float *data;
  float factor;
};

/* The work-groups of a one-dimensional ND-range follow each other, so one loop runs them all and
 * the compiler makes SIMD code of it. */
static int32_t scale(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                     uint64_t last_group, void *scratch) {
  const struct scale_arguments *arguments = (const struct scale_arguments *)packed;
  const mux_native_span_t items = mux_native_items_x(range, first_group, last_group);
  (void)scratch;
  for (uint64_t i = items.begin; i < items.end; ++i) {
    arguments->data[i] *= arguments->factor;
  }
  return 0;
}

static const mux_native_argument_t scale_argument_list[] = {
    MUX_NATIVE_ARGUMENT(struct scale_arguments, data, "float*", mux_native_argument_buffer,
                        mux_native_access_read_write),
    MUX_NATIVE_ARGUMENT(struct scale_arguments, factor, "float", mux_native_argument_plain_old_data,
                        mux_native_access_none),
};

MUX_NATIVE_KERNEL(scale_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "scale",
    .function = scale,
    .arguments = scale_argument_list,
    .argument_count = 2,
    .reach = mux_native_reach_arguments,
};

/* sums: the sum of in[i] over each work-group, in one number for each group. */

struct sums_arguments {
  const float *in;
  float *sums;
};

static int32_t sums(const void *packed, const mux_native_range_t *range, uint64_t first_group,
                    uint64_t last_group, void *scratch) {
  const struct sums_arguments *arguments = (const struct sums_arguments *)packed;
  (void)scratch;
  if (range->dimensions != 1) {
    return 1; /* Any number but 0 fails the command. */
  }
  for (uint64_t number = first_group; number < last_group; ++number) {
    const mux_native_group_t group = mux_native_group(range, number);
    float sum = 0;
    for (uint64_t i = 0; i < group.size[0]; ++i) {
      sum += arguments->in[group.begin[0] + i];
    }
    arguments->sums[group.id[0]] = sum;
  }
  return 0;
}

static const mux_native_argument_t sums_argument_list[] = {
    MUX_NATIVE_ARGUMENT(struct sums_arguments, in, "float*", mux_native_argument_buffer,
                        mux_native_access_read),
    MUX_NATIVE_ARGUMENT(struct sums_arguments, sums, "float*", mux_native_argument_buffer,
                        mux_native_access_write),
};

MUX_NATIVE_KERNEL(sums_kernel) = {
    .header = MUX_NATIVE_HEADER,
    .name = "sums",
    .function = sums,
    .arguments = sums_argument_list,
    .argument_count = 2,
    .reach = mux_native_reach_arguments,
    .preferred_local_size = {256, 1, 1},
};
