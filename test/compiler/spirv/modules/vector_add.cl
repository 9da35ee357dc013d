// The simplest kernel.
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  out[i] = in[i] + in[255 - i];
}
