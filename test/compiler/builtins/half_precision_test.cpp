// Arithmetic and functions of half (cl_khr_fp16): all 65,536 numbers for one argument, special and
// random ones for several. Results that must be correctly rounded or exact are compared bit for
// bit; functions may have an error of slightly more than half an ulp, since they are rounded from
// float, where the specification allows two ulp and more.

#include <algorithm>
#include <catch2/catch.hpp>
#include <climits>
#include <functional>
#include <numeric>

#include "half_numbers.h"
#include "mathematics.h"

namespace mux::compiler::test {
namespace {

using Halves = std::vector<uint16_t>;

constexpr double most_units = 0.51;
constexpr size_t pairs = 40000;

const Program &kernels() {
  return shared_program("half_precision");
}

Halves all_numbers() {
  Halves numbers(half::count);
  std::iota(numbers.begin(), numbers.end(), uint16_t{0});
  return numbers;
}

/// Random bits, and numbers around 1, with finite results.
Halves random_numbers(std::mt19937_64 &random, size_t count) {
  Halves numbers;
  std::uniform_real_distribution<double> ordinary(-8, 8);
  while (numbers.size() < count) {
    numbers.push_back(random() % 2 == 0 ? static_cast<uint16_t>(random())
                                        : half::nearest(ordinary(random)));
  }
  return numbers;
}

/// All pairs of special numbers, then random ones.
void fill_pairs(std::mt19937_64 &random, Halves &x, Halves &y) {
  const Halves special = {0x0000, 0x0001, 0x0002, 0x03ff, 0x0400, 0x0401, 0x3555,
                          0x3800, 0x3bff, 0x3c00, 0x3c01, 0x4000, 0x4200, 0x4248,
                          0x4900, 0x6400, 0x6401, 0x7800, 0x7bff, 0x7c00, 0x7e00};
  for (const uint16_t left : special) {
    for (const uint16_t right : special) {
      for (const uint16_t signs : {0, 1, 2, 3}) {
        x.push_back(static_cast<uint16_t>(left | (signs & 1) << 15));
        y.push_back(static_cast<uint16_t>(right | (signs & 2) << 14));
      }
    }
  }
  const Halves more_x = random_numbers(random, pairs - x.size());
  const Halves more_y = random_numbers(random, pairs - y.size());
  x.insert(x.end(), more_x.begin(), more_x.end());
  y.insert(y.end(), more_y.begin(), more_y.end());
}

std::string text_of_half(uint16_t bits) {
  char buffer[40];
  std::snprintf(buffer, sizeof(buffer), "%a", half::value(bits));
  return buffer;
}

/// Counts results with an error above `limit`, and reports the first one with its arguments.
class Comparison {
 public:
  Comparison(std::string name, double limit) : name_(std::move(name)), limit_(limit) {}

  void add(uint16_t got, long double exact, const std::string &arguments) {
    const bool is_right =
        limit_ == 0 ? half::same(got, half::nearest(exact)) : half::distance(got, exact) <= limit_;
    if (!is_right && wrong_++ == 0) {
      char buffer[80];
      std::snprintf(buffer, sizeof(buffer), " gives %a instead of %La", half::value(got), exact);
      first_ = arguments + buffer;
    }
  }

  void check() const {
    INFO(name_ << " of " << first_ << ", seed " << random_seed());
    CHECK(wrong_ == 0);
  }

