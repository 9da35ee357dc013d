// Kernels with joined groups: in packets along x or y, in blocks of rows that share loads, and in
// rows with different exits.

kernel void scale(global float *out, global const float *in) {
  const size_t x = get_global_id(0);
  out[x] = 3 * in[x];
}

kernel void product(global float *out, global const float *in) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  const int width = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < 24; ++k) {
    sum += in[y * width + k] * in[k * width + x];
  }
  out[y * width + x] = sum;
}

kernel void escape(global float *out, global const float *in) {
  const size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  const float step = in[at] / 64 + 1;
  float value = 1;
  float count = 0;
  while (value < 100 && count < 50) {
    value *= step;
    count += 1;
  }
  out[at] = count;
}

// Lanes along y, or along x if there are few work-items in y.
kernel void columns(global float *out, global const float *in) {
  const size_t at = get_global_id(0) * get_global_size(1) + get_global_id(1);
  out[at] = 3 * in[at];
}
