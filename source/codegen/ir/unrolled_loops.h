/// @file
/// Metadata of loops that were unrolled before vectorization.

#pragma once

#include <optional>

namespace llvm {
class Loop;
}

namespace mux::compiler {

/// Records the loop's unroll factor.
void record_unroll_factor(llvm::Loop &loop, unsigned rounds);

/// Records that the loop is the remainder loop of a loop unrolled by `unroll_factor`.
void mark_remainder_loop(llvm::Loop &loop, unsigned unroll_factor);

/// Returns the recorded unroll factor; 1 if there is none.
unsigned unroll_factor(const llvm::Loop &loop);

/// Returns the expected trip count of a remainder loop; nullopt for any other loop.
std::optional<double> remainder_trip_count(const llvm::Loop &loop);

}  // namespace mux::compiler
