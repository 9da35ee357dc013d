// Reads of adjacent work-items that are close but not contiguous: for packets that read within one
// vector, and for others.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "index_kernels.h"

namespace mux::compiler::test {

namespace {

using index_kernels::at;
using index_kernels::count;

constexpr int lengths[] = {1, 2, 3, 7, 16, 100, 1500};

/// @param expected function of a global id and a length.
template <typename Expected>
void check_reads(const std::string &kernel, Expected expected) {
  index_kernels::check("near_reads", kernel, lengths, [&](uint32_t i, uint32_t, int length) {
    return expected(static_cast<int>(i), length);
  });
}

/// An element of another type in the kernels' input.
template <typename T>
T number_at(int index) {
  T number;
  std::memcpy(&number,
              reinterpret_cast<const char *>(index_kernels::numbers().data()) +
                  static_cast<size_t>(index) * sizeof(T),
              sizeof(T));
  return number;
}

}  // namespace

TEST_CASE("pairs of work-items, or four, read the same element", "[near_reads]") {
  check_reads("halves", [](int i, int length) { return at(i / 2) + 3 * at(length + i / 4); });
}

TEST_CASE("three work-items, or a variable number, read the same element", "[near_reads]") {
  check_reads("thirds", [](int i, int length) { return at(i / 3) + 5 * at(i / length); });
}

TEST_CASE("work-items read the same elements backwards", "[near_reads]") {
  check_reads("backwards",
              [](int i, int length) { return at(length + (4000 - i) / 2) + 3 * at(4100 - i / 3); });
}

TEST_CASE("work-items read around a rounded coordinate", "[near_reads]") {
  check_reads("by_float", [](int i, int length) {
    const auto low = static_cast<int>(std::floor(std::fma(static_cast<float>(i), 0.37F, 0.5F)));
    return at(low) + 3 * at(low + 1) + 5 * at(std::min(low + 2, length));
  });
}

TEST_CASE("four work-items read two members of one structure", "[near_reads]") {
  check_reads("pairs", [](int i, int length) {
    const int pair = i / 4 * 2;
    return at(pair + length) + 3 * at(pair + 1 + length) + 5 * at(i / 8 * 3 + 1);
  });
}

TEST_CASE("some pairs of work-items read the same element", "[near_reads]") {
  check_reads("some", [](int i, int length) {
    return 1 + (i % 3 != 0 ? at(i / 2) : 0) + (i >= length ? 3 * at((i - length) / 2) : 0);
  });
}

TEST_CASE("work-items read with increasing strides", "[near_reads]") {
  check_reads("steps", [](int i, int length) {
    const auto x = static_cast<float>(i);
    return at(static_cast<int>(x * x * (1.0F / 4096.0F))) + 3 * at(i * i / 4096 + length);
  });
}

TEST_CASE("pairs of work-items read the same narrow element", "[near_reads]") {
  check_reads("narrow", [](int i, int length) {
    return uint32_t{number_at<uint8_t>(i / 2 + length)} + 3U * number_at<uint16_t>(i / 2) +
           5U * number_at<uint8_t>(i / 4 * 2 + 1) + 7U * number_at<uint8_t>(i / 4 * 2);
  });
}

TEST_CASE("pairs of work-items read the same wide element", "[near_reads]") {
  check_reads("wide", [](int i, int length) {
    return static_cast<uint32_t>(number_at<uint64_t>(i / 2) >> 16) +
           3 * static_cast<uint32_t>(number_at<uint64_t>((length + i) / 3));
  });
}

TEST_CASE("no reads beyond the last element, in another page", "[near_reads]") {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t pages = 4 * page;
  void *memory =
      mmap(nullptr, pages + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  REQUIRE(mprotect(static_cast<char *>(memory) + pages, page, PROT_NONE) == 0);
  const Program &program = load_shared("near_reads.O2.bc");
  const std::unique_ptr<Program> packets =
      specialize(program, "to_the_end", {{}, {}, VectorizationStrategy::packets});
  for (const int length : {0, 1, 17, 64}) {
    const size_t numbers = (count - 1 + static_cast<size_t>(length)) / 2 + 1;
    auto *from = reinterpret_cast<uint32_t *>(static_cast<char *>(memory) + pages) - numbers;
    for (size_t i = 0; i < numbers; ++i) {
      from[i] = static_cast<uint32_t>(i * 7 + 3);
    }
    std::vector<uint32_t> to(count, 77);
    const Range range{.global = {count, 1, 1}, .local = {250, 1, 1}, .dimensions = 1};
    Call(*packets, "to_the_end").pointer(from).buffer(to).value(length).run(range);
    CAPTURE(length);
    CHECK(to == index_kernels::all(
                    [&](uint32_t i) { return (i + static_cast<uint32_t>(length)) / 2 * 7 + 3; }));
  }
  munmap(memory, pages + page);
}

TEST_CASE("work-items read near the edges of a row", "[near_reads]") {
  check_reads("at_edges", [](int i, int length) {
    const int row = i % 5 * length;
    const int x = i % length;
    return at(row + std::clamp(x - 2, 0, length - 1)) + 3 * at(row + (x + 3) % length) +
           5 * at(std::abs(i - 40));
  });
  check_reads("reflected_at_edges", [](int i, int length) {
    const int end = length + 2500;
    const int x = i - 3;
    const int reflected = x < 0 ? -x : x >= end ? 2 * end - 2 - x : x;
    return at(reflected) + 7 * at(std::max(i - 100, 0));
  });
}

}  // namespace mux::compiler::test
