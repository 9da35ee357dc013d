// Calls a function that another program defines.
uint combine(uint a, uint b);
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  out[i] = combine(in[i], in[255 - i]);
}
