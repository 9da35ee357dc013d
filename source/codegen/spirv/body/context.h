/// @file
/// State of the translation of one module: its types, and the values of ids.

#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "codegen/spirv/body/types.h"
#include "codegen/spirv/module/module.h"
#include "compiler/interface/specialization.h"

namespace mux::compiler::spirv {

class Body;

class Context {
 public:
  /// @param opens_constants whether specialization constants stay open (see `open_constants`).
  Context(const Module &source, std::span<const SpecializationValue> specialization,
          bool opens_constants, llvm::Module &target)
      : source(source),
        target(target),
        types(source, target),
        specialization(specialization),
        opens_constants(opens_constants),
        values_(source.bound(), nullptr) {}

  /// The value of an id. Throws ModuleError at `user` if it is not defined yet, or is no value.
  llvm::Value *value(uint32_t id, const Instruction &user) const;
  /// The same, for a constant. Open constants that it depends on become fixed: the caller
  /// translates differently for different values.
  llvm::Constant *constant(uint32_t id, const Instruction &user) const;
  /// The same, for a constant integer.
  uint64_t integer(uint32_t id, const Instruction &user) const;
  /// The value of a constant, of an open one the default. Nothing becomes fixed.
  llvm::Constant *default_of(uint32_t id, const Instruction &user) const;
  /// Whether a value depends on open constants.
  bool is_open(uint32_t id) const {
    return open_constants.contains(id) || open_operations.contains(id);
  }
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
  const bool opens_constants;
  /// Specialization constants whose values are given when an executable is made, by id. Their value
  /// here is the default.
  std::unordered_map<uint32_t, llvm::GlobalVariable *> open_constants;
  /// Operations on open constants and composites of them, by id, each with its open operands.
  std::unordered_map<uint32_t, std::set<uint32_t>> open_operations;
  /// Emits such an operation in a function.
  llvm::Value *(*emit_operation)(Body &body, const Instruction &operation) = nullptr;
  /// Variables with the decoration BuiltIn, by id.
  std::unordered_map<uint32_t, BuiltIn> built_in_variables;
  /// Literal samplers, which are not constants in LLVM, by id.
  std::unordered_map<uint32_t, uint32_t> samplers;
  std::unordered_map<uint32_t, llvm::Function *> functions;

 private:
  void fix(uint32_t id) const;

  std::vector<llvm::Value *> values_;
};

}  // namespace mux::compiler::spirv
