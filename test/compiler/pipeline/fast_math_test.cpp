// Fast-math flags of a call are propagated to the called built-in, if that is a single formula.

#include "codegen/pipeline/program/propagate_fast_math.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <catch2/catch.hpp>
#include <memory>

namespace mux::compiler {
namespace {

constexpr const char *text = R"(
  define internal float @greatest(float %x, float %y) #0 {
    %r = call float @llvm.maxnum.f32(float %x, float %y)
    ret float %r
  }
  define internal float @rescued(float %x) #0 {
    %c = fcmp oeq float %x, 0x7FF0000000000000
    %r = select i1 %c, float 1.0, float %x
    ret float %r
  }
  define internal float @branches(float %x) #0 {
    %c = fcmp oeq float %x, 1.0
    br i1 %c, label %a, label %b
  a:
    ret float 2.0
  b:
    ret float %x
  }
  define internal float @of_the_program(float %x, float %y) {
    %r = call float @llvm.maxnum.f32(float %x, float %y)
    ret float %r
  }
  define float @caller(float %x, float %y) {
    %fast = call nnan nsz float @greatest(float %x, float %y)
    %again = call nnan nsz float @greatest(float %fast, float %y)
    %other = call ninf float @greatest(float %again, float %y)
    %exact = call float @greatest(float %other, float %y)
    %a = call nnan ninf float @rescued(float %exact)
    %b = call nnan ninf float @branches(float %a)
    %c = call nnan nsz float @of_the_program(float %b, float %y)
    ret float %c
  }
  declare float @llvm.maxnum.f32(float, float)
  attributes #0 = { alwaysinline "mux.builtin" }
)";

/// The function that computes a call's value.
const llvm::Function &callee_of(const llvm::Function &caller, llvm::StringRef value) {
  for (const llvm::Instruction &instruction : llvm::instructions(caller)) {
    if (instruction.getName() == value) {
      return *llvm::cast<llvm::CallInst>(instruction).getCalledFunction();
    }
  }
  FAIL("no value " << value.str());
  return caller;
}

llvm::FastMathFlags first_flags(const llvm::Function &function) {
  return llvm::cast<llvm::FPMathOperator>(function.front().front()).getFastMathFlags();
}

}  // namespace

TEST_CASE("fast-math flags of a call are propagated to inlined formulas", "[fast_math]") {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::unique_ptr<llvm::Module> module =
      llvm::parseIR(llvm::MemoryBufferRef(text, "test"), diagnostic, context);
  INFO(diagnostic.getMessage().str());
  REQUIRE(module != nullptr);
  propagate_fast_math(*module);
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  CHECK_FALSE(llvm::verifyModule(*module, &stream));
  CHECK(stream.str() == "");

  const llvm::Function &caller = *module->getFunction("caller");
  const llvm::Function &fast = callee_of(caller, "fast");
  CHECK(&fast != module->getFunction("greatest"));
  CHECK(first_flags(fast).noNaNs());
  CHECK(first_flags(fast).noSignedZeros());
  CHECK_FALSE(first_flags(fast).noInfs());
  CHECK(fast.hasFnAttribute(llvm::Attribute::AlwaysInline));
  CHECK(&callee_of(caller, "again") == &fast);
  const llvm::Function &other = callee_of(caller, "other");
  CHECK(&other != &fast);
  CHECK(first_flags(other).noInfs());
  CHECK_FALSE(first_flags(other).noNaNs());
  // Without flags there is no copy; the function itself is exact.
  CHECK(&callee_of(caller, "exact") == module->getFunction("greatest"));
  CHECK_FALSE(first_flags(*module->getFunction("greatest")).any());
  // Functions that handle infinities or have control flow are not changed.
  CHECK(&callee_of(caller, "a") == module->getFunction("rescued"));
  CHECK(&callee_of(caller, "b") == module->getFunction("branches"));
  CHECK(&callee_of(caller, "c") == module->getFunction("of_the_program"));
}

}  // namespace mux::compiler
