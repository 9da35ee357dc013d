// Functions of sub-groups of any size, of all types.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define VALUES_OF(T)                                                        \
  kernel void values_##T(global const T *in, global T *out) {               \
    size_t at = get_global_id(0);                                           \
    T x = in[at];                                                           \
    global T *o = out + at * 22;                                            \
    uint size = get_sub_group_size(), lane = get_sub_group_local_id();      \
    o[0] = sub_group_broadcast(x, size - 1);                                \
    o[1] = sub_group_non_uniform_broadcast(x, 0);                           \
    o[2] = sub_group_broadcast_first(x);                                    \
    o[3] = sub_group_shuffle(x, size - 1 - lane);                           \
    o[4] = sub_group_shuffle_xor(x, size % 2 == 0 ? 1 : 0);                 \
    o[5] = sub_group_shuffle_up(x, lane / 2);                               \
    o[6] = sub_group_shuffle_down(x, size - 1 - lane);                      \
    o[7] = sub_group_rotate(x, size == get_max_sub_group_size() ? 1 : 0);   \
    o[8] = sub_group_clustered_rotate(x, 3, 1);                             \
    o[9] = sub_group_reduce_add(x);                                         \
    o[10] = sub_group_reduce_min(x);                                        \
    o[11] = sub_group_reduce_max(x);                                        \
    o[12] = sub_group_scan_inclusive_add(x);                                \
    o[13] = sub_group_scan_inclusive_min(x);                                \
    o[14] = sub_group_scan_inclusive_max(x);                                \
    o[15] = sub_group_non_uniform_reduce_mul(x);                            \
    o[16] = sub_group_clustered_reduce_max(x, 1);                           \
    o[17] = sub_group_non_uniform_scan_inclusive_mul(x);                    \
    o[18] = sub_group_scan_exclusive_add(x);                                \
    o[19] = sub_group_scan_exclusive_min(x);                                \
    o[20] = sub_group_scan_exclusive_max(x);                                \
    o[21] = sub_group_non_uniform_scan_exclusive_mul(x);                    \
  }
VALUES_OF(char)
VALUES_OF(uchar)
VALUES_OF(short)
VALUES_OF(ushort)
VALUES_OF(int)
VALUES_OF(uint)
VALUES_OF(long)
VALUES_OF(ulong)
VALUES_OF(half)
VALUES_OF(float)
VALUES_OF(double)

#define BITS_OF(T)                                             \
  kernel void bits_##T(global const T *in, global T *out) {    \
    size_t at = get_global_id(0);                              \
    T x = in[at];                                              \
    global T *o = out + at * 10;                               \
    o[0] = sub_group_non_uniform_reduce_and(x);                \
    o[1] = sub_group_non_uniform_reduce_or(x);                 \
    o[2] = sub_group_non_uniform_reduce_xor(x);                \
    o[3] = sub_group_non_uniform_scan_inclusive_and(x);        \
    o[4] = sub_group_non_uniform_scan_inclusive_or(x);         \
    o[5] = sub_group_non_uniform_scan_inclusive_xor(x);        \
    o[6] = sub_group_clustered_reduce_and(x, 1);               \
    o[7] = sub_group_non_uniform_scan_exclusive_and(x);        \
    o[8] = sub_group_non_uniform_scan_exclusive_or(x);         \
    o[9] = sub_group_non_uniform_scan_exclusive_xor(x);        \
  }
BITS_OF(char)
BITS_OF(ushort)
BITS_OF(int)
BITS_OF(ulong)

// Vectors of every width, element by element.
#define VECTOR_OF(T, N)                                                   \
  kernel void vector_##T##N(global const T *in, global T *out) {          \
    size_t at = get_global_id(0);                                         \
    T##N x = vload##N(at, in);                                            \
    vstore##N(sub_group_broadcast(x, 0), at * 2, out);                    \
    vstore##N(sub_group_non_uniform_broadcast(x, 0), at * 2 + 1, out);    \
  }
VECTOR_OF(char, 2)
VECTOR_OF(ushort, 3)
VECTOR_OF(int, 4)
VECTOR_OF(ulong, 8)
VECTOR_OF(float, 16)
VECTOR_OF(double, 3)

kernel void logic(global const int *in, global int *out) {
  size_t at = get_global_id(0);
  int x = in[at];
  global int *o = out + at * 14;
  o[0] = sub_group_all(x);
  o[1] = sub_group_any(x);
  o[2] = sub_group_non_uniform_all(x);
  o[3] = sub_group_non_uniform_any(x);
  o[4] = sub_group_non_uniform_reduce_logical_and(x);
  o[5] = sub_group_non_uniform_reduce_logical_or(x);
  o[6] = sub_group_non_uniform_reduce_logical_xor(x);
  o[7] = sub_group_non_uniform_scan_inclusive_logical_and(x);
  o[8] = sub_group_clustered_reduce_logical_or(x, 1);
  o[9] = sub_group_ballot(x).x;
  o[10] = sub_group_inverse_ballot(sub_group_ballot(x));
  o[11] = sub_group_non_uniform_scan_exclusive_logical_and(x);
  o[12] = sub_group_non_uniform_scan_exclusive_logical_or(x);
  o[13] = sub_group_non_uniform_scan_exclusive_logical_xor(x);
}

// Each bit of a ballot; elsewhere only those of a full sub-group count.
kernel void ballots(global const uint4 *in, global uint *out) {
  size_t at = get_global_id(0);
  uint4 bits = in[at];
  global uint *o = out + at * 136;
  for (uint i = 0; i < 128; ++i) {
    o[i] = sub_group_ballot_bit_extract(bits, i);
  }
  o[128] = sub_group_ballot_bit_count(bits);
  o[129] = sub_group_ballot_inclusive_scan(bits);
  o[130] = sub_group_ballot_exclusive_scan(bits);
  o[131] = sub_group_inverse_ballot(bits);
  o[132] = get_sub_group_eq_mask().x + 3 * get_sub_group_ge_mask().x +
           5 * get_sub_group_gt_mask().x + 7 * get_sub_group_le_mask().x +
           11 * get_sub_group_lt_mask().x;
  o[133] = sub_group_elect() + 2 * sub_group_non_uniform_all_equal(bits.x);
  o[134] = sub_group_ballot_find_lsb(bits);
  o[135] = sub_group_ballot_find_msb(bits);
}

// Barriers of every scope.
kernel void fenced(global int *data) {
  size_t at = get_global_id(0);
  data[at] += 1;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  data[at] *= 2;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
  data[at] += 3;
}
