// One-dimensional ids that are divided into several dimensions, with rows of any length, inside of
// packets or across them.

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>

#include "index_kernels.h"

namespace mux::compiler::test {

namespace {

using index_kernels::all;
using index_kernels::at;
using index_kernels::count;
using index_kernels::Numbers;

constexpr int row_lengths[] = {1,  2,  3,  7,   15,  16,   17,   31,   32,   33,     48,
                               63, 64, 65, 100, 127, 1000, 1024, 3999, 4000, 5000000};

/// The combination of values in all kernels.
uint32_t mixed(uint32_t own, uint32_t in_row, uint32_t in_column) {
  return own * 3 + (in_row ^ in_column << 1);
}

template <typename Expected>
void check_rows(const std::string &kernel, Expected expected) {
  index_kernels::check("flattened_rows", kernel, row_lengths, expected);
}

uint32_t of_row(uint32_t i, uint32_t, int length) {
  const auto width = static_cast<uint32_t>(length);
  return mixed(at(i), at(i % width), at(i / width));
}

}  // namespace

TEST_CASE("an index is divided by row lengths", "[flattened_rows]") {
  check_rows("by_uint", of_row);
  check_rows("by_int", of_row);
  check_rows("by_size", of_row);
}

TEST_CASE("a negative index is divided as in C", "[flattened_rows]") {
  check_rows("around_zero", [](uint32_t id, uint32_t, int length) {
    const int i = static_cast<int>(id) - 1000;
    const int x = i % length;
    const int y = i / length;
    return mixed(at(std::abs(x)), at(std::abs(y)), static_cast<uint32_t>(x + y));
  });
}

TEST_CASE("an index is divided into planes and rows", "[flattened_rows]") {
  check_rows("three_dimensions", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    return mixed(at(i), at(i % width), at(i / width % 5 + i / (width * 5)));
  });
}

TEST_CASE("multiples of an index are divided, and may wrap", "[flattened_rows]") {
  check_rows("in_steps", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    const uint32_t k = i * 3 + 1;
    return mixed(at(k % width % count), at(k / width % count), k % width);
  });
  check_rows("wrapping", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    const uint32_t k = i * 0x10000003U;
    return mixed(at(k % width % count), at(k / width % count), k % width);
  });
}

TEST_CASE("masks and shifts divide an index, too", "[flattened_rows]") {
  check_rows("masks", [](uint32_t i, uint32_t, int) {
    const uint32_t x = i & 31;
    const uint32_t y = i >> 5 & 63;
    return mixed(at(y << 5 | x), at(x), at(y)) + at(i & 1023);
  });
}

TEST_CASE("an index is divided in divergent code", "[flattened_rows]") {
  check_rows("under_a_condition", [](uint32_t id, uint32_t, int length) {
    const int i = static_cast<int>(id);
    if (i % 7 == 3) {
      return 5U;
    }
    const int x = i % length;
    uint32_t sum = 0;
    for (int k = 0; k <= (i / length & 3); ++k) {
      sum +=
          x > 0 && x < length - 1 && i < 3999 ? at(id - 1) + at(id + 1) : static_cast<uint32_t>(k);
    }
    return sum;
  });
}

TEST_CASE("the local index is divided after a barrier", "[flattened_rows]") {
  check_rows("in_groups", [](uint32_t i, uint32_t local, int length) {
    const auto width = static_cast<uint32_t>(length);
    return mixed(at(i), at(local % width), at(local / width));
  });
}

TEST_CASE("the linear index of a group in two dimensions is divided", "[flattened_rows]") {
  const Program &program = load_shared("flattened_rows.O2.bc");
  const std::unique_ptr<Program> packets =
      specialize(program, "by_linear_id", {{}, {}, VectorizationStrategy::packets});
  for (const uint64_t width : {10U, 40U, 200U}) {
    const Range range{.global = {width, count / width, 1}, .local = {width, 4, 1}, .dimensions = 2};
    for (const int length : row_lengths) {
      CAPTURE(width, length);
      CHECK(index_kernels::results(*packets, "by_linear_id", length, range) == all([&](uint32_t i) {
              return of_row(static_cast<uint32_t>(i % (width * 4)), 0, length);
            }));
    }
  }
}

}  // namespace mux::compiler::test
