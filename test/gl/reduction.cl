// The arithmetic of reduction.cpp, to measure it beside: docs/measurements/dispatch.md.
kernel void reduction(global const uint *values, uint count, global uint *result) {
  local uint sums[256];
  local uint group_odd;
  const uint item = get_local_id(0);
  const uint index = get_global_id(0);
  const uint value = index < count ? values[index] : 0;
  if (item == 0) {
    group_odd = 0;
  }
  sums[item] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&group_odd, value & 1);
  atomic_max(&result[1], value);
  for (uint half_size = 128; half_size > 0; half_size >>= 1) {
    if (item < half_size) {
      sums[item] += sums[item + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) {
    atomic_add(&result[0], sums[0]);
    atomic_add(&result[2], group_odd);
  }
}
