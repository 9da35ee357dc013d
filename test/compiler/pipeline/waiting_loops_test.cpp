// Short loops, and long ones with a recurrence, are unrolled to several parts.

#include <catch2/catch.hpp>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/processor/host_target.h"
#include "kernel_runner.h"

namespace mux::compiler::test {

namespace {

std::string packets_of(unsigned parts) {
  return "packets of " + std::to_string(vector_register_bits() / 32 * parts) + " x 1 work-items";
}

}  // namespace

TEST_CASE("long loops with a recurrence are unrolled to two parts", "[pipeline]") {
  const Program &program = load_shared("waiting_loops.O2.bc");
  for (const CodeTier tier : {CodeTier::quick, CodeTier::optimized}) {
    const auto vectorization_of = [&](const char *kernel) {
      Specialization wanted;
      wanted.strategy = VectorizationStrategy::packets;
      wanted.tier = tier;
      return specialize(program, kernel, wanted)->kernel(0).vectorization;
    };
    CHECK(vectorization_of("chain") == packets_of(2));
    CHECK(vectorization_of("sums") == packets_of(1));
    CHECK(vectorization_of("places") == packets_of(1));
  }
}

TEST_CASE("short loops have four parts, also if they run several groups", "[pipeline]") {
  const Program &program = load_shared("waiting_loops.O2.bc");
  Specialization wanted;
  wanted.strategy = VectorizationStrategy::packets;
  CHECK(specialize(program, "few", wanted)->kernel(0).vectorization == packets_of(4));
  FixedRange range;
  range.local_size[0] = vector_register_bits() / 32;
  wanted.range = range;
  CHECK(specialize(program, "few", wanted)->kernel(0).vectorization == packets_of(4));
}

TEST_CASE("long loops in two parts have the same results", "[pipeline]") {
  const Program &program = load_shared("waiting_loops.O2.bc");
  constexpr Range range{.global = {77, 1, 1}, .local = {77, 1, 1}, .dimensions = 1};
  std::vector<float> in(77);
  std::iota(in.begin(), in.end(), 0.F);
  for (float &value : in) {
    value = value / 100 + 0.1F;
  }
  const auto results = [&](VectorizationStrategy strategy) {
    std::vector<float> out(in.size());
    const std::unique_ptr<Program> code = specialize(program, "chain", {{}, {}, strategy});
    Call(*code, "chain").buffer(in).buffer(out).value(9).run(range);
    return out;
  };
  const std::vector<float> packets = results(VectorizationStrategy::packets);
  const std::vector<float> alone = results(VectorizationStrategy::scalar);
  for (size_t i = 0; i < in.size(); ++i) {
    CAPTURE(i);
    CHECK(double{packets[i]} == Approx(double{alone[i]}).epsilon(1e-4));
  }
}

}  // namespace mux::compiler::test
