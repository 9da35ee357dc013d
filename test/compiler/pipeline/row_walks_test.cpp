// Loops over a row of each work-item, with any remainder of rows when several elements are loaded
// at once.

#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

constexpr int row_count = 100;
constexpr int walk_lengths[] = {0, 1, 3, 4, 5, 7, 8, 17, 64};

/// The kernel in packets, whether or not they are beneficial.
std::unique_ptr<Program> load_packets(const std::string &kernel) {
  const Program &program = load_shared("row_walks." + GENERATE(from_range(clang_levels())) + ".bc");
  std::unique_ptr<Program> packets =
      specialize(program, kernel, {{}, {}, VectorizationStrategy::packets});
  CHECK(packets->kernel(0).vectorization.starts_with("packets of"));
  return packets;
}

template <typename T>
std::vector<T> numbers(size_t count) {
  std::mt19937 random(17);
  std::vector<T> values(count);
  for (T &value : values) {
    value = static_cast<T>(random());
  }
  return values;
}

/// The output of a kernel for rows of this length.
template <typename T>
std::vector<T> results(const Program &program, const std::string &kernel, std::vector<T> &from,
                       int length) {
  std::vector<T> to(row_count, 77);
  Call(program, kernel)
      .buffer(from)
      .buffer(to)
      .value(length)
      .run({.global = {row_count, 1, 1}, .local = {25, 1, 1}, .dimensions = 1});
  return to;
}

/// Compares a kernel with C++.
template <typename T, typename Expected>
void check(const std::string &kernel, Expected expected) {
  const std::unique_ptr<Program> program = load_packets(kernel);
  for (const int length : walk_lengths) {
    // `product` reads more of the shared input than short rows have.
    auto from = numbers<T>(static_cast<size_t>(row_count * length) + 3);
    const std::vector<T> to = results(*program, kernel, from, length);
    for (int i = 0; i < row_count; ++i) {
      CAPTURE(kernel, length, i);
      REQUIRE(to[static_cast<size_t>(i)] == expected(from, i, length));
    }
  }
}

template <typename T>
void check_sum(const std::string &kernel) {
  check<T>(kernel, [](const std::vector<T> &from, int i, int length) {
    uint64_t sum = 0;
    for (int k = 0; k < length; ++k) {
      sum += static_cast<uint64_t>(from[static_cast<size_t>(i * length + k)]);
    }
    return static_cast<T>(sum);
  });
}

}  // namespace

TEST_CASE("sums along rows include every element once", "[row_walks]") {
  check_sum<uint8_t>("sum_of_uchar");
  check_sum<int16_t>("sum_of_short");
  check_sum<uint32_t>("sum_of_uint");
  check_sum<int64_t>("sum_of_long");
}

TEST_CASE("row loops in nested loops and divergent code", "[row_walks]") {
  check<uint32_t>("product", [](const std::vector<uint32_t> &from, int i, int length) {
    const auto at = [&](int index) { return from[static_cast<size_t>(index)]; };
    uint32_t sum = 0;
    for (int j = 0; j < 3 && i % 3 != 1; ++j) {
      for (int k = 0; k < length; ++k) {
        sum += at(i * length + k) * (at(i / 2 * length + k) + at(k * 3 + j));
      }
    }
    return sum;
  });
}

TEST_CASE("packets of work-items with row loops are one vector wide", "[row_walks]") {
  for (const char *kernel : {"sum_of_uchar", "sum_of_uint", "product"}) {
    CAPTURE(kernel);
    const std::unique_ptr<Program> program = load_packets(kernel);
    const KernelDescription &description = program->kernel(0);
    CHECK(description.packet_size[0] == description.lanes[0]);
  }
}

TEST_CASE("overlapping windows are not rows", "[row_walks]") {
  check<uint32_t>("window", [](const std::vector<uint32_t> &from, int i, int length) {
    uint32_t sum = 0;
    for (int k = 0; k < length; ++k) {
      sum += from[static_cast<size_t>(i + k)];
    }
    return sum;
  });
  const std::unique_ptr<Program> program = load_packets("window");
  const KernelDescription &description = program->kernel(0);
  CHECK(description.packet_size[0] > description.lanes[0]);
}

TEST_CASE("row loops may have early exits", "[row_walks]") {
  check<uint32_t>("first_of", [](const std::vector<uint32_t> &from, int i, int length) {
    uint32_t k = 0;
    while (k < static_cast<uint32_t>(length) &&
           from[static_cast<size_t>(i * length) + k] % 5 != 0) {
      ++k;
    }
    return k;
  });
}

TEST_CASE("rows of equal length are vectorized, others are not", "[pipeline]") {
  const Program &program = load_shared("row_walks.O2.bc");
  const auto vectorization_of = [&](const char *kernel) {
    return specialize(program, kernel, {})->kernel(0).vectorization;
  };
  CHECK(vectorization_of("pieces").starts_with("packets of"));
  CHECK(vectorization_of("uneven_pieces").starts_with("one work-item at a time"));
}

}  // namespace mux::compiler::test
