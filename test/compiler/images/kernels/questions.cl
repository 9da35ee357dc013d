// All queries of an image: width, height, depth, layers, data type, order, and dimensions.
#define COMMON(image, out)                        \
  out[0] = get_image_width(image);                \
  out[4] = get_image_channel_data_type(image);    \
  out[5] = get_image_channel_order(image);

#define NOTHING(image, out)
#define LAYERS(image, out) out[3] = get_image_array_size(image);
#define PLANE(image, out)                         \
  out[1] = get_image_height(image);               \
  vstore2(get_image_dim(image), 0, out + 6);
#define PLANE_LAYERS(image, out) PLANE(image, out) LAYERS(image, out)
#define SPACE(image, out)                         \
  out[1] = get_image_height(image);               \
  out[2] = get_image_depth(image);                \
  vstore4(get_image_dim(image), 0, out + 6);

#define ASK(shape, access, more)                                                    \
  kernel void shape##_##access(access shape##_t image, global int *out) {           \
    COMMON(image, out)                                                              \
    more(image, out)                                                                \
  }

#define ASK_ALL(shape, more)    \
  ASK(shape, read_only, more)   \
  ASK(shape, write_only, more)  \
  ASK(shape, read_write, more)

ASK_ALL(image1d, NOTHING)
ASK_ALL(image1d_buffer, NOTHING)
ASK_ALL(image1d_array, LAYERS)
ASK_ALL(image2d, PLANE)
ASK_ALL(image2d_array, PLANE_LAYERS)
ASK_ALL(image3d, SPACE)
