// Rows that begin anywhere in a cache line.
kernel void rows(global float *out, global const float *in, uint width) {
  const size_t i = get_global_id(1) * width + get_global_id(0);
  out[i] = 2 * in[i];
}

kernel void update(global float *data) { data[get_global_id(0)] += 1; }

kernel void publish(global float *out, global float *result, global atomic_int *arrived, int groups) {
  const size_t i = get_global_id(0);
  out[i] = i;
  work_group_barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0 && atomic_fetch_add(arrived, 1) == groups - 1) {
    *result = 1;
  }
}
