// Work-items that count in one dimension and divide to find their way in several: whatever the
// rows' lengths, whether or not packets lie within one.

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

constexpr uint32_t count = 4000;
constexpr int row_lengths[] = {1,  2,  3,  7,   15,  16,   17,   31,   32,   33,     48,
                               63, 64, 65, 100, 127, 1000, 1024, 3999, 4000, 5000000};

using Numbers = std::vector<uint32_t>;

const Numbers &numbers() {
  static const Numbers values = [] {
    std::mt19937 random(17);
    Numbers made(count);
    for (uint32_t &value : made) {
      value = random();
    }
    return made;
  }();
  return values;
}

/// As all kernels mix what they find.
uint32_t mixed(uint32_t own, uint32_t in_row, uint32_t in_column) {
  return own * 3 + (in_row ^ in_column << 1);
}

Numbers results(const Program &program, const std::string &kernel, int length, const Range &range) {
  Numbers from = numbers();
  Numbers to(count, 77);
  Call(program, kernel).buffer(from).buffer(to).value(length).run(range);
  return to;
}

std::vector<Range> ranges() {
  std::vector<Range> result;
  for (const uint64_t local : {250U, 32U, 1000U}) {
    result.push_back({.global = {count, 1, 1}, .local = {local, 1, 1}, .dimensions = 1});
  }
  return result;
}

template <typename Of>
Numbers all(Of of) {
  Numbers result(count);
  for (uint32_t i = 0; i < count; ++i) {
    result[i] = of(i);
  }
  return result;
}

/// Checks a kernel, as it is chosen and in packets, beside the same in C++.
/// @param expected of a global id, a local id and a row length.
template <typename Expected>
void check(const std::string &kernel, Expected expected) {
  const Program &program =
      load_shared("flattened_rows." + GENERATE(as<std::string>{}, "O0", "O2") + ".bc");
  const std::unique_ptr<Program> packets =
      specialize(program, kernel, {{}, {}, VectorizationStrategy::packets});
  CHECK(packets->kernel(0).vectorization.starts_with("packets of"));
  for (const Program *code : {&program, static_cast<const Program *>(packets.get())}) {
    for (const Range &range : ranges()) {
      for (const int length : row_lengths) {
        const auto local = static_cast<uint32_t>(range.local[0]);
        CAPTURE(kernel, length, local);
        CHECK(results(*code, kernel, length, range) ==
              all([&](uint32_t i) { return expected(i, i % local, length); }));
      }
    }
  }
}

uint32_t at(uint32_t index) {
  return numbers()[index];
}

uint32_t of_row(uint32_t i, uint32_t, int length) {
  const auto width = static_cast<uint32_t>(length);
  return mixed(at(i), at(i % width), at(i / width));
}

}  // namespace

TEST_CASE("an index is divided into rows of any length", "[flattened_rows]") {
  check("by_uint", of_row);
  check("by_int", of_row);
  check("by_size", of_row);
}

TEST_CASE("an index below zero is divided as C does", "[flattened_rows]") {
  check("around_zero", [](uint32_t id, uint32_t, int length) {
    const int i = static_cast<int>(id) - 1000;
    const int x = i % length;
    const int y = i / length;
    return mixed(at(static_cast<uint32_t>(std::abs(x))), at(static_cast<uint32_t>(std::abs(y))),
                 static_cast<uint32_t>(x + y));
  });
}

TEST_CASE("an index is divided into planes and rows", "[flattened_rows]") {
  check("three_dimensions", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    return mixed(at(i), at(i % width), at(i / width % 5 + i / (width * 5)));
  });
}

TEST_CASE("multiples of an index are divided, and may wrap", "[flattened_rows]") {
  check("in_steps", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    const uint32_t k = i * 3 + 1;
    return mixed(at(k % width % count), at(k / width % count), k % width);
  });
  check("wrapping", [](uint32_t i, uint32_t, int length) {
    const auto width = static_cast<uint32_t>(length);
    const uint32_t k = i * 0x10000003U;
    return mixed(at(k % width % count), at(k / width % count), k % width);
  });
}

TEST_CASE("masks and shifts divide an index, too", "[flattened_rows]") {
  check("masks", [](uint32_t i, uint32_t, int) {
    const uint32_t x = i & 31;
    const uint32_t y = i >> 5 & 63;
    return mixed(at(y << 5 | x), at(x), at(y)) + at(i & 1023);
  });
}

TEST_CASE("an index is divided by some work-items only", "[flattened_rows]") {
  check("under_a_condition", [](uint32_t id, uint32_t, int length) {
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

TEST_CASE("the index in a group is divided after a barrier", "[flattened_rows]") {
  check("in_groups", [](uint32_t i, uint32_t local, int length) {
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
      CHECK(results(*packets, "by_linear_id", length, range) == all([&](uint32_t i) {
              return of_row(static_cast<uint32_t>(i % (width * 4)), 0, length);
            }));
    }
  }
}

}  // namespace mux::compiler::test
