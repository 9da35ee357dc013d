#include "codegen/vectorize/analysis/private_layout.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/ir/stack_variables.h"

namespace mux::compiler {

namespace {

/// Metadata of an interleaved variable: the element size in bytes.
constexpr const char *element_kind = "mux.interleaved";

}  // namespace

uint64_t element_of_interleaved(const llvm::AllocaInst &variable) {
  const llvm::MDNode *note = variable.getMetadata(element_kind);
  return note == nullptr
             ? 0
             : llvm::mdconst::extract<llvm::ConstantInt>(note->getOperand(0))->getZExtValue();
}

void set_interleaved(llvm::AllocaInst &variable, uint64_t element_size) {
  llvm::LLVMContext &context = variable.getContext();
  auto *size = llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), element_size);
  variable.setMetadata(element_kind,
                       llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(size)));
}

uint64_t variable_lane_stride(const llvm::AllocaInst &variable) {
  const uint64_t element = element_of_interleaved(variable);
  return element != 0 ? element : llvm::alignTo(stack_variable_size(variable), variable.getAlign());
}

PacketVariable packet_layout(const llvm::AllocaInst &variable, const Packet &packet) {
  const uint64_t part_size = element_of_interleaved(variable) != 0
                                 ? stack_variable_size(variable)
                                 : variable_lane_stride(variable) * packet.lanes;
  return {part_size * packet.part_count(), part_size, variable.getAlign()};
}

uint64_t packet_stack_use(llvm::Function &linearized, const Packet &packet) {
  uint64_t bytes = 0;
  for (const llvm::AllocaInst *variable : stack_variables(linearized)) {
    bytes += packet_layout(*variable, packet).size;
  }
  return bytes;
}

}  // namespace mux::compiler
