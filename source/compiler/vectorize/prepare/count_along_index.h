/// @file
/// Work-items that are counted along the local index (sub_group_packets.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Calculates the local ids from the local index. Other ids may be of any size then.
void count_along_index(llvm::Function &work_item);

}  // namespace mux::compiler
