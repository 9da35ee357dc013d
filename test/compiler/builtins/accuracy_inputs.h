/// @file
/// Inputs for accuracy tests: special numbers, every exponent, the neighborhoods of zeros and
/// bounds, random numbers.

#pragma once

#include <cmath>

#include "reference.h"

namespace mux::compiler::test {

/// Both signs of every exponent with the smallest, the largest and a random significand.
template <typename T>
void add_every_exponent(std::mt19937_64 &random, std::vector<T> &numbers) {
  using Limits = std::numeric_limits<T>;
  std::uniform_real_distribution<T> significand(T(1), T(2));
  for (int exponent = Limits::min_exponent - Limits::digits; exponent < Limits::max_exponent;
       ++exponent) {
    for (const T size : {T(1), 2 - Limits::epsilon(), significand(random)}) {
      const T number = std::ldexp(size, exponent);
      numbers.push_back(number);
      numbers.push_back(-number);
    }
  }
}

/// A few neighbors of `number` on both sides, or a number nearby.
template <typename T>
T neighbor(std::mt19937_64 &random, T number) {
  const int steps = static_cast<int>(random() % 17) - 8;
  for (int step = 0; step < std::abs(steps); ++step) {
    number = std::nextafter(number, steps < 0 ? -std::numeric_limits<T>::infinity()
                                              : std::numeric_limits<T>::infinity());
  }
  return number;
}

/// Near zeros, poles, turning points and changes of formulas.
template <typename T>
T near_point(std::mt19937_64 &random) {
  const auto any = [&random](uint64_t end) { return static_cast<int>(random() % end); };
  switch (random() % 4) {
    case 0:
      return neighbor(random, static_cast<T>(any(10000) * (M_PIl / 4)));
    case 1:
      return neighbor(random, static_cast<T>(any(400) - 200) / 4);
    case 2:
      return neighbor(random, std::ldexp(T(1), any(40) - 30));
    default:
      // Close to one, at every distance.
      return 1 + std::ldexp(T(any(2001) - 1000) / 1000, -any(std::numeric_limits<T>::digits));
  }
}

/// Numbers of all sizes with finite results, besides random_number().
template <typename T>
T precise_test_number(std::mt19937_64 &random) {
  switch (random() % 4) {
    case 0:
      return near_point<T>(random);
    case 1: {
      const T limit = std::ldexp(T(1), static_cast<int>(random() % 12));
      return std::uniform_real_distribution<T>(-limit, limit)(random);
    }
    default:
      return random_number<T>(random);
  }
}

/// At least the special numbers and those of every exponent, then random ones; the length is a
/// multiple of `unit`.
template <typename T>
std::vector<T> precise_test_numbers(std::mt19937_64 &random, size_t count, size_t unit) {
  std::vector<T> numbers = special_numbers<T>();
  add_every_exponent(random, numbers);
  while (numbers.size() < count || numbers.size() % unit != 0) {
    numbers.push_back(precise_test_number<T>(random));
  }
  return numbers;
}

/// Pairs for functions of two arguments: special ones, then random ones, half of which have similar
/// sizes or powers of every size.
template <typename T>
void precise_test_pairs(std::mt19937_64 &random, size_t count, std::vector<T> &x,
                        std::vector<T> &y) {
  for (const T left : special_numbers<T>()) {
    for (const T right : special_numbers<T>()) {
      x.push_back(left);
      y.push_back(right);
    }
  }
  while (x.size() < count) {
    const T left = precise_test_number<T>(random);
    const T size = std::uniform_real_distribution<T>(T(0.001), T(1000))(random);
    const T exponent = std::uniform_real_distribution<T>(-1, 1)(random) *
                       std::numeric_limits<T>::max_exponent / std::log2(std::fabs(left));
    const T choices[] = {precise_test_number<T>(random), random_number<T>(random), left * size,
                         exponent};
    x.push_back(left);
    y.push_back(choices[random() % 4]);
  }
}

}  // namespace mux::compiler::test
