/// @file
/// Local ids computed from the local linear index, for packets of sub-groups (sub_group_packets.h).

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

/// Replaces the local ids by expressions of the local index. The other ids may then take any 64-bit
/// value.
void derive_local_ids(llvm::Function &work_item);

}  // namespace mux::compiler
