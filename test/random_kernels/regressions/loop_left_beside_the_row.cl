// Work-items past the end of a row did not leave the loop (seed 43 at width 2).
// options: -cl-std=CL3.0
// range: global 1 local 1 offset 0
#pragma OPENCL FP_CONTRACT OFF
kernel void test() {
  const int x = get_global_id(0);
  float v13 = (float)(0);
  long c25 = 0;
  c25 = 0;
  do {
  } while (++c25 < ((ulong)((ulong)(x) ^ convert_ulong_sat(v13)) & 1) && ((uint)(0) == (uint)(0)));
}
