/// @file
/// Expansion: a built-in function without a body, its signature, and a builder positioned in the
/// entry block of the body to be written.
///
/// An expansion function writes the body of a built-in with that builder. It handles scalars and
/// vectors alike, checks that the parameters have the expected types, and returns false if they do
/// not; instructions written by then are discarded. It changes only the function that it is given,
/// and may add declarations to its module. One thread at a time per LLVM context.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <string_view>
#include <utility>

#include "codegen/builtins/signature.h"

namespace mux::compiler::builtins {

class Expansion {
 public:
  /// @param function a declaration; becomes a definition with an empty entry block.
  Expansion(llvm::Function &function, const Signature &signature);

  llvm::IRBuilder<> &builder() { return builder_; }
  llvm::Function &function() { return function_; }
  llvm::Module &module() { return *function_.getParent(); }
  llvm::Type *result_type() { return function_.getReturnType(); }

  std::string_view name() const { return signature_.name; }
  const Signature &signature() const { return signature_; }
  size_t size() const { return signature_.parameters.size(); }
  const ParameterType &type(size_t index) const { return signature_.parameters[index]; }
  llvm::Value *argument(size_t index) { return function_.getArg(static_cast<unsigned>(index)); }
  /// The argument, splatted if it is a scalar and the result a vector.
  llvm::Value *splatted_argument(size_t index);

  /// Whether there are `count` parameters, all of the result's type, and it is no pointer.
  bool takes_results(size_t count);
  /// Whether there are `count` parameters, each of the result's type or, for a vector result, its
  /// scalar type.
  bool takes_results_or_scalars(size_t count);
  bool is_signed(size_t index) const { return is_signed_integer(type(index).element); }

  /// A splat of the constant, or the constant itself for a scalar type.
  static llvm::Constant *constant(llvm::Type *type, double value);
  static llvm::Constant *constant(llvm::Type *type, const llvm::APInt &value);

  /// Calls an intrinsic that is overloaded on the type of its first argument.
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> arguments);

  /// Returns `result` from the function. False if the function has another result type.
  bool finish(llvm::Value *result);
  bool finish_void();

 private:
  llvm::Function &function_;
  const Signature &signature_;
  llvm::IRBuilder<> builder_;
};

using ExpansionFunction = bool (*)(Expansion &);

/// An entry of a family's table.
struct NamedExpansion {
  std::string_view name;
  ExpansionFunction expand;
};

/// Each expands the built-ins of one family, which it selects by name; returns false for others.
bool expand_common(Expansion &expansion);
bool expand_integer(Expansion &expansion);
bool expand_extended_bits(Expansion &expansion);
bool expand_dot_product(Expansion &expansion);
bool expand_floating_point(Expansion &expansion);
/// Functions of half that call those of float.
bool expand_half_precision(Expansion &expansion);
bool expand_relational(Expansion &expansion);
bool expand_conversion(Expansion &expansion);
bool expand_memory_access(Expansion &expansion);
bool expand_atomic(Expansion &expansion);
bool expand_atomic_object(Expansion &expansion);
bool expand_shuffle(Expansion &expansion);
bool expand_synchronization(Expansion &expansion);
bool expand_work_group(Expansion &expansion);
bool expand_sub_group(Expansion &expansion);
bool expand_intel_sub_group(Expansion &expansion);
bool expand_image(Expansion &expansion);
bool expand_clock(Expansion &expansion);

/// Looks up the expansion by the built-in's name and runs it; false if the table has none.
bool expand_from_table(llvm::ArrayRef<NamedExpansion> table, Expansion &expansion);

/// The LLVM type of a parameter; NULL for Element::named.
llvm::Type *llvm_type(llvm::LLVMContext &context, const ParameterType &type);
/// The LLVM type of what a pointer parameter points to.
llvm::Type *pointee_type(llvm::LLVMContext &context, const ParameterType &type);

}  // namespace mux::compiler::builtins
