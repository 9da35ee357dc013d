// Kernels with calls that are not inlined because of their size.

#include <array>
#include <bit>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

constexpr uint32_t work_items = 64;
constexpr uint32_t group_size = 8;

/// The reference of kernels/large_calls.cl.
class Reference {
 public:
  Reference(const std::vector<uint32_t> &all, uint32_t group_id) : all_(all), group_id_(group_id) {}

  std::array<uint32_t, 16> mine{};
  std::array<uint32_t, group_size> shared{};

  uint32_t with_id(uint32_t a, uint32_t b, uint32_t local_id) const {
    return level(a + local_id, b, 2) + group_id_;
  }

 private:
  static uint32_t mix(uint32_t a, uint32_t b) {
    for (uint32_t n = 10; n < 50; ++n) {
      if (n % 10 < 8) {
        a = std::rotl(a, static_cast<int>(n % 31 + 1)) ^ (b + n * 7919);
        b += a * (2 * n + 3);
      }
    }
    return a ^ b;
  }

  uint32_t mix_in_memory(uint32_t a, uint32_t b) const {
    std::array<uint32_t, 8> numbers{};
    for (uint32_t i = 0; i < 8; ++i) {
      numbers.at(i) = mix(a + i, mine.at((b + i) % 16)) + all_.at((a + i) % 64);
    }
    for (uint32_t i = 0; i < 8; ++i) {
      b = mix(numbers.at((b + i) % 8), b) + shared.at(i);
    }
    return mix(a, b) + mix(b, a);
  }

  uint32_t level(uint32_t a, uint32_t b, unsigned depth) const {
    if (depth == 0) {
      return mix_in_memory(a, b);
    }
    for (uint32_t n = 0; n < 6; ++n) {
      a ^= level(a + n, b, depth - 1);
      if ((a & (1U << n)) != 0) {
        b ^= level(b, a, depth - 1);
      }
    }
    return a + b;
  }

  const std::vector<uint32_t> &all_;
  uint32_t group_id_;
};

std::vector<uint32_t> expected(const std::vector<uint32_t> &in) {
  std::vector<uint32_t> out(work_items);
  for (uint32_t first = 0; first < work_items; first += group_size) {
    Reference reference(in, first / group_size);
    for (uint32_t l = 0; l < group_size; ++l) {
      reference.shared.at(l) = in[l] + 5;
    }
    std::array<std::array<uint32_t, 16>, group_size> mine{};
    std::array<uint32_t, group_size> sums{};
    for (uint32_t l = 0; l < group_size; ++l) {
      for (uint32_t j = 0; j < 16; ++j) {
        mine.at(l).at(j) = in[(first + l + j) % 64] * 3;
      }
      reference.mine = mine.at(l);
      sums.at(l) = reference.with_id(in[first + l], first + l, l);
    }
    reference.shared = sums;
    for (uint32_t l = 0; l < group_size; ++l) {
      mine.at(l).at((first + l) % 16) = sums.at(7 - l);
      reference.mine = mine.at(l);
      out[first + l] = reference.with_id(sums.at(l), first + l + 1, l) + mine.at(l)[3];
    }
  }
  return out;
}

}  // namespace

TEST_CASE("functions are not inlined to a kernel of a million instructions", "[large_calls]") {
  const Program &program =
      load_shared("large_calls." + GENERATE(from_range(clang_levels())) + ".bc");
  std::vector<uint32_t> in(work_items);
  for (uint32_t i = 0; i < work_items; ++i) {
    in[i] = i * 2654435761U + 7;
  }
  std::vector<uint32_t> out(work_items);
  Call call(program, "large_calls");
  call.buffer(out).buffer(in).local(group_size * sizeof(uint32_t));
  call.run({.global = {work_items, 1, 1}, .local = {group_size, 1, 1}, .dimensions = 1});
  CHECK(out == expected(in));
  CHECK_THAT(call.description().vectorization,
             Catch::Contains("one work-item at a time: the functions that it calls"));
  // The called functions only use memory of the kernel's arguments.
  CHECK_FALSE(call.description().may_access_any_memory);
  CHECK(call.description().arguments[0].writes);
  CHECK_FALSE(call.description().arguments[1].writes);
}

}  // namespace mux::compiler::test
