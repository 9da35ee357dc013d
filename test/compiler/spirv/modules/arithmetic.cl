// Arithmetic on integers of all widths, conversions between them, and comparisons.
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  const uint u = in[i];
  const int s = as_int(u);
  const int other = as_int(in[255 - i]) | 1;
  uint result = u * 3u + (u >> 5) - (u << 3);
  result ^= (uint)(s / other) + (uint)(s % other) * 7u;
  result += (u / (uint)(other | 2)) ^ (u % (uint)(other | 2));
  result ^= (uint)((char)u) + (uint)((uchar)(u >> 8)) + (uint)((short)(u >> 16));
  const ulong wide = (ulong)u * in[255 - i] + (ulong)s;
  result += (uint)(wide >> 32) ^ (uint)wide;
  result ^= s < other ? 1u : 2u;
  result += u <= in[255 - i] ? popcount(u) : clz(u);
  const double d = (double)s * 0.5 + (double)other;
  const float f = (float)s / 3.0f - (float)(other & 1023);
  result += as_uint(f) ^ (uint)as_ulong(d) ^ (uint)(as_ulong(d) >> 32);
  result += (uint)convert_int_sat(f * 1e6f) + (uint)convert_uchar_sat_rte(f * 1e-6f);
  result ^= isnan(as_float(u)) ? 5u : 9u;
  result += isfinite(as_float(u)) ? 11u : 13u;
  out[i] = result;
}
