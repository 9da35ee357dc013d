#include "codegen/ir/call_order.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>

#include "codegen/ir/function_calls.h"

namespace mux::compiler {

const llvm::Function *CallOrder::add(llvm::Function &root) {
  llvm::SmallVector<llvm::Function *> pending{&root};
  while (!pending.empty()) {
    llvm::Function &next = *pending.back();
    State &state = states_[&next];
    if (state != State::unseen) {
      pending.pop_back();
      if (state == State::open) {
        state = State::finished;
        functions_.push_back(&next);
      }
      continue;
    }
    state = State::open;
    for (const llvm::Instruction &instruction : llvm::instructions(next)) {
      llvm::Function *callee = called_function(instruction);
      if (callee == nullptr || callee->isDeclaration()) {
        continue;
      }
      const State callee_state = states_.lookup(callee);
      if (callee_state == State::open) {
        return callee;
      }
      if (callee_state == State::unseen) {
        pending.push_back(callee);
      }
    }
  }
  return nullptr;
}

}  // namespace mux::compiler
