/// @file
/// Masks of lanes on processors that have no registers for them.
///
/// A comparison of vectors gives a word for each lane there, all ones or zeros, and that is what
/// selections and masked accesses take. Within a block LLVM keeps masks so. From one block to
/// another, and round a loop, it carries the mask of 8 lanes in 8 words of 16 bits: with registers
/// of 256 bits each comparison is packed and each use of it unpacked, six instructions instead of
/// none. So these masks become vectors of integers as wide as the lanes.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Widens the masks that are used in other blocks, for code_target(). To be run last: LLVM's passes
/// would make masks of them again.
void widen_masks(llvm::Module &module);

}  // namespace mux::compiler
