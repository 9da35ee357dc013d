// Float vectors of the level's width, and the operations that the kernels need. The operators + - *
// of the vector types are built into the compiler.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace mux::bench::MUX_BENCH_LEVEL {

#ifdef __AVX512F__

inline constexpr size_t lanes = 16;
// Unroll-and-jam factor for code that needs few registers for each vector.
inline constexpr size_t jam = 4;

using Floats = __m512;
using Integers = __m512i;
using Mask = __mmask16;

inline Floats splat(float value) {
  return _mm512_set1_ps(value);
}
inline Integers splat_integer(int value) {
  return _mm512_set1_epi32(value);
}
inline Integers lane_numbers() {
  return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}
inline Floats load(const float *from) {
  return _mm512_loadu_ps(from);
}
inline void store(float *to, Floats value) {
  _mm512_storeu_ps(to, value);
}
inline void store(uint32_t *to, Integers value) {
  _mm512_storeu_si512(to, value);
}
// Non-temporal store; `to` must be aligned to a vector.
inline void stream(float *to, Floats value) {
  _mm512_stream_ps(to, value);
}

// a * b + c
inline Floats multiply_add(Floats a, Floats b, Floats c) {
  return _mm512_fmadd_ps(a, b, c);
}
// c - a * b
inline Floats subtract_product(Floats a, Floats b, Floats c) {
  return _mm512_fnmadd_ps(a, b, c);
}
// a * b - c
inline Floats multiply_subtract(Floats a, Floats b, Floats c) {
  return _mm512_fmsub_ps(a, b, c);
}
inline Floats minimum(Floats a, Floats b) {
  return _mm512_min_ps(a, b);
}
inline Floats maximum(Floats a, Floats b) {
  return _mm512_max_ps(a, b);
}
inline Floats magnitude(Floats a) {
  return _mm512_abs_ps(a);
}
inline Floats round_to_even(Floats a) {
  return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// 1 / sqrt(a), 1 / a and a / b, with an error of about 1 ulp: an estimate of 14 bits and a Newton
// step are faster than the exact instructions. `a` and `b` must be normal.
inline Floats inverse_square_root(Floats a) {
  const Floats estimate = _mm512_rsqrt14_ps(a);
  const Floats half_error = subtract_product(a * estimate, estimate * splat(0.5F), splat(0.5F));
  return multiply_add(estimate, half_error, estimate);
}
inline Floats reciprocal(Floats a) {
  const Floats estimate = _mm512_rcp14_ps(a);
  return multiply_add(estimate, subtract_product(a, estimate, splat(1.0F)), estimate);
}
inline Floats divide(Floats a, Floats b) {
  const Floats inverse = reciprocal(b);
  const Floats quotient = a * inverse;
  return multiply_add(subtract_product(quotient, b, a), inverse, quotient);
}

// value * 2^power, where power is an integer.
inline Floats scale_by_power(Floats value, Floats power) {
  return _mm512_scalef_ps(value, power);
}

inline Integers bits(Floats value) {
  return _mm512_castps_si512(value);
}
inline Floats from_bits(Integers value) {
  return _mm512_castsi512_ps(value);
}
inline Integers to_integers(Floats value) {
  return _mm512_cvtps_epi32(value);
}
inline Floats to_floats(Integers value) {
  return _mm512_cvtepi32_ps(value);
}
inline Integers add(Integers a, Integers b) {
  return _mm512_add_epi32(a, b);
}
inline Integers subtract(Integers a, Integers b) {
  return _mm512_sub_epi32(a, b);
}
inline Integers bit_and(Integers a, Integers b) {
  return _mm512_and_si512(a, b);
}
inline Integers bit_xor(Integers a, Integers b) {
  return _mm512_xor_si512(a, b);
}
template <int distance>
Integers shift_left(Integers a) {
  return _mm512_slli_epi32(a, distance);
}
template <int distance>
Integers shift_right_signed(Integers a) {
  return _mm512_srai_epi32(a, distance);
}

inline Mask all_lanes() {
  return 0xffff;
}
inline Mask less(Floats a, Floats b) {
  return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
}
// Only for the lanes of `live`.
inline Mask less_or_equal(Mask live, Floats a, Floats b) {
  return _mm512_mask_cmp_ps_mask(live, a, b, _CMP_LE_OQ);
}
inline Mask is_zero(Integers a) {
  return _mm512_testn_epi32_mask(a, a);
}
inline Mask mask_and(Mask a, Mask b) {
  return static_cast<Mask>(a & b);
}
inline Mask mask_xor(Mask a, Mask b) {
  return static_cast<Mask>(a ^ b);
}
inline Mask mask_not(Mask a) {
  return static_cast<Mask>(~a);
}
inline bool any(Mask mask) {
  return mask != 0;
}
inline Floats select(Mask mask, Floats yes, Floats no) {
  return _mm512_mask_blend_ps(mask, no, yes);
}
inline Integers add_where(Mask mask, Integers a, Integers b) {
  return _mm512_mask_add_epi32(a, mask, a, b);
}

// Lane i is value[indices[i]].
inline Floats permute(Floats value, Integers indices) {
  return _mm512_permutexvar_ps(indices, value);
}
// The lanes of `current` shifted up by `distance`, with the last lanes of `previous` shifted in.
template <int distance>
Floats move_up(Floats previous, Floats current) {
  return from_bits(_mm512_alignr_epi32(bits(current), bits(previous), 16 - distance));
}
inline float sum(Floats value) {
  return _mm512_reduce_add_ps(value);
}

#else

inline constexpr size_t lanes = 8;
inline constexpr size_t jam = 2;

using Floats = __m256;
using Integers = __m256i;
// All bits of a lane are equal.
using Mask = __m256;

inline Floats splat(float value) {
  return _mm256_set1_ps(value);
}
inline Integers splat_integer(int value) {
  return _mm256_set1_epi32(value);
}
inline Integers lane_numbers() {
  return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}
inline Floats load(const float *from) {
  return _mm256_loadu_ps(from);
}
inline void store(float *to, Floats value) {
  _mm256_storeu_ps(to, value);
}
inline void store(uint32_t *to, Integers value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), value);
}
// Non-temporal store; `to` must be aligned to a vector.
inline void stream(float *to, Floats value) {
  _mm256_stream_ps(to, value);
}

