/// @file
/// Replaces divisions by a square root by AVX-512's estimate of the reciprocal square root and a
/// Newton step, which is five times as fast (1.5 against 7.5 ns for 16 numbers on a Xeon, Sapphire
/// Rapids), and nearly as exact.
///
/// OpenCL C permits an error of 3 ulp for the root, 2.5 ulp for the division, and 2 ulp for
/// rsqrt(); the result here has at most 1.04 ulp, over all floats (test/compiler/pipeline). Zeros,
/// infinities, NaNs, denormals and negative numbers give the same results as the two operations.
/// With -cl-fp32-correctly-rounded-divide-sqrt, divisions have no `fpmath` metadata and are not
/// changed.
///
/// In double precision only rsqrt() is permitted that error; two steps give 1.0 ulp. In a sequence,
/// each takes 0.48 ns, root and division 0.96 to 1.15 (AMD EPYC).
///
/// The divisions are replaced before vectorization, by calls of a processor operation
/// (processor_operations.h).
///
/// Other divisions and roots are not changed. A division of 16 floats takes 3.2 ns, but leaves
/// other execution units free: an estimate that is correct for all numbers takes 2.2, and beside
/// eight multiplications 3.8 instead of 3.6. A root could be three times as fast, but programs rely
/// on roots of squares being exact.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces divisions by square roots by calls, where their `fpmath` and the processor permit it.
/// Precondition: calls are inlined.
void use_rsqrt(llvm::Function &function);

}  // namespace mux::compiler
