#include "codegen/spirv/body/body.h"

#include <llvm/IR/Constants.h>

#include <iterator>

namespace mux::compiler::spirv {

llvm::Value *Body::value(uint32_t id, const Instruction &user) {
  if (const auto built_in = context.built_in_variables.find(id);
      built_in != context.built_in_variables.end()) {
    return built_in_variable(id, built_in->second, user);
  }
  if (const auto sampler = context.samplers.find(id); sampler != context.samplers.end()) {
    return call_function(*this, user, "__translate_sampler_initializer",
                         context.type_of(id, user).type, builder.getInt32(sampler->second),
                         BuiltinEffect::none);
  }
  if (!context.is_open(id)) {
    return context.value(id, user);
  }
  if (is_folding) {
    open_operands.insert(id);
    return context.value(id, user);
  }
  return open_constant(id, user);
}

llvm::Value *Body::open_constant(uint32_t id, const Instruction &user) {
  if (const auto found = open_constants_.find(id); found != open_constants_.end()) {
    return found->second;
  }
  llvm::Type *type = context.value(id, user)->getType();
  const auto variable = context.open_constants.find(id);
  llvm::Value *value = emit_in_entry([&]() -> llvm::Value * {
    if (variable == context.open_constants.end()) {
      return context.emit_operation(*this, *context.source.definition(id));
    }
    llvm::Value *loaded = builder.CreateLoad(variable->second->getValueType(), variable->second);
    return type->isIntegerTy(1) ? builder.CreateIsNotNull(loaded) : loaded;
  });
  open_constants_[id] = value;
  return value;
}

llvm::Value *Body::emit_in_entry(const std::function<llvm::Value *()> &emit) {
  // In the entry block, because the first use may not dominate the next one.
  const llvm::IRBuilderBase::InsertPointGuard guard(builder);
  llvm::BasicBlock &entry = function.getEntryBlock();
  builder.SetInsertPoint(&entry, last_of_constants_ == nullptr
                                     ? entry.begin()
                                     : std::next(last_of_constants_->getIterator()));
  // They have no debug location, as they belong to no single use.
  builder.SetCurrentDebugLocation({});
  llvm::Value *value = emit();
  if (builder.GetInsertPoint() != entry.begin()) {
    last_of_constants_ = &*std::prev(builder.GetInsertPoint());
  }
  return value;
}

llvm::Constant *Body::constant_operand(const Instruction &instruction, size_t index) {
  const uint32_t id = instruction.operands[index];
  return context.is_open(id) ? context.constant(id, instruction)
                             : llvm::dyn_cast<llvm::Constant>(operand(instruction, index));
}

llvm::Value *Body::load_built_in_variable(uint32_t id, const Instruction &user) {
  const auto built_in = context.built_in_variables.find(id);
  return built_in == context.built_in_variables.end()
             ? nullptr
             : load_built_in(*this, built_in->second, *context.type_of(id, user).elements[0], user);
}

llvm::Value *Body::built_in_variable(uint32_t id, BuiltIn built_in, const Instruction &user) {
  llvm::Value *&variable = built_in_variables_[id];
  if (variable == nullptr) {
    // The query is emitted in the entry block, because the first use may not dominate the next one.
    const Type &type = *context.type_of(id, user).elements[0];
    const llvm::IRBuilderBase::InsertPointGuard guard(builder);
    llvm::BasicBlock &entry = function.getEntryBlock();
    builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    // It has no debug location, as it belongs to neither use.
    builder.SetCurrentDebugLocation({});
    variable = builder.CreateAlloca(type.type);
    builder.CreateStore(load_built_in(*this, built_in, type, user), variable);
    // Some producers put these variables into another address space. They are only read, so the
    // address space does not matter.
    variable = builder.CreateAddrSpaceCast(variable, context.type_of(id, user).type);
  }
  return variable;
}

llvm::BasicBlock *Body::block(uint32_t label, const Instruction &user) const {
  const auto found = blocks.find(label);
  if (found == blocks.end()) {
    user.refuse("the id " + std::to_string(label) + " is no block of this function");
  }
  return found->second;
}

llvm::Value *Body::operand_of_type(const Instruction &instruction, size_t index, llvm::Type *type) {
  llvm::Value *found = operand(instruction, index);
  if (found->getType() != type) {
    instruction.refuse("the id " + std::to_string(instruction.operands[index]) +
                       " does not have the required type");
  }
  return found;
}

const Type &Body::pointee(const Instruction &instruction, size_t index) const {
  const Type &type = operand_type(instruction, index);
  if (!type.is(Op::TypePointer) || type.elements.empty() || !type.elements[0]->is_sized) {
    instruction.refuse("the id " + std::to_string(instruction.operands[index]) +
                       " is no pointer to a sized type");
  }
  return *type.elements[0];
}

llvm::Value *Body::pointer(const Instruction &instruction, size_t index) {
  pointee(instruction, index);
  return operand(instruction, index);
}

}  // namespace mux::compiler::spirv
