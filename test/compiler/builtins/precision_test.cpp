// Functions of one float, over numbers spread evenly over all bit patterns: every exponent, every
// part of a significand.

#include "mathematics.h"

namespace mux::compiler::test {
namespace {

constexpr uint64_t patterns = uint64_t{1} << 32;
constexpr size_t chunk = size_t{1} << 16;

float number_of(uint64_t pattern) {
  const auto bits = static_cast<uint32_t>(pattern);
  float number = 0;
  std::memcpy(&number, &bits, sizeof(number));
  return std::isnan(number) ? std::numeric_limits<float>::quiet_NaN() : number;
}

/// Every stride-th pattern. @return the largest error.
double check_patterns(const UnaryFunction &function, uint64_t stride) {
  const std::string name = std::string(function.name) + "_float";
  std::vector<float> x(chunk);
  std::vector<float> out(chunk);
  Worst<float> worst(function.limit);
  for (uint64_t first = random_seed() % stride; first < patterns; first += chunk * stride) {
    for (size_t i = 0; i < chunk; ++i) {
      x[i] = number_of(first + i * stride);
    }
    run_over(shared_program("unary"), name, chunk, x, out);
    for (size_t i = 0; i < chunk; ++i) {
      if (!function.holds_at(x[i])) {
        continue;
      }
      const long double exact = function.exact(x[i]);
      if (ulp_distance(out[i], exact) > worst.distance()) {
        worst.add(out[i], exact, text_of(x[i]));
      }
    }
  }
  worst.check(name);
  return worst.distance();
}

void check_all(uint64_t stride) {
  for (const auto functions : {unary_functions(), relaxed_unary_functions()}) {
    for (const UnaryFunction &function : functions) {
      const double error = check_patterns(function, stride);
      SUCCEED(function.name << ": " << error << " units in the last place");
    }
  }
}

/// Finite numbers with their results.
template <typename T>
void check_with_fast_math(const std::string &function) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers<T>(random, 5000);
  for (T &number : x) {
    number = std::isfinite(number) ? number : T(1);
  }
  const std::string name = function + type_name<T>();
  std::vector<T> out(x.size());
  std::vector<T> fast(x.size());
  run_over(shared_program("unary"), name, x.size(), x, out);
  run_over(shared_program("unary_fast"), name, x.size(), x, fast);
  size_t different = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    different += std::isfinite(out[i]) && out[i] != fast[i] ? 1 : 0;
  }
  INFO(name << ", seed " << random_seed());
  CHECK(different == 0);
}

}  // namespace

TEST_CASE("fast-math options do not reach into mathematical functions", "[mathematics]") {
  for (const char *function :
       {"acos",  "acosh", "asin", "asinh", "atan",  "atanh", "cbrt",  "cos",  "cosh",
        "cospi", "erf",   "erfc", "exp",   "exp10", "exp2",  "expm1", "log",  "log10",
        "log1p", "log2",  "sin",  "sinh",  "sinpi", "tan",   "tanh",  "tanpi"}) {
    check_with_fast_math<float>(function);
    check_with_fast_math<double>(function);
  }
}

TEST_CASE("fast-math divisions are within 2.5 units in the last place", "[mathematics]") {
  std::mt19937_64 random(random_seed());
  constexpr size_t count = size_t{1} << 20;
  std::uniform_real_distribution<float> significands(1, 2);
  std::vector<float> x(count);
  std::vector<float> y(count);
  for (size_t i = 0; i < count; ++i) {
    // Quotients just below a power of two have the least units for their size.
    y[i] = significands(random);
    x[i] = y[i] * (1 - (significands(random) - 1) * 0x1p-5F);
  }
  for (const size_t lanes : {1, 8}) {
    const std::string kernel = lanes == 1 ? "divide_by_one" : "divide_by_eight";
    std::vector<float> out(count);
    run_over(shared_program("divisions_fast"), kernel, count / lanes, x, y, out);
    Worst<float> worst(2.5);
    for (size_t i = 0; i < count; ++i) {
      const long double exact = static_cast<long double>(x[i]) / y[i];
      if (ulp_distance(out[i], exact) > worst.distance()) {
        worst.add(out[i], exact, text_of(x[i]) + ", " + text_of(y[i]));
      }
    }
    worst.check(kernel);
  }
}

TEST_CASE("functions of a float are precise over all exponents", "[mathematics]") {
  check_all(patterns / chunk + 1);
}

TEST_CASE("functions of a float are precise at one of every 509 numbers", "[.slow]") {
  check_all(509);
}

}  // namespace mux::compiler::test
