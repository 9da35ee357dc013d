/// @file
/// State of the translation of one function, shared by all instruction translators.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <functional>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "codegen/builtins/signature.h"
#include "codegen/spirv/body/context.h"

namespace mux::compiler::spirv {

class Body {
 public:
  Body(Context &context, llvm::Function &function)
      : context(context), function(function), builder(context.target.getContext()) {}

  /// The value of the operand at `index`.
  llvm::Value *operand(const Instruction &instruction, size_t index) {
    return value(instruction.operands[index], instruction);
  }
  /// Like context.value(), but also materializes built-in variables, literal samplers and open
  /// constants.
  llvm::Value *value(uint32_t id, const Instruction &user);
  /// The constant that an operand is; NULL if it is none. For translations that depend on the
  /// value: open constants become fixed (see Context::constant()).
  llvm::Constant *constant_operand(const Instruction &instruction, size_t index);
  /// The value of a built-in variable, computed by a call of the OpenCL C function at the builder's
  /// position; NULL if the id is no such variable.
  llvm::Value *load_built_in_variable(uint32_t id, const Instruction &user);
  const Type &operand_type(const Instruction &instruction, size_t index) const {
    return context.type_of(instruction.operands[index], instruction);
  }
  const Type &result_type(const Instruction &instruction) const {
    return context.types.get(instruction.type, instruction);
  }
  /// The block of a label.
  llvm::BasicBlock *block(uint32_t label, const Instruction &user) const;
  /// The value of an operand. Throws ModuleError if it is not of the type.
  llvm::Value *operand_of_type(const Instruction &instruction, size_t index, llvm::Type *type);
  /// The value of an operand. Throws ModuleError if it is no pointer to a sized type.
  llvm::Value *pointer(const Instruction &instruction, size_t index);
  const Type &pointee(const Instruction &instruction, size_t index) const;

  Context &context;
  llvm::Function &function;
  llvm::IRBuilder<> builder;
  std::unordered_map<uint32_t, llvm::BasicBlock *> blocks;
  struct Phi {
    llvm::PHINode *phi;
    const Instruction *instruction;
  };
  std::vector<Phi> phis;
  /// The samplers of sampled images by id. The value of a sampled image is its image.
  std::unordered_map<uint32_t, llvm::Value *> samplers_of_images;
  /// Open constants have their defaults, since operations on constants are folded here.
  bool is_folding = false;
  /// The open constants that were operands while folding.
  std::set<uint32_t> open_operands;

 private:
  llvm::Value *built_in_variable(uint32_t id, BuiltIn built_in, const Instruction &user);
  llvm::Value *open_constant(uint32_t id, const Instruction &user);
  /// Calls `emit` with the builder in the entry block, after other open constants.
  llvm::Value *emit_in_entry(const std::function<llvm::Value *()> &emit);

  std::unordered_map<uint32_t, llvm::Value *> built_in_variables_;
  std::unordered_map<uint32_t, llvm::Value *> open_constants_;
  /// The last instruction of open constants in the entry block; NULL before the first.
  llvm::Instruction *last_of_constants_ = nullptr;
};

// Calls of OpenCL C built-in functions.

struct BuiltinArgument {
  llvm::Value *value;
  builtins::ParameterType type;
};

/// Side effects of a built-in function, which select the attributes that Clang sets.
enum class BuiltinEffect : uint8_t {
  /// The result depends on the arguments only.
  none,
  memory,
  /// Communicates with other work-items.
  convergent,
};

/// The parameter type of a value, for mangling. Integers are signed or unsigned according to
/// `is_signed`.
builtins::ParameterType parameter_type(const Type &type, bool is_signed, const Instruction &user);
/// The same, for a scalar or vector type that is not declared in the module.
builtins::ParameterType parameter_type(llvm::Type *type, bool is_signed, const Instruction &user);
BuiltinArgument builtin_argument(Body &body, const Instruction &instruction, size_t index,
                                 bool is_signed);

/// An argument of type uint.
BuiltinArgument uint32_argument(llvm::Value *value);
/// An argument of type int.
BuiltinArgument int32_argument(llvm::Value *value);

/// Calls a built-in function; `name` is mangled with the arguments' types.
llvm::Value *call_builtin(Body &body, const Instruction &user, std::string_view name,
                          llvm::Type *result, std::span<const BuiltinArgument> arguments,
                          BuiltinEffect effect = BuiltinEffect::none);
/// Calls a function whose name is not mangled.
llvm::Value *call_function(Body &body, const Instruction &user, std::string_view name,
                           llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments,
                           BuiltinEffect effect);

/// The value of a variable with the decoration BuiltIn.
llvm::Value *load_built_in(Body &body, BuiltIn built_in, const Type &type, const Instruction &user);

}  // namespace mux::compiler::spirv
