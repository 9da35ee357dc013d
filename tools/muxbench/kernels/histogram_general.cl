// histogram.cl for any work-group size, which equals the number of bins.
kernel void histogram(global const uchar *values, volatile global uint *counts, int count,
                      volatile local uint *bins) {
  const int lid = get_local_id(0);
  bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    atomic_inc(&bins[values[i]]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[lid], bins[lid]);
}
