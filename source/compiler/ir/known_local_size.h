/// @file
/// The local size of a work-item function that is compiled for one alone.

#pragma once

#include <array>
#include <cstdint>

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Notes what constant stands for the local size of a function, in the order that dimensions have
/// now, and has LLVM know that ids within a group are smaller than the group: what strides over as
/// many elements as the group has work-items goes round once, say.
void bound_local_ids(llvm::Function &work_item_function, const std::array<uint64_t, 3> &size);
/// What was noted; 0 stands for nothing.
std::array<uint64_t, 3> noted_local_size(const llvm::Function &work_item_function);

/// Before lanes come that stand for no work-item. Sums are what they were: LLVM writes
/// `group * 64 + local_id` as bits side by side where it knows that they are, and what is known of
/// sums of ids would not be of that. So whatever is written like that, and could not be without the
/// bounds, becomes a sum.
void forget_bounds_of_local_ids(llvm::Function &work_item_function);

}  // namespace mux::compiler
