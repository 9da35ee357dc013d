#include "codegen/spirv/body/alignment.h"

namespace mux::compiler::spirv {

llvm::MaybeAlign alignment_of(const Instruction &instruction, uint32_t bytes) {
  instruction.require(bytes == 0 || llvm::isPowerOf2_32(bytes), "the alignment is no power of two");
  return llvm::MaybeAlign(bytes);
}

}  // namespace mux::compiler::spirv
