// Functions with relaxed accuracy: native_ ones, and those of float with -cl-fast-relaxed-math,
// which are the same. Bounds are those of the table "ULP Values for Single Precision Math
// Instructions with -cl-unsafe-math-optimizations" (OpenCL SPIR-V environment 8.6), or smaller
// ones.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "accuracy_inputs.h"
#include "accuracy_references.h"
#include "mathematics.h"

namespace mux::compiler::test::relaxed_functions {
namespace {

constexpr size_t count = size_t{1} << 14;

long double unit_of(long double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  return std::ldexp(1.0L, std::max(exponent - 24, -149));
}

/// Up to this angle, the error of pi in two parts is negligible.
constexpr double ordinary_angle = 100;

/// Programs compare results by their relative error, also near zeros. The reduction of larger
/// angles is inexact.
long double of_angle(long double x, long double exact) {
  if (std::fabs(x) <= ordinary_angle) {
    return 0x1p-20L * std::fabs(exact);
  }
  return std::fabs(x) <= 0x1p+17L ? 0x1p-22L : 0x1p-16L;
}
long double of_exponent(long double x, long double exact) {
  return (4 + std::fabs(x) / 4) * unit_of(exact);
}
long double of_binary_exponent(long double, long double exact) {
  return 4 * unit_of(exact);
}
long double of_decimal_exponent(long double x, long double exact) {
  return (4 + std::fabs(x)) * unit_of(exact);
}
long double of_logarithm(long double x, long double exact) {
  return x >= 0.5L && x <= 2 ? 0x1p-21L : 3 * unit_of(exact);
}
/// exp2(y * log2(|x|)).
long double of_power(long double exact) {
  return (8 + 6 * std::fabs(std::log2(std::fabs(exact)))) * unit_of(exact);
}

struct RelaxedFunction {
  const char *name;
  const char *bound;
  long double (*allowed)(long double x, long double exact);
  double low;
  double high;
};

constexpr const char *angle_bound = "2^-20 of the result up to 100, 2^-22 up to 2^17, 2^-16 beyond";

const RelaxedFunction functions[] = {
    {"sin", angle_bound, of_angle, -0x1.fffffep+21, 0x1.fffffep+21},
    {"cos", angle_bound, of_angle, -0x1.fffffep+21, 0x1.fffffep+21},
    {"exp", "4 + x / 4 ulp", of_exponent, -1000, 1000},
    {"exp2", "4 ulp", of_binary_exponent, -1000, 1000},
    {"exp10", "4 + x ulp", of_decimal_exponent, -1000, 1000},
    {"log", "2^-21, 3 ulp beyond 0.5 and 2", of_logarithm, 0x1p-126, 0x1p+128},
    {"log2", "2^-21, 3 ulp beyond 0.5 and 2", of_logarithm, 0x1p-126, 0x1p+128},
    {"log10", "2^-21, 3 ulp beyond 0.5 and 2", of_logarithm, 0x1p-126, 0x1p+128},
};

/// The largest error relative to the bound.
class WorstShare {
 public:
  void add(float x, float got, long double exact, long double allowed, const std::string &input) {
    // Results that are below the normal range, or may be within the bound, may be flushed; too
    // large results count as the next power of two.
    constexpr long double least = std::numeric_limits<float>::min();
    if (got == 0 && std::fabs(exact) - allowed < least) {
      return;
    }
    const long double limit = 0x1p+128L;
    const long double value = std::isinf(got) ? std::copysign(limit, got) : got;
    const long double error = std::fabs(value - std::clamp(exact, -limit, limit));
    const auto share = static_cast<double>(error / allowed);
    if (std::fabs(exact) <= 1) {
      absolute_ = std::max(absolute_, static_cast<double>(error));
    }
    if (std::fabs(exact) >= least && std::fabs(x) <= ordinary_angle) {
      relative_ = std::max(relative_, static_cast<double>(error / std::fabs(exact)));
    }
    if (!(share <= share_)) {
      share_ = share;
      text_ = text_of(got) + " for " + input;
    }
  }

