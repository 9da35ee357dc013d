/// @file
/// Atomic operations on local memory, which only one thread ever sees, and volatile accesses to it.

#pragma once

namespace llvm {
class Function;
class Instruction;
class Module;
}  // namespace llvm

namespace mux::compiler {

/// Whether it loads from local memory, stores there, or changes it atomically.
bool is_local_access(const llvm::Instruction &instruction);

/// Make a load, a store or an atomic operation a plain one, which may be several instructions.
void make_not_atomic(llvm::Instruction &instruction);
void make_not_volatile(llvm::Instruction &instruction);

/// Makes the atomic operations on local memory plain ones: the work-items of a group run on one
/// thread, and nobody else sees its local memory. To be run after the loops over work-items are
/// built: until then it is the atomics that say that the iterations depend on each other.
void lower_local_atomics(llvm::Module &module);

/// Makes volatile accesses to local memory plain ones: nobody else writes there, nobody watches.
/// Loops that wait for another work-item have to be found before.
void forget_volatile_local_accesses(llvm::Function &function);

}  // namespace mux::compiler
