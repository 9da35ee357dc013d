// reduction.cl for work-group sizes that are a power of two.
kernel void reduction(global const float *values, global float *sums, int count,
                      local float *partial) {
  const int lid = get_local_id(0);
  float sum = 0.0f;
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    sum += values[i];
  }
  partial[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    if (lid < half_size) {
      partial[lid] += partial[lid + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) {
    sums[get_group_id(0)] = partial[0];
  }
}
