// ND-ranges whose ids exceed 31 or 32 bits, in general code and in specialized code.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

using Expected = std::function<uint64_t(uint64_t id, const Range &range)>;

/// Runs a kernel of large_ids.cl and checks each element.
template <typename T>
void check(const Program &program, const std::string &kernel, const Range &range,
           const Expected &expected) {
  std::vector<T> out(range.global[0], T(-1));
  Call(program, kernel).buffer(out).value(range.offset[0]).run(range, 2);
  for (uint64_t i = 0; i < out.size(); ++i) {
    INFO(kernel << " from " << range.offset[0] << " in groups of " << range.local[0] << ": " << i);
    REQUIRE(out[i] == static_cast<T>(expected(range.offset[0] + i, range)));
  }
}

uint64_t in_32_bits(uint64_t id) {
  const auto i = static_cast<int32_t>(id);
  const auto j = static_cast<uint32_t>(id);
  int64_t x = int64_t{i} * 5 + j + static_cast<uint16_t>(id);
  x ^= i < 7 ? 1 : 0;
  x += j % 3 == 1 ? i / 3 : 0;
  return static_cast<uint64_t>(x);
}

uint64_t mirrored(uint64_t id, const Range &range) {
  const uint64_t index = id - range.offset[0];
  const uint64_t start = index / range.local[0] * range.local[0];
  const uint64_t size = std::min(range.local[0], range.global[0] - start);
  return (range.offset[0] + start + size - 1 - (index - start)) * 5 + (index - start);
}

void check_line(const Program &program, const std::string &kernel, const Range &range) {
  if (kernel == "wide_ids") {
    check<uint64_t>(program, kernel, range, [](uint64_t id, const Range &of) {
      return id * 3 + (id - of.offset[0]) / of.local[0];
    });
  } else if (kernel == "narrow_ids") {
    check<int64_t>(program, kernel, range,
                   [](uint64_t id, const Range &) { return in_32_bits(id); });
  } else if (kernel == "narrow_index") {
    check<uint32_t>(program, kernel, range, [](uint64_t id, const Range &) { return id ^ 12345; });
  } else if (kernel == "signed_index") {
    check<int32_t>(program, kernel, range, [](uint64_t id, const Range &) {
      return static_cast<uint64_t>(static_cast<int32_t>(id) >> 3);
    });
  } else if (kernel == "rows") {
    check<uint64_t>(program, kernel, range,
                    [](uint64_t id, const Range &) { return id / 1000 * 7 + id % 1000 * 3; });
  } else {
    REQUIRE(kernel == "across_barrier");
    check<uint64_t>(program, kernel, range, mirrored);
  }
}

void check_volume(const Program &program, const Range &range) {
  std::vector<uint64_t> out(range.global[0] * range.global[1] * range.global[2]);
  Call(program, "volume")
      .buffer(out)
      .value(range.offset[0])
      .value(range.offset[1])
      .value(range.offset[2])
      .run(range, 2);
  size_t i = 0;
  for (uint64_t z = range.offset[2]; z < range.offset[2] + range.global[2]; ++z) {
    for (uint64_t y = range.offset[1]; y < range.offset[1] + range.global[1]; ++y) {
      for (uint64_t x = range.offset[0]; x < range.offset[0] + range.global[0]; ++x, ++i) {
        const auto product = static_cast<int64_t>(static_cast<int32_t>(x)) *
                             static_cast<int64_t>(static_cast<int32_t>(y));
        INFO(x << ", " << y << ", " << z);
        REQUIRE(out[i] == x + 3 * y + 5 * z + static_cast<uint64_t>(product));
      }
    }
  }
}

/// Code specialized for ND-ranges with large ids, for a group size if it is not 0.
std::unique_ptr<Program> code_for_large_ids(const Program &program, const std::string &kernel,
                                            uint32_t dimensions, uint64_t local_size) {
  Specialization specialization;
  specialization.shape = RangeShape{.dimensions = dimensions, .has_long_rows = true};
  // Whether or not packets are beneficial on this processor.
  specialization.strategy = VectorizationStrategy::packets;
  if (local_size != 0) {
    specialization.range = FixedRange{{local_size, 1, 1}, false};
  }
  return specialize(program, kernel, specialization);
}

}  // namespace

TEST_CASE("ids of more than 31 bits", "[pipeline]") {
  const Program &program = load_shared("large_ids.O2.bc");
  const std::string kernel = GENERATE(as<std::string>{}, "wide_ids", "narrow_ids", "narrow_index",
                                      "signed_index", "rows", "across_barrier");
  const std::unique_ptr<Program> special = code_for_large_ids(program, kernel, 1, 0);
  CHECK_THAT(special->kernel(0).vectorization, Catch::Matchers::Contains("packets of"));
  for (const unsigned bits : {30U, 31U, 32U, 33U}) {
    for (const uint64_t local : {128U, 100U}) {
      // The first group, and others in which the upper bits change, or nearly do.
      for (const uint64_t before : {uint64_t{777}, local * 3 + 60, local * 4, local * 4 - 1}) {
        const Range range{.global = {1234, 1, 1},
                          .local = {local, 1, 1},
                          .offset = {(uint64_t{1} << bits) - before, 0, 0},
                          .dimensions = 1};
        check_line(*special, kernel, range);
        check_line(program, kernel, range);
      }
    }
  }
}

TEST_CASE("ids of more than 31 bits in groups of a known size", "[pipeline]") {
  const Program &program = load_shared("large_ids.O2.bc");
  const std::unique_ptr<Program> special = code_for_large_ids(program, "across_barrier", 1, 64);
  for (const unsigned bits : {31U, 32U}) {
    for (const uint64_t before : {64U * 4, 64U * 4 - 10}) {
      check_line(*special, "across_barrier",
                 {.global = {640, 1, 1},
                  .local = {64, 1, 1},
                  .offset = {(uint64_t{1} << bits) - before, 0, 0},
                  .dimensions = 1});
    }
  }
}

TEST_CASE("ids of more than 31 bits in three dimensions", "[pipeline]") {
  const Program &program = load_shared("large_ids.O2.bc");
  const std::unique_ptr<Program> special = code_for_large_ids(program, "volume", 3, 0);
  constexpr uint64_t large = uint64_t{1} << 31;
  for (const std::array<uint64_t, 3> &offset : {std::array<uint64_t, 3>{large - 20, 0, 0},
                                                {0, large - 3, 1},
                                                {5, 6, 2 * large - 2},
                                                {2 * large - 33, 2 * large - 2, large - 1}}) {
    const Range range{.global = {70, 7, 5}, .local = {16, 2, 2}, .offset = offset};
    check_volume(*special, range);
    check_volume(program, range);
  }
}

}  // namespace mux::compiler::test
