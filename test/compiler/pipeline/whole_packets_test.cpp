// Code specialized for ND-ranges without remainders has the results of code for all ND-ranges.
#include <catch2/catch.hpp>

#include <algorithm>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

std::vector<float> run(const Program &program, const std::string &kernel, const Range &range) {
  const uint64_t count = range.global[0] * range.global[1];
  // A product reads 24 rows and columns, whatever the size.
  std::vector<float> in(count + 24 * (range.global[0] + 1));
  for (size_t i = 0; i < count; ++i) {
    in[i] = static_cast<float>(i * 7919 % 61);
  }
  std::vector<float> out(count, -1);
  Call(program, kernel).buffer(out).buffer(in).run(range, 2);
  return out;
}

RangeShape shape_of(const KernelDescription &kernel, const Range &range) {
  RangeShape shape{.dimensions = static_cast<uint32_t>(range.dimensions),
                   .has_small_ids = true,
                   .has_long_rows = true};
  std::copy(std::begin(kernel.packet_size), std::end(kernel.packet_size),
            shape.multiple_of.begin());
  return shape;
}

/// Full groups of whole packets.
Range range_of(const KernelDescription &kernel, uint64_t packets_of_group, uint64_t dimensions) {
  Range range;
  range.dimensions = dimensions;
  for (unsigned i = 0; i < dimensions; ++i) {
    range.local[i] = packets_of_group * kernel.packet_size[i];
    range.global[i] = 3 * range.local[i];
  }
  return range;
}

/// At least one.
uint64_t changed(uint64_t size, int more) {
  return static_cast<uint64_t>(std::max<int64_t>(1, static_cast<int64_t>(size) + more));
}

}  // namespace

TEST_CASE("code for whole packets has the same results", "[pipeline]") {
  const Program &program = load_shared("whole_packets.O2.bc");
  for (const auto &[name, dimensions] :
       {std::pair("scale", 1U), {"product", 2U}, {"escape", 2U}, {"columns", 2U}}) {
    INFO(name);
    const KernelDescription &kernel = program.kernel(find_kernel(program, name));
    REQUIRE(kernel.is_group_independent);
    for (const uint64_t packets : {1U, 2U}) {
      const Range range = range_of(kernel, packets, dimensions);
      const std::unique_ptr<Program> special =
          specialize(program, name, {{}, {}, {}, shape_of(kernel, range)});
      CHECK(run(*special, name, range) == run(program, name, range));
    }
  }
}

TEST_CASE("remainder rows of groups that are not multiples of packets", "[pipeline]") {
  const Program &program = load_shared("whole_packets.O2.bc");
  const std::string name = "escape";
  const KernelDescription &kernel = program.kernel(find_kernel(program, name));
  Range range = range_of(kernel, 1, 2);
  RangeShape shape = shape_of(kernel, range);
  // Whole packets in x only.
  shape.multiple_of[1] = 1;
  range.local[1] += 1;
  range.global[1] = 2 * range.local[1];
  const std::unique_ptr<Program> special = specialize(program, name, {{}, {}, {}, shape});
  CHECK(run(*special, name, range) == run(program, name, range));
}

TEST_CASE("remainder work-items use the scalar loop with a code size limit", "[pipeline]") {
  const Program &program = load_shared("whole_packets.O2.bc");
  for (const auto &[name, dimensions] :
       {std::pair("scale", 1U), {"product", 2U}, {"escape", 2U}, {"columns", 2U}}) {
    INFO(name);
    const KernelDescription &kernel = program.kernel(find_kernel(program, name));
    RangeShape shape{.dimensions = dimensions, .has_small_ids = true, .has_long_rows = true};
    shape.scalar_remainder = true;
    const std::unique_ptr<Program> special = specialize(program, name, {{}, {}, {}, shape});
    // No remainder, a remainder in each dimension, and only a remainder.
    for (const auto &[more_x, more_y] :
         {std::pair(0, 0), {5, 0}, {0, 1}, {3, 3}, {-3, 0}, {-3, -1}}) {
      Range range = range_of(kernel, 1, dimensions);
      range.global[0] = changed(range.local[0], more_x);
      range.global[1] = dimensions > 1 ? changed(range.local[1], more_y) : 1;
      INFO(range.global[0] << " x " << range.global[1]);
      CHECK(run(*special, name, range) == run(program, name, range));
    }
  }
}

}  // namespace mux::compiler::test
