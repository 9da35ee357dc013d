// Pointers based on a restrict pointer remain based on it after a barrier (seed 91203301).
// options: -cl-std=CL2.0
// argument: buffer double 4096 random 9783832
// range: global 1 1 2 local 1 1 1 offset 0 0 0
#pragma OPENCL FP_CONTRACT OFF
kernel void test(global double *restrict out4) {
  int x = get_global_id(0);
  size_t y = get_global_id(1);
  int z = get_global_id(2);
  const int item = (z * 8 + y) * 16 + x;
  const uint lid = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  double v18 = (double)(0);
  local double tile22[16][16];
  int c39 = 0;
  ((global double4 *)out4)[item * 1 + 0] = (double4)(out4[item * 4 + 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  tile22[lid >> 4][lid & 15] = (double)(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  v18 = tile22[lid & 15][lid >> 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (c39 = 0; c39 < 7; ++c39) {
    ((global double2 *)out4)[item * 2 + 1] = (double2)(0);
    out4[item * 4 + 0] = out4[item * 4 + 3];
  }
}
