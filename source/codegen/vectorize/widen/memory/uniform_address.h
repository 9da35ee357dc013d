/// @file
/// Builds the uniform part of a decomposed address in the packet function.

#pragma once

#include <llvm/Support/Alignment.h>

#include "codegen/vectorize/accesses/address_terms.h"

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace mux::compiler {

class Widener;

/// @param pointer a value of the linearized function.
Address decompose_address(const Widener &widener, llvm::Value &pointer);

/// Extends or truncates the index of a term, scalar or vector, to another integer type.
llvm::Value *resize_index(Widener &widener, llvm::Value *index, Extension extension,
                          llvm::Type *integer);
/// Returns the sum of the base's first lane, the constant and the uniform terms.
llvm::Value *uniform_address(Widener &widener, const Address &address, unsigned part);

/// Returns the alignment of each part's first lane that follows from the address alone.
llvm::Align known_alignment(const Widener &widener, const Address &address);

}  // namespace mux::compiler
