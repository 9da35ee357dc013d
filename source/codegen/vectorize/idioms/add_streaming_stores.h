/// @file
/// Non-temporal stores for outputs that are larger than the caches.
///
/// A regular store of a whole cache line first reads the line, and evicts other data from the
/// caches. If a kernel writes a buffer that it does not read, in whole lines, and the output is so
/// large that its first part is evicted before the last is written, non-temporal stores save a
/// third of the memory traffic. Smaller outputs are better left in the caches for their consumer.
/// So the kernel decides at run time, by the size of its ND-range (NdRange::nontemporal_threshold)
/// and the alignment of the stores.
///
/// Non-temporal stores are weakly ordered, so kernels with atomic operations or fences, which may
/// publish results while they run, do not use them, and the kernel's entry point ends with a store
/// fence.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Function;
}

namespace mux::compiler {

struct KernelDescription;

/// Adds a non-temporal version to stores of a packet function. A call of a marker function, which
/// lower_streaming_stores() replaces, selects the version.
/// @param lanes the number of work-items of one vector.
void add_streaming_stores(llvm::Function &packets, const KernelDescription &description,
                          unsigned lanes);

/// Selects the regular stores in a packet function that is not inlined, because only the entry
/// point knows the size of the ND-range.
void drop_streaming_stores(llvm::Function &packets);

/// Replaces the calls of the marker function by comparisons with the size of the ND-range.
/// @param entry a kernel's entry point, with all packet functions inlined.
void lower_streaming_stores(llvm::Function &entry);

}  // namespace mux::compiler
