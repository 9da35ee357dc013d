/// @file
/// Common code of tests of floating-point functions: references in long double, required accuracy,
/// and the worst result. For the test's thread.

#pragma once

#include <catch2/catch.hpp>
#include <cstdio>
#include <span>
#include <string_view>

#include "reference.h"

namespace mux::compiler::test {

struct UnaryFunction {
  const char *name;
  long double (*exact)(long double);
  /// In ulp.
  double limit;
  /// The range of the limit, if it is restricted.
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool is_limited() const { return std::isfinite(low); }
  bool holds_at(double x) const { return !is_limited() || (low <= x && x <= high); }
};

struct BinaryFunction {
  const char *name;
  long double (*exact)(long double, long double);
  double limit;
};

/// For both types.
std::span<const UnaryFunction> unary_functions();
std::span<const BinaryFunction> binary_functions();
/// half_ and native_ functions, for float only.
std::span<const UnaryFunction> relaxed_unary_functions();
std::span<const BinaryFunction> relaxed_binary_functions();

/// Whether -cl-fast-relaxed-math replaces the function of float.
bool is_relaxed_function(std::string_view name);

long double power(long double x, long double y);
long double rootn(long double x, int n);
long double logarithm_of_gamma(long double x);

template <typename T>
const char *type_name() {
  return sizeof(T) == 4 ? "_float" : "_double";
}

/// Fails for the worst result beyond the limit, with its input.
template <typename T>
class Worst {
 public:
  explicit Worst(double limit) : limit_(limit) {}

  void add(T got, long double exact, const std::string &input) {
    const double distance = ulp_distance(got, exact);
    if (distance > distance_ || text_.empty()) {
      distance_ = distance;
      char buffer[200];
      std::snprintf(buffer, sizeof(buffer), "%a instead of %La for %s: %g ulp",
                    static_cast<double>(got), exact, input.c_str(), distance);
      text_ = buffer;
    }
  }

  double distance() const { return distance_; }
  /// The worst result and its input.
  const std::string &text() const { return text_; }

  void check(const std::string &name) const {
    INFO(name << " gives " << text_ << ", limit " << limit_ << ", seed " << random_seed());
    CHECK(distance_ <= limit_);
  }

 private:
  double limit_;
  double distance_ = 0;
  std::string text_;
};

template <typename T>
std::string text_of(T x) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), "%a", static_cast<double>(x));
  return buffer;
}

/// Fails for the first two values that are not the same number or both NaN.
template <typename T>
void check_same(const std::vector<T> &left, const std::vector<T> &right, const std::string &name) {
  size_t different = 0;
  std::string first;
  for (size_t i = 0; i < left.size(); ++i) {
    if (!same_number(left[i], right[i]) && different++ == 0) {
      first = text_of(left[i]) + " and " + text_of(right[i]) + " at " + std::to_string(i);
    }
  }
  INFO(name << " differ: " << first << ", seed " << random_seed());
  CHECK(different == 0);
}

}  // namespace mux::compiler::test
