/// @file
/// Division by a square root, for which processors with AVX-512 need neither
/// operation: an estimate of the reciprocal root and a step of Newton's method are five times as
/// fast (1.5 against 7.5 ns for 16 numbers on a Xeon, Sapphire Rapids), and nearly as exact.
///
/// OpenCL C allows the root three units in the last place and the division two and a half, and
/// rsqrt() two; the result here has 1.04 at most, over all floats (test/compiler/pipeline). Zeros,
/// infinities, NaNs, denormals and negative numbers give what the two operations give. Where the
/// program asks for -cl-fp32-correctly-rounded-divide-sqrt, the compiler leaves no `fpmath` on its
/// divisions, and they stay.
///
/// In double precision only rsqrt() is allowed to be off by that much; two steps leave 1.0 units.
/// One of many takes 0.48 ns, root and division 0.96 to 1.15 (AMD EPYC).
///
/// The divisions are found before kernels are vectorized, and become calls of an operation of the
/// processor (processor_operations.h).
///
/// Divisions by anything else, and roots on their own, stay as they are. A division of 16 floats
/// takes 3.2 ns, but leaves the rest of the processor to others: by an estimate that is right for
/// all numbers it takes 2.2, and beside eight multiplications 3.8 instead of 3.6. A root could be
/// three times as fast, but programs rely on roots of squares being whole.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Turns divisions by square roots into calls, where their `fpmath` and the processor allow it.
/// After inlining.
void use_reciprocal_roots(llvm::Function &function);

}  // namespace mux::compiler
