// Divisions of many numbers by one.

kernel void divide_by_one(global int4 *out, global const uint *a, int divisor) {
  size_t i = get_global_id(0);
  int x = (int)a[i];
  uint y = a[i];
  uint unsigned_divisor = (uint)divisor;
  out[i] = (int4)(x / divisor, x % divisor, (int)(y / unsigned_divisor), (int)(y % unsigned_divisor));
}

kernel void divide_narrow_by_one(global int4 *out, global const uint *a, int divisor) {
  size_t i = get_global_id(0);
  short x = (short)a[i];
  ushort y = (ushort)a[i];
  short narrow = (short)divisor;
  ushort unsigned_narrow = (ushort)divisor;
  short quotient = x / narrow;
  ushort unsigned_quotient = y / unsigned_narrow;
  short rest = x % narrow;
  uchar bytes = (uchar)a[i] / (uchar)divisor;
  out[i] = (int4)(quotient, unsigned_quotient, rest, bytes);
}

// Each work-item selects one of two divisors, one of which is 1.
kernel void divide_by_chosen(global int4 *out, global const uint *a, int divisor) {
  uint i = get_global_id(0);
  uint chosen = (i & 1) != 0 ? 1u : (uint)divisor | 1u;
  out[i] = (int4)((int)(i / chosen), (int)(i % chosen), (int)(a[i] / chosen), (int)(a[i] % chosen));
}

kernel void divide_each(global int4 *out, global const uint *a, global const uint *b) {
  size_t i = get_global_id(0);
  int x = (int)a[i];
  int divisor = (int)b[i];
  out[i] = (int4)(x / divisor, x % divisor, (int)(a[i] / b[i]), (int)(a[i] % b[i]));
}

kernel void divide_long_by_one(global long4 *out, global const ulong *a, long divisor) {
  size_t i = get_global_id(0);
  long x = (long)a[i];
  ulong unsigned_divisor = (ulong)divisor;
  out[i] = (long4)(x / divisor, x % divisor, (long)(a[i] / unsigned_divisor),
                   (long)(a[i] % unsigned_divisor));
}
