kernel void reciprocal(global float *out, global const float *x) {
  const size_t i = get_global_id(0);
  out[i] = 1.0f / sqrt(x[i]);
}

kernel void quotient(global float *out, global const float *x, global const float *y) {
  const size_t i = get_global_id(0);
  out[i] = x[i] / sqrt(y[i]);
}

// Element by element, and a scalar for all.
kernel void vectors(global float4 *out, global const float4 *x) {
  const size_t i = get_global_id(0);
  out[i] = x[i] / sqrt(x[i]) + x[i] / sqrt(x[i].x);
}

// A loop for LLVM's vectorizer, if work-items are not vectorized.
kernel void loop(global float *out, global const float *x, int count) {
  const size_t i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < count; ++j) {
    sum += 1.0f / sqrt(x[j] + x[i]);
  }
  out[i] = sum;
}
