/// @file
/// Outputs that are larger than the caches, written past them.
///
/// An ordinary store of a whole cache line first reads the line, and what the store leaves in the
/// caches throws out what they held. Where a kernel writes a buffer that it does not read, whole
/// lines at a time, and so much of it that its first part has left the caches when the last is
/// written, non-temporal stores save a third of the traffic. Smaller outputs stay in the caches:
/// whoever runs next wants to find them there. So a kernel decides when it runs, by the size of its
/// ND-range (NdRange::large_output) and the address of each line.
///
/// Non-temporal stores of different lines may become visible in any order, so a kernel that may
/// tell another thread of its results while it runs, by an atomic operation or a fence, has none,
/// and the kernel's entry point waits for them at its end.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

struct KernelDescription;

/// Gives stores of a packet function a non-temporal form. They ask a marker function, which
/// lower_streaming_stores() answers, whether to take it.
/// @param lanes the work-items that one vector is for.
void add_streaming_stores(llvm::Function &packets, const KernelDescription &description,
                          unsigned lanes);

/// Leaves the ordinary stores alone, in a packet function that is not inlined: only the entry point
/// knows the size.
void drop_streaming_stores(llvm::Function &packets);

/// @param entry a kernel's entry point, with all packet functions inlined.
void lower_streaming_stores(llvm::Function &entry);

}  // namespace mux::compiler
