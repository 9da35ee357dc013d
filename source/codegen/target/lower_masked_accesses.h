/// @file
/// Lowers masked accesses that a processor has no instruction for, or a slow one: gathers and
/// scatters of 8-bit and 16-bit elements, and without AVX-512 all scatters, gathers unless they are
/// fast, and contiguous accesses of 8-bit and 16-bit elements.
///
/// LLVM creates a branch for each lane, which is mispredicted unless masks are regular, and many
/// blocks. Instead, inactive lanes access a stack slot, so that no branch is needed.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Replaces the masked accesses that the processor has no instruction for by scalar accesses of
/// each lane.
void lower_masked_accesses(llvm::Module &module, const llvm::TargetMachine &machine);

}  // namespace mux::compiler
