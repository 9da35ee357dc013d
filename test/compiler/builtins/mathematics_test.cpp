// Floating-point functions compared with references in long double, within the limits of the OpenCL
// specification (full profile).

#include <catch2/catch.hpp>
#include <climits>
#include <functional>

#include "mathematics.h"

namespace mux::compiler::test::mathematics {
namespace {

const Program &unary_kernels() {
  return shared_program("unary");
}
const Program &binary_kernels() {
  return shared_program("binary");
}
const Program &other_kernels() {
  return shared_program("several_results");
}

constexpr size_t count = 20000;

template <typename T>
void check_unary(const UnaryFunction &function) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers<T>(random, count);
  std::vector<T> out(count);
  std::vector<T> out_by_four(count);
  const std::string name = std::string(function.name) + type_name<T>();
  run_over(unary_kernels(), name, count, x, out);
  run_over(unary_kernels(), name + "_by_four", count / 4, x, out_by_four);
  Worst<T> worst(function.limit);
  size_t wrong_zeros = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!function.holds_at(x[i])) {
      continue;
    }
    const long double exact = function.exact(x[i]);
    worst.add(out[i], exact, text_of(x[i]));
    if (out[i] == 0 && exact == 0.0L) {
      wrong_zeros += std::signbit(out[i]) == std::signbit(exact) ? 0 : 1;
    }
  }
  worst.check(name);
  INFO("signs of zeros of " << name);
  CHECK(wrong_zeros == 0);
  check_same(out, out_by_four, name);
}

template <typename T>
void check_binary(const BinaryFunction &function) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x;
  std::vector<T> y;
  pairs_of_numbers(random, count, x, y);
  std::vector<T> out(count);
  std::vector<T> out_by_four(count);
  const std::string name = std::string(function.name) + type_name<T>();
  run_over(binary_kernels(), name, count, x, y, out);
  run_over(binary_kernels(), name + "_by_four", count / 4, x, y, out_by_four);
  Worst<T> worst(function.limit);
  for (size_t i = 0; i < count; ++i) {
    worst.add(out[i], function.exact(x[i], y[i]), text_of(x[i]) + ", " + text_of(y[i]));
  }
  worst.check(name);
  check_same(out, out_by_four, name);
}

template <typename T>
void check_with_integer(const std::string &function, long double (*exact)(long double, int),
                        double limit) {
  std::mt19937_64 random(random_seed());
  const std::vector<int> integers = {0,   1,   -1,  2,    -2,    3,       -3,      4,       5,
                                     100, 127, 148, -149, -1074, INT_MAX, INT_MIN, -INT_MAX};
  std::vector<T> x;
  std::vector<int> n;
  for (const T number : special_numbers<T>()) {
    for (const int integer : integers) {
      x.push_back(number);
      n.push_back(integer);
    }
  }
  while (x.size() < count) {
    x.push_back(random_number<T>(random));
    const auto bits = static_cast<int>(random());
    n.push_back(random() % 2 != 0 ? bits : bits % 100);
  }
  std::vector<T> out(count);
  std::vector<T> out_by_four(count);
  const std::string name = function + type_name<T>();
  run_over(binary_kernels(), name, count, x, n, out);
  run_over(binary_kernels(), name + "_by_four", count / 4, x, n, out_by_four);
  Worst<T> worst(limit);
  for (size_t i = 0; i < count; ++i) {
    worst.add(out[i], exact(x[i], n[i]), text_of(x[i]) + ", " + std::to_string(n[i]));
  }
  worst.check(name);
  check_same(out, out_by_four, name);
}

}  // namespace

TEST_CASE("functions of one argument are as accurate as the specification requires",
          "[mathematics]") {
  for (const UnaryFunction &function : unary_functions()) {
    check_unary<float>(function);
    check_unary<double>(function);
  }
  for (const UnaryFunction &function : relaxed_unary_functions()) {
    check_unary<float>(function);
  }
}

