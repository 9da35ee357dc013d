// TargetMachines that are reused by later compilations.

#include "codegen/generate/target_machines.h"

#include <llvm/Target/TargetMachine.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/interface/code_generator.h"
#include "kernel_runner.h"

namespace mux::compiler::test {
namespace {

LentTargetMachine lend() {
  return llvm::cantFail(lend_target_machine());
}

// The code of a kernel whose functions have these attributes.
std::string code_with(const std::string &attributes) {
  const std::string bitcode = assemble(
      "define spir_kernel void @k(ptr addrspace(1) %out, float %a, float %b) " + attributes + R"({
  %product = fmul float %a, %b
  %sum = fadd float %product, %a
  %quotient = fdiv float %sum, %b
  store float %quotient, ptr addrspace(1) %out
  ret void
})");
  CompileJob job;
  job.request.kernel = "k";
  CompiledObject object;
  std::string error;
  INFO(error);
  REQUIRE(require_code_generator().compile(bitcode, job, nullptr, object, error));
  return object.code;
}

}  // namespace

TEST_CASE("a target machine is lent to one compilation at a time, and again", "[pipeline]") {
  LentTargetMachine first = lend();
  const llvm::TargetMachine *returned = first.get();
  const LentTargetMachine second = lend();
  CHECK(first != second);
  // Empties all other places.
  std::vector<LentTargetMachine> others;
  for (int i = 0; i < 8; ++i) {
    others.push_back(lend());
  }
  first.reset();
  CHECK(lend().get() == returned);
}

TEST_CASE("code does not depend on what a target machine compiled before", "[pipeline]") {
  const std::string fast = R"("unsafe-fp-math"="true" "no-nans-fp-math"="true")";
  const std::string narrow = R"("prefer-vector-width"="128" "min-legal-vector-width"="0")";
  std::vector<LentTargetMachine> held;
  std::vector<std::string> fresh;
  for (const std::string &attributes : {std::string(), fast, narrow}) {
    for (int i = 0; i < 8; ++i) {
      held.push_back(lend());
    }
    fresh.push_back(code_with(attributes));
  }
  held.clear();
  CHECK(code_with("") == fresh[0]);
  CHECK(code_with(fast) == fresh[1]);
  CHECK(code_with(narrow) == fresh[2]);
  CHECK(code_with("") == fresh[0]);
}

}  // namespace mux::compiler::test
