// Work-groups: local memory, barriers, collectives, atomics.

kernel void sums_of_groups(global const float *from, global float *to) {
  local float values[256];
  const size_t i = get_local_id(0);
  values[i] = from[get_global_id(0)];
  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step) {
      values[i] += values[i + step];
    }
  }
  if (i == 0) {
    to[get_group_id(0)] = values[0];
  }
}

kernel void prefix_sums_of_groups(global const uint *from, global uint *to) {
  local uint values[256];
  const size_t i = get_local_id(0);
  values[i] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 1; step < get_local_size(0); step *= 2) {
    const uint other = i >= step ? values[i - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    values[i] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  to[get_global_id(0)] = values[i];
}

kernel void collective_sums(global const uint *from, global uint *to) {
  const uint sum = work_group_reduce_add(from[get_global_id(0)]);
  to[get_global_id(0)] = sum - from[get_global_id(0)];
}

kernel void collective_prefix_sums(global const uint *from, global uint *to) {
  to[get_global_id(0)] = work_group_scan_inclusive_add(from[get_global_id(0)]);
}

kernel void reverse_groups(global const float *from, global float *to) {
  local float values[256];
  values[get_local_id(0)] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = values[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void rank_in_groups(global const uint *from, global uint *to) {
  local uint values[64];
  const uint own = from[get_global_id(0)];
  values[get_local_id(0)] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint rank = 0;
  for (int k = 0; k < 64; ++k) {
    rank += values[k] < own ? 1 : 0;
  }
  to[get_global_id(0) - get_local_id(0) + rank] = own;
}

kernel void look_up_local_table(global const uint *from, global uint *to) {
  local uint table[256];
  table[get_local_id(0)] = from[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint value = from[get_global_id(0)];
  for (int k = 0; k < 4; ++k) {
    value = value >> 8 ^ table[value & 255];
  }
  to[get_global_id(0)] = value;
}

kernel void counts_in_local_memory(global const uchar *from, global uint *to) {
  local uint counts[256];
  counts[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) {
    atomic_inc(&counts[from[get_global_id(0) + k * get_global_size(0)]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = counts[get_local_id(0)];
}

kernel void two_counts_in_local_memory(global const uchar *from, global uint *to) {
  local uint counts[2];
  if (get_local_id(0) < 2) {
    counts[get_local_id(0)] = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 16; ++k) {
    atomic_inc(&counts[from[get_global_id(0) + k * get_global_size(0)] >> 7]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) < 2) {
    to[2 * get_group_id(0) + get_local_id(0)] = counts[get_local_id(0)];
  }
}

kernel void compact_groups(global const uint *from, global uint *to) {
  local uint count;
  if (get_local_id(0) == 0) {
    count = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint value = from[get_global_id(0)];
  if ((value & 3) == 0) {
    atomic_inc(&count);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = value + count;
}

// Each work-group of one work-item, or of two of which one is active, merges two runs of 16
// elements.
kernel void merge_alone(global const int *from, global int *to) {
  local int runs[2][16];
  const size_t group = get_group_id(0);
  for (size_t i = get_local_id(0); i < 32; i += get_local_size(0)) {
    runs[i / 16][i % 16] = from[group + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 0, j = 0; i + j < 32;) {
      const bool is_first = j == 16 || (i < 16 && runs[0][i] <= runs[1][j]);
      sum = sum * 3 + (is_first ? runs[0][i++] : runs[1][j++]);
    }
    to[get_global_id(0)] = sum;
  }
}

kernel void merge_alone_in_pairs(global const int *from, global int *to) {
  local int runs[2][16];
  const size_t group = get_group_id(0);
  for (size_t i = get_local_id(0); i < 32; i += get_local_size(0)) {
    runs[i / 16][i % 16] = from[group + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    int sum = 0;
    for (int i = 0, j = 0; i + j < 32;) {
      const bool is_first = j == 16 || (i < 16 && runs[0][i] <= runs[1][j]);
      sum = sum * 3 + (is_first ? runs[0][i++] : runs[1][j++]);
    }
    to[get_global_id(0)] = sum;
  }
}

kernel void count_one_globally(global const uint *from, global uint *to) {
  if ((from[get_global_id(0)] & 7) == 0) {
    atomic_inc(&to[0]);
  }
}

kernel void count_globally(global const uint *from, global uint *to) {
  atomic_add(&to[from[get_global_id(0)] >> 20], 3);
}

kernel void maxima_globally(global const uint *from, global uint *to) {
  atomic_max(&to[get_global_id(0) >> 6], from[get_global_id(0)]);
}
