// Functions of OpenCL C with all kinds of parameters.
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  const float x = (float)(in[i] & 0xffff) / 4096.0f;
  const float y = (float)(in[255 - i] & 0xffff) / 4096.0f + 0.5f;
  int exponent;
  float whole;
  uint sum = as_uint(sin(x)) + as_uint(cos(y)) * 3u + as_uint(pow(x, y)) * 5u;
  sum ^= as_uint(fma(x, y, 1.0f)) + as_uint(native_sqrt(y)) + as_uint(frexp(x, &exponent));
  sum += (uint)exponent + as_uint(modf(y, &whole)) + as_uint(whole) + as_uint(ldexp(x, 3));
  sum ^= as_uint(clamp(x, 0.5f, 2.0f)) + as_uint(mix(x, y, 0.25f)) + as_uint(fmax(x, y));
  sum += as_uint(smoothstep(0.0f, 4.0f, x)) + as_uint(sign(x - y)) + as_uint(atan2(x, y));
  const int s = as_int(in[i]);
  const int t = as_int(in[255 - i]);
  sum ^= (uint)add_sat(s, t) + sub_sat(in[i], in[255 - i]) + abs_diff(s, t) + (uint)hadd(s, t);
  sum += (uint)mul_hi(s, t) + mul_hi(in[i], in[255 - i]) + (uint)max(s, t) + min(in[i], 9u);
  sum ^= rotate(in[i], 5u) + (uint)mad24(s, 3, t) + (uint)upsample((short)s, (ushort)t);
  out[i] = sum;
}
