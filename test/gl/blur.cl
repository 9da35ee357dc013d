// The arithmetic of blur.cpp, to measure it beside: docs/measurements/dispatch.md.
kernel void blur(read_only image2d_t from, write_only image2d_t to, int2 along) {
  const int2 size = get_image_dim(from);
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  if (any(at >= size)) {
    return;
  }
  const uint weights[5] = {1, 4, 6, 4, 1};
  uint sum = 0;
  for (int i = 0; i < 5; ++i) {
    sum += weights[i] * read_imageui(from, clamp(at + (i - 2) * along, (int2)(0), size - 1)).x;
  }
  write_imageui(to, at, (uint4)(sum, 0, 0, 0));
}
