// Assumptions are valid only at their position, and only for that work-item.

kernel void hints(global const int *in, global int *out, int shift) {
  size_t i = get_global_id(0);
  int x = in[i];
  int result = -7;
  if (__builtin_expect(x >= 0, 0)) {
    __builtin_assume(x >= 0);
    // A remainder of non-negative numbers is a mask.
    result = x % 4 + (x >> shift) / 2;
  } else if (__builtin_expect(x & 1, 1)) {
    __builtin_assume(x < -1 || x == -1);
    result = x / 2 % 8;
  }
  for (int turn = 0; turn < (x & 7); ++turn) {
    __builtin_assume((x & 7) > turn);
    if (__builtin_expect(in[turn] > 0, 0)) {
      __builtin_assume(in[turn] != 0);
      result += 100 / in[turn];
    }
  }
  out[i] = result * (x < 0 ? 3 : 5);
}