  void check(const std::string &function, const char *bound) const {
    INFO(function << " gives " << text_ << ", " << share_ << " of " << bound << ", seed "
                  << random_seed());
    CHECK(share_ <= 1);
    if (const char *path = std::getenv("MUX_TEST_TABLE")) {
      std::ofstream(path, std::ios::app)
          << function << "\t relaxed\t" << bound << '\t' << share_ << '\t' << text_ << '\t'
          << relative_ << '\t' << absolute_ << '\n';
    }
  }

 private:
  double share_ = 0;
  /// For arguments up to ordinary_angle, whatever the function.
  double relative_ = 0;
  /// Of results up to 1.
  double absolute_ = 0;
  std::string text_;
};

std::vector<float> inputs_of(const RelaxedFunction &function) {
  std::mt19937_64 random(random_seed());
  std::vector<float> x = precise_test_numbers<float>(random, count, 4);
  if (function.allowed == of_angle) {
    // Furthest from a whole number of half turns after reduction.
    x.back() = -0x1.e2e772p+21F;
  }
  std::uniform_real_distribution<float> ordinary(-100, 100);
  for (size_t i = 0; i < count; ++i) {
    x.push_back(function.allowed == of_logarithm ? std::exp2(ordinary(random)) : ordinary(random));
  }
  return x;
}

/// With -cl-fast-relaxed-math, programs guarantee finite inputs.
std::vector<float> finite_inputs_of(const RelaxedFunction &function) {
  std::vector<float> x = inputs_of(function);
  std::replace_if(x.begin(), x.end(), [](float number) { return !std::isfinite(number); }, 1.0F);
  return x;
}

std::vector<float> results_of(const char *program, const std::string &kernel,
                              std::vector<float> &x) {
  std::vector<float> out(x.size());
  run_over(shared_program(program), kernel, x.size(), x, out);
  return out;
}

/// Whether the result for the base is defined.
bool is_defined(float x, long double y) {
  if (x == 0) {
    return y != 0;
  }
  return std::isnormal(x) && (x > 0 || (y == std::trunc(y) && std::fabs(y) <= 0x1p+24L));
}

template <typename Y>
void check_powers(const char *program, const std::string &function, const std::vector<float> &x,
                  std::vector<Y> &y, long double (*exact)(long double, Y)) {
  std::vector<float> bases = x;
  std::vector<float> out(x.size());
  run_over(shared_program(program), function + "_float", x.size(), bases, y, out);
  WorstShare worst;
  for (size_t i = 0; i < x.size(); ++i) {
    if (!is_defined(x[i], y[i]) || (function.ends_with("powr") && x[i] <= 0)) {
      continue;
    }
    const long double value = exact(x[i], y[i]);
    if (std::isfinite(value) && value != 0 && std::isfinite(static_cast<float>(y[i]))) {
      worst.add(x[i], out[i], value, of_power(value),
                text_of(x[i]) + ", " + text_of(static_cast<float>(y[i])));
    }
  }
  worst.check(function, "8 + 6 log2(result) ulp");
}

}  // namespace

TEST_CASE("relaxed functions are within their bounds", "[mathematics]") {
  for (const RelaxedFunction &function : functions) {
    std::vector<float> x = inputs_of(function);
    const std::string name = "native_" + std::string(function.name);
    const std::vector<float> out = results_of("unary", name + "_float", x);
    WorstShare worst;
    for (size_t i = 0; i < x.size(); ++i) {
      if (std::isnormal(x[i]) && x[i] >= function.low && x[i] <= function.high) {
        const long double exact = precise_unary(function.name)(x[i]);
        worst.add(x[i], out[i], exact, function.allowed(x[i], exact), text_of(x[i]));
      }
    }
    worst.check(name, function.bound);
    if (function.allowed != of_angle) {
      const std::string half = "half_" + std::string(function.name);
      check_same(results_of("unary", half + "_float", x), out, half);
    }
  }
}

TEST_CASE("with -cl-fast-relaxed-math functions of float are the native ones", "[mathematics]") {
  for (const RelaxedFunction &function : functions) {
    REQUIRE(is_relaxed_function(function.name));
    std::vector<float> x = finite_inputs_of(function);
    const std::string name = std::string(function.name) + "_float";
    const std::vector<float> native = results_of("unary", "native_" + name, x);
    check_same(results_of("unary_fast", name, x), native, name);
    std::vector<float> by_four(x.size());
    run_over(shared_program("unary_fast"), name + "_by_four", x.size() / 4, x, by_four);
    check_same(by_four, native, name);
  }
}

TEST_CASE("with -cl-fast-relaxed-math sincos is within the bounds of native_sin and native_cos",
          "[mathematics]") {
  std::vector<float> x = finite_inputs_of(functions[0]);
  std::vector<float> sines(x.size());
  std::vector<float> cosines(x.size());
  run_over(shared_program("several_results_fast"), "sincos_float", x.size(), x, sines, cosines);
  WorstShare worst;
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnormal(x[i]) && std::fabs(x[i]) <= functions[0].high) {
      const long double sine = precise_unary("sin")(x[i]);
      const long double cosine = precise_unary("cos")(x[i]);
      worst.add(x[i], sines[i], sine, of_angle(x[i], sine), text_of(x[i]));
      worst.add(x[i], cosines[i], cosine, of_angle(x[i], cosine), text_of(x[i]));
    }
  }
  worst.check("sincos", angle_bound);
}

