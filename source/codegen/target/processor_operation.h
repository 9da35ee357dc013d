/// @file
/// The kinds of processor operations (processor_operations.h).

#pragma once

namespace mux::compiler {

enum class ProcessorOperation {
  /// 1 / sqrt(x), with an error of at most 1.04 ulp.
  reciprocal_root,
  /// 1 / x, with an error of at most 1 ulp where x and the result are normal.
  reciprocal,
  /// floor(log2(|x|)); -infinity for zero, infinity for infinity.
  exponent,
  /// x / 2^exponent, from 1 to 2; 1 for infinity and zero, NaN for negative numbers.
  significand,
  /// The same from 3/4 to 3/2.
  centred_significand,
  /// x * 2^floor(y), rounded once.
  scale,
  /// The first argument, unless the second is special: -infinity for zero, infinity for infinity,
  /// NaN for negative numbers.
  or_logarithm_of_special,
  /// From here on: a table of 16 entries, indexed by the lowest four bits of the argument's
  /// significand. See scripts/minimax.
  power_table,
  power_rest_table,
  log_factor_table,
  log_offset_table,
  log2_factor_table,
  log2_offset_table,
  log10_factor_table,
  log10_offset_table,
  precise_factor_table,
  precise_offset_table,
  precise_offset_rest_table,
  /// The same operations for double. The error of the reciprocal root is at most 1.1 ulp.
  reciprocal_root_f64,
  /// (1 + 2^-40) / x for integers x, not 0, with a relative error of at most 2^-50: the integer
  /// part of its product with an integer of up to 32 bits is that of the quotient.
  divisor_reciprocal_f64,
  exponent_f64,
  centred_significand_f64,
  scale_f64,
  or_logarithm_of_special_f64,
  log_factor_table_f64,
  log_offset_table_f64,
  log2_offset_table_f64,
  log10_offset_table_f64,
  /// Per 32-bit word: adds to the first argument the dot product of the unsigned bytes of the
  /// second and the signed bytes of the third (vpdpbusd).
  add_byte_products,
  /// The same with signed saturation.
  add_byte_products_saturated,
};

}  // namespace mux::compiler