TEST_CASE("native sines are between -1 and 1, and native tangents are not NaN", "[mathematics]") {
  std::mt19937_64 random(random_seed());
  std::vector<float> x = numbers<float>(random, count);
  std::vector<float> out(count);
  for (const char *name :
       {"half_sin", "half_cos", "half_tan", "native_sin", "native_cos", "native_tan"}) {
    run_over(unary_kernels(), std::string(name) + "_float", count, x, out);
    const bool is_tangent = std::string(name).ends_with("tan");
    size_t wrong = 0;
    std::string first;
    for (size_t i = 0; i < count; ++i) {
      const bool right = is_tangent ? std::isfinite(out[i]) : std::fabs(out[i]) <= 1;
      if (std::isfinite(x[i]) && !right && wrong++ == 0) {
        first = text_of(x[i]) + " gives " + text_of(out[i]);
      }
    }
    INFO(name << " of " << first << ", seed " << random_seed());
    CHECK(wrong == 0);
  }
}

TEST_CASE("no sine exceeds 1, and cos(0) is 1", "[mathematics]") {
  // Programs compute roots and arc sines from sin(x)^2 + cos(x)^2 = 1.
  std::vector<float> x;
  for (int turn = -40; turn <= 40; ++turn) {
    // Numbers whose spacing is smaller than these steps have a sine of exactly 1.
    const auto centre = static_cast<float>(turn * 1.5707963267948966);
    for (int step = -2000; step <= 2000; ++step) {
      x.push_back(centre + static_cast<float>(step) * 0x1p-22F);
    }
  }
  for (const char *name : {"sin", "cos"}) {
    std::vector<float> out(x.size());
    run_over(unary_kernels(), std::string(name) + "_float", x.size(), x, out);
    for (size_t i = 0; i < x.size(); ++i) {
      if (!(std::fabs(out[i]) <= 1)) {
        FAIL(name << "(" << x[i] << ") is " << out[i]);
      }
    }
  }
  std::vector<float> zeros = {0.0F, -0.0F};
  std::vector<float> out(2);
  run_over(unary_kernels(), "cos_float", 2, zeros, out);
  CHECK(out == std::vector<float>{1.0F, 1.0F});
}

TEMPLATE_TEST_CASE("angles of any size are accurate, also near multiples of pi/2", "[mathematics]",
                   float, double) {
  using T = TestType;
  constexpr bool is_double = std::is_same_v<T, double>;
  // The first is the closest number of its type to such a multiple, relative to its size.
  const T nearest =
      is_double ? static_cast<T>(0x1.6ac5b262ca1ffp+849) : static_cast<T>(0x1.f37c8ap+95);
  std::vector<T> x = {nearest, -nearest, std::numeric_limits<T>::max()};
  std::mt19937_64 random(random_seed());
  std::uniform_real_distribution<T> significand(1, 2);
  for (int exponent = 15; exponent < std::numeric_limits<T>::max_exponent; ++exponent) {
    for (int i = 0; i < 4; ++i) {
      x.push_back(std::ldexp(significand(random), exponent));
      x.push_back(-std::ldexp(significand(random), exponent));
    }
  }
  const std::pair<std::string, long double (*)(long double)> functions[] = {
      {"sin_", std::sin}, {"cos_", std::cos}, {"tan_", std::tan}};
  for (const auto &[name, exact] : functions) {
    std::vector<T> out(x.size());
    run_over(unary_kernels(), name + (is_double ? "double" : "float"), x.size(), x, out);
    for (size_t i = 0; i < x.size(); ++i) {
      if (!(ulp_distance(out[i], exact(x[i])) <= 5)) {
        FAIL(name << " of " << text_of(x[i]) << " gives " << text_of(out[i]));
      }
    }
  }
}

