// Atomic operations. All work-items share coherent memory, so every scope is translated as system
// scope.

#include <llvm/IR/Constants.h>

#include "codegen/spirv/instructions/memory_order.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::AtomicRMWInst;
using llvm::Value;

struct Update {
  Op opcode;
  AtomicRMWInst::BinOp operation;
};

constexpr Update updates[] = {
    {Op::AtomicExchange, AtomicRMWInst::Xchg},  {Op::AtomicIAdd, AtomicRMWInst::Add},
    {Op::AtomicISub, AtomicRMWInst::Sub},       {Op::AtomicSMin, AtomicRMWInst::Min},
    {Op::AtomicUMin, AtomicRMWInst::UMin},      {Op::AtomicSMax, AtomicRMWInst::Max},
    {Op::AtomicUMax, AtomicRMWInst::UMax},      {Op::AtomicAnd, AtomicRMWInst::And},
    {Op::AtomicOr, AtomicRMWInst::Or},          {Op::AtomicXor, AtomicRMWInst::Xor},
    {Op::AtomicFAddEXT, AtomicRMWInst::FAdd},   {Op::AtomicFMinEXT, AtomicRMWInst::FMin},
    {Op::AtomicFMaxEXT, AtomicRMWInst::FMax},   {Op::AtomicIIncrement, AtomicRMWInst::Add},
    {Op::AtomicIDecrement, AtomicRMWInst::Sub},
};

AtomicRMWInst::BinOp operation_of(Op opcode) {
  for (const Update &update : updates) {
    if (update.opcode == opcode) {
      return update.operation;
    }
  }
  return AtomicRMWInst::BAD_BINOP;
}

/// The pointee type. Throws ModuleError if processors have no atomics for it.
llvm::Type *atomic_type(Body &body, const Instruction &instruction) {
  llvm::Type *type = body.pointee(instruction, 0).type;
  const bool is_float = type->isFloatTy() || type->isDoubleTy();
  const bool is_integer = type->isIntegerTy() && !type->isIntegerTy(1);
  instruction.require(is_float || is_integer, "does not point to an integer, float or double");
  return type;
}

llvm::Type *integer_type(Body &body, const Instruction &instruction) {
  llvm::Type *type = atomic_type(body, instruction);
  instruction.require(type->isIntegerTy(), "does not point to an integer");
  return type;
}

llvm::Align alignment_of(const llvm::Type *type) {
  return llvm::Align(type->getPrimitiveSizeInBits() / 8);
}

Value *load(Body &body, const Instruction &instruction) {
  llvm::Type *type = atomic_type(body, instruction);
  llvm::LoadInst *load =
      body.builder.CreateAlignedLoad(type, body.pointer(instruction, 0), alignment_of(type));
  load->setAtomic(order_of_load(memory_order(body, instruction, 2)));
  return load;
}

Value *store(Body &body, const Instruction &instruction) {
  llvm::Type *type = atomic_type(body, instruction);
  llvm::StoreInst *store = body.builder.CreateAlignedStore(
      body.operand_of_type(instruction, 3, type), body.pointer(instruction, 0), alignment_of(type));
  store->setAtomic(order_of_store(memory_order(body, instruction, 2)));
  return nullptr;
}

Value *update_with(Body &body, const Instruction &instruction, llvm::Type *type, Value *operand) {
  return body.builder.CreateAtomicRMW(operation_of(instruction.opcode),
                                      body.pointer(instruction, 0), operand, alignment_of(type),
                                      memory_order(body, instruction, 2));
}

Value *exchange(Body &body, const Instruction &instruction) {
  llvm::Type *type = atomic_type(body, instruction);
  return update_with(body, instruction, type, body.operand_of_type(instruction, 3, type));
}

Value *update_integer(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_type(body, instruction);
  return update_with(body, instruction, type, body.operand_of_type(instruction, 3, type));
}

Value *update_float(Body &body, const Instruction &instruction) {
  llvm::Type *type = atomic_type(body, instruction);
  instruction.require(type->isFloatingPointTy(), "does not point to a floating-point number");
  return update_with(body, instruction, type, body.operand_of_type(instruction, 3, type));
}

Value *update_by_one(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_type(body, instruction);
  return update_with(body, instruction, type, llvm::ConstantInt::get(type, 1));
}

Value *compare_exchange(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_type(body, instruction);
  Value *pair = body.builder.CreateAtomicCmpXchg(
      body.pointer(instruction, 0), body.operand_of_type(instruction, 5, type),
      body.operand_of_type(instruction, 4, type), alignment_of(type),
      memory_order(body, instruction, 2), order_of_load(memory_order(body, instruction, 3)));
  return body.builder.CreateExtractValue(pair, 0);
}

/// A flag is a 32-bit integer, 0 when clear.
Value *test_and_set(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_type(body, instruction);
  Value *before = body.builder.CreateAtomicRMW(AtomicRMWInst::Xchg, body.pointer(instruction, 0),
                                               llvm::ConstantInt::get(type, 1), alignment_of(type),
                                               memory_order(body, instruction, 2));
  return body.builder.CreateIsNotNull(before);
}

Value *clear_flag(Body &body, const Instruction &instruction) {
  llvm::Type *type = integer_type(body, instruction);
  llvm::StoreInst *store = body.builder.CreateAlignedStore(
      llvm::ConstantInt::get(type, 0), body.pointer(instruction, 0), alignment_of(type));
  store->setAtomic(order_of_store(memory_order(body, instruction, 2)));
  return nullptr;
}

constexpr TranslatedOpcode atomics_table[] = {
    {Op::AtomicLoad, load},
    {Op::AtomicStore, store},
    {Op::AtomicExchange, exchange},
    {Op::AtomicCompareExchange, compare_exchange},
    {Op::AtomicCompareExchangeWeak, compare_exchange},
    {Op::AtomicIIncrement, update_by_one},
    {Op::AtomicIDecrement, update_by_one},
    {Op::AtomicIAdd, update_integer},
    {Op::AtomicISub, update_integer},
    {Op::AtomicSMin, update_integer},
    {Op::AtomicUMin, update_integer},
    {Op::AtomicSMax, update_integer},
    {Op::AtomicUMax, update_integer},
    {Op::AtomicAnd, update_integer},
    {Op::AtomicOr, update_integer},
    {Op::AtomicXor, update_integer},
    {Op::AtomicFAddEXT, update_float},
    {Op::AtomicFMinEXT, update_float},
    {Op::AtomicFMaxEXT, update_float},
    {Op::AtomicFlagTestAndSet, test_and_set},
    {Op::AtomicFlagClear, clear_flag},
};

}  // namespace

std::span<const TranslatedOpcode> atomic_instructions() {
  return atomics_table;
}

}  // namespace mux::compiler::spirv
