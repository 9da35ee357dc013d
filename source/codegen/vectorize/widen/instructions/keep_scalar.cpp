#include "codegen/vectorize/widen/instructions/keep_scalar.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "codegen/vectorize/widen/active_lanes.h"
#include "codegen/vectorize/widen/widener.h"

namespace mux::compiler {

namespace {

/// Drops poison-generating flags of strided values in masked blocks: an inactive first lane may
/// violate them, while active lanes are derived from it. A uniform value is only used if a lane is
/// active.
void drop_poison_flags(const Widener &widener, const llvm::Instruction &original,
                       llvm::Instruction &copy) {
  if (widener.is_masked() && widener.shape(original).is_strided()) {
    copy.dropPoisonGeneratingAnnotations();
  }
}

/// Replaces the divisor by 1 where no lane of a part is active, since it may be any value there.
void guard_divisor(Widener &widener, const llvm::Instruction &original, llvm::Instruction &copy,
                   unsigned part) {
  if (widener.is_masked() && original.isIntDivRem() && widener.shape(original).varies_by_part() &&
      !llvm::isa<llvm::Constant>(copy.getOperand(1))) {
    llvm::Value *one = llvm::ConstantInt::get(copy.getType(), 1);
    llvm::Value *any = any_active(widener, active_lanes_of_sharing_parts(widener, original, part));
    copy.setOperand(1, widener.builder().CreateSelect(any, copy.getOperand(1), one));
  }
}

/// Extends the first lane such that the extended values of active lanes are strided from there,
/// even if it is inactive.
void keep_extension(Widener &widener, llvm::CastInst &extension) {
  llvm::Value &operand = *extension.getOperand(0);
  const Shape shape = widener.shape(operand);
  const bool is_signed = llvm::isa<llvm::SExtInst>(extension) || !shape.exact_unsigned;
  for (const unsigned part : widener.parts_to_build(extension)) {
    widener.set_first_lane(
        extension, part,
        widener.extended_first_lane(operand, part, extension.getType(), is_signed));
  }
}

/// Builds an addition: operands are disjoint only in active lanes.
void keep_disjoint_or(Widener &widener, llvm::Instruction &sum) {
  for (const unsigned part : widener.parts_to_build(sum)) {
    widener.set_first_lane(
        sum, part,
        widener.builder().CreateAdd(widener.first_lane(*sum.getOperand(0), part),
                                    widener.first_lane(*sum.getOperand(1), part), sum.getName()));
  }
}

/// Returns the first lane of a strided 32-bit index that may wrap, extended so that the extended
/// values of active lanes are strided from there (Shapes). A zero-extended index is extended at the
/// last lane: if it wraps between the first and the last lane, active lanes are those after the
/// wrap, since no object has that many elements, and the first lane becomes negative.
llvm::Value *wrapping_first_lane(Widener &widener, llvm::CastInst &index, unsigned part) {
  llvm::IRBuilder<> &builder = widener.builder();
  llvm::Value &source = *index.getOperand(0);
  llvm::Value *first = widener.first_lane(source, part);
  llvm::Type *narrow = builder.getInt32Ty();
  llvm::Type *wide = builder.getInt64Ty();
  if (llvm::isa<llvm::SExtInst>(index)) {
    return builder.CreateSExt(first, wide);
  }
  const Shape shape = widener.shape(source);
  const int64_t stride = shape.stride;
  const Packet &packet = widener.packet();
  const int64_t lanes = packet.lanes * (shape.continues_in_parts ? packet.parts[0] : 1);
  const int64_t distance = stride < 0 ? 0 : stride * (lanes - 1);
  llvm::Value *last =
      builder.CreateAdd(first, llvm::ConstantInt::get(narrow, static_cast<uint32_t>(distance)));
  return builder.CreateSub(builder.CreateZExt(last, wide),
                           llvm::ConstantInt::getSigned(wide, distance));
}

void keep_address(Widener &widener, llvm::GetElementPtrInst &address) {
  for (const unsigned part : widener.parts_to_build(address)) {
    llvm::Instruction *copy = address.clone();
    for (llvm::Use &use : copy->operands()) {
      use.set(widener.shape(*use.get()).is_varying()
                  ? wrapping_first_lane(widener, llvm::cast<llvm::CastInst>(*use.get()), part)
                  : widener.first_lane(*use.get(), part));
    }
    drop_poison_flags(widener, address, *copy);
    widener.set_first_lane(address, part, widener.builder().Insert(copy, address.getName()));
  }
}

}  // namespace

void keep_scalar(Widener &widener, llvm::Instruction &instruction) {
  // Also if the strides of several indices cancel out.
  if (auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    return keep_address(widener, *address);
  }
  if (widener.shape(instruction).is_strided()) {
    if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) {
      return keep_extension(widener, llvm::cast<llvm::CastInst>(instruction));
    }
    const auto *bits = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction);
    if (bits != nullptr && bits->isDisjoint()) {
      return keep_disjoint_or(widener, instruction);
    }
  }
  for (const unsigned part : widener.parts_to_build(instruction)) {
    llvm::Instruction *copy = instruction.clone();
    for (llvm::Use &use : copy->operands()) {
      use.set(widener.first_lane(*use.get(), part));
    }
    drop_poison_flags(widener, instruction, *copy);
    guard_divisor(widener, instruction, *copy, part);
    widener.builder().Insert(copy, instruction.getName());
    if (instruction.getType()->isVoidTy()) {
      continue;
    }
    // The ids are constants if the packet is a whole group.
    if (auto *constant = llvm::ConstantFoldInstruction(copy, widener.layout())) {
      copy->eraseFromParent();
      widener.set_first_lane(instruction, part, constant);
    } else {
      widener.set_first_lane(instruction, part, copy);
    }
  }
}

}  // namespace mux::compiler
