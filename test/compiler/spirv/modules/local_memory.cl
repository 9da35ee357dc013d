// Local memory, barriers, and loops.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void test(global uint *out,
                                                                 global const uint *in) {
  local uint shared[32];
  const size_t l = get_local_id(0);
  const size_t i = get_global_id(0);
  shared[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 16; step > 0; step /= 2) {
    if (l < step) {
      shared[l] += shared[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  switch (l & 3) {
    case 0:
      out[i] = shared[0];
      break;
    case 1:
      out[i] = shared[0] ^ (uint)get_group_id(0);
      break;
    case 2:
      out[i] = in[i] + (uint)get_global_size(0);
      break;
    default:
      out[i] = (uint)get_local_size(0) + (uint)get_num_groups(0) + get_work_dim();
      break;
  }
}
