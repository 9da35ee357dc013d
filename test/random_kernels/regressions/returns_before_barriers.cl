// Work-items return before, between and inside loops with barriers that other work-items reach.
// options: -cl-std=CL3.0
// argument: buffer int 1024 random 1
// argument: buffer int 1024 random 2
// range: global 300 local 64
// range: global 37 local 16 offset 5
// range: global 255 local 255
kernel void test(global const int *in, global int *out) {
  int x = get_global_id(0);
  uint lid = get_local_id(0);
  local int shared[256];
  for (uint i = lid; i < 256; i += get_local_size(0)) shared[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = shared[lid ^ 3];
  if ((in[x] & 3) == 0) return;
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[lid] = in[x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] ^= shared[(lid + 1) & 255];
  for (int i = 0; i < 4; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    shared[lid] ^= in[x] >> i;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (shared[lid] & (1 << i)) {
      out[x] += i;
      return;
    }
  }
  out[x] ^= shared[lid ^ 1];
}
