/// @file
/// Operations on numbers and on bytes that AVX-512 has an instruction or a few for and LLVM
/// has no name for: functions that the optimizer cannot look into, with a form for a scalar and one
/// for each vector. The library of built-ins and reciprocal_roots.h build upon them.
///
/// The result of a work-item must not depend on how it is run. So kernels call the form for one
/// number before they are vectorized, the vectorizer replaces it by another one, and all forms are
/// the same instructions, put into the place of the calls when everything else is done.
///
/// A function of the library that calls mux_exponent() or the like asks mux_has_operations()
/// before: processors without AVX-512 have none of them.
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
  /// 1 / sqrt(x), with an error of 1.04 units in the last place at most.
  reciprocal_root,
  /// 1 / x, with an error of 1 unit at most where x and the result are normal.
  reciprocal,
  /// floor(log2(|x|)); -infinity for zero, infinity for infinity.
  exponent,
  /// x / 2^exponent, from 1 to 2; 1 for infinity and zero, NaN for negative numbers.
  significand,
  /// The same from 3/4 to 3/2.
  centred_significand,
  /// x * 2^floor(y), rounded once.
  scale,
  /// The first one, but by the kind of the second: -infinity for zero, infinity for infinity, NaN
  /// for negative numbers.
  or_logarithm_of_special,
  /// From here on: the entry that a table of 16 has at the index that the lowest four bits of the
  /// argument's significand say. See scripts/minimax.
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
  /// The same operations for double. The reciprocal root's error is 1.1 units at most.
  reciprocal_root_f64,
  /// 1 / x for integers x, not 0, times 1 + 2^-40, with an error of 2^-50 of it at most: the whole
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
  /// Of words: to the first one the products of the second one's bytes, which have no signs, with
  /// the third one's, which have, are added.
  add_byte_products,
  /// The same, saturated where the sum does not fit.
  add_byte_products_saturated,
};

/// Builds a call for numbers or vectors of them, of a program that has been resolved.
llvm::CallInst *call_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                               llvm::ArrayRef<llvm::Value *> arguments);

/// Whether it is such a call, of any form. It has no effects and may be speculated.
bool is_operation_call(const llvm::Value &value);
bool is_operation_call(const llvm::Value &value, ProcessorOperation operation);

/// The same operation for other arguments.
llvm::CallInst *call_same_operation(llvm::IRBuilder<> &builder, const llvm::CallInst &call,
                                    llvm::ArrayRef<llvm::Value *> arguments);

/// Whether a function without a body is an operation whose body is still to come.
bool is_undefined_operation(llvm::StringRef name);

/// The same for an operation that is yet to be resolved. NULL if the module uses its name for
/// something else.
llvm::Value *call_library_operation(llvm::IRBuilder<> &builder, ProcessorOperation operation,
                                    llvm::ArrayRef<llvm::Value *> arguments);

/// Puts an undefined operation, or what is known of the processor, into the place of a function
/// that the library declares, and erases that.
/// @return false if it is no such function, or cannot be.
bool resolve_operation(llvm::Function &declaration);

/// Gives undefined operations their bodies. After inlining.
void define_operations(llvm::Module &module);

/// Lets LLVM's loop vectorizer know the forms for vectors.
void offer_operations_of_vectors(llvm::Module &module);

/// Puts the code into the place of the calls. After optimization.
void inline_operations(llvm::Module &module);

}  // namespace mux::compiler
