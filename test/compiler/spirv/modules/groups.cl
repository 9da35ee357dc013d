// Collective functions of work-groups and sub-groups.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void test(global uint *out,
                                                                 global const uint *in) {
  const size_t i = get_global_id(0);
  uint sum = work_group_reduce_add(in[i]);
  sum ^= work_group_scan_inclusive_max(in[i]);
  sum += work_group_scan_exclusive_min(as_int(in[i]));
  sum += work_group_broadcast(in[i], 3);
  sum += work_group_any(in[i] > 0xf0000000u) ? 1u : 2u;
  out[i] = sum;
}
