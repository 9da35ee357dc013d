/// @file
/// State of the translation of one module: its types, and the values of ids.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <span>
#include <unordered_map>
#include <vector>

#include "codegen/spirv/body/types.h"
#include "codegen/spirv/module/module.h"
#include "compiler/interface/specialization.h"

namespace mux::compiler::spirv {

class Context {
 public:
  Context(const Module &source, std::span<const SpecializationValue> specialization,
          llvm::Module &target)
      : source(source),
        target(target),
        types(source, target),
        specialization(specialization),
        values_(source.bound(), nullptr) {}

  /// The value of an id. Throws ModuleError at `user` if it is not defined yet, or is no value.
  llvm::Value *value(uint32_t id, const Instruction &user) const;
  /// The same, for a constant.
  llvm::Constant *constant(uint32_t id, const Instruction &user) const;
  /// The same, for a constant integer.
  uint64_t integer(uint32_t id, const Instruction &user) const;
  bool has_value(uint32_t id) const { return values_[id] != nullptr; }
  void set(uint32_t id, llvm::Value *value) { values_[id] = value; }
  /// Removes the value of an id that is local to a function.
  void forget(uint32_t id) { values_[id] = nullptr; }

  const Type &type_of(uint32_t id, const Instruction &user) const {
    return types.of_value(id, user);
  }

  const Module &source;
  llvm::Module &target;
  Types types;
  const std::span<const SpecializationValue> specialization;
  /// Variables with the decoration BuiltIn, by id.
  std::unordered_map<uint32_t, BuiltIn> built_in_variables;
  /// Literal samplers, which are not constants in LLVM, by id.
  std::unordered_map<uint32_t, uint32_t> samplers;
  std::unordered_map<uint32_t, llvm::Function *> functions;

 private:
  std::vector<llvm::Value *> values_;
};

}  // namespace mux::compiler::spirv