 private:
  std::string name_;
  double limit_;
  size_t wrong_ = 0;
  std::string first_;
};

void check_same_by_four(const Halves &out, const Halves &by_four, const std::string &name) {
  INFO(name << " of vectors");
  CHECK(std::equal(out.begin(), out.end(), by_four.begin(), half::same));
}

bool is_exact(const char *name) {
  const auto names = {"ceil", "fabs", "floor", "logb", "rint", "round", "sign", "sqrt", "trunc"};
  return std::find_if(names.begin(), names.end(), [name](const char *exact) {
           return std::string_view(exact) == name;
         }) != names.end();
}

void check_unary(const char *name, const std::function<long double(long double)> &exact,
                 double limit) {
  Halves x = all_numbers();
  Halves out(x.size());
  Halves by_four(x.size());
  run_over(kernels(), std::string(name) + "_half", x.size(), x, out);
  run_over(kernels(), std::string(name) + "_half_by_four", x.size() / 4, x, by_four);
  Comparison comparison(name, limit);
  for (size_t i = 0; i < x.size(); ++i) {
    comparison.add(out[i], exact(half::value(x[i])), text_of_half(x[i]));
  }
  comparison.check();
  check_same_by_four(out, by_four, name);
}

void check_binary(const std::string &name,
                  const std::function<long double(long double, long double)> &exact, double limit) {
  std::mt19937_64 random(random_seed());
  Halves x;
  Halves y;
  fill_pairs(random, x, y);
  Halves out(x.size());
  Halves by_four(x.size());
  run_over(kernels(), name + "_half", x.size(), x, y, out);
  run_over(kernels(), name + "_half_by_four", x.size() / 4, x, y, by_four);
  Comparison comparison(name, limit);
  for (size_t i = 0; i < x.size(); ++i) {
    comparison.add(out[i], exact(half::value(x[i]), half::value(y[i])),
                   text_of_half(x[i]) + ", " + text_of_half(y[i]));
  }
  comparison.check();
  check_same_by_four(out, by_four, name);
}

long double next_half(long double from, long double to) {
  const uint16_t bits = half::nearest(from);
  if (std::isnan(from) || std::isnan(to)) {
    return NAN;
  }
  if (from == to) {
    return to;
  }
  if (from == 0) {
    return std::copysign(half::value(1), to);
  }
  const bool grows = (from < to) == (from > 0);
  return half::value(static_cast<uint16_t>(grows ? bits + 1 : bits - 1));
}

}  // namespace

TEST_CASE("functions of one half are those of float, rounded", "[half]") {
  for (const UnaryFunction &function : unary_functions()) {
    check_unary(function.name, function.exact, is_exact(function.name) ? 0 : most_units);
  }
  check_unary("lgamma", logarithm_of_gamma, most_units);
}

TEST_CASE("functions of two halves are those of float, rounded", "[half]") {
  for (const BinaryFunction &function : binary_functions()) {
    const std::string_view name = function.name;
    const bool is_estimated =
        name.starts_with("pow") || name.starts_with("atan") || name == "hypot";
    // For exact results the distance is checked, not the bits: either of two equal zeros is valid.
    const double limit = is_estimated ? most_units : name == "fdim" ? 0.5 : 1e-9;
    check_binary(function.name, function.exact, limit);
  }
  check_binary("nextafter", next_half, 0);
}

TEST_CASE("sums, differences, products and quotients of halves are rounded once", "[half]") {
  check_binary("sum", std::plus<long double>(), 0);
  check_binary("difference", std::minus<long double>(), 0);
  check_binary("product", std::multiplies<long double>(), 0);
  check_binary("quotient", std::divides<long double>(), 0);
}

TEST_CASE("functions of a half and an integer are those of float, rounded", "[half]") {
  std::mt19937_64 random(random_seed());
  Halves x = random_numbers(random, pairs);
  std::vector<int> n;
  for (size_t i = 0; i < pairs; ++i) {
    const auto bits = static_cast<int>(random());
    const int choices[] = {bits, bits % 64, bits % 8};
    n.push_back(choices[random() % 3]);
  }
  n[0] = INT_MIN;
  n[1] = INT_MAX;
  const auto check = [&](const std::string &name,
                         const std::function<long double(long double, int)> &exact, double limit) {
    Halves out(pairs);
    Halves by_four(pairs);
    run_over(kernels(), name + "_half", pairs, x, n, out);
    run_over(kernels(), name + "_half_by_four", pairs / 4, x, n, by_four);
    Comparison comparison(name, limit);
    for (size_t i = 0; i < pairs; ++i) {
      comparison.add(out[i], exact(half::value(x[i]), n[i]),
                     text_of_half(x[i]) + ", " + std::to_string(n[i]));
    }
    comparison.check();
    check_same_by_four(out, by_four, name);
  };
  check("ldexp", [](long double number, int exponent) { return std::ldexp(number, exponent); }, 0);
  check(
      "pown", [](long double number, int exponent) { return power(number, exponent); }, most_units);
  check("rootn", rootn, most_units);
}

TEST_CASE("fma of halves is rounded once, and mad may be", "[half]") {
  std::mt19937_64 random(random_seed());
  Halves x;
  Halves y;
  fill_pairs(random, x, y);
  Halves z = random_numbers(random, x.size());
  // Sums that nearly cancel, and sums whose last bits matter.
  for (size_t i = x.size() / 2; i < x.size(); ++i) {
    const double product = half::value(x[i]) * half::value(y[i]);
    const auto nearby = static_cast<uint16_t>(half::nearest(-product) + random() % 5);
    z[i] = random() % 2 == 0 ? nearby : static_cast<uint16_t>(random() % 0x2000 | (z[i] & 0x8000));
  }
  const auto exact = [&](size_t i) {
    // Exact in long double.
    return static_cast<long double>(half::value(x[i])) * half::value(y[i]) + half::value(z[i]);
  };
  for (const char *name : {"fma", "mad"}) {
    Halves out(x.size());
    Halves by_four(x.size());
    run_over(kernels(), std::string(name) + "_half", x.size(), x, y, z, out);
    run_over(kernels(), std::string(name) + "_half_by_four", x.size() / 4, x, y, z, by_four);
    Comparison comparison(name, name[0] == 'f' ? 0 : most_units);
    for (size_t i = 0; i < x.size(); ++i) {
      comparison.add(out[i], exact(i),
                     text_of_half(x[i]) + ", " + text_of_half(y[i]) + ", " + text_of_half(z[i]));
    }
    comparison.check();
    check_same_by_four(out, by_four, name);
  }
}

namespace {

/// Functions with a second result of type half.
void check_two_halves(const std::string &name,
                      const std::function<long double(long double, long double *)> &exact,
                      double limit) {
  Halves x = all_numbers();
  Halves out(x.size());
  Halves second(x.size());
  Halves by_four(x.size());
  Halves second_by_four(x.size());
  run_over(kernels(), name + "_half", x.size(), x, out, second);
  run_over(kernels(), name + "_half_by_four", x.size() / 4, x, by_four, second_by_four);
  Comparison first_result(name, limit);
  Comparison second_result(name + " (second result)", limit);
  for (size_t i = 0; i < x.size(); ++i) {
    long double expected_second = 0;
    const long double expected = exact(half::value(x[i]), &expected_second);
    first_result.add(out[i], expected, text_of_half(x[i]));
    second_result.add(second[i], expected_second, text_of_half(x[i]));
  }
  first_result.check();
  second_result.check();
  check_same_by_four(out, by_four, name);
  check_same_by_four(second, second_by_four, name);
}

long double fract(long double x, long double *integral) {
  *integral = std::floor(x);
  if (std::isnan(x)) {
    return x;
  }
  const long double fraction = std::isinf(x) ? 0.0L : x - *integral;
  return std::copysign(std::fmin(fraction, 0x1.ffcp-1L), fraction == 0 ? x : 1.0L);
}

}  // namespace

TEST_CASE("fract, modf and sincos of half", "[half]") {
  check_two_halves("fract", fract, 0);
  check_two_halves(
      "modf", [](long double x, long double *integral) { return std::modf(x, integral); }, 0);
  check_two_halves(
      "sincos",
      [](long double x, long double *cosine) {
        *cosine = std::cos(x);
        return std::sin(x);
      },
      most_units);
}

TEST_CASE("functions of half with an integer result", "[half]") {
  Halves x = all_numbers();
  Halves out(x.size());
  std::vector<int> integers(x.size());
  const auto is_unknown = [&](size_t i) { return !std::isfinite(half::value(x[i])); };

  run_over(kernels(), "frexp_half", x.size(), x, out, integers);
  Comparison frexp("frexp", 0);
  for (size_t i = 0; i < x.size(); ++i) {
    int exponent = 0;
    frexp.add(out[i], std::frexp(half::value(x[i]), &exponent), text_of_half(x[i]));
    frexp.add(half::nearest(is_unknown(i) ? 0 : integers[i]), is_unknown(i) ? 0 : exponent,
              text_of_half(x[i]) + " (exponent)");
  }
  frexp.check();

  run_over(kernels(), "lgamma_r_half", x.size(), x, out, integers);
  Comparison lgamma("lgamma_r", most_units);
  for (size_t i = 0; i < x.size(); ++i) {
    int sign = 0;
    lgamma.add(out[i], ::lgammal_r(half::value(x[i]), &sign), text_of_half(x[i]));
  }
  lgamma.check();

  run_over(kernels(), "ilogb_half", x.size(), x, integers);
  size_t wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double number = half::value(x[i]);
    const int expected = number == 0 ? INT_MIN : is_unknown(i) ? INT_MAX : std::ilogb(number);
    wrong += integers[i] == expected ? 0 : 1;
  }
  CHECK(wrong == 0);

