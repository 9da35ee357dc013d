#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>

#include "compiler/pipeline/vectorise/linearise.h"
#include "lockstep.h"
#include "passes.h"
#include "random_control_flow.h"

namespace mux::test {
namespace {

uint32_t random_seed() {
  if (const char *fixed = std::getenv("MUX_TEST_SEED")) {
    return static_cast<uint32_t>(std::strtoul(fixed, nullptr, 0));
  }
  return std::random_device{}();
}

std::string text_of(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << module;
  return stream.str();
}

LockstepRun random_run(std::mt19937 &random, size_t work_items) {
  LockstepRun run;
  for (size_t i = 0; i < work_items * words_per_work_item; ++i) {
    run.memory.push_back(random() % 16);
  }
  for (size_t i = 0; i < table_words; ++i) {
    run.table.push_back(random() % 16);
  }
  const uint32_t n = random() % 16;
  const uint32_t m = random() % 16;
  for (size_t i = 0; i < work_items; ++i) {
    run.work_items.push_back(
        {n, m, static_cast<uint32_t>(i), static_cast<uint32_t>(random() % 16)});
  }
  return run;
}

/// Runs one work-item after the other.
std::string run_alone(const llvm::Function &function, LockstepRun &run) {
  LockstepRun one = run;
  for (const std::vector<uint32_t> &work_item : run.work_items) {
    one.work_items = {work_item};
    const std::string problem = run_in_lockstep(function, one);
    if (!problem.empty()) {
      return problem;
    }
  }
  run.memory = one.memory;
  return "";
}

void compare(uint32_t seed) {
  llvm::LLVMContext context;
  const auto original = random_control_flow(context, seed);
  const auto changed = random_control_flow(context, seed);
  llvm::Function &function = *changed->getFunction("f");
  INFO("seed " << seed << "\n" << text_of(*original));
  std::string reason;
  REQUIRE(compiler::linearise(function, lane_parameters(function), reason));
  INFO(text_of(*changed));
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  const bool is_broken = llvm::verifyModule(*changed, &stream);
  INFO(broken);
  REQUIRE(!is_broken);
  std::mt19937 random(seed);
  for (const size_t work_items : {8, 8, 8, 1}) {
    const LockstepRun start = random_run(random, work_items);
    LockstepRun expected = start;
    LockstepRun alone = start;
    LockstepRun together = start;
    REQUIRE(run_alone(*original->getFunction("f"), expected) == "");
    REQUIRE(run_alone(function, alone) == "");
    REQUIRE(alone.memory == expected.memory);
    REQUIRE(run_in_lockstep(function, together) == "");
    REQUIRE(together.memory == expected.memory);
  }
}

TEST_CASE("linearised random functions do the same for work-items that run in lockstep") {
  const char *count = std::getenv("MUX_TEST_COUNT");
  const uint32_t functions = count == nullptr ? 2000 : std::strtoul(count, nullptr, 0);
  const uint32_t seed = random_seed();
  for (uint32_t i = 0; i < functions; ++i) {
    compare(seed + i);
  }
}

}  // namespace
}  // namespace mux::test
