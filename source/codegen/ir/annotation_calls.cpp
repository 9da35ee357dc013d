#include "codegen/ir/annotation_calls.h"

#include <llvm/IR/IntrinsicInst.h>

namespace mux::compiler {

bool is_annotation_call(const llvm::CallInst &call) {
  if (call.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call)) {
    return true;
  }
  switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::sideeffect:
    case llvm::Intrinsic::var_annotation:
      return true;
    default:
      return false;
  }
}

}  // namespace mux::compiler
