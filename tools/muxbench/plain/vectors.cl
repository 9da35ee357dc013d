// Explicit vectors.

#define SUM(name, T)                                         \
  kernel void name(global const T *from, global T *to) {     \
    const size_t i = get_global_id(0);                       \
    to[i] = from[i] * from[i] + from[i];                     \
  }

SUM(sums_of_float2, float2)
SUM(sums_of_float4, float4)
SUM(sums_of_float8, float8)
SUM(sums_of_float16, float16)
SUM(sums_of_uchar2, uchar2)
SUM(sums_of_uchar4, uchar4)
SUM(sums_of_uchar16, uchar16)
SUM(sums_of_short8, short8)
SUM(sums_of_ulong2, ulong2)
SUM(sums_of_double4, double4)

kernel void sums_of_float3(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  const float3 value = vload3(i, from);
  vstore3(value * value + value, i, to);
}

kernel void dot_products(global const float4 *from, global float *to) {
  const size_t i = get_global_id(0);
  to[i] = dot(from[i], from[i + 1]);
}

kernel void unit_vectors(global const float4 *from, global float4 *to) {
  const size_t i = get_global_id(0);
  to[i] = normalize(from[i]);
}

kernel void cross_products(global const float *from, global float *to) {
  const size_t i = get_global_id(0);
  vstore3(cross(vload3(i, from), vload3(i + 1, from)), i, to);
}

kernel void transforms_of_points(global const float4 *from, global float4 *to) {
  const size_t i = get_global_id(0);
  const float4 point = from[i];
  to[i] = (float4)(dot(point, from[0]), dot(point, from[1]), dot(point, from[2]),
                   dot(point, from[3]));
}

kernel void swap_colors(global const uchar4 *from, global uchar4 *to) {
  const size_t i = get_global_id(0);
  to[i] = from[i].zyxw;
}

kernel void shuffle_bytes(global const uchar16 *from, global uchar16 *to) {
  const size_t i = get_global_id(0);
  to[i] = shuffle(from[i], from[i + 1] & (uchar16)(15));
}

kernel void mix_colors(global const uchar4 *from, global uchar4 *to) {
  const size_t i = get_global_id(0);
  const float4 one = convert_float4(from[i]);
  const float4 other = convert_float4(from[i + get_global_size(0)]);
  to[i] = convert_uchar4_sat(mix(one, other, one.w * (1.0f / 255)));
}

kernel void choose_elements(global const int4 *from, global int4 *to) {
  const size_t i = get_global_id(0);
  to[i] = select(from[i], -from[i], from[i] < from[i + 1]);
}

kernel void exponentials_of_float8(global const float8 *from, global float8 *to) {
  const size_t i = get_global_id(0);
  to[i] = exp(from[i]);
}

kernel void exponentials_of_float16(global const float16 *from, global float16 *to) {
  const size_t i = get_global_id(0);
  to[i] = exp(from[i]);
}

kernel void sums_of_elements(global const float16 *from, global float *to) {
  const size_t i = get_global_id(0);
  const float8 half_sum = from[i].lo + from[i].hi;
  const float4 quarter = half_sum.lo + half_sum.hi;
  to[i] = quarter.x + quarter.y + quarter.z + quarter.w;
}

kernel void neighbors_of_float4(global const float4 *from, global float4 *to) {
  const uint i = get_global_id(0);
  const uint at = (i * 40503u) & 0x7fff;
  to[i] = from[at] + from[at + 1];
}

kernel void read_float4_anywhere(global const float4 *from, global float4 *to) {
  const uint i = get_global_id(0);
  to[i] = from[(i * 40503u) & 0x7fff] * 2;
}
