#include "codegen/ir/set_sub_group_size.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "codegen/ir/sub_group_functions.h"

namespace mux::compiler {

void set_sub_group_size(llvm::Function &function, uint32_t size) {
  replace_sub_group_calls(function, [size](llvm::CallInst &call, const SubGroupCall &meaning) {
    return meaning.function == SubGroupFunction::max_size
               ? llvm::ConstantInt::get(call.getType(), size)
               : nullptr;
  });
}

}  // namespace mux::compiler
