// Powers and roots with constant exponents or bases: they are replaced by products and roots, which
// must have the accuracy of powers for all numbers.

#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "accuracy_inputs.h"
#include "accuracy_references.h"
#include "mathematics.h"

namespace mux::compiler::test::constant_powers {
namespace {

/// Arguments of each function: MUX_TEST_NUMBERS, or a thousand.
size_t count_of_numbers() {
  const char *const text = std::getenv("MUX_TEST_NUMBERS");
  return text != nullptr ? std::strtoul(text, nullptr, 10) : 1024;
}

/// In ulp, for the functions of library/short_powers.inc; the specification allows 16.
constexpr double limit = 5;
constexpr double limit_of_inverse_halves = 8;

struct Exponent {
  int number;
  double value;
  bool is_whole;
};

const std::vector<Exponent> &exponents() {
#define WHOLE(NUMBER, EXPONENT) {NUMBER, EXPONENT, true},
#define REAL(NUMBER, EXPONENT) {NUMBER, EXPONENT, false},
  static const std::vector<Exponent> list = {
#include "kernels/constant_exponents.inc"
  };
#undef WHOLE
#undef REAL
  return list;
}

template <typename T, typename Exact>
void check(const std::string &function, Exact exact, double allowed = limit) {
  std::mt19937_64 random(random_seed());
  std::vector<T> x = precise_test_numbers<T>(random, count_of_numbers(), 1);
  std::vector<T> out(x.size());
  const std::string kernel = function + type_name<T>();
  run_over(shared_program("constant_powers"), kernel, x.size(), x, out);
  Worst<T> worst(allowed);
  for (size_t i = 0; i < x.size(); ++i) {
    worst.add(out[i], exact(x[i]), text_of(x[i]));
  }
  worst.check(kernel);
}

template <typename T>
void check_exponents(const std::string &function, const std::string &reference) {
  for (const Exponent &exponent : exponents()) {
    // As in the kernel.
    const T value = static_cast<T>(exponent.value);
    INFO("exponent " << exponent.value);
    check<T>(
        function + "_" + std::to_string(exponent.number),
        [&](long double x) { return precise_binary(reference)(x, value); },
        !exponent.is_whole && value < 0 ? limit_of_inverse_halves : limit);
  }
}

template <typename T>
void check_integers(const std::string &function, long double (*exact)(long double, int)) {
  for (const Exponent &exponent : exponents()) {
    if (exponent.is_whole) {
      INFO("exponent " << exponent.value);
      check<T>(function + "_" + std::to_string(exponent.number),
               [&](long double x) { return exact(x, static_cast<int>(exponent.value)); });
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("powers with constant exponents are as accurate as others", "[mathematics]",
                   float, double) {
  check_exponents<TestType>("pow", "pow");
  check_exponents<TestType>("powr", "powr");
  check_exponents<TestType>("by_two", "pow");
  check_integers<TestType>("pown", precise_power_of_integer);
}

TEMPLATE_TEST_CASE("roots of constant degree are as accurate as others", "[mathematics]", float,
                   double) {
  check_integers<TestType>("rootn", precise_root);
}

TEMPLATE_TEST_CASE("powers of constant bases are as accurate as others", "[mathematics]", float,
                   double) {
  const auto power_of = [](long double base) {
    return [base](long double y) { return precise_binary("pow")(base, y); };
  };
  check<TestType>("power_of_two", power_of(2));
  check<TestType>("power_of_ten", power_of(10));
  check<TestType>("power_of_three", power_of(3));
  const auto real_power_of = [](long double base) {
    return [base](long double y) { return precise_binary("powr")(base, y); };
  };
  check<TestType>("real_power_of_two", real_power_of(2));
  check<TestType>("real_power_of_ten", real_power_of(10));
}

TEMPLATE_TEST_CASE("with -cl-fast-relaxed-math powers with constant exponents are not NaN",
                   "[mathematics]", float, double) {
  using T = TestType;
  // Products of float are rounded after each factor.
  const double bound = std::is_same_v<T, float> ? 128 : limit;
  std::mt19937_64 random(random_seed());
  std::vector<T> x = precise_test_numbers<T>(random, count_of_numbers(), 1);
  std::erase_if(x, [](T number) { return !std::isnormal(number); });
  std::vector<T> out(x.size());
  for (const Exponent &exponent : exponents()) {
    if (!exponent.is_whole || exponent.value == 0) {
      continue;
    }
    for (const std::string function : {"pow_", "pown_"}) {
      const std::string kernel = function + std::to_string(exponent.number) + type_name<T>();
      run_over(shared_program("constant_powers_fast"), kernel, x.size(), x, out);
      Worst<T> worst(bound);
      for (size_t i = 0; i < x.size(); ++i) {
        const long double exact = precise_power_of_integer(x[i], static_cast<int>(exponent.value));
        if (std::fabs(exact) >= std::numeric_limits<T>::min()) {
          worst.add(out[i], exact, text_of(x[i]));
        }
      }
      worst.check(kernel + " fast");
    }
  }
}

}  // namespace mux::compiler::test::constant_powers
