// Atomic operations and volatile accesses become plain ones in local memory only.

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <catch2/catch.hpp>

#include "codegen/ir/drop_local_volatile.h"
#include "codegen/ir/lower_local_atomics.h"

namespace mux::compiler {
namespace {

constexpr const char *operations = R"(
  define i32 @f(ptr addrspace(SPACE) %p, ptr addrspace(SPACE) %r, i32 %x, float %y) {
    %a = load atomic i32, ptr addrspace(SPACE) %p seq_cst, align 4
    store atomic i32 %x, ptr addrspace(SPACE) %p release, align 4
    %b = atomicrmw add ptr addrspace(SPACE) %p, i32 %x monotonic
    %c = atomicrmw umax ptr addrspace(SPACE) %p, i32 %x acq_rel
    %d = atomicrmw fadd ptr addrspace(SPACE) %r, float %y seq_cst
    %e = atomicrmw fmin ptr addrspace(SPACE) %r, float %y seq_cst
    %g = cmpxchg weak ptr addrspace(SPACE) %p, i32 %a, i32 %x acq_rel acquire
    %h = extractvalue { i32, i1 } %g, 0
    ret i32 %h
  })";

size_t atomic_operations(const llvm::Module &module) {
  size_t count = 0;
  for (const llvm::Function &function : module) {
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      count += instruction.isAtomic() ? 1 : 0;
    }
  }
  return count;
}

constexpr const char *volatile_operations = R"(
  define i32 @f(ptr addrspace(SPACE) %p, i32 %x) {
    %a = load volatile i32, ptr addrspace(SPACE) %p
    store volatile i32 %x, ptr addrspace(SPACE) %p
    %b = atomicrmw volatile add ptr addrspace(SPACE) %p, i32 %x monotonic
    %c = cmpxchg volatile ptr addrspace(SPACE) %p, i32 %a, i32 %x acq_rel acquire
    ret i32 %b
  })";

std::string in_space(std::string text, const std::string &space) {
  for (size_t at = text.find("SPACE"); at != std::string::npos; at = text.find("SPACE")) {
    text.replace(at, 5, space);
  }
  return text;
}

size_t volatile_left_of(const std::string &space) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(in_space(volatile_operations, space), problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  llvm::Function &function = *module->getFunction("f");
  drop_local_volatile(function);
  size_t count = 0;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    count += instruction.isVolatile() ? 1 : 0;
  }
  return count;
}

size_t left_of(const std::string &space) {
  const std::string text = in_space(operations, space);
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  INFO(problem.getMessage().str());
  REQUIRE(module != nullptr);
  REQUIRE(atomic_operations(*module) == 7);
  lower_local_atomics(*module);
  CHECK_FALSE(llvm::verifyModule(*module));
  return atomic_operations(*module);
}

}  // namespace

TEST_CASE("only atomic operations on local memory become plain operations", "[pipeline]") {
  CHECK(left_of("3") == 0);
  for (const std::string other : {"0", "1", "4"}) {
    CHECK(left_of(other) == 7);
  }
}

TEST_CASE("only volatile accesses to local memory become plain accesses", "[pipeline]") {
  CHECK(volatile_left_of("3") == 0);
  for (const std::string other : {"0", "1", "4"}) {
    CHECK(volatile_left_of(other) == 4);
  }
}

}  // namespace mux::compiler
