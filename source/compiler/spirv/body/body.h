/// @file
/// The code of one function while it is translated, and what all instructions need of it.

#pragma once

#include <llvm/IR/IRBuilder.h>

#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "compiler/builtins/signature.h"
#include "compiler/spirv/body/context.h"

namespace mux::compiler::spirv {

class Body {
 public:
  Body(Context &context, llvm::Function &function)
      : context(context), function(function), builder(context.target.getContext()) {}

  /// The operand with this index, as a value.
  llvm::Value *operand(const Instruction &instruction, size_t index) {
    return value(instruction.operands[index], instruction);
  }
  /// As context.value(), and makes a variable of what is asked about the ND-range and a value of a
  /// literal sampler.
  llvm::Value *value(uint32_t id, const Instruction &user);
  /// What a variable about the ND-range has, asked for where the builder is, as in OpenCL C; NULL
  /// if the id is no such variable.
  llvm::Value *load_built_in_variable(uint32_t id, const Instruction &user);
  const Type &operand_type(const Instruction &instruction, size_t index) const {
    return context.type_of(instruction.operands[index], instruction);
  }
  const Type &result_type(const Instruction &instruction) const {
    return context.types.get(instruction.type, instruction);
  }
  /// The block of a label's id.
  llvm::BasicBlock *block(uint32_t label, const Instruction &user) const;
  /// The operand, which has to be a value of the type.
  llvm::Value *operand_of_type(const Instruction &instruction, size_t index, llvm::Type *type);
  /// The operand, which has to be a pointer to something of a size.
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
  /// The samplers of sampled images, which are their images otherwise.
  std::unordered_map<uint32_t, llvm::Value *> sampled_by;

 private:
  llvm::Value *built_in_variable(uint32_t id, BuiltIn built_in, const Instruction &user);

  std::unordered_map<uint32_t, llvm::Value *> built_in_variables_;
};

// Built-in functions of OpenCL C.

struct BuiltinArgument {
  llvm::Value *value;
  builtins::ParameterType type;
};

/// How a function of the library may be treated, as Clang would say.
enum class BuiltinEffect : uint8_t {
  /// The result depends on the arguments alone.
  none,
  memory,
  /// Concerns other work-items.
  convergent,
};

/// The argument that a value of the type is. Integers are signed or not as asked.
builtins::ParameterType parameter_type(const Type &type, bool is_signed, const Instruction &user);
/// The same, of a scalar or vector that has no type in the module.
builtins::ParameterType parameter_type(llvm::Type *type, bool is_signed, const Instruction &user);
BuiltinArgument builtin_argument(Body &body, const Instruction &instruction, size_t index,
                                 bool is_signed);

/// An unsigned number of 32 bits.
BuiltinArgument uint32_argument(llvm::Value *value);
/// A signed one.
BuiltinArgument int32_argument(llvm::Value *value);

/// Calls a function of the library by its mangled name.
llvm::Value *call_builtin(Body &body, const Instruction &user, std::string_view name,
                          llvm::Type *result, std::span<const BuiltinArgument> arguments,
                          BuiltinEffect effect = BuiltinEffect::none);
/// The same, by a name that is not mangled.
llvm::Value *call_function(Body &body, const Instruction &user, std::string_view name,
                           llvm::Type *result, llvm::ArrayRef<llvm::Value *> arguments,
                           BuiltinEffect effect);

/// What a variable with the decoration BuiltIn has.
llvm::Value *load_built_in(Body &body, BuiltIn built_in, const Type &type, const Instruction &user);

}  // namespace mux::compiler::spirv
