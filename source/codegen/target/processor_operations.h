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

namespace llvm {
class Function;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

enum class ProcessorOperation {
  /// 1 / sqrt(x), with an error of at most 1.04 ulp.
  reciprocal_root,
  /// 1 / x, with an error of at most 1 ulp where x and the result are normal.
  reciprocal,
  /// floor(log2(|x|)); -infinity for zero, infinity for infinity.
  exponent,
  /// x / 2^exponent, from 1 to 2; 1 for infinity and zero, NaN for negative numbers.
  significand,
  /// The same from 3/4 to 3/2.
  centred_significand,
  /// x * 2^floor(y), rounded once.
  scale,
  /// The first argument, unless the second is special: -infinity for zero, infinity for infinity,
  /// NaN for negative numbers.
  or_logarithm_of_special,
  /// From here on: a table of 16 entries, indexed by the lowest four bits of the argument's
  /// significand. See scripts/minimax.
  power_table,
  power_rest_table,
  log_factor_table,
  log_offset_table,
  log2_factor_table,
  log2_offset_table,
  log10_factor_table,
  log10_offset_table,
  precise_factor_table,
  precise_offset_table,
  precise_offset_rest_table,
  /// The same operations for double. The error of the reciprocal root is at most 1.1 ulp.
  reciprocal_root_f64,
  /// (1 + 2^-40) / x for integers x, not 0, with a relative error of at most 2^-50: the integer
  /// part of its product with an integer of up to 32 bits is that of the quotient.
  divisor_reciprocal_f64,
  exponent_f64,
  centred_significand_f64,
  scale_f64,
  or_logarithm_of_special_f64,
  log_factor_table_f64,
  log_offset_table_f64,
  log2_offset_table_f64,
  log10_offset_table_f64,
  /// Per 32-bit word: adds to the first argument the dot product of the unsigned bytes of the
  /// second and the signed bytes of the third (vpdpbusd).
  add_byte_products,
  /// The same with signed saturation.
  add_byte_products_saturated,
};

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

/// Defines declared operations. Precondition: calls are inlined.
void define_processor_operations(llvm::Module &module);

/// Attaches the vector forms as vector variants (VFABI mappings), for LLVM's loop vectorizer.
void add_vector_variants(llvm::Module &module);

/// Inlines all operations. Precondition: the module is optimized.
void inline_processor_operations(llvm::Module &module);

}  // namespace mux::compiler
