// Joined groups in kernels that distinguish groups: code for a tiny local size has the results of
// code for all sizes.
#include <catch2/catch.hpp>

#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

using Size = std::array<uint64_t, 3>;

struct JoinedKernel {
  std::string name;
  bool takes_local_memory = false;
  /// Whether its results depend on the order of work-items.
  bool has_order = false;
};

const std::vector<JoinedKernel> &joined_kernels() {
  static const std::vector<JoinedKernel> all = {{"places"},
                                                {"rounds"},
                                                {"rounds_of_group"},
                                                {"swapped"},
                                                {"counted"},
                                                {"collected"},
                                                {.name = "scanned", .has_order = true},
                                                {.name = "passed", .takes_local_memory = true},
                                                {"copied"},
                                                {"structures"},
                                                {"large"},
                                                {"early"}};
  return all;
}

uint64_t items_of(const Size &size) {
  return size[0] * size[1] * size[2];
}

std::vector<int> run_joined(const Program &program, const JoinedKernel &kernel,
                            const Range &range) {
  const uint64_t count = items_of(range.global);
  std::vector<int> in(count);
  for (size_t i = 0; i < count; ++i) {
    in[i] = static_cast<int>(i * 7919 % 1009) - 300;
  }
  std::vector<int> out(count, 0);
  Call call(program, kernel.name);
  call.buffer(in).buffer(out);
  if (kernel.takes_local_memory) {
    call.local(items_of(range.local) * sizeof(int)).local(items_of(range.local));
  }
  call.run(range, 2);
  return out;
}

/// @param description of the code for all sizes.
FixedRange fixed_range(const KernelDescription &description, const JoinedKernel &kernel,
                       const Range &range) {
  FixedRange fixed;
  std::copy(range.local.begin(), range.local.end(), std::begin(fixed.local_size));
  fixed.no_offset = range.offset == std::array<uint64_t, 3>{0, 0, 0};
  if (kernel.takes_local_memory) {
    // One compute unit suffices.
    const auto begin =
        static_cast<uint16_t>(description.local_memory_size / local_memory_alignment);
    fixed.local_blocks.fill(begin + 2);
    fixed.local_blocks[0] = begin;
    fixed.local_blocks[1] = begin + 1;
  }
  return fixed;
}

RangeShape shape_of(const Range &range, uint32_t lane_dimension) {
  RangeShape shape;
  shape.dimensions = static_cast<uint32_t>(range.dimensions);
  shape.has_small_ids = true;
  shape.has_long_rows = true;
  shape.lane_dimension = lane_dimension;
  return shape;
}

/// Compares code for each kernel and each range whose indices are `chosen`.
template <typename Chosen>
void check_joined_groups(Chosen chosen) {
  const Program &program = load_shared("joined_groups.O2.bc");
  const std::vector<Range> ranges = {
      {.global = {83, 1, 1}, .local = {1, 1, 1}, .dimensions = 1},
      {.global = {70, 1, 1}, .local = {1, 1, 1}, .offset = {5, 0, 0}, .dimensions = 1},
      {.global = {1, 1, 1}, .local = {1, 1, 1}, .dimensions = 1},
      {.global = {21, 5, 3}, .local = {1, 1, 1}, .dimensions = 3},
      {.global = {86, 1, 1}, .local = {2, 1, 1}, .dimensions = 1},
      {.global = {196, 1, 1}, .local = {4, 1, 1}, .offset = {3, 0, 0}, .dimensions = 1},
      {.global = {42, 6, 1}, .local = {2, 2, 1}, .dimensions = 2},
      {.global = {37, 8, 1}, .local = {1, 4, 1}, .offset = {1, 2, 0}, .dimensions = 2},
      {.global = {1, 72, 1}, .local = {1, 4, 1}, .dimensions = 2},
      {.global = {40, 3, 2}, .local = {4, 1, 1}, .dimensions = 3},
      {.global = {33, 9, 2}, .local = {3, 3, 1}, .dimensions = 3},
      {.global = {6, 34, 4}, .local = {2, 2, 2}, .dimensions = 3}};
  for (size_t number = 0; number < joined_kernels().size(); ++number) {
    const JoinedKernel &kernel = joined_kernels()[number];
    const KernelDescription &description = program.kernel(find_kernel(program, kernel.name));
    for (size_t place = 0; place < ranges.size(); ++place) {
      const Range &range = ranges[place];
      if (!chosen(number, place) || (kernel.has_order && range.local[1] * range.local[2] != 1)) {
        continue;
      }
      INFO(kernel.name << ", " << range.global[0] << " x " << range.global[1] << " x "
                       << range.global[2] << " in " << range.local[0] << " x " << range.local[1]
                       << " x " << range.local[2]);
      const std::vector<int> expected = run_joined(program, kernel, range);
      const FixedRange fixed = fixed_range(description, kernel, range);
      CHECK(run_joined(*specialize(program, kernel.name, {fixed, {}}), kernel, range) == expected);
      const uint32_t along = range.global[0] >= 8 || range.dimensions == 1 ? 0 : 1;
      const RangeShape shape = shape_of(range, along);
      CHECK(run_joined(*specialize(program, kernel.name,
                                   {fixed, {}, VectorizationStrategy::packets, shape}),
                       kernel, range) == expected);
    }
  }
}

}  // namespace

TEST_CASE("joined groups have the same results", "[pipeline]") {
  // Each kernel in half of the ranges, each range with half of the kernels.
  check_joined_groups([](size_t kernel, size_t range) { return (kernel + range) % 2 == 0; });
}

TEST_CASE("joined groups have the same results in the other ranges", "[.slow]") {
  check_joined_groups([](size_t kernel, size_t range) { return (kernel + range) % 2 != 0; });
}

TEST_CASE("groups of one work-item are joined to packets, with all work-group functions",
          "[pipeline]") {
  const Program &program = load_shared("joined_groups.O2.bc");
  for (const JoinedKernel &kernel : joined_kernels()) {
    INFO(kernel.name);
    const KernelDescription &description = program.kernel(find_kernel(program, kernel.name));
    const Range range{.global = {100, 1, 1}, .dimensions = 1};
    const Specialization wanted{fixed_range(description, kernel, range),
                                {},
                                VectorizationStrategy::packets,
                                shape_of(range, 0)};
    const std::unique_ptr<Program> special = specialize(program, kernel.name, wanted);
    CHECK(special->kernel(0).is_group_independent);
    CHECK(special->kernel(0).local_memory_size == description.local_memory_size);
    CHECK(special->kernel(0).has_scalar_code == (kernel.name == "large"));
  }
}

}  // namespace mux::compiler::test