TEST_CASE("half_ sines are within 8192 ulp near multiples of pi", "[mathematics]") {
  // The float nearest to a multiple of pi below 2^16, and its neighbors.
  std::vector<float> x = {0x1.9a48dap+15F, 0x1.9a48dcp+15F, 0x1.9a48dep+15F, 0x1.9a48e0p+15F};
  std::vector<float> out(x.size());
  for (const char *name : {"half_sin", "half_tan"}) {
    run_over(unary_kernels(), std::string(name) + "_float", x.size(), x, out);
    for (size_t i = 0; i < x.size(); ++i) {
      const long double angle = x[i];
      INFO(name << " of " << text_of(x[i]));
      CHECK(ulp_distance(out[i], name[5] == 's' ? std::sin(angle) : std::tan(angle)) <= 8192);
    }
  }
}

TEST_CASE("functions of two arguments are as accurate as the specification requires",
          "[mathematics]") {
  for (const BinaryFunction &function : binary_functions()) {
    check_binary<float>(function);
    check_binary<double>(function);
  }
  for (const BinaryFunction &function : relaxed_binary_functions()) {
    check_binary<float>(function);
  }
}

TEST_CASE("functions with an integer argument are as accurate as the specification requires",
          "[mathematics]") {
  const auto ldexp = [](long double x, int n) { return std::ldexp(x, n); };
  const auto pown = [](long double x, int n) { return power(x, n); };
  check_with_integer<float>("ldexp", ldexp, 0.5);
  check_with_integer<double>("ldexp", ldexp, 0.5);
  check_with_integer<float>("pown", pown, 16);
  check_with_integer<double>("pown", pown, 16);
  check_with_integer<float>("rootn", rootn, 16);
  check_with_integer<double>("rootn", rootn, 16);
}

namespace {

/// Functions with an exact result.
template <typename T>
void check_exact_functions() {
  std::mt19937_64 random(random_seed());
  std::vector<T> x;
  std::vector<T> y;
  pairs_of_numbers(random, count, x, y);
  std::vector<T> z = numbers<T>(random, count);
  std::vector<T> out(count);
  const std::string type = type_name<T>();
  const auto check = [&](const std::string &name, const std::function<T(size_t)> &exact) {
    size_t wrong = 0;
    size_t first = 0;
    for (size_t i = count; i-- > 0;) {
      if (!same_number(out[i], exact(i))) {
        ++wrong;
        first = i;
      }
    }
    INFO(name << type << " of " << text_of(x[first]) << ", " << text_of(y[first]) << ", "
              << text_of(z[first]) << " gives " << text_of(out[first]) << " instead of "
              << text_of(exact(first)) << ", seed " << random_seed());
    CHECK(wrong == 0);
  };
  run_over(binary_kernels(), "nextafter" + type, count, x, y, out);
  check("nextafter", [&](size_t i) { return std::nextafter(x[i], y[i]); });
  run_over(other_kernels(), "fma" + type, count, x, y, z, out);
  check("fma", [&](size_t i) { return std::fma(x[i], y[i], z[i]); });
  run_over(binary_kernels(), "max" + type, count, x, y, out);
  // Any result is valid for NaN. Programs write max(x, 0.0f) to remove NaN.
  check("max", [&](size_t i) { return x[i] > y[i] ? x[i] : y[i]; });
  run_over(binary_kernels(), "min" + type, count, x, y, out);
  check("min", [&](size_t i) { return x[i] < y[i] ? x[i] : y[i]; });

  std::vector<T> fused(count);
  run_over(other_kernels(), "fma" + type, count, x, y, z, fused);
  run_over(other_kernels(), "mad" + type, count, x, y, z, out);
  check("mad", [&](size_t i) {
    const T product = x[i] * y[i];
    const T separate = product + z[i];
    return same_number(out[i], separate) ? separate : fused[i];
  });

  // Any result is valid for inverted bounds. NaN becomes the lower bound.
  run_over(other_kernels(), "clamp" + type, count, x, y, z, out);
  check("clamp", [&](size_t i) {
    const T exact = std::fmin(std::fmax(x[i], y[i]), z[i]);
    // Either of two zeros.
    return y[i] > z[i] || out[i] == exact ? out[i] : exact;
  });

  std::vector<T> by_four(count);
  for (const char *name : {"fma", "mad", "clamp", "mix", "smoothstep"}) {
    run_over(other_kernels(), name + type, count, x, y, z, out);
    run_over(other_kernels(), name + type + "_by_four", count / 4, x, y, z, by_four);
    check_same(out, by_four, name);
  }
}

/// The second result, then the first; by pointers to global and private memory and to vectors.
template <typename T, typename Second>
void check_two_results(const Program &program, const std::string &function, double limit,
                       const std::function<long double(T, Second &)> &exact,
                       const std::function<bool(T, Second, Second)> &second_is_right) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers<T>(random, count);
  const std::string name = function + type_name<T>();
  for (const char *variant : {"", "_private", "_by_four"}) {
    std::vector<T> out(count);
    std::vector<Second> second(count);
    const bool by_four = std::string(variant) == "_by_four";
    run_over(program, name + variant, by_four ? count / 4 : count, x, out, second);
    Worst<T> worst(limit);
    size_t wrong = 0;
    std::string first_wrong;
    for (size_t i = 0; i < count; ++i) {
      Second expected{};
      worst.add(out[i], exact(x[i], expected), text_of(x[i]));
      if (!second_is_right(x[i], second[i], expected)) {
        first_wrong = wrong++ == 0 ? text_of(x[i]) : first_wrong;
      }
    }
    worst.check(name + variant);
    INFO(name << variant << ": second result of " << first_wrong << ", seed " << random_seed());
    CHECK(wrong == 0);
  }
}

