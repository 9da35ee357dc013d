#define BINS 256

// Work-groups of BINS work-items count in local memory, and add the result to the global counts.
kernel void histogram(global const uchar *values, volatile global uint *counts, uint count) {
  volatile local uint bins[BINS];
  const uint lid = get_local_id(0);
  bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
    atomic_inc(&bins[values[i]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[lid], bins[lid]);
}
