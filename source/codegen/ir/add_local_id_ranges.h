/// @file
/// Records a constant local size and bounds the local ids by it.

#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Records the local size (recorded_local_size.h) and attaches ranges to the local ids. Loops that
/// stride by the group's size over as many elements then have a trip count of 1, for example.
/// @param size in the order of the code's dimensions.
void add_local_id_ranges(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size);

}  // namespace mux::compiler
