// Branch-free vector math functions, each with an error of a few ulps. They are valid for the
// arguments noted; callers check the arguments of whole blocks. All are inlined, since calls would
// spill the constants.
#pragma once

#include "muxbench/kernels/simd.h"

namespace mux::bench::MUX_BENCH_LEVEL {

inline constexpr float log2_e = 1.44269504F;
// ln 2 as the sum of a part whose product with an exponent is exact, and a correction.
inline constexpr float ln_2_high = 0.693145751953F;
inline constexpr float ln_2_low = 1.42860682e-6F;

// e^r = 1 + r + r * r * this, for |r| <= ln 2 / 2.
[[gnu::always_inline]] inline Floats exp_polynomial(Floats r) {
  Floats q = splat(0.00139262508F);
  q = multiply_add(q, r, splat(0.00836323288F));
  q = multiply_add(q, r, splat(0.0416665542F));
  q = multiply_add(q, r, splat(0.166665767F));
  return multiply_add(q, r, splat(0.5F));
}

// x minus `power` times ln 2.
[[gnu::always_inline]] inline Floats exp_remainder(Floats x, Floats power) {
  return subtract_product(power, splat(ln_2_low), subtract_product(power, splat(ln_2_high), x));
}

// Results outside the range of normal floats are clamped to it.
[[gnu::always_inline]] inline Floats exponential(Floats x) {
  x = maximum(minimum(x, splat(88.0F)), splat(-87.0F));
  const Floats power = round_to_even(x * splat(log2_e));
  const Floats r = exp_remainder(x, power);
  const Floats value = multiply_add(r * r, exp_polynomial(r), r + splat(1.0F));
  return scale_by_power(value, power);
}

// ln(1 + f) = f - f * f / 2 + f * f * f * this, for 1 + f from sqrt(1/2) to sqrt(2).
[[gnu::always_inline]] inline Floats log_polynomial(Floats f) {
  Floats p = splat(0.0697161147F);
  p = multiply_add(p, f, splat(-0.114797338F));
  p = multiply_add(p, f, splat(0.116854199F));
  p = multiply_add(p, f, splat(-0.124256873F));
  p = multiply_add(p, f, splat(0.142490576F));
  p = multiply_add(p, f, splat(-0.166678023F));
  p = multiply_add(p, f, splat(0.200007157F));
  p = multiply_add(p, f, splat(-0.24999997F));
  return multiply_add(p, f, splat(0.333333312F));
}

// x = mantissa * 2^exponent with the mantissa from sqrt(1/2) to sqrt(2); x must be positive and
// normal.
struct Split {
  explicit Split(Floats x) {
    constexpr int square_root_of_half = 0x3f3504f3;
    const Integers shifted = subtract(bits(x), splat_integer(square_root_of_half));
    exponent_bits = shift_left<23>(shift_right_signed<23>(shifted));
    exponent = to_floats(shift_right_signed<23>(shifted));
    mantissa = from_bits(subtract(bits(x), exponent_bits));
  }

