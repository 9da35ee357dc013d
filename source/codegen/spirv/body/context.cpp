#include "codegen/spirv/body/context.h"

#include <llvm/IR/Constants.h>

#include "codegen/ir/program_constants.h"

namespace mux::compiler::spirv {

llvm::Value *Context::value(uint32_t id, const Instruction &user) const {
  llvm::Value *value = values_[id];
  if (value == nullptr) {
    user.refuse("the id " + std::to_string(id) + " has no value here");
  }
  return value;
}

llvm::Constant *Context::constant(uint32_t id, const Instruction &user) const {
  fix(id);
  return default_of(id, user);
}

llvm::Constant *Context::default_of(uint32_t id, const Instruction &user) const {
  auto *constant = llvm::dyn_cast<llvm::Constant>(value(id, user));
  if (constant == nullptr) {
    user.refuse("the id " + std::to_string(id) + " is no constant");
  }
  return constant;
}

uint64_t Context::integer(uint32_t id, const Instruction &user) const {
  fix(id);
  const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(value(id, user));
  if (integer == nullptr || integer->getBitWidth() > 64) {
    user.refuse("the id " + std::to_string(id) + " is no constant integer");
  }
  return integer->getZExtValue();
}

void Context::fix(uint32_t id) const {
  if (const auto constant = open_constants.find(id); constant != open_constants.end()) {
    fix_specialization_constant(*constant->second);
  }
  if (const auto operation = open_operations.find(id); operation != open_operations.end()) {
    for (const uint32_t operand : operation->second) {
      fix(operand);
    }
  }
}

}  // namespace mux::compiler::spirv
