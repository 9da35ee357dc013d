/// @file
/// Values that are no vector elements (structs, arrays, the program's own vectors), seen as lists
/// of scalars: their components, in the order of memory.
///
/// A packet keeps a varying value of such a type as one vector for each component.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether the values of a packet's lanes fit a vector: scalars and pointers.
bool can_be_element(llvm::Type *type);

/// 1 for a type that can be an element. 0 if there are none, or they cannot be listed: void, empty
/// structs, scalable vectors, opaque types.
unsigned component_count(llvm::Type *type);
llvm::Type *component_type(llvm::Type *type, unsigned component);
/// The first component of what the indices of an extractvalue or insertvalue lead to.
unsigned first_component(llvm::Type *type, llvm::ArrayRef<unsigned> indices);

/// One component of a value.
llvm::Value *extract_component(llvm::IRBuilderBase &builder, llvm::Value *value,
                               unsigned component);
/// The value with the components that `component` gives for their indices.
llvm::Value *assemble_components(llvm::IRBuilderBase &builder, llvm::Type *type,
                                 llvm::function_ref<llvm::Value *(unsigned)> component);

}  // namespace mux::compiler
