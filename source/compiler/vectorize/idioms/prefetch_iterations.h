/// @file
/// Fetches what later iterations of a loop read, where a loop walks over an array in strides of the
/// ND-range: `for (i = get_global_id(0); i < n; i += get_global_size(0))`.
///
/// Such strides are larger than a page, and processors fetch nothing ahead of time from pages that
/// were not touched. Each iteration would start with waiting for memory.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// @param packet_function what widen() made.
/// @return whether the function changed.
bool prefetch_next_iterations(llvm::Function &packet_function);

}  // namespace mux::compiler
