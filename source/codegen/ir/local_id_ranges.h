/// @file
/// The constant local size of a work-item function that is specialized for one.

#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Records the local size as attributes, in the order of the code's dimensions, and attaches ranges
/// to the local ids. Loops that stride by the group's size over as many elements then have a trip
/// count of 1, for example.
void add_local_id_ranges(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size);
/// Returns the recorded local size; 0 for unknown.
std::array<uint64_t, 3> recorded_local_size(const llvm::Function &work_item_function);

/// Drops the ranges of local ids, before widening adds inactive lanes whose ids lie outside of
/// them. LLVM writes `group * 64 + local_id` as `or disjoint` where the ranges permit; these become
/// additions again, since without the ranges they would be wrong in such lanes and analyses of sums
/// do not recognize them.
void drop_local_id_ranges(llvm::Function &work_item_function);

}  // namespace mux::compiler
