/// @file
/// Translation of a module's types to LLVM types.

#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <span>
#include <vector>

#include "codegen/spirv/module/module.h"

namespace mux::compiler::spirv {

struct Type {
  const Instruction *definition = nullptr;
  llvm::Type *type = nullptr;
  /// The element type of a vector or an array, the pointee of a pointer, the members of a
  /// structure, the parameters of a function.
  std::vector<const Type *> elements;
  /// The result type, for functions.
  const Type *result = nullptr;
  /// Number of elements, for vectors, arrays and structures.
  uint64_t count = 0;
  /// The storage class, for pointers.
  StorageClass storage = StorageClass::Function;
  /// Nesting depth of the type.
  unsigned depth = 0;
  /// Size in bytes; 0 for unsized types.
  uint64_t size = 0;
  /// Whether values of the type can be stored in memory, and pointed to.
  bool is_sized = false;

  Op opcode() const { return definition->opcode; }
  bool is(Op kind) const { return definition->opcode == kind; }
  bool is_composite() const {
    return is(Op::TypeVector) || is(Op::TypeArray) || is(Op::TypeStruct);
  }
  /// The type of a composite's element, or NULL if the index is out of range.
  const Type *element_at(uint64_t index) const;
};

/// The spir64 address space of a storage class. Throws ModuleError at the instruction.
unsigned address_space_of(StorageClass storage, const Instruction &instruction);

class Types {
 public:
  Types(const Module &source, llvm::Module &target) : source_(source), target_(target) {}

  /// Translates a type declaration.
  /// @param length of an array, which is a constant.
  void add(const Instruction &instruction, uint64_t length);
  /// Throws ModuleError at `user` if the id is no type, or is declared later.
  const Type &get(uint32_t id, const Instruction &user) const;
  /// The type of the value `id`.
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
  /// Types by id. Their addresses are stable.
  std::vector<std::unique_ptr<Type>> types_;
};

}  // namespace mux::compiler::spirv
