/// @file
/// Components: the scalars that a struct, array or vector of the program consists of, in memory
/// order.
///
/// A packet represents a varying value of such a type by one vector per component.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether the values of a packet's lanes can be elements of one vector: scalars and pointers.
bool can_be_element(llvm::Type *type);

/// Returns the number of components, 1 for a type that can be an element. 0 if there are none or
/// they cannot be enumerated: void, empty structs, scalable vectors, opaque types.
unsigned component_count(llvm::Type *type);
llvm::Type *component_type(llvm::Type *type, unsigned component);
/// Returns the index of the first component of the member that the indices of an extractvalue or
/// insertvalue select.
unsigned first_component(llvm::Type *type, llvm::ArrayRef<unsigned> indices);

/// Extracts one component of a value.
llvm::Value *extract_component(llvm::IRBuilderBase &builder, llvm::Value *value,
                               unsigned component);
/// Builds a value of `type` from its components; `component` returns the one of an index.
llvm::Value *assemble_components(llvm::IRBuilderBase &builder, llvm::Type *type,
                                 llvm::function_ref<llvm::Value *(unsigned)> component);

}  // namespace mux::compiler
