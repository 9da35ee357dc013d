// Kernels for ND-ranges whose ids have more than 31 bits. `first` is the global offset, at which
// the buffer begins.

kernel void wide_ids(global ulong *out, ulong first) {
  size_t i = get_global_id(0);
  out[i - first] = i * 3 + get_group_id(0);
}

// Truncation to the lower 32 bits.
kernel void narrow_ids(global long *out, ulong first) {
  int i = get_global_id(0);
  uint j = get_global_id(0);
  ushort k = get_global_id(0);
  long x = (long)i * 5 + j + k;
  if (i < 7) { x ^= 1; }
  if (j % 3 == 1) { x += i / 3; }
  out[get_global_id(0) - first] = x;
}

// A 32-bit index that wraps to 0.
kernel void narrow_index(global uint *out, ulong first) {
  uint i = get_global_id(0);
  out[i - (uint)first] = i ^ 12345;
}

kernel void signed_index(global int *out, ulong first) {
  int i = get_global_id(0);
  int start = first;
  out[(int)((uint)i - (uint)start)] = i >> 3;
}

// A flattened index, whose rows are not aligned to groups.
kernel void rows(global ulong *out, ulong first) {
  size_t i = get_global_id(0);
  size_t y = i / 1000, x = i % 1000;
  out[i - first] = y * 7 + x * 3;
}

kernel void across_barrier(global ulong *out, ulong first) {
  local ulong t[128];
  size_t l = get_local_id(0), n = get_local_size(0);
  t[l] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0) - first] = t[n - 1 - l] * 5 + l;
}

// Also in y and z.
kernel void volume(global ulong *out, ulong first, ulong second, ulong third) {
  size_t x = get_global_id(0) - first, y = get_global_id(1) - second, z = get_global_id(2) - third;
  size_t i = (z * get_global_size(1) + y) * get_global_size(0) + x;
  int nx = get_global_id(0), ny = get_global_id(1);
  out[i] = get_global_id(0) + 3 * get_global_id(1) + 5 * get_global_id(2) + (long)nx * ny;
}
