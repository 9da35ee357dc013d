/// @file
/// Rows of what a program has flattened (vectorize/versions/row_versions.h).

#pragma once

#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Notes that packets of the function should lie within rows of so many work-items.
void note_row_length(llvm::Function &function, uint64_t length);

/// The shortest of them; the greatest number if there are none.
uint64_t shortest_row_length(const llvm::Function &function);

}  // namespace mux::compiler
