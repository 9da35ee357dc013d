/// @file
/// Widens masks on processors without mask registers.
///
/// There, a vector comparison gives an integer per lane, all ones or zeros, which is also what
/// blends and masked accesses use. Within a block LLVM keeps masks in this form. Across blocks and
/// back edges, it keeps a mask of 8 lanes in 8 words of 16 bits: with registers of 256 bits each
/// comparison is packed and each use unpacked, six instructions instead of none. So these masks
/// become vectors of integers as wide as the lanes.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Module;
}

namespace mux::compiler {

/// Widens the masks that are used in other blocks, for code_target(). To be run last, since LLVM's
/// passes would convert them back to <N x i1>.
void widen_masks(llvm::Module &module);

}  // namespace mux::compiler
