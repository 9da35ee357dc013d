/// @file
/// Privatization of histograms: if a loop of a packet only adds to an array in local memory,
/// consecutive additions go to different copies of the array.
///
/// An addition to an element whose previous addition is still in the store buffer stalls on
/// store-to-load forwarding. In a histogram that is frequent, and in one of constant data it is
/// always the case. With copies, consecutive additions never access the same element. The copies
/// are zeroed before the loop and added to the array after it.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

struct LocalVariable;

/// Privatizes the histograms of a packet function.
/// @param packet_function a function created by widen(), with its local atomics still in place.
/// @param variables the kernel's variables in local memory.
/// @return whether the function changed.
bool privatize_histograms(llvm::Function &packet_function, llvm::ArrayRef<LocalVariable> variables);

}  // namespace mux::compiler
