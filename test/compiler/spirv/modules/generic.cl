// Pointers of the generic address space, and program-scope variables.
constant uint table[4] = {3, 5, 7, 11};
global uint counter_base = 17;
uint read(const uint *p) { return *p; }
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  uint own = in[255 - i] ^ 0x5555u;
  const uint *chosen = (i & 1) ? (const uint *)&own : (const uint *)(in + i);
  out[i] = read(chosen) + table[i & 3] + counter_base + (to_global(chosen) != 0 ? 1u : 0u);
}
