/// @file
/// The constant local size of a work-item function that is specialized for one, kept as attributes.

#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Records the local size, in the order of the code's dimensions.
void record_local_size(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size);

/// Returns the recorded local size; 0 for unknown.
std::array<uint64_t, 3> recorded_local_size(const llvm::Function &work_item_function);

}  // namespace mux::compiler
