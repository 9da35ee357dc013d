// Vectors: shuffles, components, loads and stores of them, relational functions.
kernel void test(global uint *out, global const uint *in) {
  const size_t i = get_global_id(0);
  const uint4 v = vload4(i / 4, in);
  const uint4 swapped = v.wzyx + (uint4)(in[i], v.xy, 7u);
  uint8 wide = (uint8)(v, swapped);
  wide.s1357 ^= swapped;
  const uint3 three = vload3(i / 4, in);
  const int4 less = v < swapped;
  const uint4 selected = select(v, swapped, as_uint4(less));
  uint sum = wide.s0 + wide.s5 * 3u + three.z + selected.x + selected.w;
  sum += any(less) ? 100u : 200u;
  uint dynamic[4] = {v.x, v.y, v.z, v.w};
  sum ^= dynamic[in[i] & 3u];
  const float4 f = convert_float4(v & 1023u) * 0.25f;
  sum += as_uint(dot(f, f.wzyx)) + as_uint(length(f)) + as_uint(f.y);
  out[i] = sum;
}
