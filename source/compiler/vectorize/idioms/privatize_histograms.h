/// @file
/// Counts in several tables: where a loop of a packet only adds to an array in local memory,
/// neighboring additions go to copies of the array.
///
/// An addition that meets an element which was just added to waits until that one's store is done.
/// In a histogram that happens often: always, where the data is the same everywhere. With copies,
/// additions that follow each other never meet. Before the loop the copies are zero, after it they
/// are added to the array.

#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class Function;
}

namespace mux::compiler {

struct LocalVariable;

/// @param packet_function what widen() made, with the atomics of local memory still in it.
/// @param variables of the kernel, in local memory.
/// @return whether the function changed.
bool privatize_histograms(llvm::Function &packet_function, llvm::ArrayRef<LocalVariable> variables);

}  // namespace mux::compiler
