/// @file
/// Function attribute for the row length of flattened ND-ranges
/// (vectorize/versions/add_row_versions.h).

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Records that packets of the function should lie within rows of `length` work-items.
void note_row_length(llvm::Function &function, uint64_t length);

/// Returns the smallest recorded row length; UINT64_MAX if there is none.
uint64_t shortest_row_length(const llvm::Function &function);

}  // namespace mux::compiler
