// References for floating-point functions, and the accuracy that the OpenCL specification (full
// profile) requires.

#include "mathematics.h"

namespace mux::compiler::test {
namespace {

using Limits = std::numeric_limits<long double>;
constexpr long double pi = 3.14159265358979323846264338327950288L;
constexpr long double not_a_number = Limits::quiet_NaN();

/// x = quarter / 2 + remainder, with the remainder in [-1/4, 1/4].
long double split_quarters(long double x, int &quarter) {
  const long double turn = std::fmod(x, 2.0L);
  const long double quarters = std::rint(turn * 2.0L);
  quarter = static_cast<int>(quarters) & 3;
  return turn - quarters / 2.0L;
}

long double sinpi(long double x) {
  if (!std::isfinite(x)) {
    return not_a_number;
  }
  int quarter = 0;
  const long double rest = split_quarters(x, quarter) * pi;
  const long double value = quarter % 2 != 0 ? std::cos(rest) : std::sin(rest);
  return value == 0.0L ? std::copysign(0.0L, x) : quarter >= 2 ? -value : value;
}

long double cospi(long double x) {
  if (!std::isfinite(x)) {
    return not_a_number;
  }
  int quarter = 0;
  const long double rest = split_quarters(x, quarter) * pi;
  const long double value = quarter % 2 != 0 ? std::sin(rest) : std::cos(rest);
  return value == 0.0L ? 0.0L : quarter == 1 || quarter == 2 ? -value : value;
}

long double tanpi(long double x) {
  if (!std::isfinite(x)) {
    return not_a_number;
  }
  int quarter = 0;
  const long double rest = split_quarters(x, quarter);
  if (rest == 0.0L) {
    const long double infinity = Limits::infinity();
    const long double cases[] = {std::copysign(0.0L, x), infinity, -std::copysign(0.0L, x),
                                 -infinity};
    return cases[quarter];
  }
  const long double value = std::tan(rest * pi);
  return quarter % 2 != 0 ? -1.0L / value : value;
}

long double powr(long double x, long double y) {
  const bool undefined = x < 0 || std::isnan(x) || std::isnan(y) ||
                         (y == 0 && (x == 0 || std::isinf(x))) || (x == 1 && std::isinf(y));
  return undefined ? not_a_number : power(std::fabs(x), y);
}

long double maximal_magnitude(long double x, long double y) {
  if (std::fabs(x) > std::fabs(y)) {
    return x;
  }
  return std::fabs(y) > std::fabs(x) ? y : std::fmax(x, y);
}

long double minimal_magnitude(long double x, long double y) {
  if (std::fabs(x) < std::fabs(y)) {
    return x;
  }
  return std::fabs(y) < std::fabs(x) ? y : std::fmin(x, y);
}

const UnaryFunction unary_table[] = {
    {"acos", std::acos, 4},
    {"acosh", std::acosh, 4},
    {"acospi", [](long double x) { return std::acos(x) / pi; }, 5},
    {"asin", std::asin, 4},
    {"asinh", std::asinh, 4},
    {"asinpi", [](long double x) { return std::asin(x) / pi; }, 5},
    {"atan", std::atan, 5},
    {"atanh", std::atanh, 5},
    {"atanpi", [](long double x) { return std::atan(x) / pi; }, 5},
    {"cbrt", std::cbrt, 2},
    {"ceil", std::ceil, 0},
    {"cos", std::cos, 4},
    {"cosh", std::cosh, 4},
    {"cospi", cospi, 4},
    {"erf", std::erf, 16},
    {"erfc", std::erfc, 16},
    {"exp", std::exp, 3},
    {"exp10", [](long double x) { return ::exp10l(x); }, 3},
    {"exp2", std::exp2, 3},
    {"expm1", std::expm1, 3},
    {"fabs", std::fabs, 0},
    {"floor", std::floor, 0},
    {"log", std::log, 3},
    {"log10", std::log10, 3},
    {"log1p", std::log1p, 2},
    {"log2", std::log2, 3},
    {"logb", std::logb, 0},
    {"rint", std::rint, 0},
    {"round", std::round, 0},
    {"rsqrt", [](long double x) { return 1.0L / std::sqrt(x); }, 2},
    {"sin", std::sin, 4},
    {"sinh", std::sinh, 4},
    {"sinpi", sinpi, 4},
    {"sqrt", std::sqrt, 0.5},
    {"tan", std::tan, 5},
    {"tanh", std::tanh, 5},
    {"tanpi", tanpi, 6},
    {"tgamma", std::tgamma, 16},
    {"trunc", std::trunc, 0},
    {"degrees", [](long double x) { return x * (180.0L / pi); }, 2},
    {"radians", [](long double x) { return x * (pi / 180.0L); }, 2},
    {"sign",
     [](long double x) { return std::isnan(x) ? 0.0L
                                : x == 0.0L   ? x
                                              : std::copysign(1.0L, x); },
     0},
};

/// half_ functions may have an error of 8192 ulp, native_ ones any; these are Mux's own, smaller
/// bounds. Outside of their range results are undefined. Functions with other error measures are in
/// relaxed_functions_test.cpp.
const UnaryFunction relaxed_unary_table[] = {
    {"half_cos", std::cos, 4},
    {"half_recip", [](long double x) { return 1.0L / x; }, 0.5},
    {"half_rsqrt", [](long double x) { return 1.0L / std::sqrt(x); }, 2},
    {"half_sin", std::sin, 4},
    {"half_sqrt", std::sqrt, 0.5},
    {"half_tan", std::tan, 5},
    {"native_exp2", std::exp2, 4, -126, 0x1.fffffep+6},
    {"native_log", std::log, 16, 0x1p-126, 0x1p+128},
    {"native_log10", std::log10, 16, 0x1p-126, 0x1p+128},
    {"native_log2", std::log2, 16, 0x1p-126, 0x1p+128},
    {"native_recip", [](long double x) { return 1.0L / x; }, 1, 0x1p-126, 0x1p+126},
    {"native_rsqrt", [](long double x) { return 1.0L / std::sqrt(x); }, 2, 0x1p-126, 0x1p+128},
    {"native_sqrt", std::sqrt, 0.5},
    {"native_tan", std::tan, 5},
};

const BinaryFunction binary_table[] = {
    {"atan2", std::atan2, 6},
    {"atan2pi", [](long double y, long double x) { return std::atan2(y, x) / pi; }, 6},
    {"copysign", std::copysign, 0},
    {"fdim", std::fdim, 0.5},
    {"fmax", std::fmax, 0},
    {"fmin", std::fmin, 0},
    {"fmod", std::fmod, 0},
    {"hypot", std::hypot, 4},
    {"maxmag", maximal_magnitude, 0},
    {"minmag", minimal_magnitude, 0},
    {"pow", power, 16},
    {"powr", powr, 16},
    {"remainder", std::remainder, 0},
    {"step", [](long double edge, long double x) { return x < edge ? 0.0L : 1.0L; }, 0},
};

const BinaryFunction relaxed_binary_table[] = {
    {"half_divide", [](long double x, long double y) { return x / y; }, 0.5},
};

}  // namespace

/// The C library's result is wrong for (-infinity)^(-2^63).
long double power(long double x, long double y) {
  return std::isinf(x) ? std::pow(static_cast<double>(x), static_cast<double>(y)) : std::pow(x, y);
}

long double logarithm_of_gamma(long double x) {
  int sign = 0;
  return ::lgammal_r(x, &sign);
}

long double rootn(long double x, int n) {
  if (n == 0 || (x < 0 && n % 2 == 0)) {
    return not_a_number;
  }
  const long double magnitude = std::pow(std::fabs(x), 1.0L / n);
  return n % 2 != 0 ? std::copysign(magnitude, x) : magnitude;
}

bool is_relaxed_function(std::string_view name) {
  constexpr std::string_view names[] = {"cos",   "exp",  "exp10",     "exp2",       "log",
                                        "log10", "log2", "pow",       "pown",       "powr",
                                        "sin",   "sqrt", "half_sqrt", "native_sqrt"};
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::span<const UnaryFunction> unary_functions() {
  return unary_table;
}

std::span<const UnaryFunction> relaxed_unary_functions() {
  return relaxed_unary_table;
}

std::span<const BinaryFunction> binary_functions() {
  return binary_table;
}

std::span<const BinaryFunction> relaxed_binary_functions() {
  return relaxed_binary_table;
}

}  // namespace mux::compiler::test
