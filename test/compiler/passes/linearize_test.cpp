#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <random>
#include <sstream>

#include "codegen/ir/work_item_context.h"
#include "codegen/vectorize/analysis/shapes.h"
#include "codegen/vectorize/linearize/linearize.h"
#include "codegen/vectorize/versions/add_sparse_mask_paths.h"
#include "codegen/vectorize/versions/branch_on_superword_conditions.h"
#include "lockstep.h"
#include "packet_runner.h"
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

/// The index of the local id in x among the integer arguments: after two of the kernel's own, the
/// number of dimensions, and seven vectors.
constexpr size_t local_id_place = 2 + 1 + 7 * 3;

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
    std::vector<uint32_t> integers(local_id_place, 0);
    integers[0] = n;
    integers[1] = m;
    integers.push_back(static_cast<uint32_t>(i));
    run.work_items.push_back(std::move(integers));
  }
  return run;
}

/// Runs work-items one after the other.
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

/// Checks the requirements of widen(), also for parts in both directions.
void check_branches(llvm::Function &function) {
  for (const compiler::Packet &packet :
       {compiler::Packet{8, {2, 1, 1}}, compiler::Packet{8, {1, 2, 1}}}) {
    const compiler::Shapes shapes(function, packet);
    for (const llvm::BasicBlock &block : function) {
      for (const llvm::Value *operand : block.getTerminator()->operand_values()) {
        const compiler::Shape shape = shapes.of(*operand);
        INFO("the end of " << block.getName().str());
        REQUIRE(shape.is_uniform());
        REQUIRE(!shape.varies_by_part());
      }
    }
  }
}

void compare(uint32_t seed) {
  llvm::LLVMContext context;
  const auto original = random_control_flow(context, seed);
  const auto changed = random_control_flow(context, seed);
  llvm::Function &function = *changed->getFunction("f");
  INFO("seed " << seed << "\n" << text_of(*original));
  REQUIRE(llvm::toString(compiler::linearize(function, lane_parameters(function))).empty());
  INFO(text_of(*changed));
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  const bool is_broken = llvm::verifyModule(*changed, &stream);
  INFO(broken);
  REQUIRE(!is_broken);
  check_branches(function);
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

TEST_CASE("linearized random functions have the same results in lockstep") {
  const char *count = std::getenv("MUX_TEST_COUNT");
  const uint32_t functions = count == nullptr ? 1000 : std::strtoul(count, nullptr, 0);
  const uint32_t seed = random_seed();
  for (uint32_t i = 0; i < functions; ++i) {
    compare(seed + i);
  }
}

/// A chain of branches in a loop, each with a block that half of the work-items execute.
std::string many_branches(unsigned count, const std::string &next) {
  std::ostringstream text;
  text << "define i32 @f(ptr %p, i32 %n, i32 %lane) {\nentry:\n  br label %b0\n";
  for (unsigned i = 0; i < count; ++i) {
    text << "b" << i << ":\n  %x" << i << " = mul i32 %lane, " << i << "\n  %c" << i
         << " = icmp slt i32 %x" << i << ", %n\n  br i1 %c" << i << ", label %t" << i << ", label %"
         << (next.empty() ? std::string("b").append(std::to_string(i + 1)) : next) << "\n";
    text << "t" << i << ":\n  %q" << i << " = getelementptr i32, ptr %p, i32 %x" << i
         << "\n  store i32 %x" << i << ", ptr %q" << i << "\n  br label %b" << i + 1 << "\n";
  }
  text << "b" << count << ":\n  br label %end\nend:\n  ret i32 -1\n}\n";
  return text.str();
}

// No time is measured: with superlinear work this would take minutes. Nested blocks, here early
// returns, are quadratic in their depth.
TEST_CASE("linearization of thousands of blocks is fast") {
  for (const auto &[count, next] : {std::pair<unsigned, std::string>(3000, ""), {500, "end"}}) {
    llvm::LLVMContext context;
    const auto module = read_ir(many_branches(count, next), context);
    llvm::Function &function = *module->getFunction("f");
    REQUIRE(llvm::toString(compiler::linearize(function, lane_parameters(function))).empty());
    REQUIRE(!llvm::verifyModule(*module));
  }
}

/// Replaces the first occurrence.
std::string replaced(std::string text, const std::string &old, const std::string &by) {
  return text.replace(text.find(old), old.size(), by);
}

// No time is measured: analyzing the function for each branch would take half an hour.
TEST_CASE("multi-versioning with thousands of branches is fast") {
  std::string text = many_branches(20'000, "");
  text = replaced(text, "ptr %p, i32 %n, i32 %lane", "ptr %in, ptr %p, i32 %n, CONTEXT");
  text = replaced(text, "entry:\n", "entry:\n  %lane = trunc i64 %local_id.x to i32\n");
  llvm::LLVMContext context;
  const auto module = parse_function(context, text);
  llvm::Function &function = *module->getFunction("f");
  const compiler::WorkItemContext parameters = compiler::WorkItemContext::of(function);
  REQUIRE(llvm::toString(
              compiler::linearize(function, {parameters.local_id[0], parameters.local_index}))
              .empty());
  const size_t blocks = function.size();
  REQUIRE(compiler::branch_on_superword_conditions(function));
  const size_t copies = function.size() - blocks;
  CHECK(copies > 1);
  CHECK(copies < 600);
  REQUIRE(!compiler::add_sparse_mask_paths(function, compiler::Packet{8}));
  REQUIRE(!llvm::verifyModule(*module));
}

}  // namespace
}  // namespace mux::test