TEST_CASE("relaxed sines and cosines are accurate near their zeros, and exact at zero",
          "[mathematics]") {
  std::vector<float> x;
  for (int quarter = 1; quarter * 1.5707963267948966 < ordinary_angle; ++quarter) {
    float near = std::nextafter(static_cast<float>(quarter * 1.5707963267948966), 0.0F);
    for (int step = 0; step < 3; ++step) {
      x.push_back(near);
      x.push_back(-near);
      near = std::nextafter(near, 1000.0F);
    }
  }
  x.resize(x.size() / 4 * 4);
  for (const char *name : {"sin", "cos"}) {
    WorstShare worst;
    const std::vector<float> out = results_of("unary_fast", std::string(name) + "_float", x);
    for (size_t i = 0; i < x.size(); ++i) {
      const long double exact = precise_unary(name)(x[i]);
      worst.add(x[i], out[i], exact, of_angle(x[i], exact), text_of(x[i]));
    }
    worst.check(name, angle_bound);
  }
  std::vector<float> zero = {0.0F};
  check_same(results_of("unary", "native_sin_float", zero), {0.0F}, "native_sin");
  check_same(results_of("unary", "native_cos_float", zero), {1.0F}, "native_cos");
}

TEST_CASE("with -cl-fast-relaxed-math powers are as accurate as the logarithm of the result allows",
          "[mathematics]") {
  std::mt19937_64 random(random_seed());
  std::vector<float> x;
  std::vector<float> y;
  precise_test_pairs(random, count, x, y);
  const auto powr = [](long double base, float exponent) {
    return precise_binary("powr")(base, exponent);
  };
  check_powers<float>("binary_fast", "powr", x, y, powr);
  check_powers<float>("binary", "half_powr", x, y, powr);
  std::vector<int> integers;
  for (size_t i = 0; i < x.size(); ++i) {
    integers.push_back(static_cast<int>(random() % 400) - 200);
    y[i] = i % 2 == 0 ? static_cast<float>(integers[i]) : y[i];
  }
  check_powers<int>("binary_fast", "pown", x, integers, precise_power_of_integer);
  check_powers<float>("binary_fast", "pow", x, y, [](long double base, float exponent) {
    return precise_binary("pow")(base, exponent);
  });
}

