/// @file
/// Masked accesses that a processor has no instruction for, or a slow one: gathers and scatters of
/// bytes and words of 16 bits, and without AVX-512 all scatters, gathers unless they are fast, and
/// bytes and words of 16 bits side by side.
///
/// LLVM makes a branch of each lane, which is foreseen only where lanes run together, and many
/// blocks. Instead, lanes that do not run access a place on the stack, so that all lanes do the
/// same.
///
/// One thread at a time per LLVM context.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace mux::compiler {

/// Replaces the masked accesses that the processor has no instruction for by accesses of each lane.
void lower_masked_accesses(llvm::Module &module, const llvm::TargetMachine &machine);

}  // namespace mux::compiler