// a * b + c
inline Floats multiply_add(Floats a, Floats b, Floats c) {
  return _mm256_fmadd_ps(a, b, c);
}
// c - a * b
inline Floats subtract_product(Floats a, Floats b, Floats c) {
  return _mm256_fnmadd_ps(a, b, c);
}
// a * b - c
inline Floats multiply_subtract(Floats a, Floats b, Floats c) {
  return _mm256_fmsub_ps(a, b, c);
}
inline Floats minimum(Floats a, Floats b) {
  return _mm256_min_ps(a, b);
}
inline Floats maximum(Floats a, Floats b) {
  return _mm256_max_ps(a, b);
}
inline Floats magnitude(Floats a) {
  return _mm256_andnot_ps(splat(-0.0F), a);
}
inline Floats round_to_even(Floats a) {
  return _mm256_round_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

// 1 / sqrt(a) with an error of a few ulps: an estimate of 12 bits and a Newton step. `a` must be
// normal.
inline Floats inverse_square_root(Floats a) {
  const Floats estimate = _mm256_rsqrt_ps(a);
  const Floats half_error = subtract_product(a * estimate, estimate * splat(0.5F), splat(0.5F));
  return multiply_add(estimate, half_error, estimate);
}
inline Floats reciprocal(Floats a) {
  return _mm256_div_ps(splat(1.0F), a);
}
inline Floats divide(Floats a, Floats b) {
  return _mm256_div_ps(a, b);
}

inline Integers bits(Floats value) {
  return _mm256_castps_si256(value);
}
inline Floats from_bits(Integers value) {
  return _mm256_castsi256_ps(value);
}
inline Integers to_integers(Floats value) {
  return _mm256_cvtps_epi32(value);
}
inline Floats to_floats(Integers value) {
  return _mm256_cvtepi32_ps(value);
}
inline Integers add(Integers a, Integers b) {
  return _mm256_add_epi32(a, b);
}
inline Integers subtract(Integers a, Integers b) {
  return _mm256_sub_epi32(a, b);
}
inline Integers bit_and(Integers a, Integers b) {
  return _mm256_and_si256(a, b);
}
inline Integers bit_xor(Integers a, Integers b) {
  return _mm256_xor_si256(a, b);
}
template <int distance>
Integers shift_left(Integers a) {
  return _mm256_slli_epi32(a, distance);
}
template <int distance>
Integers shift_right_signed(Integers a) {
  return _mm256_srai_epi32(a, distance);
}

// value * 2^power, where power is an integer from -126 to 127.
inline Floats scale_by_power(Floats value, Floats power) {
  return value * from_bits(shift_left<23>(add(to_integers(power), splat_integer(127))));
}

inline Mask all_lanes() {
  return from_bits(splat_integer(-1));
}
inline Mask less(Floats a, Floats b) {
  return _mm256_cmp_ps(a, b, _CMP_LT_OQ);
}
// Only for the lanes of `live`.
inline Mask less_or_equal(Mask live, Floats a, Floats b) {
  return _mm256_and_ps(live, _mm256_cmp_ps(a, b, _CMP_LE_OQ));
}
inline Mask is_zero(Integers a) {
  return from_bits(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()));
}
inline Mask mask_and(Mask a, Mask b) {
  return _mm256_and_ps(a, b);
}
inline Mask mask_xor(Mask a, Mask b) {
  return _mm256_xor_ps(a, b);
}
inline Mask mask_not(Mask a) {
  return _mm256_xor_ps(a, all_lanes());
}
inline bool any(Mask mask) {
  return _mm256_movemask_ps(mask) != 0;
}
inline Floats select(Mask mask, Floats yes, Floats no) {
  return _mm256_blendv_ps(no, yes, mask);
}
inline Integers add_where(Mask mask, Integers a, Integers b) {
  return add(a, bit_and(bits(mask), b));
}

// Lane i is value[indices[i]].
inline Floats permute(Floats value, Integers indices) {
  return _mm256_permutevar8x32_ps(value, indices);
}
// The lanes of `current` shifted up by `distance`, at most 4, with the last lanes of `previous`
// shifted in.
template <int distance>
Floats move_up(Floats previous, Floats current) {
  const Integers middle = _mm256_permute2x128_si256(bits(previous), bits(current), 0x21);
  return from_bits(_mm256_alignr_epi8(bits(current), middle, 16 - 4 * distance));
}
inline float sum(Floats value) {
  float each[lanes];
  store(each, value);
  return ((each[0] + each[4]) + (each[2] + each[6])) + ((each[1] + each[5]) + (each[3] + each[7]));
}

#endif

}  // namespace mux::bench::MUX_BENCH_LEVEL
