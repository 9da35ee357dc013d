#include "codegen/pipeline/program/drop_ninf.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace mux::compiler {

namespace {

/// Removes "no infinities" from the attributes of a function's or a call's parameters and result.
template <typename Callable>
void allow_infinities(Callable &callable) {
  llvm::LLVMContext &context = callable.getContext();
  const llvm::AttributeList given = callable.getAttributes();
  llvm::AttributeList attributes = given;
  for (const unsigned index : given.indexes()) {
    const llvm::Attribute excluded = given.getAttributeAtIndex(index, llvm::Attribute::NoFPClass);
    if (excluded.isValid()) {
      // Drops the attribute if no other class is excluded.
      llvm::AttrBuilder rest(context);
      rest.addNoFPClassAttr(excluded.getNoFPClass() & ~llvm::fcInf);
      attributes = attributes.removeAttributeAtIndex(context, index, llvm::Attribute::NoFPClass)
                       .addAttributesAtIndex(context, index, rest);
    }
  }
  callable.setAttributes(attributes);
}

}  // namespace

void drop_ninf(llvm::Module &module) {
  for (llvm::Function &function : module) {
    function.removeFnAttr("no-infs-fp-math");
    allow_infinities(function);
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        allow_infinities(*call);
      }
      if (llvm::isa<llvm::FPMathOperator>(instruction)) {
        llvm::FastMathFlags flags = instruction.getFastMathFlags();
        flags.setNoInfs(false);
        instruction.copyFastMathFlags(flags);
      }
    }
  }
}

}  // namespace mux::compiler
