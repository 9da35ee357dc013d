// Rows at any offset in a cache line.
kernel void rows(global float *out, global const float *in, uint width) {
  const size_t i = get_global_id(1) * width + get_global_id(0);
  out[i] = 2 * in[i];
}

// Two rows of one buffer, and one of another.
kernel void columns(global float *two_rows, global float *other, global const float *in) {
  const size_t i = get_global_id(0), width = get_global_size(0);
  const float first = in[i], second = in[width + i];
  two_rows[i] = 1 + first;
  two_rows[width + i] = 2 * second;
  other[i] = first + second;
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
