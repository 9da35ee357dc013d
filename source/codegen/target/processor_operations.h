/// @file
/// Processor operations: floating-point and byte operations that take one or a few AVX-512
/// instructions and have no LLVM intrinsic. They are functions that are opaque to the optimizer,
/// with a scalar form and vector forms. The library of built-ins and use_rsqrt.h use them.
///
/// The result of a work-item must not depend on whether it is vectorized. So kernels call the
/// scalar form before vectorization, the vectorizer replaces it by a vector form, and all forms
/// consist of the same instructions, which are inlined after all optimizations.
///
/// A library function calls mux_has_operations() before it calls mux_exponent() or the like:
/// processors without AVX-512 have no operations.
///
/// One thread at a time per LLVM context.

#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/target/processor_operation.h"

namespace llvm {
class Function;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Builds a call for scalars or vectors. Precondition: the module's operations are resolved.
llvm::CallInst *call_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                               llvm::ArrayRef<llvm::Value *> arguments);

/// Whether a value is a call of an operation, in any form. Such a call has no side effects and may
/// be speculated.
bool is_operation_call(const llvm::Value &value);
bool is_operation_call(const llvm::Value &value, ProcessorOperation operation);

/// Builds a call of the same operation for other arguments.
llvm::CallInst *call_same_operation(llvm::IRBuilder<> &builder, const llvm::CallInst &call,
                                    llvm::ArrayRef<llvm::Value *> arguments);

/// Whether a function is a declared operation, before define_processor_operations().
bool is_undefined_operation(llvm::StringRef name);

/// Builds a call of an operation before it is resolved. NULL if the module uses its name for
/// something else.
llvm::Value *call_library_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                                    llvm::ArrayRef<llvm::Value *> arguments);

/// Replaces a library declaration by the declared operation, or a query by a constant, and erases
/// it.
/// @return false if it is no such declaration, or cannot be replaced.
bool resolve_operation(llvm::Function &declaration);

}  // namespace mux::compiler
