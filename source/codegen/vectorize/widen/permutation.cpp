#include "codegen/vectorize/widen/permutation.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <numeric>

#include "codegen/vectorize/accesses/permute_instruction.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

llvm::Value *permute(Widener &widener, llvm::Value *vector, llvm::Value *indices) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Type *type = vector->getType();
  const llvm::Intrinsic::ID instruction =
      permute_instruction(widener.layout(), widener.packet().lanes, type->getScalarType());
  llvm::Type *integer = builder.getIntNTy(static_cast<unsigned>(
      widener.layout().getTypeSizeInBits(type->getScalarType()).getFixedValue()));
  vector = builder.CreateBitOrPointerCast(vector, widener.vector_type(integer));
  indices = builder.CreateZExtOrTrunc(indices, vector->getType());
  if (instruction != llvm::Intrinsic::x86_ssse3_pshuf_b_128) {
    vector = builder.CreateIntrinsic(instruction, {}, {vector, indices});
    return builder.CreateBitOrPointerCast(vector, type);
  }
  llvm::SmallVector<int, bytes_of_shuffle> longer(bytes_of_shuffle, -1);
  std::iota(longer.begin(), longer.begin() + widener.packet().lanes, 0);
  vector = builder.CreateIntrinsic(
      instruction, {},
      {builder.CreateShuffleVector(vector, longer), builder.CreateShuffleVector(indices, longer)});
  vector = builder.CreateShuffleVector(vector,
                                       llvm::ArrayRef(longer).take_front(widener.packet().lanes));
  return builder.CreateBitOrPointerCast(vector, type);
}

}  // namespace mux::compiler
