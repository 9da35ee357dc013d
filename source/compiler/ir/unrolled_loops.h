/// @file
/// Metadata of loops that were unrolled before vectorization.

#pragma once

#include <optional>

namespace llvm {
class Loop;
}

namespace mux::compiler {

/// Records the loop's unroll factor.
void note_rounds_at_once(llvm::Loop &loop, unsigned rounds);

/// Records that the loop is the remainder loop of a loop unrolled by `rounds_at_once`.
void note_rest_of_rounds(llvm::Loop &loop, unsigned rounds_at_once);

/// Returns the recorded unroll factor; 1 if there is none.
unsigned rounds_at_once(const llvm::Loop &loop);

/// Returns the expected trip count of a remainder loop; nullopt for any other loop.
std::optional<double> rounds_of_rest(const llvm::Loop &loop);

}  // namespace mux::compiler
