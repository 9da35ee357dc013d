// Kernels specialized for known properties of their runs.
#include <catch2/catch.hpp>
#include <numeric>
#include <vector>

#include "kernel_runner.h"
#include "vector_width.h"

using namespace mux::compiler;
using namespace mux::compiler::test;

namespace {

const Program &load_candidates() {
  return load_shared("specialization_candidates." + GENERATE(from_range(clang_levels())) + ".bc");
}

std::vector<bool> candidates(const Program &program, const std::string &name) {
  std::vector<bool> result;
  for (const KernelArgument &argument : program.kernel(find_kernel(program, name)).arguments) {
    result.push_back(argument.is_specialization_candidate);
  }
  return result;
}

uint64_t bits_of(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("specialization candidates are found", "[pipeline]") {
  using Candidates = std::vector<bool>;
  const Program &program = load_candidates();
  CHECK(candidates(program, "trip_count") == Candidates{false, true});
  CHECK(candidates(program, "branch") == Candidates{false, true, false});
  CHECK(candidates(program, "stride") == Candidates{false, false});
  CHECK(candidates(program, "divisor") == Candidates{false, true});
  CHECK(candidates(program, "through_minimum") == Candidates{false, true, true});
  CHECK(candidates(program, "values") == Candidates{false, false, false, false, false});
  CHECK(candidates(program, "required") == Candidates{false, true, false});
}

TEST_CASE("code specialized for values has the same results", "[pipeline]") {
  const Program &program = load_candidates();
  REQUIRE(program.can_specialize());
  const auto compare = [&](const std::string &name, const Specialization &specialization,
                           const Range &range, const auto &pack) {
    CAPTURE(name);
    const std::unique_ptr<Program> special = specialize(program, name, specialization);
    std::vector<int> wanted(512, -1);
    std::vector<int> got(512, -1);
    Call generic(program, name);
    pack(generic.buffer(wanted));
    generic.run(range);
    Call fixed(*special, name);
    pack(fixed.buffer(got));
    fixed.run(range);
    CHECK(got == wanted);
    CHECK(wanted != std::vector<int>(512, -1));
  };
  const Range odd{.global = {100, 1, 1}, .local = {16, 1, 1}, .dimensions = 1};
  const Range even{.global = {96, 1, 1}, .local = {32, 1, 1}, .dimensions = 1};
  const FixedRange known{{32, 1, 1}, true};
  compare("trip_count", {{}, {{1, 7}}}, odd, [](Call &call) { call.value(7); });
  // Minus one: only the bits of the argument.
  compare("trip_count", {known, {{1, 0xFFFFFFFF}}}, even, [](Call &call) { call.value(-1); });
  compare("branch", {{}, {{1, 3}}}, odd, [](Call &call) { call.value(3).value(9); });
  compare("branch", {known, {{1, 2}}}, even, [](Call &call) { call.value(2).value(9); });
  compare("stride", {{}, {{1, 32}}}, {.global = {20, 15, 1}, .local = {8, 4, 1}, .dimensions = 2},
          [](Call &call) { call.value(32U); });
  compare("divisor", {{}, {{1, 10}}}, odd, [](Call &call) { call.value(uint16_t{10}); });
  compare("divisor", {known, {{1, 0xFFFF}}}, even,
          [](Call &call) { call.value(uint16_t{0xFFFF}); });
  compare("through_minimum", {{}, {{1, bits_of(1e4f)}, {2, 12}}}, odd,
          [](Call &call) { call.value(1e4f).value(int64_t{12}); });
  compare("through_minimum", {known, {{2, 3}}}, even,
          [](Call &call) { call.value(50.0f).value(int64_t{3}); });
}

TEST_CASE("all strategies have the same results, and estimated alternatives are named",
          "[pipeline]") {
  const Program &program = load_shared("specialization_candidates.O2.bc");
  const Range range{.global = {96, 1, 1}, .local = {32, 1, 1}, .dimensions = 1};
  const std::string name = GENERATE("trip_count", "row_sums");
  CAPTURE(name);
  const auto run = [&](const Program &code) {
    std::vector<int> out(512);
    std::iota(out.begin(), out.end(), -7);
    Call(code, name).buffer(out).value(4).run(range);
    return out;
  };
  const std::unique_ptr<Program> loops =
      specialize(program, name, {{}, {}, VectorizationStrategy::loops});
  CHECK(loops->kernel(0).vectorization.starts_with("one work-item at a time"));
  CHECK(loops->kernel(0).alternative_strategies.empty());
  const std::unique_ptr<Program> packets =
      specialize(program, name, {{}, {}, VectorizationStrategy::packets});
  CHECK(packets->kernel(0).vectorization.starts_with("packets of"));
  CHECK(packets->kernel(0).alternative_strategies.empty());
  const std::unique_ptr<Program> scalar =
      specialize(program, name, {{}, {}, VectorizationStrategy::scalar});
  CHECK(run(*loops) == run(*packets));
  CHECK(run(*loops) == run(*scalar));
  CHECK(run(*loops) == run(program));

  const KernelDescription &estimated = program.kernel(find_kernel(program, name));
  const std::vector<VectorizationStrategy> others =
      name == "trip_count"
          ? std::vector{VectorizationStrategy::loops, VectorizationStrategy::scalar}
          : std::vector{VectorizationStrategy::packets, VectorizationStrategy::loops,
                        VectorizationStrategy::scalar};
  CHECK(estimated.alternative_strategies == others);
}

TEST_CASE("there is no alternative strategy where the choice was not estimated", "[pipeline]") {
  const std::string width = GENERATE("estimate", "packets", "loops", "scalar", "4");
  CAPTURE(width);
  const mux::test::KeptVectorWidth kept;
  mux::test::set_vector_width(width.c_str());
  const std::unique_ptr<Program> program = load(read_binary("specialization_candidates.O2.bc"));
  for (size_t i = 0; i < program->kernel_count(); ++i) {
    CHECK(program->kernel(i).alternative_strategies.empty());
  }
}

TEST_CASE("a kernel with a required local size runs remainder groups", "[pipeline]") {
  const Program &program = load_candidates();
  std::string error;
  const size_t index = find_kernel(program, "required");
  // The size is known, so there is nothing to specialize for.
  CHECK_FALSE(program.kernel(index).local_size_matters);
  const auto function = [&](size_t kernel, RequiredGroups groups) {
    return program.code(kernel, groups, error).function;
  };
  const KernelFunction partial = function(index, RequiredGroups::any);
  REQUIRE(partial != nullptr);
  CHECK(partial != function(index, RequiredGroups::full));
  CHECK(partial == function(index, RequiredGroups::any));
  const size_t other = find_kernel(program, "trip_count");
  CHECK(function(other, RequiredGroups::any) == function(other, RequiredGroups::full));

  for (const Range &range : {Range{.global = {32, 4, 1}, .local = {16, 2, 1}, .dimensions = 2},
                             Range{.global = {41, 5, 1}, .local = {16, 2, 1}, .dimensions = 2},
                             Range{.global = {3, 1, 1}, .local = {16, 2, 1}, .dimensions = 2}}) {
    const uint64_t width = range.global[0];
    const uint64_t height = range.global[1];
    CAPTURE(width, height);
    std::vector<int> out(width * height, 0);
    Call(program, "required").buffer(out).value(2).local(32 * sizeof(int)).run(range, 2);
    std::vector<int> wanted(width * height);
    for (uint64_t y = 0; y < height; ++y) {
      for (uint64_t x = 0; x < width; ++x) {
        const uint64_t columns = std::min<uint64_t>(16, width - x / 16 * 16);
        const uint64_t rows = std::min<uint64_t>(2, height - y / 2 * 2);
        const uint64_t opposite = columns * rows - 1 - (y % 2 * columns + x % 16);
        wanted[y * width + x] = static_cast<int>(2 * 10 * opposite + 1);
      }
    }
    CHECK(out == wanted);
  }
}
