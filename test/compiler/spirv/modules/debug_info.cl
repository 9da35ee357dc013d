// Translated with debug information. Types of the header would contain its path.
kernel void test(global unsigned int *out, global const unsigned int *in) {
  const unsigned long i = get_global_id(0);
  const unsigned int other = in[255 - i];
  out[i] = in[i] + other;
}
