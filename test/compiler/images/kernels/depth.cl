// Depth is a single component.
#define TAKE_image2d(at) (at).xy
#define TAKE_image2d_array(at) (at)

#define SHAPE(shape)                                                                              \
  kernel void read_##shape##_int(read_only shape##_depth_t image, sampler_t sampler,              \
                                 global const int4 *at, global float *out) {                      \
    const size_t i = get_global_id(0);                                                            \
    out[i] = read_imagef(image, sampler, TAKE_##shape(at[i]));                                    \
  }                                                                                               \
  kernel void read_##shape##_float(read_only shape##_depth_t image, sampler_t sampler,            \
                                   global const float4 *at, global float *out) {                  \
    const size_t i = get_global_id(0);                                                            \
    out[i] = read_imagef(image, sampler, TAKE_##shape(at[i]));                                    \
  }                                                                                               \
  kernel void read_##shape##_directly(read_only shape##_depth_t image, global const int4 *at,     \
                                      global float *out) {                                        \
    const size_t i = get_global_id(0);                                                            \
    out[i] = read_imagef(image, TAKE_##shape(at[i]));                                             \
  }                                                                                               \
  kernel void write_##shape(write_only shape##_depth_t image, global const int4 *at,              \
                            global const float *in) {                                             \
    const size_t i = get_global_id(0);                                                            \
    write_imagef(image, TAKE_##shape(at[i]), in[i]);                                              \
  }                                                                                               \
  kernel void double_##shape(read_write shape##_depth_t image, global const int4 *at) {           \
    const size_t i = get_global_id(0);                                                            \
    write_imagef(image, TAKE_##shape(at[i]), 2.0f * read_imagef(image, TAKE_##shape(at[i])));     \
  }                                                                                               \
  kernel void ask_##shape(read_only shape##_depth_t image, global int *out) {                     \
    out[0] = get_image_width(image);                                                              \
    out[1] = get_image_height(image);                                                             \
    vstore2(get_image_dim(image), 1, out);                                                        \
    out[4] = get_image_channel_data_type(image);                                                  \
    out[5] = get_image_channel_order(image);                                                      \
  }

SHAPE(image2d)
SHAPE(image2d_array)

kernel void layers(read_only image2d_array_depth_t image, global int *out) {
  out[0] = get_image_array_size(image);
}
