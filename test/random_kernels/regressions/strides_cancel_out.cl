// The address is uniform, computed from two indices, one of which may wrap (seed 31021).
// options: -cl-std=CL3.0
// argument: buffer int 4096 random 12578570
// argument: buffer ushort 8192 random 11929599
// range: global 1 local 1 offset 0
#pragma OPENCL FP_CONTRACT OFF
kernel void test(global const int *restrict in1, global ushort *restrict out5) {
  size_t x = get_global_id(0);
  size_t y = get_global_id(1);
  const uint z = get_global_id(2);
  uint item = (z * 8 + y) * 16 + x;
  const long own8 = 1023 - item;
  ulong v12 = (ulong)(as_int((uint)(in1[(item + own8)])));
  out5[own8 + 1024 * 0] = (ushort)(v12);
}
