// Divisions with -cl-fast-relaxed-math, of scalars and of explicit vectors.

kernel void divide_by_one(global const float *x, global const float *y, global float *out) {
  size_t i = get_global_id(0);
  out[i] = x[i] / y[i];
}

kernel void divide_by_eight(global const float *x, global const float *y, global float *out) {
  size_t i = get_global_id(0);
  vstore8(vload8(i, x) / vload8(i, y), i, out);
}
