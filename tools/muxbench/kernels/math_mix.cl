kernel void math_mix(global const float *x, global const float *y, global float *result) {
  const size_t i = get_global_id(0);
  result[i] = sin(x[i]) * cos(x[i]) + pow(x[i], y[i]) + tanh(y[i]) + log1p(x[i]);
}
