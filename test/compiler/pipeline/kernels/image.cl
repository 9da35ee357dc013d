kernel void reads_image(read_only image2d_msaa_t picture, global int *out) {
  out[0] = get_image_width(picture);
}