TEST_CASE("relaxed exponentials and logarithms handle overflow and special values",
          "[mathematics]") {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float undefined = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> x = {-infinity, -200, 0, 200, infinity, undefined};
  for (const char *name : {"native_exp_float", "native_exp2_float", "native_exp10_float"}) {
    check_same(results_of("unary", name, x), {0, 0, 1, infinity, infinity, undefined}, name);
  }
  x = {-0.0F, 0, -1, -infinity, infinity, undefined, 1};
  for (const char *name : {"native_log_float", "native_log2_float", "native_log10_float"}) {
    check_same(results_of("unary", name, x),
               {-infinity, -infinity, undefined, undefined, infinity, undefined, 0}, name);
  }
  x = {infinity, -infinity, undefined};
  for (const char *name : {"native_sin_float", "native_cos_float"}) {
    check_same(results_of("unary", name, x), {undefined, undefined, undefined}, name);
  }
}

TEST_CASE("native quotients are within 2 ulp, and handle overflow and special values",
          "[mathematics]") {
  std::mt19937_64 random(random_seed());
  std::uniform_real_distribution<float> exponents(-62, 62);
  std::vector<float> x;
  std::vector<float> y;
  for (size_t i = 0; i < count; ++i) {
    x.push_back(std::copysign(std::exp2(exponents(random)), exponents(random)));
    y.push_back(std::copysign(std::exp2(exponents(random)), exponents(random)));
  }
  std::vector<float> out(count);
  run_over(shared_program("binary"), "native_divide_float", count, x, y, out);
  Worst<float> worst(2);
  for (size_t i = 0; i < count; ++i) {
    worst.add(out[i], static_cast<long double>(x[i]) / y[i], text_of(x[i]) + ", " + text_of(y[i]));
  }
  worst.check("native_divide");

  constexpr float infinity = std::numeric_limits<float>::infinity();
  constexpr float undefined = std::numeric_limits<float>::quiet_NaN();
  x = {1, -1, 1, 1, 0, infinity, undefined, 1};
  y = {0, 0, -0.0F, infinity, 0, infinity, 1, undefined};
  out.resize(x.size());
  run_over(shared_program("binary"), "native_divide_float", x.size(), x, y, out);
  check_same(out, {infinity, -infinity, -infinity, 0, undefined, undefined, undefined, undefined},
             "native_divide");
  check_same(results_of("unary", "native_recip_float", y),
             {infinity, infinity, -infinity, 0, infinity, 0, 1, undefined}, "native_recip");
}

TEST_CASE("half_powr handles special numbers like powr", "[mathematics]") {
  std::vector<float> x;
  std::vector<float> y;
  for (const float base : special_numbers<float>()) {
    for (const float exponent : special_numbers<float>()) {
      const bool is_special = !std::isnormal(base) || base < 0 || !std::isfinite(exponent);
      if (is_special && std::fpclassify(base) != FP_SUBNORMAL) {
        x.push_back(base);
        y.push_back(exponent);
      }
    }
  }
  std::vector<float> out(x.size());
  std::vector<float> precise(x.size());
  run_over(shared_program("binary"), "half_powr_float", x.size(), x, y, out);
  run_over(shared_program("binary"), "powr_float", x.size(), x, y, precise);
  check_same(out, precise, "half_powr");
}

TEST_CASE("with -cl-fast-relaxed-math square roots are within 3 ulp", "[mathematics]") {
  // LLVM uses estimates if the processor's square roots are slow.
  std::mt19937_64 random(random_seed());
  std::vector<float> x = precise_test_numbers<float>(random, count, 4);
  std::erase_if(x, [](float number) { return !std::isnormal(number) || number < 0; });
  const std::vector<float> out = results_of("unary_fast", "sqrt_float", x);
  Worst<float> worst(3);
  for (size_t i = 0; i < x.size(); ++i) {
    worst.add(out[i], std::sqrt(static_cast<long double>(x[i])), text_of(x[i]));
  }
  worst.check("sqrt");
}

}  // namespace mux::compiler::test::relaxed_functions