  run_over(kernels(), "nan_half", x.size(), x, out);
  wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    wrong += out[i] == (0x7e00 | (x[i] & 0x1ff)) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

TEST_CASE("remquo of halves", "[half]") {
  std::mt19937_64 random(random_seed());
  Halves x;
  Halves y;
  fill_pairs(random, x, y);
  Halves out(x.size());
  std::vector<int> quotients(x.size());
  run_over(kernels(), "remquo_half", x.size(), x, y, out, quotients);
  Comparison remainders("remquo", 1e-9);
  size_t wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double left = half::value(x[i]);
    const double right = half::value(y[i]);
    int quotient = 0;
    remainders.add(out[i], std::remquo(left, right, &quotient),
                   text_of_half(x[i]) + ", " + text_of_half(y[i]));
    if (std::isfinite(left) && right != 0 && !std::isnan(right)) {
      // Both have the low bits, but a different number of them.
      wrong += std::abs(quotients[i]) % 8 == std::abs(quotient) % 8 ? 0 : 1;
    }
  }
  remainders.check();
  INFO("seed " << random_seed());
  CHECK(wrong == 0);
}

namespace {

template <typename T>
std::vector<T> numbers_to_convert(std::mt19937_64 &random) {
  std::vector<T> numbers;
  while (numbers.size() < pairs) {
    if constexpr (std::is_integral_v<T>) {
      const auto bits = static_cast<T>(random());
      numbers.push_back(static_cast<T>(bits >> (random() % (sizeof(T) * CHAR_BIT))));
    } else {
      // Between two halves, at the midpoint, and next to it.
      const double number = half::value(static_cast<uint16_t>(random()));
      const auto middle = static_cast<T>(number * (1 + std::ldexp(1.0, -11)));
      const T choices[] = {static_cast<T>(number), middle, std::nextafter(middle, T(0)),
                           std::nextafter(middle, T(1e9)), random_number<T>(random)};
      numbers.push_back(choices[random() % 5]);
    }
  }
  return numbers;
}

template <typename T>
void check_conversions(const std::string &type) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers_to_convert<T>(random);
  Halves out(x.size());
  run_over(kernels(), "half_of_" + type, x.size(), x, out);
  Comparison to_half("half of " + type, 0);
  for (size_t i = 0; i < x.size(); ++i) {
    to_half.add(out[i], static_cast<long double>(x[i]), std::to_string(x[i]));
  }
  to_half.check();