  Floats mantissa;
  Floats exponent;
  // Subtracted from the bits of a float to divide it by the same power of two.
  Integers exponent_bits;
};

// ln of (1 + f) * 2^exponent.
[[gnu::always_inline]] inline Floats log_of_parts(Floats f, Floats exponent) {
  const Floats square = f * f;
  const Floats tail = multiply_add(exponent, splat(ln_2_low), f * square * log_polynomial(f));
  return multiply_add(exponent, splat(ln_2_high), f + subtract_product(square, splat(0.5F), tail));
}

// x must be positive and normal.
[[gnu::always_inline]] inline Floats logarithm(Floats x) {
  const Split split(x);
  return log_of_parts(split.mantissa - splat(1.0F), split.exponent);
}

// ln(1 + x), for x from 0 to 2^100.
[[gnu::always_inline]] inline Floats logarithm_of_one_plus(Floats x) {
  const Floats rounded = x + splat(1.0F);
  // The rounding error, exactly.
  const Floats added = rounded - x;
  const Floats lost = (x - (rounded - added)) + (splat(1.0F) - added);
  const Split split(rounded);
  const Floats inverse_power = from_bits(subtract(bits(splat(1.0F)), split.exponent_bits));
  const Floats f = multiply_add(lost, inverse_power, split.mantissa - splat(1.0F));
  return log_of_parts(f, split.exponent);
}

// Sine and cosine, for |x| up to 10000.
[[gnu::always_inline]] inline void sine_and_cosine(Floats x, Floats &sine, Floats &cosine) {
  const Floats turns = round_to_even(x * splat(0.636619772F));
  Floats r = subtract_product(turns, splat(1.5703125F), x);
  r = subtract_product(turns, splat(0.00048375129699707F), r);
  r = subtract_product(turns, splat(7.54978995e-8F), r);
  const Floats square = r * r;
  Floats s = splat(-0.000195873871F);
  s = multiply_add(s, square, splat(0.00833274594F));
  s = multiply_add(s, square, splat(-0.166666647F));
  const Floats short_sine = multiply_add(s * square, r, r);
  Floats c = splat(2.45474372e-5F);
  c = multiply_add(c, square, splat(-0.00138883007F));
  c = multiply_add(c, square, splat(0.0416666646F));
  c = multiply_add(c, square, splat(-0.5F));
  const Floats short_cosine = multiply_add(c, square, splat(1.0F));
  const Integers quarter = to_integers(turns);
  const Mask even = is_zero(bit_and(quarter, splat_integer(1)));
  // Bit 1 of the quadrant is the sign of the sine; that of the next quadrant is the sign of the
  // cosine.
  const Integers sine_sign = shift_left<30>(bit_and(quarter, splat_integer(2)));
  const Integers cosine_sign =
      shift_left<30>(bit_and(add(quarter, splat_integer(1)), splat_integer(2)));
  sine = from_bits(bit_xor(bits(select(even, short_sine, short_cosine)), sine_sign));
  cosine = from_bits(bit_xor(bits(select(even, short_cosine, short_sine)), cosine_sign));
}

// x^y, for positive normal x and results from 2^-126 to 2^127.
[[gnu::always_inline]] inline Floats power(Floats x, Floats y) {
  const Split split(x);
  const Floats f = split.mantissa - splat(1.0F);
  // ln(1 + f) as a sum of two floats: only its large part must be exact.
  const Floats square = f * f;
  const Floats square_lost = multiply_subtract(f, f, square);
  const Floats high = subtract_product(square, splat(0.5F), f);
  const Floats high_lost = subtract_product(square, splat(0.5F), f - high);
  const Floats low = multiply_add(f * square, log_polynomial(f),
                                  subtract_product(square_lost, splat(0.5F), high_lost));
  // log2(x), the same way.
  const Floats product = high * splat(1.44269502F);
  const Floats product_lost = multiply_subtract(high, splat(1.44269502F), product);
  const Floats product_low =
      multiply_add(high, splat(1.92596299e-8F), multiply_add(low, splat(log2_e), product_lost));
  const Floats log_high = split.exponent + product;
  const Floats log_low = (product - (log_high - split.exponent)) + product_low;
  // y * log2(x)
  const Floats scaled = y * log_high;
  const Floats scaled_low = multiply_add(y, log_low, multiply_subtract(y, log_high, scaled));
  const Floats whole = round_to_even(scaled);
  const Floats r = (scaled - whole) + scaled_low;
  // 2^r
  Floats q = splat(0.00015453362F);
  q = multiply_add(q, r, splat(0.00133910932F));
  q = multiply_add(q, r, splat(0.00961808218F));
  q = multiply_add(q, r, splat(0.0555035668F));
  q = multiply_add(q, r, splat(0.240226508F));
  q = multiply_add(q, r, splat(0.693147188F));
  return scale_by_power(multiply_add(q, r, splat(1.0F)), whole);
}

[[gnu::always_inline]] inline Floats hyperbolic_tangent(Floats x) {
  // From 10 on the result is 1. With t = e^2x - 1, computed without cancellation for small x, it is
  // t / (t + 2).
  const Floats doubled = minimum(magnitude(x), splat(10.0F)) * splat(2.0F);
  const Floats power = round_to_even(doubled * splat(log2_e));
  const Floats r = exp_remainder(doubled, power);
  const Floats short_value = multiply_add(r * r, exp_polynomial(r), r);
  const Floats scale = scale_by_power(splat(1.0F), power);
  const Floats t = multiply_add(short_value, scale, scale - splat(1.0F));
  const Floats value = divide(t, t + splat(2.0F));
  const Integers sign = bit_and(bits(x), bits(splat(-0.0F)));
  return from_bits(bit_xor(bits(value), sign));
}

}  // namespace mux::bench::MUX_BENCH_LEVEL