template <typename T>
void check_functions_of_two_results(const Program &program) {
  const auto same = [](T, T got, T expected) { return same_number(got, expected); };
  const auto near = [](T x, T got, T) { return ulp_distance(got, std::cos((long double)x)) <= 4; };
  const auto equal = [](T, int got, int expected) { return got == expected; };
  const T below_one = std::nextafter(T(1), T(0));
  check_two_results<T, T>(
      program, "fract", 0,
      [&](T x, T &integral) -> long double {
        integral = std::floor(x);
        if (std::isnan(x)) {
          return x;
        }
        return x == integral ? std::copysign(T(0), x)
                             : std::min(static_cast<T>(x - integral), below_one);
      },
      same);
  check_two_results<T, int>(
      program, "frexp", 0,
      [](T x, int &exponent) -> long double {
        const T significand = std::frexp(x, &exponent);
        exponent = std::isfinite(x) ? exponent : 0;
        return significand;
      },
      equal);
  check_two_results<T, T>(
      program, "modf", 0, [](T x, T &integral) -> long double { return std::modf(x, &integral); },
      same);
  check_two_results<T, T>(
      program, "sincos", 4, [](T x, T &) { return std::sin(static_cast<long double>(x)); }, near);
  // The specification does not bound the error of the logarithm; near its zeros at 1 and 2 and
  // between negative integers the relative error is unbounded.
  check_two_results<T, int>(
      program, "lgamma_r", std::numeric_limits<double>::infinity(),
      [](T x, int &sign) -> long double {
        const long double result = ::lgammal_r(x, &sign);
        if (x <= 0 && x == std::floor(x)) {
          sign = 0;
        }
        return result;
      },
      [](T x, int got, int expected) { return std::isnan(x) || got == expected; });
}

template <typename T>
void check_lgamma() {
  std::vector<T> x;
  for (T number = T(0.0625); number < 160; number += T(0.0625)) {
    if (std::fabs(number - T(1.5)) > 1) {
      x.push_back(number);
    }
  }
  std::vector<T> out(x.size());
  const std::string name = std::string("lgamma") + type_name<T>();
  run_over(unary_kernels(), name, x.size(), x, out);
  Worst<T> worst(16);
  for (size_t i = 0; i < x.size(); ++i) {
    worst.add(out[i], logarithm_of_gamma(x[i]), text_of(x[i]));
  }
  worst.check(name);
}

