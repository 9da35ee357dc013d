/// @file
/// Division by a square root in single precision, for which processors with AVX-512 need neither
/// operation: an estimate of the reciprocal root and a step of Newton's method are five times as
/// fast (1.5 against 7.5 ns for 16 numbers on a Xeon, Sapphire Rapids), and nearly as exact.
///
/// OpenCL C allows the root three units in the last place and the division two and a half, and
/// rsqrt() two; the result here has 1.04 at most, over all floats (test/compiler/pipeline). Zeros,
/// infinities, NaNs, denormals and negative numbers give what the two operations give. Where the
/// program asks for -cl-fp32-correctly-rounded-divide-sqrt, the compiler leaves no `fpmath` on its
/// divisions, and they stay.
///
/// The result of a work-item must not depend on how it is run. So the divisions are found before
/// kernels are vectorised, and become calls of a function, which the optimiser cannot look into.
/// The function has a form for each vector, the same instructions.
///
/// Divisions by anything else, and roots on their own, stay as they are. A division of 16 floats
/// takes 3.2 ns, but leaves the rest of the processor to others: by an estimate that is right for
/// all numbers it takes 2.2, and beside eight multiplications 3.8 instead of 3.6. A root could be
/// three times as fast, but programs rely on roots of squares being whole.
///
/// One thread at a time per LLVM context.

#pragma once

#include <llvm/IR/IRBuilder.h>

namespace llvm {
class Function;
class Module;
class Value;
}  // namespace llvm

namespace mux::compiler {

/// Whether the processor that code is generated for has what it takes.
bool estimates_reciprocal_roots();

/// Turns divisions by square roots into calls, where their `fpmath` allows it. After inlining.
void use_reciprocal_roots(llvm::Function &function);

/// Whether it is such a call. It has no effects and may be speculated.
bool is_reciprocal_root(const llvm::Value &value);

/// Builds a call for a float or a vector of them.
llvm::CallInst *call_reciprocal_root(llvm::IRBuilder<> &builder, llvm::Value *number);

/// Lets LLVM's loop vectoriser know the forms for vectors.
void offer_reciprocal_roots_of_vectors(llvm::Module &module);

/// Puts the code into the place of the calls. After optimisation.
void inline_reciprocal_roots(llvm::Module &module);

}  // namespace mux::compiler
