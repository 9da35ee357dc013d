// Long loops with and without a recurrence, and a short one.

// A chain of dependent operations.
kernel void chain(global const float *in, global float *out, int rounds) {
  const int i = get_global_id(0);
  float x = in[i];
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 24; ++k) {
      x = x * (0.75f - x) + (0.5f + k) / (x + 3);
    }
  }
  out[i] = x;
}

// As many operations, of which only the last one of each sum is loop-carried.
kernel void sums(global const float *in, global float *out, int rounds) {
  const int i = get_global_id(0);
  const float x = in[i];
  float sum[16];
#pragma unroll
  for (int k = 0; k < 16; ++k) sum[k] = 0;
  for (int r = 0; r < rounds; ++r) {
#pragma unroll
    for (int k = 0; k < 16; ++k) {
      const float y = x * r + k;
      sum[k] += y * (0.75f - y) * (y + 3) * (x - k);
    }
  }
  float total = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k) total += sum[k];
  out[i] = total;
}

// Rotated values are not a recurrence.
kernel void places(global const int *in, global int *out, int rounds) {
  const int i = get_global_id(0);
  int a = in[i], b = a + 1, c = a + 2, d = a + 3;
  int sum = 0;
  for (int r = 0; r < rounds; ++r) {
    const int first = a;
    a = b;
    b = c;
    c = d;
    d = first;
#pragma unroll
    for (int k = 0; k < 6; ++k) {
      sum ^= (a ^ k) * (b + k) + (c - k) * (d | k);
      sum += (b | k) * (c ^ k) - (d + k) * (a - k);
    }
  }
  out[i] = sum;
}

// A short loop.
kernel void few(global const float *in, global float *out, int rounds) {
  const int i = get_global_id(0);
  const float x = in[i];
  float sum = 0;
#pragma nounroll
  for (int r = 0; r < rounds; ++r) sum += x / (r + 1);
  out[i] = sum;
}
