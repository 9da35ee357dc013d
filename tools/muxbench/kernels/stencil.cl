kernel void stencil(global const float *source, global float *destination, uint width,
                    uint height) {
  const uint x = get_global_id(0);
  const uint y = get_global_id(1);
  const uint i = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == height - 1) {
    destination[i] = source[i];
  } else {
    destination[i] = 0.5f * source[i] + 0.125f * (source[i - 1] + source[i + 1] +
                                                  source[i - width] + source[i + width]);
  }
}
