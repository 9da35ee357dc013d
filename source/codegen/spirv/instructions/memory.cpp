// Function-scope variables, loads, stores and copies.

#include <llvm/IR/Constants.h>
#include <llvm/IR/MDBuilder.h>

#include "codegen/spirv/body/alignment.h"
#include "codegen/spirv/instructions/table.h"

namespace mux::compiler::spirv {
namespace {

using llvm::Value;

/// The decoded operand MemoryAccess.
struct Access {
  bool is_volatile = false;
  bool is_nontemporal = false;
  llvm::MaybeAlign alignment;
};

Access access_of(const Instruction &instruction, size_t index) {
  Access access;
  if (index >= instruction.operands.size()) {
    return access;
  }
  const uint32_t mask = instruction.operands[index];
  const auto has = [mask](MemoryAccess bit) { return (mask & static_cast<uint32_t>(bit)) != 0; };
  access.is_volatile = has(MemoryAccess::Volatile);
  access.is_nontemporal = has(MemoryAccess::Nontemporal);
  if (has(MemoryAccess::Aligned)) {
    access.alignment = alignment_of(instruction, instruction.operands[index + 1]);
  }
  return access;
}

void mark_nontemporal(Body &body, llvm::Instruction &memory) {
  llvm::LLVMContext &context = memory.getContext();
  memory.setMetadata(
      llvm::LLVMContext::MD_nontemporal,
      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(body.builder.getInt32(1))));
}

Value *variable(Body &body, const Instruction &instruction) {
  const Type &type = body.result_type(instruction);
  instruction.require(instruction.operands[0] == static_cast<uint32_t>(StorageClass::Function),
                      "a variable in a function has a storage class other than Function");
  instruction.require(type.is(Op::TypePointer) && type.storage == StorageClass::Function &&
                          type.elements[0]->is_sized,
                      "the type is no pointer to a sized type");
  const llvm::IRBuilderBase::InsertPointGuard guard(body.builder);
  llvm::BasicBlock &entry = body.function.getEntryBlock();
  const llvm::DebugLoc line = body.builder.getCurrentDebugLocation();
  body.builder.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  // Restores the debug location, which SetInsertPoint() replaced.
  body.builder.SetCurrentDebugLocation(line);
  llvm::AllocaInst *variable = body.builder.CreateAlloca(type.elements[0]->type);
  if (const DecorationOfId *alignment =
          body.context.source.decoration(instruction.result, Decoration::Alignment)) {
    variable->setAlignment(std::max(
        alignment_of(instruction, alignment->parameters[0]).valueOrOne(), variable->getAlign()));
  }
  return variable;
}

Value *initialized_variable(Body &body, const Instruction &instruction) {
  Value *address = variable(body, instruction);
  if (instruction.operands.size() > 1) {
    body.builder.CreateStore(
        body.operand_of_type(instruction, 1, body.result_type(instruction).elements[0]->type),
        address);
  }
  return address;
}

Value *load(Body &body, const Instruction &instruction) {
  if (Value *answer = body.load_built_in_variable(instruction.operands[0], instruction)) {
    instruction.require(answer->getType() == body.result_type(instruction).type,
                        "the result type differs from the type of the built-in variable");
    return answer;
  }
  const Type &type = body.pointee(instruction, 0);
  const Access access = access_of(instruction, 1);
  llvm::LoadInst *load = body.builder.CreateAlignedLoad(type.type, body.pointer(instruction, 0),
                                                        access.alignment, access.is_volatile);
  if (access.is_nontemporal) {
    mark_nontemporal(body, *load);
  }
  return load;
}

Value *store(Body &body, const Instruction &instruction) {
  const Type &type = body.pointee(instruction, 0);
  const Access access = access_of(instruction, 2);
  llvm::StoreInst *store = body.builder.CreateAlignedStore(
      body.operand_of_type(instruction, 1, type.type), body.pointer(instruction, 0),
      access.alignment, access.is_volatile);
  if (access.is_nontemporal) {
    mark_nontemporal(body, *store);
  }
  return nullptr;
}

Value *copy_memory(Body &body, const Instruction &instruction) {
  const Type &type = body.pointee(instruction, 0);
  instruction.require(body.pointee(instruction, 1).type == type.type,
                      "the pointers are to different types");
  const Access access = access_of(instruction, 2);
  body.builder.CreateMemCpy(body.pointer(instruction, 0), access.alignment,
                            body.pointer(instruction, 1), access.alignment,
                            body.builder.getInt64(type.size), access.is_volatile);
  return nullptr;
}

Value *copy_bytes(Body &body, const Instruction &instruction) {
  Value *target = body.operand(instruction, 0);
  Value *origin = body.operand(instruction, 1);
  Value *size = body.operand(instruction, 2);
  instruction.require(target->getType()->isPointerTy() && origin->getType()->isPointerTy(),
                      "the source or the target is no pointer");
  instruction.require(size->getType()->isIntegerTy() && !size->getType()->isIntegerTy(1),
                      "the size is no integer");
  const Access access = access_of(instruction, 3);
  body.builder.CreateMemCpy(target, access.alignment, origin, access.alignment,
                            body.builder.CreateZExtOrTrunc(size, body.builder.getInt64Ty()),
                            access.is_volatile);
  return nullptr;
}

Value *difference(Body &body, const Instruction &instruction) {
  const Type &type = body.pointee(instruction, 0);
  llvm::Type *result = body.result_type(instruction).type;
  instruction.require(result->isIntegerTy() && type.size != 0, "the result is no integer");
  body.pointee(instruction, 1);
  llvm::Type *wide = body.builder.getInt64Ty();
  Value *bytes =
      body.builder.CreateSub(body.builder.CreatePtrToInt(body.operand(instruction, 0), wide),
                             body.builder.CreatePtrToInt(body.operand(instruction, 1), wide));
  return body.builder.CreateSExtOrTrunc(
      body.builder.CreateSDiv(bytes, body.builder.getInt64(type.size)), result);
}

Value *size_of(Body &body, const Instruction &instruction) {
  llvm::Type *result = body.result_type(instruction).type;
  instruction.require(result->isIntegerTy(), "the result is no integer");
  return llvm::ConstantInt::get(result, body.pointee(instruction, 0).size);
}

/// Lifetime instructions are hints and ignored.
Value *nothing(Body &, const Instruction &) {
  return nullptr;
}

constexpr TranslatedOpcode memory_table[] = {
    {Op::Variable, initialized_variable},
    {Op::Load, load},
    {Op::Store, store},
    {Op::CopyMemory, copy_memory},
    {Op::CopyMemorySized, copy_bytes},
    {Op::PtrDiff, difference},
    {Op::SizeOf, size_of},
    {Op::LifetimeStart, nothing},
    {Op::LifetimeStop, nothing},
};

}  // namespace

std::span<const TranslatedOpcode> memory_instructions() {
  return memory_table;
}

}  // namespace mux::compiler::spirv
