// Dot products of bytes: of vectors and of words, also in divergent code.

#define RESULTS                                                          \
  o[0] = dot_4x8packed_ss_int(a, b);                                     \
  o[1] = dot_4x8packed_su_int(a, b);                                     \
  o[2] = dot_4x8packed_us_int(a, b);                                     \
  o[3] = as_int(dot_4x8packed_uu_uint(a, b));                            \
  o[4] = dot_acc_sat_4x8packed_ss_int(a, b, c);                          \
  o[5] = dot_acc_sat_4x8packed_su_int(a, b, c);                          \
  o[6] = dot_acc_sat_4x8packed_us_int(a, b, c);                          \
  o[7] = as_int(dot_acc_sat_4x8packed_uu_uint(a, b, as_uint(c)));        \
  o[8] = dot(as_char4(a), as_char4(b));                                  \
  o[9] = dot(as_char4(a), as_uchar4(b));                                 \
  o[10] = dot(as_uchar4(a), as_char4(b));                                \
  o[11] = as_int(dot(as_uchar4(a), as_uchar4(b)));                       \
  o[12] = dot_acc_sat(as_char4(a), as_char4(b), c);                      \
  o[13] = dot_acc_sat(as_char4(a), as_uchar4(b), c);                     \
  o[14] = dot_acc_sat(as_uchar4(a), as_char4(b), c);                     \
  o[15] = as_int(dot_acc_sat(as_uchar4(a), as_uchar4(b), as_uint(c)));

kernel void together(global const uint *as, global const uint *bs, global const int *cs,
                     global int *out) {
  size_t i = get_global_id(0);
  uint a = as[i], b = bs[i];
  int c = cs[i];
  global int *o = out + i * 16;
  RESULTS
}

kernel void apart(global const uint *as, global const uint *bs, global const int *cs,
                  global int *out) {
  size_t i = get_global_id(0);
  uint a = as[i], b = bs[i];
  int c = cs[i];
  global int *o = out + i * 16;
  for (uint turn = 0; turn < (a & 7); ++turn) {
    b = (b << 1) | (b >> 31);
  }
  if (i % 3 != 0) {
    for (uint turn = 0; turn < (a & 7); ++turn) {
      b = (b >> 1) | (b << 31);
    }
    RESULTS
  }
}

// Typical use: rows of bytes with an accumulator.
kernel void rows(global const uint *as, global const uint *bs, global int *out, uint words) {
  size_t i = get_global_id(0);
  int sum = 0;
  uint mixed = 0;
  for (uint word = 0; word < words; ++word) {
    sum += dot_4x8packed_ss_int(as[i * words + word], bs[word]);
    mixed += dot_4x8packed_uu_uint(as[i * words + word], bs[word]);
    sum = dot_acc_sat_4x8packed_us_int(as[i * words + word], bs[word], sum);
  }
  out[i] = sum + as_int(mixed);
}
