#include "codegen/builtins/families/image_members.h"

#include <llvm/IR/Module.h>

#include "codegen/builtins/library_call.h"
#include "compiler/abi/kernel_abi.h"

namespace mux::compiler::builtins {
namespace {

llvm::Value *load_member(Expansion &expansion, size_t offset, llvm::Type *type) {
  llvm::IRBuilder<> &builder = expansion.builder();
  llvm::Value *address = builder.CreateConstInBoundsGEP1_64(
      builder.getInt8Ty(), expansion.argument(0), static_cast<uint64_t>(offset));
  llvm::LoadInst *load = builder.CreateAlignedLoad(
      type, address, expansion.module().getDataLayout().getABITypeAlign(type));
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

}  // namespace

llvm::Value *load_integer(Expansion &expansion, size_t offset) {
  return load_member(expansion, offset, expansion.builder().getInt32Ty());
}

llvm::Value *load_long(Expansion &expansion, size_t offset) {
  return load_member(expansion, offset, expansion.builder().getInt64Ty());
}

llvm::Value *load_pixels(Expansion &expansion) {
  return load_member(expansion, offsetof(ImageView, pixels),
                     expansion.builder().getPtrTy(address_space::global));
}

ParameterType pointer_to_pixels(bool writable) {
  ParameterType pixels = pointer_to(scalar(Element::uint8), address_space::global);
  pixels.is_const = !writable;
  return pixels;
}

}  // namespace mux::compiler::builtins
