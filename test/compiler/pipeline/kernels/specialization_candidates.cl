// Kernels with and without arguments that are specialization candidates.

kernel void trip_count(global int *out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += i * (int)get_global_id(0);
  }
  out[get_global_id(0)] = sum;
}

kernel void branch(global int *out, int choice, int other) {
  size_t i = get_global_id(0);
  if (choice > 2) {
    out[i] = other;
  } else {
    for (int k = 0; k < 3; ++k) {
      out[i] = 2 * out[i] + k;
    }
  }
}

// No benefit from specialization.
kernel void stride(global int *out, uint pitch) {
  out[get_global_id(1) * pitch + get_global_id(0)] = 1 + get_global_id(1);
}

kernel void divisor(global int *out, ushort width) {
  size_t i = get_global_id(0);
  out[i] = i / width + 100 * (i % width);
}

kernel void through_minimum(global float *out, float limit, long steps) {
  float x = get_global_id(0);
  for (long k = 0; k < min(steps, 50L) && x < limit; ++k) {
    x = x * 1.5f + 1.0f;
  }
  out[get_global_id(0)] = x;
}

// A bounds check, a summand, a factor, a shift of a value: no benefit from specialization.
kernel void values(global float *out, int n, float scale, int4 added, int shift) {
  int i = get_global_id(0);
  if (i < n) {
    out[i + n] = scale * i + added.x + (i << shift);
  }
}

kernel __attribute__((reqd_work_group_size(16, 2, 1))) void required(global int *out, int repeats,
                                                                     local int *tile) {
  int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int k = 0; k < repeats; ++k) {
    tile[l] = 10 * l + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    int size = get_local_size(0) * get_local_size(1);
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] += tile[size - 1 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Each work-item loops over its own row, of any length.
kernel void row_sums(global int *out, int length) {
  int i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < length; ++k) {
    sum += out[128 + i * length + k];
  }
  out[i] = sum;
}
