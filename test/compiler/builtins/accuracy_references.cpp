#include "accuracy_references.h"

#include <mpfr.h>

#include <cmath>
#include <iterator>
#include <limits>

#include "mathematics.h"

namespace mux::compiler::test {
namespace {

/// Variables of MPFR, reused.
struct Numbers {
  Numbers() { mpfr_inits2(128, x, y, result, nullptr); }
  Numbers(const Numbers &) = delete;
  Numbers &operator=(const Numbers &) = delete;
  ~Numbers() { mpfr_clears(x, y, result, nullptr); }

  mpfr_t x;
  mpfr_t y;
  mpfr_t result;
};

Numbers &shared_numbers() {
  static Numbers numbers;
  return numbers;
}

using UnaryMpfr = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);
using BinaryMpfr = int (*)(mpfr_t, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

template <UnaryMpfr function>
long double unary(long double x) {
  Numbers &numbers = shared_numbers();
  mpfr_set_ld(numbers.x, x, MPFR_RNDN);
  function(numbers.result, numbers.x, MPFR_RNDN);
  return mpfr_get_ld(numbers.result, MPFR_RNDN);
}

template <BinaryMpfr function>
long double binary(long double x, long double y) {
  Numbers &numbers = shared_numbers();
  mpfr_set_ld(numbers.x, x, MPFR_RNDN);
  mpfr_set_ld(numbers.y, y, MPFR_RNDN);
  function(numbers.result, numbers.x, numbers.y, MPFR_RNDN);
  return mpfr_get_ld(numbers.result, MPFR_RNDN);
}

int logarithm_of_gamma_without_sign(mpfr_t result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(result, &sign, x, rounding);
}

long double sine_of_half_turns(long double x) {
  const long double value = unary<mpfr_sinpi>(x);
  return value == 0 ? std::copysign(0.0L, x) : value;
}

long double cosine_of_half_turns(long double x) {
  const long double value = unary<mpfr_cospi>(x);
  return value == 0 ? 0.0L : value;
}

/// Zeros and infinities are as OpenCL requires, from mathematics.cpp.
long double tangent_of_half_turns(long double x) {
  const long double doubled = x * 2;
  if (std::isfinite(x) && doubled == std::floor(doubled)) {
    for (const UnaryFunction &function : unary_functions()) {
      if (std::string_view(function.name) == "tanpi") {
        return function.exact(x);
      }
    }
  }
  return unary<mpfr_tanpi>(x);
}

/// MPFR's result for -0 is not negative infinity.
long double reciprocal_root(long double x) {
  return x == 0 ? 1.0L / x : unary<mpfr_rec_sqrt>(x);
}

long double reciprocal(long double x) {
  return 1.0L / x;
}

long double degrees(long double x) {
  Numbers &numbers = shared_numbers();
  mpfr_const_pi(numbers.y, MPFR_RNDN);
  mpfr_set_ld(numbers.x, x, MPFR_RNDN);
  mpfr_mul_ui(numbers.x, numbers.x, 180, MPFR_RNDN);
  mpfr_div(numbers.result, numbers.x, numbers.y, MPFR_RNDN);
  return mpfr_get_ld(numbers.result, MPFR_RNDN);
}

long double radians(long double x) {
  Numbers &numbers = shared_numbers();
  mpfr_const_pi(numbers.y, MPFR_RNDN);
  mpfr_div_ui(numbers.y, numbers.y, 180, MPFR_RNDN);
  mpfr_mul_d(numbers.result, numbers.y, static_cast<double>(x), MPFR_RNDN);
  return mpfr_get_ld(numbers.result, MPFR_RNDN);
}

long double power_of_size(long double x, long double y) {
  const bool undefined = x < 0 || std::isnan(x) || std::isnan(y) ||
                         (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
  return undefined ? std::numeric_limits<long double>::quiet_NaN()
                   : binary<mpfr_pow>(std::fabs(x), y);
}

struct UnaryRow {
  const char *name;
  UnaryReference exact;
};

struct BinaryRow {
  const char *name;
  BinaryReference exact;
};

const UnaryRow unary_rows[] = {
    {"acos", unary<mpfr_acos>},
    {"acosh", unary<mpfr_acosh>},
    {"acospi", unary<mpfr_acospi>},
    {"asin", unary<mpfr_asin>},
    {"asinh", unary<mpfr_asinh>},
    {"asinpi", unary<mpfr_asinpi>},
    {"atan", unary<mpfr_atan>},
    {"atanh", unary<mpfr_atanh>},
    {"atanpi", unary<mpfr_atanpi>},
    {"cbrt", unary<mpfr_cbrt>},
    {"cos", unary<mpfr_cos>},
    {"cosh", unary<mpfr_cosh>},
    {"cospi", cosine_of_half_turns},
    {"degrees", degrees},
    {"erf", unary<mpfr_erf>},
    {"erfc", unary<mpfr_erfc>},
    {"exp", unary<mpfr_exp>},
    {"exp10", unary<mpfr_exp10>},
    {"exp2", unary<mpfr_exp2>},
    {"expm1", unary<mpfr_expm1>},
    {"lgamma", unary<logarithm_of_gamma_without_sign>},
    {"log", unary<mpfr_log>},
    {"log10", unary<mpfr_log10>},
    {"log1p", unary<mpfr_log1p>},
    {"log2", unary<mpfr_log2>},
    {"radians", radians},
    {"recip", reciprocal},
    {"rsqrt", reciprocal_root},
    {"sin", unary<mpfr_sin>},
    {"sinh", unary<mpfr_sinh>},
    {"sinpi", sine_of_half_turns},
    {"sqrt", unary<mpfr_sqrt>},
    {"tan", unary<mpfr_tan>},
    {"tanh", unary<mpfr_tanh>},
    {"tanpi", tangent_of_half_turns},
    {"tgamma", unary<mpfr_gamma>},
};

const BinaryRow binary_rows[] = {
    {"atan2", binary<mpfr_atan2>},
    {"atan2pi", binary<mpfr_atan2pi>},
    {"fmod", binary<mpfr_fmod>},
    {"hypot", binary<mpfr_hypot>},
    {"pow", binary<mpfr_pow>},
    {"powr", power_of_size},
    {"remainder", binary<mpfr_remainder>},
};

/// half_cos has the reference of cos.
std::string_view without_prefix(std::string_view name) {
  for (const std::string_view prefix : {"half_", "native_"}) {
    if (name.starts_with(prefix)) {
      return name.substr(prefix.size());
    }
  }
  return name;
}

template <typename Row>
auto reference_of(std::string_view function, const Row *first, const Row *last) {
  for (const Row *row = first; row != last; ++row) {
    if (row->name == without_prefix(function)) {
      return row->exact;
    }
  }
  return decltype(first->exact){};
}

}  // namespace

UnaryReference precise_unary(std::string_view function) {
  return reference_of(function, std::begin(unary_rows), std::end(unary_rows));
}

BinaryReference precise_binary(std::string_view function) {
  return reference_of(function, std::begin(binary_rows), std::end(binary_rows));
}

long double precise_power_of_integer(long double x, int n) {
  return binary<mpfr_pow>(x, n);
}

long double precise_root(long double x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0)) {
    return std::numeric_limits<long double>::quiet_NaN();
  }
  if (x == 0 || std::isinf(x) || std::isnan(x)) {
    return rootn(x, n);
  }
  Numbers &numbers = shared_numbers();
  mpfr_set_ld(numbers.x, x, MPFR_RNDN);
  mpfr_rootn_si(numbers.result, numbers.x, n, MPFR_RNDN);
  return mpfr_get_ld(numbers.result, MPFR_RNDN);
}

}  // namespace mux::compiler::test
