#include "codegen/ir/row_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

namespace mux::compiler {

namespace {

constexpr const char *row_load_metadata = "mux.row_load";

}  // namespace

void mark_row_load(llvm::LoadInst &load) {
  load.setMetadata(row_load_metadata, llvm::MDNode::get(load.getContext(), {}));
}

bool has_row_load(const llvm::Function &function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction &instruction) {
    return instruction.getMetadata(row_load_metadata) != nullptr;
  });
}

}  // namespace mux::compiler
