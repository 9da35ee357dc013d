// Functions of sub-groups.
kernel __attribute__((reqd_work_group_size(32, 1, 1))) void test(global uint *out,
                                                                 global const uint *in) {
  const size_t i = get_global_id(0);
  const uint lane = get_sub_group_local_id();
  uint sum = sub_group_reduce_add(in[i]) ^ sub_group_scan_inclusive_add(in[i]);
  sum += sub_group_scan_exclusive_max(in[i]) + sub_group_broadcast(in[i], 1);
  sum ^= sub_group_shuffle(in[i], lane ^ 1) + sub_group_shuffle_xor(in[i], 2);
  sum += sub_group_shuffle_up(in[i], 0) ^ sub_group_shuffle_down(in[i], 0);
  sum += sub_group_non_uniform_reduce_min(in[i]) + sub_group_non_uniform_scan_inclusive_xor(in[i]);
  sum ^= sub_group_clustered_reduce_add(in[i], 2) + sub_group_clustered_reduce_or(in[i], 4);
  const uint4 ballot = sub_group_ballot(in[i] & 1);
  sum += ballot.x * 3u + sub_group_ballot_bit_count(ballot) + sub_group_ballot_inclusive_scan(ballot);
  sum += sub_group_inverse_ballot(ballot) ? 1u : 0u;
  sum += sub_group_any(in[i] > 1000u) ? 2u : 0u;
  sum += sub_group_non_uniform_all(in[i] > 10u) ? 4u : 0u;
  sum += sub_group_elect() ? 8u : 0u;
  sum += (uint)get_sub_group_size() + get_max_sub_group_size() * 3u + get_sub_group_id() * 5u;
  out[i] = sum;
}