  Halves halves = all_numbers();
  std::vector<T> back(halves.size());
  run_over(kernels(), type + "_of_half", halves.size(), halves, back);
  size_t wrong = 0;
  for (size_t i = 0; i < halves.size(); ++i) {
    const double number = half::value(halves[i]);
    if constexpr (std::is_integral_v<T>) {
      const long double whole = std::trunc(static_cast<long double>(number));
      const bool fits = whole >= static_cast<long double>(std::numeric_limits<T>::min()) &&
                        whole <= static_cast<long double>(std::numeric_limits<T>::max());
      wrong += fits && back[i] != static_cast<T>(whole) ? 1 : 0;
    } else {
      wrong += same_number(back[i], static_cast<T>(number)) ? 0 : 1;
    }
  }
  INFO(type << " of half");
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("conversions to half round once, those from it are exact", "[half]") {
  check_conversions<int8_t>("char");
  check_conversions<uint16_t>("ushort");
  check_conversions<int32_t>("int");
  check_conversions<uint32_t>("uint");
  check_conversions<int64_t>("long");
  check_conversions<uint64_t>("ulong");
  check_conversions<float>("float");
  check_conversions<double>("double");
}

TEST_CASE("relations of halves", "[half]") {
  std::mt19937_64 random(random_seed());
  Halves x;
  Halves y;
  fill_pairs(random, x, y);
  std::vector<int> out(x.size());
  run_over(kernels(), "relations_half", x.size(), x, y, out);
  size_t wrong = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = half::value(x[i]);
    const double b = half::value(y[i]);
    const bool is_normal = std::isfinite(a) && std::fabs(a) >= 0x1p-14;
    const bool bits[] = {a == b,           a != b,        a<b, a <= b, a> b, a >= b,
                         a == b,           a != b,        a<b, a> b,         std::isunordered(a, b),
                         std::isfinite(a), std::isinf(a), std::isnan(a),     is_normal,
                         std::signbit(a)};
    int expected = 0;
    for (size_t bit = 0; bit < std::size(bits); ++bit) {
      expected |= static_cast<int>(bits[bit]) << bit;
    }
    wrong += out[i] == expected ? 0 : 1;
  }
  INFO("seed " << random_seed());
  CHECK(wrong == 0);
}

