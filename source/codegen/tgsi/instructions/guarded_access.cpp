#include "codegen/tgsi/instructions/guarded_access.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace mux::compiler::tgsi {

using llvm::Value;

namespace {

constexpr unsigned word_bytes = 4;

}  // namespace

Value *address_of(Body &body, const Instruction &instruction, const Register &place,
                  size_t operand) {
  if (place.file != File::hardware_atomic) {
    return body.read_integer(instruction, operand, 0);
  }
  Value *counter = place.index.is_indirect
                       ? body.compute_index(place.index)
                       : body.builder.getInt32(static_cast<uint32_t>(place.index.offset));
  return body.builder.CreateMul(counter, body.builder.getInt32(word_bytes));
}

WordRange find_words(Body &body, const Instruction &instruction, const Register &place,
                     Value *address, unsigned count) {
  llvm::IRBuilder<> &builder = body.builder;
  const Resource resource = find_resource(body, instruction, place);
  WordRange range;
  range.pointer = resource.pointer;
  range.offset = builder.CreateZExt(address, builder.getInt64Ty());
  // address + bytes <= size, in 32 bits, with a uniform right side.
  const uint32_t bytes = count * word_bytes;
  Value *limit = builder.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, resource.size,
                                               builder.getInt32(bytes - 1));
  range.is_inside = builder.CreateICmpULT(address, limit);
  return range;
}

Value *word_pointer(Body &body, const WordRange &range, unsigned index) {
  llvm::IRBuilder<> &builder = body.builder;
  Value *pointer = builder.CreateInBoundsGEP(builder.getInt8Ty(), range.pointer, range.offset);
  return index == 0
             ? pointer
             : builder.CreateInBoundsGEP(builder.getInt32Ty(), pointer, builder.getInt64(index));
}

llvm::SmallVector<Value *> when_inside(Body &body, Value *is_inside,
                                       llvm::function_ref<llvm::SmallVector<Value *>()> build) {
  llvm::IRBuilder<> &builder = body.builder;
  llvm::BasicBlock *outside = builder.GetInsertBlock();
  llvm::BasicBlock *inside = body.create_block();
  llvm::BasicBlock *after = body.create_block();
  builder.CreateCondBr(is_inside, inside, after);
  builder.SetInsertPoint(inside);
  llvm::SmallVector<Value *> values = build();
  inside = builder.GetInsertBlock();
  builder.CreateBr(after);
  builder.SetInsertPoint(after);
  for (Value *&value : values) {
    llvm::PHINode *phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, inside);
    phi->addIncoming(llvm::Constant::getNullValue(value->getType()), outside);
    value = phi;
  }
  return values;
}

}  // namespace mux::compiler::tgsi
