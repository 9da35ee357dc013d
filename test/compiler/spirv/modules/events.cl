// Work-group copies, and fences.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void test(global uint *out,
                                                                 global const uint *in) {
  local uint first[32];
  local uint second[32];
  const size_t l = get_local_id(0);
  event_t copied = async_work_group_copy(first, in + get_group_id(0) * 32, 32, 0);
  copied = async_work_group_strided_copy(second, in, 32, 3, copied);
  wait_group_events(1, &copied);
  out[get_global_id(0)] = first[31 - l] + second[l] * 3u;
  mem_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
