// Code compiled from the front half of an earlier compilation.

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "compiler/interface/code_generator.h"
#include "compiler/program/front_halves.h"
#include "kernel_runner.h"

namespace mux::compiler::test {
namespace {

Specialization of_tier(CodeTier tier) {
  Specialization result;
  result.tier = tier;
  result.shape = RangeShape{
      .dimensions = 2, .has_small_ids = true, .has_long_rows = true, .has_distinct_buffers = true};
  result.range = FixedRange{{16, 4, 1}, true};
  return result;
}

// Jobs that share the front half of a kernel, the first one being its description.
std::vector<CompileJob> jobs_of(const std::string &kernel) {
  std::vector<CompileJob> jobs(4);
  for (CompileJob &job : jobs) {
    job.request.kernel = kernel;
  }
  jobs[0].request.required_groups = RequiredGroups::full;
  jobs[0].result = CompiledResult::descriptions;
  jobs[1].request.specialization = of_tier(CodeTier::quick);
  jobs[3].request.specialization = of_tier(CodeTier::optimized);
  jobs[3].width = {VectorWidth::Mode::loops};
  return jobs;
}

// The object or the reason why there is none, and the description's text.
std::string outcome(std::string_view bitcode, const CompileJob &job, SharedFrontHalf *front_half) {
  CompiledObject object;
  std::string error;
  if (!require_code_generator().compile(bitcode, job, front_half, object, error)) {
    return error;
  }
  return object.kernels.front().vectorization + object.code;
}

// Counts jobs whose results differ.
int count_differences(std::string_view bitcode) {
  ProgramOutline outline;
  std::string error;
  INFO(error);
  REQUIRE(require_code_generator().inspect(bitcode, outline, error));
  int differences = 0;
  for (const std::string &kernel : outline.kernels) {
    SharedFrontHalf front_half;
    for (const CompileJob &job : jobs_of(kernel)) {
      const std::string shared = outcome(bitcode, job, &front_half);
      if (shared != outcome(bitcode, job, nullptr)) {
        UNSCOPED_INFO("differs: " << kernel);
        ++differences;
      }
    }
    CHECK(front_half != nullptr);
  }
  return differences;
}

const char *const kernels_text = R"(
define spir_kernel void @scale(ptr addrspace(1) %out, i32 %factor) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %place = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %old = load i32, ptr addrspace(1) %place
  %new = mul i32 %old, %factor
  store i32 %new, ptr addrspace(1) %place
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
)";

// The value of `scale` for the second work-item of two, whose value was 2.
int32_t scaled(const Program &code, int32_t factor) {
  std::vector<int32_t> values = {1, 2};
  Call(code, "scale").buffer(values).value(factor).run(Range{.global = {2, 1, 1}});
  return values[1];
}

}  // namespace

TEST_CASE("code made of a shared front half is the same, byte for byte", "[pipeline]") {
  const std::string file =
      GENERATE("distinct_buffers.O2", "printing.O2", "large_calls.O2", "lockstep.O2");
  CAPTURE(file);
  CHECK(count_differences(read_binary(file + ".bc")) == 0);
}

TEST_CASE("code of many unoptimized kernels made of a shared front half is the same", "[.slow]") {
  CHECK(count_differences(read_binary("barriers.O0.bc")) == 0);
}

TEST_CASE("all later code of a kernel is made of the front half that described it", "[pipeline]") {
  std::string error;
  const std::unique_ptr<Program> program = load_program(assemble(kernels_text), error);
  INFO(error);
  REQUIRE(program != nullptr);
  const FrontHalves::Counts before = FrontHalves::counts();
  REQUIRE(program->describe(0, error));
  CHECK(FrontHalves::counts().kept - before.kept == 1);
  CHECK(FrontHalves::counts().used == before.used);
  Specialization quick;
  quick.tier = CodeTier::quick;
  CHECK(scaled(*specialize(*program, "scale", quick), 5) == 10);
  CHECK(FrontHalves::counts().used - before.used == 1);
  CHECK(scaled(*specialize(*program, "scale", {}), 6) == 12);
  CHECK(FrontHalves::counts().used - before.used == 2);
  CHECK(FrontHalves::counts().kept - before.kept == 1);
}

TEST_CASE("code for values of arguments is made of the bitcode", "[pipeline]") {
  std::string error;
  const std::unique_ptr<Program> program = load_program(assemble(kernels_text), error);
  INFO(error);
  REQUIRE(program != nullptr);
  REQUIRE(program->describe(0, error));
  const FrontHalves::Counts before = FrontHalves::counts();
  Specialization seven;
  seven.arguments = {{1, 7}};
  CHECK(scaled(*specialize(*program, "scale", seven), 7) == 14);
  CHECK(FrontHalves::counts().used == before.used);
}

TEST_CASE("a kernel whose front half was evicted is compiled from its bitcode", "[pipeline]") {
  class Large final : public FrontHalf {
    uint64_t size() const override { return max_front_half_bytes; }
  };
  std::string error;
  const std::unique_ptr<Program> program = load_program(assemble(kernels_text), error);
  INFO(error);
  REQUIRE(program != nullptr);
  REQUIRE(program->describe(0, error));
  const FrontHalves::Counts before = FrontHalves::counts();
  {
    FrontHalves other;
    other.keep("large", std::make_shared<const Large>());
    CHECK(FrontHalves::counts().evicted > before.evicted);
  }
  CHECK(scaled(*specialize(*program, "scale", {}), 3) == 6);
  CHECK(FrontHalves::counts().used == before.used);
  // That compilation made another one.
  CHECK(scaled(*specialize(*program, "scale", {}), 4) == 8);
  CHECK(FrontHalves::counts().used - before.used == 1);
}

TEST_CASE("threads compile from one front half at once", "[pipeline]") {
  std::string error;
  const std::unique_ptr<Program> program = load_program(assemble(kernels_text), error);
  INFO(error);
  REQUIRE(program != nullptr);
  REQUIRE(program->describe(0, error));
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 3; ++repeat) {
        std::string reason;
        if (program->specialize(0, {}, reason) == nullptr) {
          ++failures;
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  CHECK(failures == 0);
}

}  // namespace mux::compiler::test