/// Seven bits of x / y rounded to nearest, with its sign. Every step is exact.
int low_quotient(long double x, long double y) {
  const long double divisor = std::fabs(y);
  const long double low = std::isinf(y) ? std::fabs(x) : std::fmod(std::fabs(x), 128.0L * divisor);
  const long double rest = std::fmod(low, divisor);
  int quotient = std::isinf(y) ? 0 : static_cast<int>((low - rest) / divisor);
  if (2.0L * rest > divisor || (2.0L * rest == divisor && quotient % 2 != 0)) {
    ++quotient;
  }
  quotient &= 127;
  return std::signbit(x) != std::signbit(y) ? -quotient : quotient;
}

template <typename T>
void check_remquo() {
  std::mt19937_64 random(random_seed());
  std::vector<T> x;
  std::vector<T> y;
  pairs_of_numbers(random, count, x, y);
  for (size_t i = count / 2; i < count; ++i) {
    // Quotients within and just beyond seven bits.
    y[i] = std::uniform_real_distribution<T>(T(0.01), T(0.1))(random);
  }
  std::vector<T> out(count);
  std::vector<int> quotients(count);
  const std::string name = std::string("remquo") + type_name<T>();
  run_over(other_kernels(), name, count, x, y, out, quotients);
  size_t wrong = 0;
  std::string first;
  for (size_t i = 0; i < count; ++i) {
    const bool right = same_number(out[i], std::remainder(x[i], y[i])) &&
                       quotients[i] == (std::isnan(out[i]) ? 0 : low_quotient(x[i], y[i]));
    if (!right && wrong++ == 0) {
      first = text_of(x[i]) + ", " + text_of(y[i]) + " gives " + text_of(out[i]) + ", " +
              std::to_string(quotients[i]);
    }
  }
  INFO(name << " of " << first << ", seed " << random_seed());
  CHECK(wrong == 0);
}

template <typename T>
void check_ilogb() {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers<T>(random, count);
  std::vector<int> out(count);
  run_over(other_kernels(), std::string("ilogb") + type_name<T>(), count, x, out);
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const int expected = x[i] == 0                              ? INT_MIN
                         : std::isnan(x[i]) || std::isinf(x[i]) ? INT_MAX
                                                                : std::ilogb(x[i]);
    wrong += out[i] == expected ? 0 : 1;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("functions with an exact result", "[mathematics]") {
  check_exact_functions<float>();
  check_exact_functions<double>();
}

TEST_CASE("functions with two results", "[mathematics]") {
  for (const char *program : {"several_results", "several_results_1.2"}) {
    check_functions_of_two_results<float>(shared_program(program));
    check_functions_of_two_results<double>(shared_program(program));
  }
  check_lgamma<float>();
  check_lgamma<double>();
  check_remquo<float>();
  check_remquo<double>();
  check_ilogb<float>();
  check_ilogb<double>();
}

namespace {

/// The kernel of wide_vectors.cl has the results of that for scalars.
template <typename T, typename... Inputs>
void check_wide(const Program &program, const std::string &function, size_t lanes,
                Inputs &...inputs) {
  constexpr size_t size = 4096;
  const std::string name = function + type_name<T>();
  std::vector<T> out(size);
  std::vector<T> wide(size);
  run_over(program, name, size, inputs..., out);
  run_over(shared_program("wide_vectors"), name, size / lanes, inputs..., wide);
  check_same(out, wide, name + " of wide vectors");
}

template <typename T>
void check_wide_fract(size_t lanes) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = numbers<T>(random, 4096);
  std::vector<T> out(x.size());
  std::vector<T> below(x.size());
  run_over(shared_program("wide_vectors"), std::string("fract") + type_name<T>(), x.size() / lanes,
           x, out, below);
  std::vector<T> exact(x.size());
  std::transform(x.begin(), x.end(), exact.begin(), [](T number) { return std::floor(number); });
  check_same(exact, below, std::string("floor") + type_name<T>());
  std::vector<T> single(x.size());
  run_over(other_kernels(), std::string("fract") + type_name<T>(), x.size(), x, single, below);
  check_same(single, out, std::string("fract") + type_name<T>());
}

}  // namespace

