/// @file
/// The types of a module as LLVM's.

#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/spirv/module/module.h"

namespace mux::compiler::spirv {

struct Type {
  const Instruction *definition = nullptr;
  llvm::Type *type = nullptr;
  /// What a vector, an array or a pointer is of, the members of a structure, the parameters of a
  /// function.
  std::vector<const Type *> elements;
  /// Of functions.
  const Type *result = nullptr;
  /// Of vectors, arrays and structures.
  uint64_t count = 0;
  /// Of pointers.
  StorageClass storage = StorageClass::Function;
  /// How deep it is nested.
  unsigned depth = 0;
  /// In bytes; 0 if it has none.
  uint64_t size = 0;
  /// Whether it can lie in memory, also as what a pointer points to.
  bool is_sized = false;

  Op opcode() const { return definition->opcode; }
  bool is(Op kind) const { return definition->opcode == kind; }
  bool is_composite() const {
    return is(Op::TypeVector) || is(Op::TypeArray) || is(Op::TypeStruct);
  }
  /// The type of a composite's element, or NULL if there are not so many.
  const Type *element_at(uint64_t index) const;
};

/// The address space of spir64 for a storage class. Throws Refusal at the instruction.
unsigned address_space_of(StorageClass storage, const Instruction &instruction);

class Types {
 public:
  Types(const Module &source, llvm::Module &target) : source_(source), target_(target) {}

  /// Translates a declaration of a type.
  /// @param length of an array, which is a constant.
  void add(const Instruction &instruction, uint64_t length);
  /// Throws Refusal at `user` if the id is no type, or one that comes later.
  const Type &get(uint32_t id, const Instruction &user) const;
  /// The type of the value that `id` is.
  const Type &of_value(uint32_t id, const Instruction &user) const;

 private:
  void describe(const Instruction &instruction, uint64_t length, Type &type);
  void describe_vector(const Instruction &instruction, Type &type);
  void describe_array(const Instruction &instruction, uint64_t length, Type &type);
  void describe_struct(const Instruction &instruction, Type &type);
  void describe_pointer(const Instruction &instruction, Type &type);
  void describe_function(const Instruction &instruction, Type &type);
  void describe_image(const Instruction &instruction, Type &type);
  void measure(const Instruction &instruction, Type &type);
  llvm::Type *opaque(const char *name, llvm::ArrayRef<unsigned> integers = {});

  const Module &source_;
  llvm::Module &target_;
  /// Ids to types; they stay where they are.
  std::vector<std::unique_ptr<Type>> types_;
};

}  // namespace mux::compiler::spirv