TEST_CASE("functions of half accept a scalar with a vector", "[half]") {
  Halves x = all_numbers();
  const uint64_t count = x.size();
  Halves out(6 * x.size());
  run_over(kernels(), "mixed_half", count / 4, x, out, count);
  Comparison comparison("a scalar beside a vector", 0);
  for (size_t i = 0; i < x.size(); ++i) {
    const double number = half::value(x[i]);
    const std::string text = text_of_half(x[i]);
    comparison.add(out[i], std::fmin(number, 0.5), "fmin " + text);
    comparison.add(out[count + i], std::fmax(number, 0.5), "fmax " + text);
    if (!std::isnan(number)) {
      comparison.add(out[2 * count + i], std::clamp(number, -1.0, 1.0), "clamp " + text);
    }
    comparison.add(out[3 * count + i], number * 8, "ldexp " + text);
    comparison.add(out[4 * count + i], number < 0.5 ? 0 : 1, "step " + text);
    comparison.add(out[5 * count + i], number > 1 ? -number : number, "select " + text);
  }
  comparison.check();
}

TEST_CASE("lengths and products of vectors of halves", "[half]") {
  std::mt19937_64 random(random_seed());
  constexpr size_t vectors = 4000;
  Halves x;
  Halves y;
  std::uniform_real_distribution<double> ordinary(-100, 100);
  while (x.size() < 4 * vectors) {
    x.push_back(half::nearest(ordinary(random)));
    y.push_back(half::nearest(ordinary(random)));
  }
  Halves out(8 * vectors);
  run_over(kernels(), "geometry_half", vectors, x, y, out);
  Comparison comparison("geometry", most_units);
  for (size_t i = 0; i < vectors; ++i) {
    long double a[4];
    long double b[4];
    long double length = 0;
    long double distance = 0;
    long double dot = 0;
    for (size_t k = 0; k < 4; ++k) {
      a[k] = half::value(x[4 * i + k]);
      b[k] = half::value(y[4 * i + k]);
      length += a[k] * a[k];
      distance += (a[k] - b[k]) * (a[k] - b[k]);
      dot += a[k] * b[k];
    }
    comparison.add(out[8 * i], std::sqrt(length), "length");
    comparison.add(out[8 * i + 1], std::sqrt(distance), "distance");
    // Products that cancel have an error of float, which matters in small sums.
    if (std::fabs(dot) > 2000) {
      comparison.add(out[8 * i + 2], dot, "dot");
    }
    comparison.add(static_cast<uint16_t>(std::abs(out[8 * i + 3] - 0x3c00) <= 2 ? 0 : 1), 0,
                   "length of normalize");
    comparison.add(out[8 * i + 4], a[1] * b[2] - a[2] * b[1], "cross");
    comparison.add(out[8 * i + 7], 0, "cross");
  }
  comparison.check();
}

TEST_CASE("a sum of halves in a loop is rounded after each step", "[half]") {
  Halves x = all_numbers();
  Halves out(x.size());
  int steps = 9;
  run_over(kernels(), "sums_half", x.size(), x, out, steps);
  Comparison comparison("sum", 0);
  for (size_t i = 0; i < x.size(); ++i) {
    const double number = half::value(x[i]);
    const double part = half::value(half::nearest(number * 0.125));
    double sum = number;
    for (int k = 0; k < steps; ++k) {
      sum = half::value(half::nearest(sum + part));
    }
    comparison.add(out[i], sum, text_of_half(x[i]));
  }
  comparison.check();
}

}  // namespace mux::compiler::test
