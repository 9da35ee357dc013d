#include "codegen/link/math_options.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace mux::compiler {

namespace {

/// Attribute of functions whose math options are kept. It is used by the linker only.
constexpr const char *protected_attribute = "mux-keeps-math-options";

llvm::FastMathFlags flags_of(const MathOptions &options) {
  llvm::FastMathFlags flags;
  flags.setNoSignedZeros(options.no_signed_zeros || options.unsafe);
  flags.setNoNaNs(options.finite_only);
  flags.setNoInfs(options.finite_only);
  flags.setAllowReassoc(options.unsafe);
  flags.setAllowReciprocal(options.unsafe);
  flags.setApproxFunc(options.unsafe);
  return flags;
}

void apply_flags(llvm::Function &function, const llvm::FastMathFlags &flags) {
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    if (llvm::isa<llvm::FPMathOperator>(instruction)) {
      instruction.setFastMathFlags(instruction.getFastMathFlags() | flags);
    }
  }
}

void apply_attributes(llvm::Function &function, const MathOptions &options) {
  const auto add = [&function](bool wanted, const char *name) {
    if (wanted) {
      function.addFnAttr(name, "true");
    }
  };
  add(options.no_signed_zeros || options.unsafe, "no-signed-zeros-fp-math");
  add(options.finite_only, "no-nans-fp-math");
  add(options.finite_only, "no-infs-fp-math");
  add(options.unsafe, "approx-func-fp-math");
  add(options.unsafe, "less-precise-fpmad");
  if (options.denormals_are_zero) {
    function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
  }
}

}  // namespace

void apply_math_options(llvm::Module &module, const MathOptions &options) {
  const llvm::FastMathFlags flags = flags_of(options);
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() && !function.hasFnAttribute(protected_attribute)) {
      apply_attributes(function, options);
      apply_flags(function, flags);
    }
  }
}

void protect_math_options(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      function.addFnAttr(protected_attribute);
    }
  }
}

}  // namespace mux::compiler
