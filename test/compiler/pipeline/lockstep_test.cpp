// Whole work-groups as one packet: code for a local size has the results of code for all sizes.
#include <catch2/catch.hpp>

#include "compiler/processor/host_target.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

struct Kernel {
  std::string name;
  /// The maximum number of dimensions of its groups.
  unsigned dimensions = 3;
  bool is_float = false;
  unsigned inputs = 1;
  bool takes_rounds = false;
  bool takes_local_memory = false;
  bool needs_power_of_two = false;
  /// Maximum work-items of a group in x and y.
  uint64_t widest = 512;
};

const std::vector<Kernel> &kernels() {
  static const std::vector<Kernel> all = {
      {.name = "neighbors"},
      {.name = "sums", .dimensions = 1, .needs_power_of_two = true},
      {.name = "scan", .dimensions = 1, .is_float = true},
      {.name = "sort", .dimensions = 1, .needs_power_of_two = true},
      {.name = "product",
       .dimensions = 2,
       .is_float = true,
       .inputs = 2,
       .takes_rounds = true,
       .widest = 16},
      {.name = "turn", .dimensions = 2, .widest = 16},
      {.name = "turn_columns", .dimensions = 2, .widest = 16},
      {.name = "turn_bytes", .dimensions = 2, .widest = 16},
      {.name = "layers", .widest = 32},
      {.name = "apart"},
      {.name = "counts"},
      {.name = "private_arrays", .takes_rounds = true},
      {.name = "pieces"},
      {.name = "passed", .takes_local_memory = true},
      {.name = "kept", .dimensions = 1},
      {.name = "between", .dimensions = 1},
  };
  return all;
}

using Size = std::array<uint64_t, 3>;

uint64_t product_of(const Size &size) {
  return size[0] * size[1] * size[2];
}

bool suits(const Kernel &kernel, const Size &size) {
  for (unsigned i = kernel.dimensions; i < 3; ++i) {
    if (size[i] != 1) {
      return false;
    }
  }
  const bool is_small = size[0] <= kernel.widest && (kernel.widest == 512 || size[1] <= 16);
  return is_small && (kernel.name != "layers" || (size[1] <= 8 && size[2] <= 8)) &&
         (!kernel.needs_power_of_two || (size[0] & (size[0] - 1)) == 0);
}

std::vector<uint32_t> inputs(const Kernel &kernel, size_t count) {
  std::vector<uint32_t> values(count);
  for (size_t i = 0; i < count; ++i) {
    const auto number = static_cast<int>(i * 7919 % 1009) - 300;
    const auto real = static_cast<float>(number) / 16;
    std::memcpy(&values[i], kernel.is_float ? static_cast<const void *>(&real) : &number,
                sizeof(uint32_t));
  }
  return values;
}

std::vector<uint32_t> run(const Program &program, const Kernel &kernel, const Range &range) {
  const uint64_t count = product_of(range.global);
  std::vector<std::vector<uint32_t>> in(kernel.inputs, inputs(kernel, count));
  std::vector<uint32_t> out(count, 0);
  Call call(program, kernel.name);
  for (std::vector<uint32_t> &values : in) {
    call.buffer(values);
  }
  call.buffer(out);
  if (kernel.takes_rounds) {
    call.value(5);
  }
  if (kernel.takes_local_memory) {
    call.local(product_of(range.local) * sizeof(int));
  }
  call.run(range, 2);
  return out;
}

/// The kernel's code for groups of one size.
std::unique_ptr<Program> code_for(const Program &program, const Kernel &kernel, const Size &local) {
  FixedRange range;
  std::copy(local.begin(), local.end(), std::begin(range.local_size));
  range.no_offset = true;
  return specialize(program, kernel.name, {range, {}});
}

}  // namespace

TEST_CASE("code for a known group size has the same results", "[pipeline]") {
  const Program &program = load_shared("lockstep.O2.bc");
  // Rows that are whole vectors, partial vectors, several vectors, and mismatched.
  const std::vector<Size> sizes = {{16, 1, 1}, {256, 1, 1}, {512, 1, 1}, {48, 1, 1},
                                   {24, 1, 1}, {5, 1, 1},   {16, 16, 1}, {8, 8, 1},
                                   {4, 4, 4},  {16, 2, 8},  {32, 3, 2}};
  for (const Kernel &kernel : kernels()) {
    for (const Size &local : sizes) {
      if (!suits(kernel, local)) {
        continue;
      }
      INFO(kernel.name << ", " << local[0] << " x " << local[1] << " x " << local[2]);
      Range range;
      range.local = local;
      range.dimensions = kernel.dimensions;
      for (unsigned i = 0; i < 3; ++i) {
        range.global[i] = local[i] * (i < kernel.dimensions ? 3 - i % 2 : 1);
      }
      const std::vector<uint32_t> expected = run(program, kernel, range);
      const std::unique_ptr<Program> special = code_for(program, kernel, local);
      CHECK(run(*special, kernel, range) == expected);
    }
  }
}

TEST_CASE("groups whose rows fill vectors run as one packet", "[pipeline]") {
  // With shorter vectors, groups of these sizes have too many parts.
  if (vector_register_bits() < 512) {
    return;
  }
  const Program &program = load_shared("lockstep.O2.bc");
  for (const char *name : {"sums", "scan", "apart"}) {
    INFO(name);
    Kernel kernel;
    kernel.name = name;
    const std::unique_ptr<Program> special = code_for(program, kernel, {64, 1, 1});
    CHECK(special->kernel(0).vectorization == "packets of 64 x 1 work-items, whole groups");
  }
  // Values that exceed registers are live across barriers anyway; the code between barriers is run
  // by fewer work-items at a time.
  for (const auto &[name, runs_whole] : {std::pair("kept", true), std::pair("between", false)}) {
    INFO(name);
    Kernel kernel;
    kernel.name = name;
    const std::unique_ptr<Program> special = code_for(program, kernel, {256, 1, 1});
    CHECK((special->kernel(0).vectorization == "packets of 256 x 1 work-items, whole groups") ==
          runs_whole);
  }
  Kernel kernel;
  kernel.name = "layers";
  const std::unique_ptr<Program> special = code_for(program, kernel, {16, 2, 4});
  CHECK(special->kernel(0).vectorization == "packets of 16 x 2 x 4 work-items, whole groups");
}

}  // namespace mux::compiler::test
