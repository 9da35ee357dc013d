// Accuracy of mathematical functions, compared with MPFR at special numbers, at every exponent and
// at random numbers, for scalars and for explicit vectors of four.
//
// MUX_TEST_NUMBERS is the number of inputs of each function, MUX_TEST_FUNCTION selects functions by
// a regular expression; results are written to the file MUX_TEST_TABLE, a line for each function.
// scripts/accuracy generates docs/accuracy.md from it.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>

#include "accuracy_inputs.h"
#include "accuracy_references.h"
#include "mathematics.h"

namespace mux::compiler::test {
namespace {

constexpr size_t numbers_of_a_test = 1536;
constexpr size_t pairs_of_a_test = 8192;

size_t count_of(const char *name, size_t usual) {
  const char *text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

bool is_wanted(const std::string &function) {
  const char *pattern = std::getenv("MUX_TEST_FUNCTION");
  return pattern == nullptr || std::regex_match(function, std::regex(pattern));
}

/// Checks the results, and writes them to the table if requested.
template <typename T>
void report(const std::string &kernel, const char *options, double limit, const Worst<T> &worst) {
  worst.check(kernel + options);
  if (const char *path = std::getenv("MUX_TEST_TABLE")) {
    std::ofstream table(path, std::ios::app);
    table << kernel << '\t' << options << '\t' << limit << '\t' << worst.distance() << '\t'
          << worst.text() << '\n';
  }
}

/// Build options of a program.
struct Variant {
  const char *suffix;
  const char *options;
};

const Variant plain{"", ""};
const Variant fast{"_fast", " -cl-fast-relaxed-math"};
const Variant flush{"_flush", " -cl-denorms-are-zero"};

/// Whether the options replace it by a less accurate function (relaxed_functions_test.cpp).
template <typename T>
bool is_another_one(std::string_view function, const Variant &variant) {
  return &variant == &fast && std::is_same_v<T, float> && is_relaxed_function(function);
}

/// Half of the numbers are inputs of the scalar kernel, half of the vector kernel.
template <typename T, typename... Inputs>
std::vector<T> results_of(const Program &program, const std::string &kernel, Inputs &...inputs) {
  const size_t count = std::get<0>(std::tie(inputs...)).size();
  std::vector<T> out(count);
  std::vector<T> by_four(count);
  run_over(program, kernel, count, inputs..., out);
  run_over(program, kernel + "_by_four", count / 4, inputs..., by_four);
  std::copy(by_four.begin() + static_cast<std::ptrdiff_t>(count / 8 * 4), by_four.end(),
            out.begin() + static_cast<std::ptrdiff_t>(count / 8 * 4));
  return out;
}

/// Whether the options define the result for this argument.
template <typename T>
bool counts(const Variant &variant, T x, long double exact) {
  if (&variant != &fast) {
    return true;
  }
  return std::fpclassify(x) != FP_SUBNORMAL && std::isfinite(x) && std::isfinite(exact);
}

/// Values that an argument may be replaced by: a denormal by a zero of its sign, with
/// -cl-denorms-are-zero.
template <typename T>
std::vector<T> meanings(const Variant &variant, T x) {
  if (&variant == &flush && std::fpclassify(x) == FP_SUBNORMAL) {
    return {x, std::copysign(T(0), x)};
  }
  return {x};
}

/// The error of a result; 0 if it may be flushed and was.
template <typename T>
void add_result(Worst<T> &worst, const Variant &variant, T got, long double exact,
                const std::string &input) {
  // Intermediate results may be half or a quarter of the result.
  const long double least = 4.0L * std::numeric_limits<T>::min();
  const bool has_vanished = &variant == &flush && got == 0 && std::fabs(exact) <= least;
  worst.add(got, has_vanished ? static_cast<long double>(got) : exact, input);
}

/// The nearest of several valid results.
template <typename T>
long double nearest(T got, const std::vector<long double> &exact) {
  return *std::min_element(exact.begin(), exact.end(), [got](long double left, long double right) {
    return ulp_distance(got, left) < ulp_distance(got, right);
  });
}

/// OpenCL does not bound the error near the zeros of lgamma, where functions of ordinary precision
/// are inaccurate: there, errors are in ulp of 1.
template <typename T>
void add_logarithm_of_gamma(Worst<T> &worst, T got, long double exact, T x) {
  const long double one = std::copysign(1.0L, exact);
  const bool is_small = std::fabs(exact) < 1;
  // The rounding of the sum with 1 is less than the errors of interest.
  worst.add(is_small ? static_cast<T>(got + one) : got, is_small ? exact + one : exact, text_of(x));
}

template <typename T>
void check_precise_unary(const UnaryFunction &function, const Variant &variant, size_t usual) {
  const std::string kernel = std::string(function.name) + type_name<T>();
  if (!is_wanted(kernel) || is_another_one<T>(function.name, variant)) {
    return;
  }
  std::mt19937_64 random(random_seed());
  const UnaryReference precise = precise_unary(function.name);
  const auto exact = precise != nullptr ? precise : function.exact;
  std::vector<T> x = precise_test_numbers<T>(random, count_of("MUX_TEST_NUMBERS", usual), 8);
  const std::vector<T> out =
      results_of<T>(shared_program(std::string("unary") + variant.suffix), kernel, x);
  Worst<T> worst(function.limit);
  for (size_t i = 0; i < x.size(); ++i) {
    if (!function.holds_at(x[i])) {
      continue;
    }
    std::vector<long double> values;
    for (const T meaning : meanings(variant, x[i])) {
      values.push_back(exact(meaning));
    }
    const long double value = nearest(out[i], values);
    if (!counts(variant, x[i], value)) {
      continue;
    }
    if (std::string_view(function.name) == "lgamma") {
      add_logarithm_of_gamma(worst, out[i], value, x[i]);
    } else {
      add_result(worst, variant, out[i], value, text_of(x[i]));
    }
  }
  report(kernel, variant.options, function.limit, worst);
}

template <typename T>
void check_precise_binary(const BinaryFunction &function, const Variant &variant, size_t usual) {
  const std::string kernel = std::string(function.name) + type_name<T>();
  if (!is_wanted(kernel) || is_another_one<T>(function.name, variant)) {
    return;
  }
  std::mt19937_64 random(random_seed());
  const BinaryReference precise = precise_binary(function.name);
  const auto exact = precise != nullptr ? precise : function.exact;
  std::vector<T> x;
  std::vector<T> y;
  precise_test_pairs(random, count_of("MUX_TEST_NUMBERS", usual) / 8 * 8, x, y);
  const std::vector<T> out =
      results_of<T>(shared_program(std::string("binary") + variant.suffix), kernel, x, y);
  Worst<T> worst(function.limit);
  for (size_t i = 0; i < x.size(); ++i) {
    std::vector<long double> values;
    for (const T left : meanings(variant, x[i])) {
      for (const T right : meanings(variant, y[i])) {
        values.push_back(exact(left, right));
      }
    }
    const long double value = nearest(out[i], values);
    if (counts(variant, x[i], value) && counts(variant, y[i], value)) {
      add_result(worst, variant, out[i], value, text_of(x[i]) + ", " + text_of(y[i]));
    }
  }
  report(kernel, variant.options, function.limit, worst);
}

template <typename T>
void check_precise_with_integer(const std::string &function, long double (*exact)(long double, int),
                                double limit, const Variant &variant, size_t usual) {
  const std::string kernel = function + type_name<T>();
  if (!is_wanted(kernel) || is_another_one<T>(function, variant)) {
    return;
  }
  std::mt19937_64 random(random_seed());
  std::vector<T> x = precise_test_numbers<T>(random, count_of("MUX_TEST_NUMBERS", usual), 8);
  std::vector<int> n;
  while (n.size() < x.size()) {
    const auto bits = static_cast<int>(random());
    const int choices[] = {bits, bits % 100, bits % 2000, bits >> static_cast<int>(random() % 32)};
    n.push_back(choices[random() % 4]);
  }
  const std::vector<T> out =
      results_of<T>(shared_program(std::string("binary") + variant.suffix), kernel, x, n);
  Worst<T> worst(limit);
  for (size_t i = 0; i < x.size(); ++i) {
    std::vector<long double> values;
    for (const T meaning : meanings(variant, x[i])) {
      values.push_back(exact(meaning, n[i]));
    }
    const long double value = nearest(out[i], values);
    if (counts(variant, x[i], value)) {
      add_result(worst, variant, out[i], value, text_of(x[i]) + ", " + std::to_string(n[i]));
    }
  }
  report(kernel, variant.options, limit, worst);
}

void check_all_unary(const Variant &variant, size_t usual) {
  for (const UnaryFunction &function : unary_functions()) {
    check_precise_unary<float>(function, variant, usual);
    check_precise_unary<double>(function, variant, usual);
  }
  for (const UnaryFunction &function : relaxed_unary_functions()) {
    check_precise_unary<float>(function, variant, usual);
  }
  const UnaryFunction lgamma{"lgamma", logarithm_of_gamma, 16};
  check_precise_unary<float>(lgamma, variant, usual);
  check_precise_unary<double>(lgamma, variant, usual);
}

void check_all_with_integers(const Variant &variant, size_t usual) {
  const auto ldexp = [](long double x, int n) { return std::ldexp(x, n); };
  check_precise_with_integer<float>("ldexp", ldexp, 0.5, variant, usual);
  check_precise_with_integer<double>("ldexp", ldexp, 0.5, variant, usual);
  check_precise_with_integer<float>("pown", precise_power_of_integer, 16, variant, usual);
  check_precise_with_integer<double>("pown", precise_power_of_integer, 16, variant, usual);
  check_precise_with_integer<float>("rootn", precise_root, 16, variant, usual);
  check_precise_with_integer<double>("rootn", precise_root, 16, variant, usual);
}

void check_all_binary(const Variant &variant, size_t usual) {
  for (const BinaryFunction &function : binary_functions()) {
    check_precise_binary<float>(function, variant, usual);
    check_precise_binary<double>(function, variant, usual);
  }
  for (const BinaryFunction &function : relaxed_binary_functions()) {
    check_precise_binary<float>(function, variant, usual);
  }
  check_all_with_integers(variant, usual);
}

/// Random bits, for a function of one float.
double check_patterns(const UnaryFunction &function, uint64_t stride) {
  constexpr uint64_t patterns = uint64_t{1} << 32;
  constexpr size_t chunk = size_t{1} << 16;
  const std::string name = std::string(function.name) + "_float";
  std::vector<float> x(chunk);
  std::vector<float> out(chunk);
  Worst<float> worst(function.limit);
  for (uint64_t first = random_seed() % stride; first < patterns; first += chunk * stride) {
    for (size_t i = 0; i < chunk; ++i) {
      const auto bits = static_cast<uint32_t>(first + i * stride);
      std::memcpy(&x[i], &bits, sizeof(bits));
      x[i] = std::isnan(x[i]) ? std::numeric_limits<float>::quiet_NaN() : x[i];
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
  report(name, " all", function.limit, worst);
  return worst.distance();
}

/// Finite inputs with their results.
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

TEST_CASE("fast-math options do not change other mathematical functions", "[mathematics]") {
  for (const char *function :
       {"acos",  "acosh", "asin", "asinh", "atan",  "atanh", "cbrt",  "cos",  "cosh",
        "cospi", "erf",   "erfc", "exp",   "exp10", "exp2",  "expm1", "log",  "log10",
        "log1p", "log2",  "sin",  "sinh",  "sinpi", "tan",   "tanh",  "tanpi"}) {
    if (!is_relaxed_function(function)) {
      check_with_fast_math<float>(function);
    }
    check_with_fast_math<double>(function);
  }
}

TEST_CASE("fast-math divisions are within 2.5 ulp", "[mathematics]") {
  std::mt19937_64 random(random_seed());
  constexpr size_t count = size_t{1} << 20;
  std::uniform_real_distribution<float> significands(1, 2);
  std::vector<float> x(count);
  std::vector<float> y(count);
  for (size_t i = 0; i < count; ++i) {
    // Quotients just below a power of two have the smallest ulp relative to their size.
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

TEST_CASE("functions of one argument are accurate at every exponent", "[mathematics]") {
  check_all_unary(plain, numbers_of_a_test);
}

TEST_CASE("functions of two arguments are accurate at numbers of all sizes", "[mathematics]") {
  check_all_binary(plain, pairs_of_a_test);
}

TEST_CASE("with -cl-denorms-are-zero powers may flush denormals", "[mathematics]") {
  for (const BinaryFunction &function : binary_functions()) {
    if (std::string_view(function.name).starts_with("pow")) {
      check_precise_binary<float>(function, flush, pairs_of_a_test);
      check_precise_binary<double>(function, flush, pairs_of_a_test);
    }
  }
  check_all_with_integers(flush, numbers_of_a_test);
}

TEST_CASE("build options do not make functions less accurate", "[.slow]") {
  for (const Variant *variant : {&fast, &flush}) {
    check_all_unary(*variant, numbers_of_a_test);
    check_all_binary(*variant, pairs_of_a_test);
  }
}

// Every number, with MUX_TEST_STRIDE=1.
TEST_CASE("functions of a float are accurate at every 509th number", "[.slow]") {
  for (const auto functions : {unary_functions(), relaxed_unary_functions()}) {
    for (const UnaryFunction &function : functions) {
      if (is_wanted(std::string(function.name) + "_float")) {
        const double error = check_patterns(function, count_of("MUX_TEST_STRIDE", 509));
        SUCCEED(function.name << ": " << error << " units in the last place");
      }
    }
  }
}

}  // namespace mux::compiler::test
