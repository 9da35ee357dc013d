/// @file
/// Common code of numeric tests: inputs, errors in ulp, and running a kernel over arrays.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "pipeline/kernel_runner.h"

namespace mux::compiler::test {

/// Printed by every test with random numbers.
unsigned random_seed();

/// Loaded once, and cached.
const Program &shared_program(const std::string &name);

/// Runs `items` work-items in one dimension.
template <typename... Buffers>
void run_over(const Program &program, const std::string &kernel, uint64_t items,
              Buffers &...buffers) {
  Call call(program, kernel);
  const auto add = [&call](auto &buffer) {
    if constexpr (std::is_arithmetic_v<std::remove_reference_t<decltype(buffer)>>) {
      call.value(buffer);
    } else {
      call.buffer(buffer);
    }
  };
  (add(buffers), ...);
  Range range;
  range.global = {items, 1, 1};
  range.local = {items, 1, 1};
  range.dimensions = 1;
  call.run(range);
}

template <typename T>
bool same_bits(const T &left, const T &right) {
  return std::memcmp(&left, &right, sizeof(T)) == 0;
}

/// Equal, with signed zeros distinguished and all NaNs equal.
template <typename T>
bool same_number(T left, T right) {
  return (std::isnan(left) && std::isnan(right)) || same_bits(left, right);
}

template <typename T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// Special cases of functions.
template <typename T>
std::vector<T> special_numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers = {0,
                            T(0.25),
                            T(0.5),
                            T(0.75),
                            1,
                            T(1.5),
                            2,
                            T(2.5),
                            3,
                            4,
                            7,
                            T(31.5),
                            100,
                            127,
                            128,
                            T(M_PI),
                            T(M_PI / 2),
                            T(M_PI / 4),
                            T(M_E),
                            Limits::min(),
                            Limits::denorm_min(),
                            2 * Limits::denorm_min(),
                            4 * Limits::denorm_min(),
                            Limits::min() - Limits::denorm_min(),
                            Limits::max(),
                            Limits::epsilon(),
                            1 + Limits::epsilon(),
                            1 - Limits::epsilon() / 2,
                            T(0.49999997),
                            1 / Limits::epsilon(),
                            1 / Limits::epsilon() + 1,
                            T(0x1p24),
                            T(0x1p31),
                            T(0x1p32),
                            T(0x1p63),
                            T(0x1p64),
                            Limits::infinity(),
                            Limits::quiet_NaN()};
  const size_t count = numbers.size();
  for (size_t i = 0; i < count; ++i) {
    numbers.push_back(-numbers[i]);
  }
  return numbers;
}

/// A third of the numbers has random bits (without signaling NaNs, which OpenCL does not require),
/// a third is in [-10, 10], a third in [-1, 1].
template <typename T>
T random_number(std::mt19937_64 &random) {
  const uint64_t kind = random() % 3;
  if (kind == 0) {
    const auto bits = static_cast<BitsOf<T>>(random());
    T number;
    std::memcpy(&number, &bits, sizeof(number));
    return std::isnan(number) ? std::numeric_limits<T>::quiet_NaN() : number;
  }
  const T limit = kind == 1 ? T(10) : T(1);
  return std::uniform_real_distribution<T>(-limit, limit)(random);
}

/// The special numbers, then random ones.
template <typename T>
std::vector<T> numbers(std::mt19937_64 &random, size_t count) {
  std::vector<T> all = special_numbers<T>();
  while (all.size() < count) {
    all.push_back(random_number<T>(random));
  }
  all.resize(count);
  return all;
}

/// All pairs of special numbers, then random pairs.
template <typename T>
void pairs_of_numbers(std::mt19937_64 &random, size_t count, std::vector<T> &x, std::vector<T> &y) {
  for (const T left : special_numbers<T>()) {
    for (const T right : special_numbers<T>()) {
      x.push_back(left);
      y.push_back(right);
    }
  }
  while (x.size() < count) {
    x.push_back(random_number<T>(random));
    y.push_back(random_number<T>(random));
  }
}

/// The error of `got` in ulp; infinite if only one of both is finite.
template <typename T>
double ulp_distance(T got, long double exact) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(got) || std::isnan(exact)) {
    return std::isnan(got) && std::isnan(exact) ? 0.0 : Limits::infinity();
  }
  if (std::isinf(exact)) {
    return static_cast<long double>(got) == exact ? 0.0 : Limits::infinity();
  }
  // The power of two after the largest number represents all larger ones, including infinity.
  const long double beyond = std::ldexp(1.0L, Limits::max_exponent);
  const long double value = std::clamp(static_cast<long double>(got), -beyond, beyond);
  exact = std::clamp(exact, -beyond, beyond);
  if (exact == 0.0L) {
    return value == 0.0L ? 0.0 : static_cast<double>(std::fabs(value) / Limits::denorm_min());
  }
  int exponent = 0;
  std::frexp(exact, &exponent);
  exponent = std::max(exponent, Limits::min_exponent);
  const long double unit = std::ldexp(1.0L, exponent - Limits::digits);
  return static_cast<double>(std::fabs(value - exact) / unit);
}

}  // namespace mux::compiler::test
