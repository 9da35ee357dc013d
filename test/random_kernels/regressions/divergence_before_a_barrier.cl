// The value that lives across the barrier depends only on the path of the work-item: one of the
// paths contains a loop, the other one a branch.
// options: 
// argument: buffer uint 38 scattered 0
// argument: buffer uint 38 fill 0
// argument: local 28
// argument: value uint 0x0
// argument: buffer uint 152 fill 1431655765
// range: global 38 local 7 offset 0
// result: 1 0 0 0 0 0 0 0 1 1 0 1 1 0 1 2 0 0 2 0 0 2 3 0 3 3 0 3 3 0 0 4 0 0 4 4 0 5 5
kernel void test(global const uint *in, global uint *out, local uint *s, uint zero,
                 global uint *memory) {
  uint l = get_local_id(0), g = get_group_id(0);
  uint a[4] = {1, 2, 3, 4};
  uint v0 = in[get_global_id(0)], v2 = v0 * 3u, v3 = 0, v4 = v0 * 5u;
  if (v2 % 2 == 0) {
    for (uint i = 0, end = l % 2; i < end; ++i) {
    }
  } else {
    if (l % 2 == 0) a[v2 % 4] = a[(v4 >> ((g % 3 == 0 ? l : g) % 32)) % 4];
    else a[v0 % 4] = l;
    a[v0 % 4] = 9u;
    v3 = g;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = v3;
}