TEST_CASE("functions of wide vectors are computed element by element", "[mathematics]") {
  std::mt19937_64 random(random_seed());
  std::vector<float> x = numbers<float>(random, 4096);
  std::vector<float> y = numbers<float>(random, 4096);
  std::vector<double> wide_x = numbers<double>(random, 4096);
  std::vector<double> wide_y = numbers<double>(random, 4096);
  std::shuffle(y.begin(), y.end(), random);
  std::shuffle(wide_y.begin(), wide_y.end(), random);
  std::vector<int> n(4096);
  for (int &number : n) {
    number = static_cast<int>(random() % 400) - 200;
  }
  check_wide<float>(unary_kernels(), "sin", 16, x);
  check_wide<double>(unary_kernels(), "sin", 8, wide_x);
  check_wide<float>(unary_kernels(), "tgamma", 8, x);
  check_wide<float>(binary_kernels(), "pow", 16, x, y);
  check_wide<double>(binary_kernels(), "pow", 8, wide_x, wide_y);
  check_wide<float>(binary_kernels(), "ldexp", 8, x, n);
  check_wide<double>(binary_kernels(), "ldexp", 16, wide_x, n);
  check_wide_fract<float>(16);
  check_wide_fract<double>(8);
}

TEST_CASE("nan carries its argument", "[mathematics]") {
  std::vector<uint32_t> codes = {0, 1, 0x1234, 0xffffffff};
  std::vector<uint32_t> bits(codes.size());
  run_over(other_kernels(), "nan_float", codes.size(), codes, bits);
  std::vector<uint64_t> wide_codes = {0, 1, 0x1234, ~uint64_t{0}};
  std::vector<uint64_t> wide_bits(codes.size());
  run_over(other_kernels(), "nan_double", codes.size(), wide_codes, wide_bits);
  CHECK(bits == std::vector<uint32_t>{0x7fc00000, 0x7fc00001, 0x7fc01234, 0x7fffffff});
  CHECK(wide_bits == std::vector<uint64_t>{0x7ff8000000000000, 0x7ff8000000000001,
                                           0x7ff8000000001234, 0x7fffffffffffffff});
}

TEST_CASE("a scalar argument is broadcast to all lanes", "[mathematics]") {
  std::vector<float> x = {-2.0f, -0.25f, 0.5f, 3.0f};
  std::vector<float> out(36);
  uint64_t lanes = 4;
  run_over(other_kernels(), "mixed_float", 1, x, out, lanes);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(out[i] == std::fmin(x[i], 0.5f));
    CHECK(out[4 + i] == std::fmax(x[i], 0.5f));
    CHECK(out[8 + i] == std::min(x[i], 0.5f));
    CHECK(out[12 + i] == std::max(x[i], 0.5f));
    CHECK(out[16 + i] == std::clamp(x[i], -1.0f, 1.0f));
    CHECK(out[20 + i] == 8.0f * x[i]);
    CHECK(out[24 + i] == x[i] + 0.25f);
    CHECK(out[28 + i] == (x[i] < 0.5f ? 0.0f : 1.0f));
    const float t = std::clamp(x[i], 0.0f, 1.0f);
    CHECK(out[32 + i] == t * t * (3.0f - 2.0f * t));
  }
}

}  // namespace mux::compiler::test::mathematics
