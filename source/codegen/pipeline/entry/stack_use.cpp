#include "codegen/pipeline/entry/stack_use.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace mux::compiler {

namespace {

/// Upper bound of a frame's bytes beyond the reported size: the return address, and padding for the
/// alignment of the widest vectors.
constexpr uint64_t frame_overhead = 128;

/// The size of a variable outside the static frame. None is allocated in a loop: the frontend
/// rejects variable-length arrays, and inlined functions have their variables in the entry block.
uint64_t dynamic_size(const llvm::AllocaInst &variable) {
  if (variable.isStaticAlloca()) {
    return 0;
  }
  const auto size = variable.getAllocationSize(variable.getDataLayout());
  return size.has_value() && !size->isScalable()
             ? size->getFixedValue() + variable.getAlign().value()
             : 0;
}

class StackUse {
 public:
  explicit StackUse(const StackSizes &sizes) : sizes_(sizes) {}

  uint64_t of(const llvm::Function &function) {
    if (const auto known = known_.find(&function); known != known_.end()) {
      return known->second;
    }
    uint64_t size = sizes_.lookup(&function) + frame_overhead;
    uint64_t called = 0;
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      if (const auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        size += dynamic_size(*variable);
      }
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function *callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && !callee->isDeclaration()) {
        called = std::max(called, of(*callee));
      }
    }
    return known_[&function] = size + called;
  }

 private:
  const StackSizes &sizes_;
  llvm::DenseMap<const llvm::Function *, uint64_t> known_;
};

}  // namespace

void request_stack_sizes(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (!function.isDeclaration()) {
      function.addFnAttr("warn-stack-size", "0");
    }
  }
}

uint64_t stack_use(const llvm::Function &function, const StackSizes &sizes) {
  return StackUse(sizes).of(function);
}

}  // namespace mux::compiler
