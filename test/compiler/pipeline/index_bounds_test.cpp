// Clamped indices: for packets that reach the bounds, and for those that do not.

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>

#include "index_kernels.h"

namespace mux::compiler::test {

namespace {

using index_kernels::at;

constexpr int bounds[] = {2,   3,   15,  16,   17,   31,   64,   65,
                          100, 127, 128, 1000, 2000, 3998, 3999, 4000};

/// @param expected function of a global id and a length.
template <typename Expected>
void check_bounds(const std::string &kernel, Expected expected) {
  index_kernels::check("index_bounds", kernel, bounds, [&](uint32_t i, uint32_t, int length) {
    return expected(static_cast<int>(i), length);
  });
}

/// The sum over an index for each number from `first` to `last`.
template <typename Index>
uint32_t sum_of(int first, int last, Index index) {
  uint32_t sum = 0;
  for (int d = first; d <= last; ++d) {
    sum = sum * 5 + at(index(d));
  }
  return sum;
}

}  // namespace

TEST_CASE("an index is clamped in a loop", "[index_bounds]") {
  check_bounds("clamped", [](int i, int length) {
    return sum_of(-3, 3, [&](int d) { return std::clamp(i + d, 0, length - 1); });
  });
}

TEST_CASE("an index incremented in two loops is clamped", "[index_bounds]") {
  check_bounds("in_two_loops", [](int i, int length) {
    uint32_t sum = 0;
    for (int dy = 0; dy < 3; ++dy) {
      for (int dx = 1; dx >= -1; --dx) {
        sum = sum * 5 + at(std::min(std::max(i * 2 + dx * 3 + dy - 5, 2), length + 2));
      }
    }
    return sum;
  });
}

TEST_CASE("the first and the last work-item have different neighbors", "[index_bounds]") {
  check_bounds("at_ends", [](int i, int length) {
    const uint32_t left = at(i == 0 ? i : i - 1);
    const uint32_t right = at(i == length - 1 ? i : i + 1);
    return left * 3 + right * 5 + at(i == 0 ? length - 1 : i - 1) * 7 +
           at(i != length - 1 ? i + 1 : 0);
  });
}

TEST_CASE("an index is mirrored at both ends", "[index_bounds]") {
  check_bounds("mirrored", [](int i, int length) {
    return sum_of(-2, 2, [&](int d) {
      const int k = std::abs(i + d);
      return std::abs(k >= length ? 2 * length - 2 - k : k);
    });
  });
}

TEST_CASE("unsigned indices are clamped", "[index_bounds]") {
  check_bounds("of_unsigned", [](int id, int length) {
    const auto i = static_cast<uint32_t>(id);
    const auto last = static_cast<uint32_t>(length - 1);
    uint32_t sum = 0;
    for (uint32_t d = 0; d < 4; ++d) {
      sum = sum * 5 + at(std::min(i + d, last)) + at(std::max(i, d + last) % 4000);
    }
    return sum;
  });
}

TEST_CASE("an index that is replaced within a loop", "[index_bounds]") {
  check_bounds("equal_in_a_loop", [](int i, int length) {
    return sum_of(0, 8, [&](int d) { return i + d == length ? 0 : i + d; });
  });
}

TEST_CASE("an index that wraps between lanes is clamped", "[index_bounds]") {
  check_bounds("wrapping", [](int i, int length) {
    const auto k = static_cast<int>(static_cast<uint32_t>(i) * 0x10000000U);
    const auto more = static_cast<int>(static_cast<uint32_t>(k) + 5);
    return at(std::clamp(k, 0, length - 1)) * 3 + at(std::clamp(more, -3, 7) + 3);
  });
}

TEST_CASE("a stride depends on the work-item", "[index_bounds]") {
  check_bounds("of_steps", [](int i, int length) {
    return at(i + (i >= length ? 3 : 1)) + at(i < 5 ? 0 : i - 5) * 3;
  });
}

TEST_CASE("an index is clamped in a loop of unknown length", "[index_bounds]") {
  check_bounds("of_any_radius", [](int i, int length) {
    return sum_of(-length, std::min(length, 19), [&](int d) { return std::clamp(i + d, 0, 3999); });
  });
}

}  // namespace mux::compiler::test
