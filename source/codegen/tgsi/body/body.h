/// @file
/// State of the translation of a shader, shared by all instruction translators.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/IRBuilder.h>

#include <string_view>
#include <unordered_set>
#include <vector>

#include "codegen/builtins/signature.h"
#include "codegen/tgsi/body/parameters.h"
#include "codegen/tgsi/body/temporaries.h"
#include "codegen/tgsi/text/program.h"

namespace mux::compiler::tgsi {

/// An open IF or loop.
struct OpenBlock {
  bool is_loop = false;
  /// The block of a loop's first instruction, or of an IF's ELSE.
  llvm::BasicBlock *start = nullptr;
  /// The block after it.
  llvm::BasicBlock *end = nullptr;
};

class Body {
 public:
  /// @param kernel or the function of a stage; has an entry block.
  /// @param correctly_rounded whether divisions and square roots of float are.
  Body(const Program &program, llvm::Function &kernel, bool correctly_rounded);

  // Values of operands. Components are those after the swizzle; modifiers are applied.

  /// A float or a 32-bit integer, whichever needs no conversion; a float if there are modifiers.
  llvm::Value *read(const Instruction &instruction, const Source &source, unsigned component);
  llvm::Value *read_float(const Instruction &instruction, size_t source, unsigned component);
  llvm::Value *read_integer(const Instruction &instruction, size_t source, unsigned component);
  /// A value of an opcode's operand of the type. 64-bit values consist of two components.
  llvm::Value *read(const Instruction &instruction, size_t source, unsigned component, Type type);

  /// Stores a component of a destination if its mask has it; all 32-bit types are accepted.
  void write(const Instruction &instruction, unsigned component, llvm::Value *value);
  /// Stores a 64-bit value in the components 2 * pair and 2 * pair + 1.
  void write_pair(const Instruction &instruction, unsigned pair, llvm::Value *value);

  /// The value of an index that contains an address register.
  llvm::Value *compute_index(const Index &index);
  /// The value of any index, 32 bits.
  llvm::Value *index_value(const Index &index);
  /// A source's modifiers, applied to a float or an integer; a float if there are any.
  llvm::Value *modify(const Source &source, llvm::Value *value);

  // Conversions of bits.
  llvm::Value *as_float(llvm::Value *value);
  llvm::Value *as_integer(llvm::Value *value);

  /// A division with the error that OpenCL C allows.
  llvm::Value *divide(llvm::Value *dividend, llvm::Value *divisor);

  /// Calls the OpenCL C built-in function with these arguments, whose floating-point types are
  /// those of the values. Integers have the type `integers`.
  llvm::Value *call(std::string_view name, llvm::Type *result, llvm::ArrayRef<llvm::Value *> values,
                    builtins::Element integers = builtins::Element::int32);
  /// The same, for a function with side effects.
  llvm::Value *call_convergent(std::string_view name, llvm::Type *result,
                               llvm::ArrayRef<llvm::Value *> values, builtins::Element integers);

  /// Calls a function of the library that depends on its arguments and on memory that no kernel
  /// writes meanwhile.
  llvm::Value *call_reading(const builtins::Signature &signature, llvm::Type *result,
                            llvm::ArrayRef<llvm::Value *> values);

  /// A new block at the end of the kernel.
  llvm::BasicBlock *create_block();

  const Program &program;
  /// Whether booleans are all ones or 0, by the shader's operations; else they are floats.
  const bool has_integer_booleans;
  llvm::Function &kernel;
  llvm::IRBuilder<> builder;
  const std::vector<Resource> resources;
  std::vector<OpenBlock> open_blocks;
  /// Accesses of memory that need no check, because they were checked before.
  std::unordered_set<const Instruction *> unchecked;
  /// Words that instructions EMIT store, in code.
  size_t emitted_words = 0;
  /// The block that returns.
  llvm::BasicBlock *exit;

 private:
  llvm::Value *read_register(const Instruction &instruction, const Register &place,
                             unsigned component);
  llvm::Value *read_constant(const Instruction &instruction, const Register &place,
                             unsigned component);
  llvm::Value *read_immediate(const Register &place, unsigned component);
  llvm::Value *read_system_value(const Instruction &instruction, const Register &place,
                                 unsigned component);
  llvm::Value *stage_place(const Register &place, unsigned component);
  llvm::Value *saturate(llvm::Value *value);
  void store(const Destination &destination, unsigned component, llvm::Value *value);
  llvm::CallInst *call_function(const builtins::Signature &signature, llvm::Type *result,
                                llvm::ArrayRef<llvm::Value *> values);
  llvm::Constant *immediates();

  Temporaries temporaries_;
  std::vector<const Declaration *> system_values_;
  bool correctly_rounded_;
  /// All immediates, for computed indices.
  llvm::GlobalVariable *immediates_ = nullptr;
};

/// The resource that an operand names. If its number is computed and is none of those that are
/// declared, the size of a buffer is 0, and an image is not declared.
Resource find_resource(Body &body, const Instruction &instruction, const Register &place);

}  // namespace mux::compiler::tgsi
